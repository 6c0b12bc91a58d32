//! What becomes of each tile while a list of moves is played: what moving pictures are made from.
//!
//! A tile keeps its number from the first board to the last, so that a picture can let it glide from cell to
//! cell. A step is one click or move; its *phases* come one after the other, and what is in one phase happens
//! at the same time.

use crate::base::{self, Cell, Colour, Game, Move, Rules};
use crate::grid::{ColourNames, Grid, MayanError};

/// A tile of the first board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its colour, an index into [`Timeline::names`].
    pub colour: Colour,
    /// Where it stands at first.
    pub cell: Cell,
}

/// What happens at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// These tiles vanish.
    Remove(Vec<usize>),
    /// These tiles go to these cells.
    Glide(Vec<(usize, Cell)>),
}

/// One click or move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move in the notation of [`notation`](crate::base::notation). Empty for the fall of a first board that has
    /// runs.
    pub label: String,
    /// The tiles that are clicked or moved, to be lit before they go.
    pub lit: Vec<usize>,
    /// What happens.
    pub phases: Vec<Phase>,
    /// Points for this step alone; SameGame.
    pub points: i64,
    /// Points so far, with the bonus and the penalty after the last step; SameGame.
    pub score: i64,
    /// Tiles left after the step.
    pub left: usize,
}

/// A board and what becomes of its tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// Whose rules were played by.
    pub game: Game,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Names of the colours.
    pub names: ColourNames,
    /// The tiles, columns from the left, each from the bottom.
    pub tiles: Vec<Tile>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Why a list cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {why}")]
pub struct BadList {
    /// The number of the first move that cannot be played, from 1.
    pub number: usize,
    /// Why not.
    pub why: String,
}

/// The numbers of the tiles on their cells.
struct Places {
    rows: usize,
    cols: usize,
    /// By column × rows + row.
    at: Vec<Option<usize>>,
    /// Where tiles stood when the phase began; empty between phases.
    moved: Vec<usize>,
}

impl Places {
    fn new(grid: &Grid) -> (Places, Vec<Tile>) {
        let mut tiles = Vec::new();
        let at = grid.cells().map(|cell| {
            let colour = grid.get(cell)?;
            tiles.push(Tile { colour, cell });
            Some(tiles.len() - 1)
        });
        let at = at.collect();
        (Places { rows: grid.rows(), cols: grid.cols(), at, moved: Vec::new() }, tiles)
    }

    fn index(&self, cell: Cell) -> usize {
        cell.col * self.rows + cell.row
    }

    fn tile(&self, cell: Cell) -> Option<usize> {
        self.at[self.index(cell)]
    }

    fn remove(&mut self, cells: &[Cell]) -> Phase {
        Phase::Remove(
            cells
                .iter()
                .filter_map(|&cell| {
                    let index = self.index(cell);
                    self.at[index].take()
                })
                .collect(),
        )
    }

    fn swap(&mut self, from: Cell, to: Cell) {
        let (from, to) = (self.index(from), self.index(to));
        self.at.swap(from, to);
        self.moved.extend([from, to]);
    }

    /// Lets tiles fall.
    fn fall(&mut self) {
        for col in 0..self.cols {
            let mut free = col * self.rows;
            for from in col * self.rows..(col + 1) * self.rows {
                if self.at[from].is_some() {
                    if from != free {
                        self.at.swap(from, free);
                        self.moved.push(free);
                    }
                    free += 1;
                }
            }
        }
    }

    /// Slides columns left over empty ones; tiles have fallen.
    fn close(&mut self) {
        let mut free = 0;
        for col in 0..self.cols {
            if self.at[col * self.rows].is_none() {
                continue;
            }
            if col > free {
                for row in 0..self.rows {
                    self.swap(Cell::new(row, col), Cell::new(row, free));
                }
            }
            free += 1;
        }
    }

    /// The tiles moved since the last call, and where they stand; `None` if none did.
    fn glide(&mut self) -> Option<Phase> {
        let mut moved: Vec<usize> = std::mem::take(&mut self.moved);
        moved.sort_unstable();
        moved.dedup();
        let rows = self.rows;
        let there = |index: usize| Some((self.at[index]?, Cell::new(index % rows, index / rows)));
        let moved: Vec<_> = moved.into_iter().filter_map(there).collect();
        (!moved.is_empty()).then_some(Phase::Glide(moved))
    }
}

