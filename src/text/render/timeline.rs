//! The path of each tile while a list of moves is played, for animations.
//!
//! A tile keeps its number from the first board to the last, so that an animation can move it from cell to cell. A step is
//! one click or move. It consists of *phases*, which follow each other; all changes of a phase happen at the same time.

use tilefall_rules::grid::{ColourNames, Grid, MayanError};
use tilefall_rules::puzzle::{Puzzle, Task};
use tilefall_rules::{Cell, Colour, Columns, GameKind, Move, Rules, Step, points};

/// A tile of the initial board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The colour, an index into [`Timeline::names`].
    pub colour: Colour,
    /// The initial cell.
    pub cell: Cell,
}

/// Changes that happen at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The tiles with these numbers vanish.
    Remove(Vec<usize>),
    /// Pairs of a tile number and the cell to which this tile moves.
    Glide(Vec<(usize, Cell)>),
}

/// A step of a timeline: one click or move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownMove {
    /// The move in the notation of [`notation`](tilefall_rules::notation). Empty for the settling of an initial board with
    /// runs.
    pub label: String,
    /// The numbers of the tiles that are clicked or moved, to be highlighted before the step.
    pub lit: Vec<usize>,
    /// The changes of the step, one phase after the other.
    pub phases: Vec<Phase>,
    /// Points for this step; SameGame only.
    pub points: i64,
    /// Points so far, including bonus and penalty after the last step; SameGame only.
    pub score: i64,
    /// Tiles left after the step.
    pub left: usize,
}

/// A board and the paths of its tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// The game; only SameGame has points.
    pub game: GameKind,
    /// The number of rows of the board.
    pub rows: usize,
    /// The number of columns of the board.
    pub cols: usize,
    /// The names of the colours, indexed by [`Tile::colour`].
    pub names: ColourNames,
    /// The tiles, indexed by number: by columns from the left, each from the bottom.
    pub tiles: Vec<Tile>,
    /// The steps in order. A Mayan board with runs has a first step, without a label, that removes the runs.
    pub steps: Vec<ShownMove>,
}

/// The error of a list with a move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {why}")]
pub struct ListError {
    /// The number of the first move that cannot be played, from 1.
    pub number: usize,
    /// The reason.
    pub why: String,
}

/// The current places of the tiles, by tile number, while a list is played.
struct Tracks {
    /// The numbers of the tiles in each column, from the bottom.
    columns: Vec<Vec<usize>>,
    /// The cell of each tile after the last phase.
    cells: Vec<Cell>,
}

/// The mark that stands in a column for a tile that is being removed.
const GONE: usize = usize::MAX;

impl Tracks {
    fn new(grid: &Grid) -> (Tracks, Vec<Tile>) {
        let (mut columns, mut tiles) = (vec![Vec::new(); grid.cols()], Vec::new());
        for cell in grid.cells() {
            if let Some(colour) = grid.get(cell) {
                columns[cell.col].push(tiles.len());
                tiles.push(Tile { colour, cell });
            }
        }
        (Tracks { columns, cells: tiles.iter().map(|tile| tile.cell).collect() }, tiles)
    }

    fn tile(&self, cell: Cell) -> Option<usize> {
        self.columns[cell.col].get(cell.row).copied()
    }

    /// Removes tiles, and lets the tiles above them fall. Adds a phase for each.
    fn remove(&mut self, cells: &[Cell], phases: &mut Vec<Phase>) {
        let gone = cells.iter().map(|cell| std::mem::replace(&mut self.columns[cell.col][cell.row], GONE));
        phases.push(Phase::Remove(gone.collect()));
        self.columns.iter_mut().for_each(|column| column.retain(|&tile| tile != GONE));
        self.glide(phases);
    }

    /// Moves columns to the left over empty ones, and adds the phase.
    fn close(&mut self, phases: &mut Vec<Phase>) {
        self.columns.retain(|column| !column.is_empty());
        self.glide(phases);
    }

    /// Swaps a block with an adjacent block, or moves it into an empty cell and lets blocks fall. Adds the phases.
    fn slide(&mut self, from: Cell, to: Cell, phases: &mut Vec<Phase>) {
        if let Some(other) = self.tile(to) {
            let tile = std::mem::replace(&mut self.columns[from.col][from.row], other);
            self.columns[to.col][to.row] = tile;
        } else {
            let tile = self.columns[from.col].remove(from.row);
            self.columns[to.col].push(tile);
            self.cells[tile] = to;
            phases.push(Phase::Glide(vec![(tile, to)]));
        }
        self.glide(phases);
    }

    /// Adds the phase in which tiles move to their current cells in `columns`; adds none if no tile has to move.
    fn glide(&mut self, phases: &mut Vec<Phase>) {
        let mut moved = Vec::new();
        for (col, column) in self.columns.iter().enumerate() {
            for (row, &tile) in column.iter().enumerate() {
                let cell = Cell::new(row, col);
                if std::mem::replace(&mut self.cells[tile], cell) != cell {
                    moved.push((tile, cell));
                }
            }
        }
        if !moved.is_empty() {
            phases.push(Phase::Glide(moved));
        }
    }
}

