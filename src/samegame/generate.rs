//! New boards: random, with equal numbers of each colour, or with a list that clears them.
//!
//! Board k of a seed is the same on every machine, with any number of threads and in a set of any size: every board has a
//! stream of random numbers of its own.

use crate::base::{Cell, Colour, Limits, Random, StopFlag, several};
use crate::bits::cpu::Path;
use crate::grid::Grid;
use crate::samegame::Board;
use crate::samegame::search::fit::{MOST_CELLS, MOST_SIDE};
use crate::samegame::search::{Method, NestedSettings, Query, Request, Silent, nested, solve};
use std::sync::atomic::{AtomicU64, Ordering};

/// What a board is to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Rows, from 1: a board is no larger than one that is searched.
    pub rows: usize,
    /// Columns, from 1.
    pub cols: usize,
    /// Colours, 1 to 62.
    pub colours: usize,
    /// Whether each colour has the same number of tiles, or one more than others where they do not come out even.
    pub balanced: bool,
    /// Whether a list that clears the board has to be found.
    pub clearable: bool,
}

impl Default for Wish {
    /// The board of the papers: 15×15 with 5 colours.
    fn default() -> Self {
        Wish { rows: 15, cols: 15, colours: 5, balanced: false, clearable: false }
    }
}

/// A board that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The board.
    pub grid: Grid,
    /// A list that clears it, if one was asked for.
    pub list: Option<Vec<Cell>>,
    /// Boards that were thrown away before it.
    pub tries: u64,
}

/// Why a board cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// No board is like that.
    #[error("{0}")]
    Wish(String),
    /// None was found.
    #[error("none of {0} boards could be cleared")]
    NotFound(u64),
    /// All boards that came up were made before; there may be no further one.
    #[error("no further board: each of {0} was made before, up to the names of colours and the mirror image")]
    Doubles(u64),
    /// The flag was raised.
    #[error("stopped after {0} boards")]
    Stopped(u64),
}

/// Boards after which a wish is given up.
pub const TRIES: u64 = 2_000;

/// Playouts that look for a clearing list at first: most boards that are easy to clear are cleared by them.
const PLAYOUTS: u64 = 400;

/// Trials and nodes of the search that takes over.
const NODES: u64 = 40_000;

impl Wish {
    /// Checks what can be checked without a search.
    ///
    /// # Errors
    /// Why no board is like that.
    pub fn check(&self) -> Result<(), Impossible> {
        let wrong = |why: String| Err(Impossible::Wish(why));
        let Wish { rows, cols, colours, .. } = *self;
        let cells = rows.checked_mul(cols).filter(|&cells| (1..=MOST_CELLS).contains(&cells));
        match cells.filter(|_| rows.max(cols) <= MOST_SIDE) {
            None => wrong(format!(
                "{} and {}, expected 1 to {MOST_CELLS} cells and at most {MOST_SIDE} rows or columns",
                several(rows, "row"),
                several(cols, "column")
            )),
            _ if !(1..=62).contains(&colours) => wrong(format!("{colours} colours, expected 1 to 62")),
            Some(1) if self.clearable => wrong("a single tile cannot be cleared".into()),
            Some(cells) if self.clearable && self.balanced && cells < 2 * colours => wrong(format!(
                "{} on {} leave a single tile of one, which cannot be cleared",
                several(colours, "colour"),
                several(cells, "cell")
            )),
            _ => Ok(()),
        }
    }
}

/// Makes board `number` of a seed: the first of its stream that fits and of which `taken` says no.
///
/// # Errors
/// If the wish cannot be met, or the flag is raised.
///
/// ```
/// use tilefall::base::StopFlag;
/// use tilefall::samegame::generate::{Wish, make};
/// let wish = Wish { rows: 6, cols: 6, colours: 3, balanced: true, clearable: true };
/// let made = make(&wish, 1, 0, &StopFlag::new(), |_| false).unwrap();
/// let mut board = made.grid.clone();
/// made.list.unwrap().iter().for_each(|&cell| assert!(board.click(cell) > 0));
/// assert!(board.is_empty() && (0..3).all(|colour| made.grid.count(colour) == 12));
/// ```
pub fn make(
    wish: &Wish,
    seed: u64,
    number: u64,
    stop: &StopFlag,
    taken: impl FnMut(&Grid) -> bool,
) -> Result<Made, Impossible> {
    make_counted(wish, seed, number, stop, &AtomicU64::new(0), taken)
}

/// Makes a board as [`make`] does, and counts every board that is tried in `tried`, for a display of the progress.
///
/// # Errors
/// Those of [`make`].
pub fn make_counted(
    wish: &Wish,
    seed: u64,
    number: u64,
    stop: &StopFlag,
    tried: &AtomicU64,
    mut taken: impl FnMut(&Grid) -> bool,
) -> Result<Made, Impossible> {
    wish.check()?;
    let mut random = Random::new(seed, number);
    let mut doubles = 0;
    for tries in 0..TRIES {
        if stop.raised().is_some() {
            return Err(Impossible::Stopped(tries));
        }
        tried.fetch_add(1, Ordering::Relaxed);
        let grid = fill(&mut random, wish);
        let list = match wish.clearable {
            false => None,
            true => match clear(&grid, random.bits(), stop) {
                Some(list) => Some(list),
                None => continue,
            },
        };
        if taken(&grid) {
            doubles += 1;
            continue;
        }
        return Ok(Made { grid, list, tries });
    }
    Err(if doubles > 0 { Impossible::Doubles(doubles) } else { Impossible::NotFound(TRIES) })
}