impl Timeline {
    /// A SameGame list, 0-based from the bottom left, scored by these rules.
    ///
    /// # Errors
    /// If a click removes nothing.
    ///
    /// ```
    /// use tilefall::base::{Cell, Rules};
    /// use tilefall::{grid::Grid, render::timeline::{Phase, Timeline}};
    /// let grid = Grid::parse("1.. / 122").unwrap();
    /// let time = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
    /// let glide = vec![(2, Cell::new(0, 0)), (3, Cell::new(0, 1))];
    /// assert_eq!(time.steps[0].phases, [Phase::Remove(vec![0, 1]), Phase::Glide(glide)]);
    /// ```
    pub fn clicks(grid: &Grid, list: &[Cell], rules: Rules) -> Result<Timeline, BadList> {
        let (mut places, tiles) = Places::new(grid);
        let mut board = grid.clone();
        let mut steps: Vec<Step> = Vec::with_capacity(list.len());
        let mut score = 0;
        for (at, &cell) in list.iter().enumerate() {
            let group = board.group(cell);
            if board.click(cell) == 0 {
                let why = format!("{}: there is no group of two or more tiles", base::Step::from(cell));
                return Err(BadList { number: at + 1, why });
            }
            let lit = group.iter().filter_map(|&cell| places.tile(cell)).collect();
            let mut phases = vec![places.remove(&group)];
            places.fall();
            phases.extend(places.glide());
            places.close();
            phases.extend(places.glide());
            let points = rules.score.points(group.len() as u64) as i64;
            score += points;
            let label = base::Step::from(cell).to_string();
            steps.push(Step { label, lit, phases, points, score, left: board.tiles() });
        }
        let counts = (0..board.colours()).map(|colour| board.count(colour as Colour) as u64);
        let at_end = rules.at_end(counts);
        if let Some(last) = steps.last_mut() {
            last.score += at_end;
        }
        Ok(Timeline {
            game: Game::SameGame,
            rows: grid.rows(),
            cols: grid.cols(),
            names: grid.colour_names().clone(),
            tiles,
            steps,
        })
    }

    /// A Mayan list. A first board with runs gets a step of its own, in which they vanish.
    ///
    /// # Errors
    /// If a move is over the edge, or there is no block to move.
    pub fn slides(grid: &Grid, list: &[Move]) -> Result<Timeline, BadList> {
        let (mut places, tiles) = Places::new(grid);
        let mut board = grid.clone();
        let mut steps = Vec::with_capacity(list.len() + 1);
        let settled = settle(&mut board, &mut places);
        if !settled.is_empty() {
            steps.push(step(String::new(), Vec::new(), settled, &board));
        }
        for (at, &slide) in list.iter().enumerate() {
            let (from, to) = board.ends(slide).map_err(|error| bad(at, slide, error))?;
            if board.get(from).is_none() {
                return Err(bad(at, slide, MayanError::Empty));
            }
            let lit = [from, to].into_iter().filter_map(|cell| places.tile(cell)).collect();
            let (block, other) = (board.get(from), board.get(to));
            board.set(to, block);
            board.set(from, other);
            places.swap(from, to);
            let mut phases: Vec<Phase> = places.glide().into_iter().collect();
            board.fall();
            places.fall();
            phases.extend(places.glide());
            phases.extend(settle(&mut board, &mut places));
            steps.push(step(slide.to_string(), lit, phases, &board));
        }
        Ok(Timeline {
            game: Game::Mayan,
            rows: grid.rows(),
            cols: grid.cols(),
            names: grid.colour_names().clone(),
            tiles,
            steps,
        })
    }

    /// The board after a number of steps, by tile: where each stands, `None` for those that are gone.
    ///
    /// # Panics
    /// If there are fewer steps.
    pub fn after(&self, steps: usize) -> Vec<Option<Cell>> {
        let mut cells: Vec<Option<Cell>> = self.tiles.iter().map(|tile| Some(tile.cell)).collect();
        for phase in self.steps[..steps].iter().flat_map(|step| &step.phases) {
            match phase {
                Phase::Remove(tiles) => tiles.iter().for_each(|&tile| cells[tile] = None),
                Phase::Glide(moved) => moved.iter().for_each(|&(tile, cell)| cells[tile] = Some(cell)),
            }
        }
        cells
    }
}