impl Timeline {
    fn new(game: GameKind, grid: &Grid, tiles: Vec<Tile>, steps: Vec<ShownMove>) -> Timeline {
        let (rows, cols, names) = (grid.rows(), grid.cols(), grid.colour_names().clone());
        Timeline { game, rows, cols, names, tiles, steps }
    }

    /// Creates the timeline of a list on a puzzle.
    ///
    /// # Errors
    /// If a move belongs to the other game, or cannot be played.
    pub fn of(puzzle: &Puzzle, list: &[Step]) -> Result<Timeline, ListError> {
        let (grid, game) = (&puzzle.grid, puzzle.task.game());
        let wrong = |number, step| ListError {
            number,
            why: match (game, step) {
                (GameKind::SameGame, Step::Click(..)) => {
                    format!("{step}: {}", grid.refusal(&Rules::USUAL, None))
                }
                _ => "this is no move of the game".into(),
            },
        };
        fn all<T>(
            list: &[Step],
            of: impl Fn(Step) -> Option<T>,
            wrong: impl Fn(usize, Step) -> ListError,
        ) -> Result<Vec<T>, ListError> {
            (1..).zip(list).map(|(number, &step)| of(step).ok_or_else(|| wrong(number, step))).collect()
        }
        match &puzzle.task {
            Task::SameGame(task) => {
                let rules = task.rules.unwrap_or_default();
                Timeline::clicks(grid, &all(list, Step::click, wrong)?, rules)
            }
            Task::Mayan(_) => Timeline::slides(grid, &all(list, Step::slide, wrong)?),
        }
    }

    /// Creates the timeline of a SameGame list, scored with these rules.
    ///
    /// # Errors
    /// If a click removes nothing.
    ///
    /// ```
    /// use tilefall::rules::{Cell, Rules};
    /// use tilefall::{rules::grid::Grid, text::render::timeline::{Phase, Timeline}};
    /// let grid = Grid::parse("1.. / 122").unwrap();
    /// let time = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
    /// let glide = vec![(2, Cell::new(0, 0)), (3, Cell::new(0, 1))];
    /// assert_eq!(time.steps[0].phases, [Phase::Remove(vec![0, 1]), Phase::Glide(glide)]);
    /// ```
    pub fn clicks(grid: &Grid, list: &[Cell], rules: Rules) -> Result<Timeline, ListError> {
        let (mut tracks, tiles) = Tracks::new(grid);
        let mut board = grid.clone();
        let mut steps: Vec<ShownMove> = Vec::with_capacity(list.len());
        let mut score = 0;
        for (at, &cell) in list.iter().enumerate() {
            let group = board.group(cell);
            if board.click_by(&rules, cell) == 0 {
                let why = format!("{}: {}", Step::from(cell), board.refusal(&rules, Some(cell)));
                return Err(ListError { number: at + 1, why });
            }
            let lit = group.iter().filter_map(|&cell| tracks.tile(cell)).collect();
            let mut phases = Vec::new();
            tracks.remove(&group, &mut phases);
            if rules.columns == Columns::Close {
                tracks.close(&mut phases);
            }
            let points = rules.score.points(group.len() as u64);
            score = points.saturating_add(score);
            let label = Step::from(cell).to_string();
            steps.push(ShownMove { label, lit, phases, points, score, left: board.tiles() });
        }
        let score =
            rules.total(score, (0..board.colours()).map(|colour| board.count(colour as Colour) as u64));
        if let Some(last) = steps.last_mut() {
            last.score = score;
        }
        Ok(Timeline::new(GameKind::SameGame, grid, tiles, steps))
    }

    /// Creates the timeline of a Mayan list. If the initial board has runs, the first step removes them.
    ///
    /// # Errors
    /// If a move leaves the board, or there is no block to move.
    pub fn slides(grid: &Grid, list: &[Move]) -> Result<Timeline, ListError> {
        let (mut tracks, tiles) = Tracks::new(grid);
        let mut board = grid.clone();
        let mut steps = Vec::with_capacity(list.len() + 1);
        let mut phases = Vec::new();
        settle(&mut board, &mut tracks, &mut phases);
        if !phases.is_empty() {
            steps.push(step(String::new(), Vec::new(), phases, &board));
        }
        for (at, &slide) in list.iter().enumerate() {
            let (from, to) = board.ends(slide).map_err(|error| bad(at, slide, error))?;
            if board.get(from).is_none() {
                return Err(bad(at, slide, MayanError::Empty));
            }
            let lit = [from, to].into_iter().filter_map(|cell| tracks.tile(cell)).collect();
            let mut phases = Vec::new();
            board.slide(from, to);
            tracks.slide(from, to, &mut phases);
            settle(&mut board, &mut tracks, &mut phases);
            steps.push(step(slide.to_string(), lit, phases, &board));
        }
        Ok(Timeline::new(GameKind::Mayan, grid, tiles, steps))
    }