/// Makes board `number` of a seed, as [`make`] does, packed. All colours of the wish are among its
/// [`names`](Board::names), also one that has no tile. A board that need not be clearable takes about a microsecond.
///
/// # Errors
/// If the wish cannot be met, or the flag is raised.
///
/// ```
/// use tilefall::base::StopFlag;
/// use tilefall::samegame::generate::{Wish, make, make_board};
/// let (wish, stop) = (Wish::default(), StopFlag::new());
/// let board = make_board(&wish, 1, 7, &stop).unwrap();
/// assert_eq!(board.to_grid(), make(&wish, 1, 7, &stop, |_| false).unwrap().grid);
/// ```
pub fn make_board(wish: &Wish, seed: u64, number: u64, stop: &StopFlag) -> Result<Board, Impossible> {
    let colour = |name: u64| name as Colour;
    if wish.clearable {
        let grid = make(wish, seed, number, stop, |_| false)?.grid;
        let name = |cell| colour(grid.name_at(cell).expect("a board that was made is full"));
        return Ok(Board::full(wish.rows, wish.cols, wish.colours, name));
    }
    wish.check()?;
    let names = names(&mut Random::new(seed, number), wish);
    Ok(Board::full(wish.rows, wish.cols, wish.colours, |cell| colour(names[cell.row * wish.cols + cell.col])))
}

/// A full board.
fn fill(random: &mut Random, wish: &Wish) -> Grid {
    let names = names(random, wish);
    Grid::from_names(wish.rows, wish.cols, |cell| Some(names[cell.row * wish.cols + cell.col]))
        .expect("a size that was checked")
}

/// The colours of its cells: rows from the bottom, each from the left.
fn names(random: &mut Random, wish: &Wish) -> Vec<u64> {
    let Wish { rows, cols, colours, .. } = *wish;
    let mut names: Vec<u64> = match wish.balanced {
        true => (0..rows * cols).map(|at| (at % colours) as u64).collect(),
        false => (0..rows * cols).map(|_| random.below(colours) as u64).collect(),
    };
    if wish.balanced {
        random.shuffle(&mut names);
    }
    names
}

/// A list that clears a board, if one is found soon.
fn clear(grid: &Grid, seed: u64, stop: &StopFlag) -> Option<Vec<Cell>> {
    if (0..grid.colours() as u8).any(|colour| grid.count(colour) == 1) {
        return None;
    }
    let query = Query::clear(grid).expect("a generated board is settled");
    let limits = Limits { nodes: Some(PLAYOUTS), memory: 1 << 22, stop };
    let settings = NestedSettings { level: 0, tabu: true, seed };
    let outcome = nested(&query, &settings, &limits, 1, &Silent).ok()?;
    let cleared =
        |found: Option<crate::samegame::search::Found>| Some(found.filter(|found| found.cleared)?.clicks);
    cleared(outcome.found).or_else(|| {
        let limits = Limits { nodes: Some(NODES), ..limits };
        let (method, path) = (Method::Auto, Path::best());
        let request = Request { method, seed, threads: 1, from: None, time: None, path };
        cleared(solve(&query, &request, &limits, &Silent).ok()?.found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balanced_boards_have_as_many_tiles_of_each_colour() {
        let wish = Wish { balanced: true, ..Wish::default() };
        let grid = make(&wish, 3, 7, &StopFlag::new(), |_| false).unwrap().grid;
        assert!((0..5).all(|colour| grid.count(colour) == 45));
    }

    #[test]
    fn boards_that_were_made_before_are_passed_over() {
        let wish = Wish { rows: 1, cols: 2, colours: 1, ..Wish::default() };
        let error = make(&wish, 1, 0, &StopFlag::new(), |_| true).unwrap_err();
        assert_eq!(error, Impossible::Doubles(TRIES));
    }

    #[test]
    fn impossible_wishes_say_why() {
        let wish = Wish { rows: 1, cols: 1, clearable: true, ..Wish::default() };
        assert_eq!(wish.check().unwrap_err().to_string(), "a single tile cannot be cleared");
        let wish = Wish { colours: 63, ..Wish::default() };
        assert_eq!(wish.check().unwrap_err().to_string(), "63 colours, expected 1 to 62");
        let size = |rows, cols| Wish { rows, cols, ..Wish::default() }.check();
        for (rows, cols) in [(0, 5), (5, 0), (1, 10_001), (10_001, 1), (1001, 1000), (usize::MAX, 2)] {
            let why = format!(
                "{} and {}, expected 1 to 1000000 cells and at most 10000 rows or columns",
                several(rows, "row"),
                several(cols, "column")
            );
            assert_eq!(size(rows, cols), Err(Impossible::Wish(why)));
        }
        assert_eq!((size(10_000, 100), size(1000, 1000), size(1, 10_000)), (Ok(()), Ok(()), Ok(())));
    }
}