fn bad(at: usize, slide: Move, error: MayanError) -> BadList {
    BadList { number: at + 1, why: format!("{slide}: {error}") }
}

fn step(label: String, lit: Vec<usize>, phases: Vec<Phase>, board: &Grid) -> Step {
    Step { label, lit, phases, points: 0, score: 0, left: board.tiles() }
}

/// Rounds in which runs vanish and everything falls.
fn settle(board: &mut Grid, places: &mut Places) -> Vec<Phase> {
    let mut phases = Vec::new();
    loop {
        let gone = board.runs();
        if gone.is_empty() {
            return phases;
        }
        gone.iter().for_each(|&cell| board.set(cell, None));
        board.fall();
        phases.push(places.remove(&gone));
        places.fall();
        phases.extend(places.glide());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Side;
    use proptest::prelude::*;

    /// The board that a timeline shows after some steps.
    fn shown(time: &Timeline, steps: usize) -> Grid {
        let cells = time.after(steps);
        let name = |cell| {
            let tile = cells.iter().position(|&there| there == Some(cell))?;
            Some(time.names[usize::from(time.tiles[tile].colour)])
        };
        Grid::from_names(time.rows, time.cols, name).unwrap()
    }

    proptest! {
        #[test]
        fn tiles_of_a_samegame_list_stand_where_the_rules_put_them(
            colours in prop::collection::vec(0u64..3, 20),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 8),
        ) {
            let grid = Grid::from_names(4, 5, |cell| Some(colours[cell.col * 4 + cell.row])).unwrap();
            let (mut board, mut boards, mut list) = (grid.clone(), vec![grid.clone()], Vec::new());
            for pick in picks {
                let groups = board.groups();
                if groups.is_empty() { break; }
                list.push(*pick.get(&groups));
                board.click(list[list.len() - 1]);
                boards.push(board.clone());
            }
            let time = Timeline::clicks(&grid, &list, Rules::default()).unwrap();
            for (at, board) in boards.iter().enumerate() {
                prop_assert_eq!(&shown(&time, at), board);
                prop_assert!(at == 0 || time.steps[at - 1].left == board.tiles());
            }
        }

        #[test]
        fn blocks_of_a_mayan_list_stand_where_the_rules_put_them(
            colours in prop::collection::vec(0u64..4, 20),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 6),
        ) {
            let mut grid = Grid::from_names(5, 4, |cell| Some(colours[cell.col * 5 + cell.row])).unwrap();
            for col in 0..4 { grid.set(Cell::new(4, col), None); }
            let mut board = grid.clone();
            let first = usize::from(board.settle() > 0);
            let (mut boards, mut list) = (vec![board.clone()], Vec::new());
            for pick in picks {
                let moves = board.canonical_moves(true);
                if moves.is_empty() { break; }
                list.push(*pick.get(&moves));
                board.play(list[list.len() - 1]).unwrap();
                boards.push(board.clone());
            }
            let time = Timeline::slides(&grid, &list).unwrap();
            for (at, board) in boards.iter().enumerate() {
                prop_assert_eq!(&shown(&time, at + first), board);
            }
        }
    }

    #[test]
    fn a_list_that_cannot_be_played_names_its_move() {
        let grid = Grid::parse("12 / 11").unwrap();
        let list = [Cell::new(0, 0), Cell::new(0, 0)];
        let error = Timeline::clicks(&grid, &list, Rules::default()).unwrap_err();
        let why = "move 2, 1 1: there is no group of two or more tiles";
        assert_eq!(error.to_string(), why);
        let error = Timeline::slides(&grid, &[Move::new(1, 0, Side::Right)]).unwrap_err();
        assert_eq!(error.to_string(), "move 1, 1 0 R: the move leaves the board");
    }

    #[test]
    fn the_last_step_has_the_bonus() {
        let grid = Grid::parse("11 / 11").unwrap();
        let time = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
        assert_eq!((time.steps[0].points, time.steps[0].score, time.steps[0].left), (4, 1004, 0));
    }
}