    /// Returns the cell of each tile after a number of steps; `None` for removed tiles.
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

    /// Returns the board after a number of steps.
    ///
    /// # Panics
    /// If there are fewer steps.
    ///
    /// ```
    /// use tilefall::rules::{Cell, Rules};
    /// use tilefall::{rules::grid::Grid, text::render::timeline::Timeline};
    /// let grid = Grid::parse("1.. / 122").unwrap();
    /// let time = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
    /// assert_eq!(time.board(1), Grid::parse("... / 22.").unwrap());
    /// assert_eq!([time.caption(0), time.caption(1)], ["1: click 1 1 (+0)", "0 points, 2 left"]);
    /// assert_eq!(time.lit(0), [Cell::new(0, 0), Cell::new(1, 0)]);
    /// ```
    pub fn board(&self, steps: usize) -> Grid {
        let mut board =
            Grid::empty_with_names(self.rows, self.cols, &self.names).expect("the size of a board");
        for (tile, cell) in self.tiles.iter().zip(self.after(steps)) {
            if let Some(cell) = cell {
                board.set(cell, Some(tile.colour));
            }
        }
        board
    }

    /// Returns the cells that are highlighted on the board after `steps` steps: the tiles that the next step clicks or
    /// moves; none after the last step.
    pub fn lit(&self, steps: usize) -> Vec<Cell> {
        let Some(step) = self.steps.get(steps) else { return Vec::new() };
        let cells = self.after(steps);
        step.lit.iter().filter_map(|&tile| cells[tile]).collect()
    }

    /// Returns the caption of the board after `steps` steps: the next step, or the result of the list after the last.
    pub fn caption(&self, steps: usize) -> String {
        let last = self.steps.last();
        let left = last.map_or(self.tiles.len(), |last| last.left);
        match (self.steps.get(steps), self.game) {
            (Some(step), GameKind::SameGame) => {
                format!("{}: click {} (+{})", steps + 1, step.label, step.points)
            }
            (Some(step), GameKind::Mayan) if step.label.is_empty() => "runs vanish".into(),
            (Some(step), GameKind::Mayan) => {
                // The first step is not counted as a move if it only settles the initial board.
                let falls = self.steps[0].label.is_empty();
                format!("{}: {}", steps + 1 - usize::from(falls), step.label)
            }
            (None, GameKind::SameGame) => {
                let score = points(last.map_or(0, |last| last.score));
                if left == 0 { format!("{score}, cleared") } else { format!("{score}, {left} left") }
            }
            (None, GameKind::Mayan) if left == 0 => "cleared".into(),
            (None, GameKind::Mayan) => format!("{left} left"),
        }
    }
}

fn bad(at: usize, slide: Move, error: MayanError) -> ListError {
    ListError { number: at + 1, why: format!("{slide}: {error}") }
}

fn step(label: String, lit: Vec<usize>, phases: Vec<Phase>, board: &Grid) -> ShownMove {
    ShownMove { label, lit, phases, points: 0, score: 0, left: board.tiles() }
}

/// Removes runs and lets blocks fall, round by round; adds the phases.
fn settle(board: &mut Grid, tracks: &mut Tracks, phases: &mut Vec<Phase>) {
    loop {
        let gone = board.runs();
        if gone.is_empty() {
            return;
        }
        board.remove_and_fall(&gone);
        tracks.remove(&gone, phases);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tilefall_rules::Side;
    use tilefall_rules::puzzle::SameGameTask;

    /// Returns the board of a timeline after some steps.
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
    fn errors_name_the_move() {
        let grid = Grid::parse("12 / 11").unwrap();
        let list = [Cell::new(0, 0), Cell::new(0, 0)];
        let error = Timeline::clicks(&grid, &list, Rules::default()).unwrap_err();
        let why = "move 2, 1 1: the tile stands alone, expected a group of two or more";
        assert_eq!(error.to_string(), why);
        let (outside, clicks) = (Step::Click(0, 1), Task::SameGame(SameGameTask::default()));
        let error = Timeline::of(&Puzzle::new(grid.clone(), clicks), &[outside]).unwrap_err();
        assert_eq!(error.to_string(), "move 1, 0 1: the cell lies outside the board");
        let error = Timeline::slides(&grid, &[Move::new(1, 0, Side::Right)]).unwrap_err();
        assert_eq!(error.to_string(), "move 1, 1 0 R: the move leaves the board");
    }

    #[test]
    fn the_score_of_the_last_step_includes_the_bonus() {
        let grid = Grid::parse("11 / 11").unwrap();
        let time = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
        assert_eq!((time.steps[0].points, time.steps[0].score, time.steps[0].left), (4, 1004, 0));
    }
}
