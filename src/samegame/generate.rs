//! Generates random boards. On request, each colour has equally many tiles, a list that clears the board is known, or
//! the fewest clicks that clear the board are proven.
//!
//! Board k of a seed is the same on every machine, for any number of threads and boards, because every board has its
//! own stream of random numbers.

use crate::Cancel;
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
pub use crate::rules::refusal::{MAX_CELLS, MAX_SIDE};
use crate::rules::{Cell, Colour, Goal, Random, Rules, Status, StopFlag, plural};
use crate::samegame::Board;
use crate::samegame::search::{NoReport, Query, Request, solve};

/// The size and the colours of a generated board, and the conditions that it must satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The number of rows, 1 to [`MAX_SIDE`]. A board has at most [`MAX_CELLS`] cells.
    pub rows: usize,
    /// The number of columns, 1 to [`MAX_SIDE`].
    pub cols: usize,
    /// The number of colours, 1 to 62.
    pub colours: usize,
    /// Whether all colours have the same number of tiles, up to a difference of one.
    pub balanced: bool,
    /// Whether to generate only boards with a known list that clears them.
    pub clearable: bool,
    /// Generate only boards whose shortest clearing list provably has this number of clicks; `None` for any number.
    pub clicks: Option<u64>,
    /// The rules by which boards are cleared.
    pub rules: Rules,
}

impl Default for GenerateOptions {
    /// Returns the options of the boards that papers on SameGame use: 15×15 with 5 colours.
    fn default() -> Self {
        let (balanced, clearable, clicks, rules) = (false, false, None, Rules::default());
        GenerateOptions { rows: 15, cols: 15, colours: 5, balanced, clearable, clicks, rules }
    }
}

/// A board that satisfies [`GenerateOptions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedBoard {
    /// The board, without empty cells.
    pub grid: Grid,
    /// A list that clears the board, for [`clearable`](GenerateOptions::clearable) boards; with
    /// [`clicks`](GenerateOptions::clicks), a shortest one.
    pub list: Option<Vec<Cell>>,
    /// The number of boards that were discarded before this one.
    pub tries: u64,
}

/// The reason why no board was generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The options cannot be satisfied.
    #[error("{0}")]
    Unsatisfiable(String),
    /// None of this number of boards could be cleared.
    #[error("none of {} could be cleared", plural(*.0, "board"))]
    NotFound(u64),
    /// None of this number of boards was proven to take the requested number of clicks.
    #[error("none of {} was proven to take {} and no fewer{known}", plural(*.tries, "board"), plural(*.clicks, "click"))]
    NoneTakes {
        /// The requested number of clicks.
        clicks: u64,
        /// The number of boards that were tried.
        tries: u64,
        /// A bound that was proven for all boards, such as `; each takes 5 or more`; may be empty.
        known: String,
    },
    /// This number of boards satisfied the options, but all were duplicates; there may be no other board.
    #[error("no further board: each of {0} was made before, up to the names of colours and the mirror image")]
    Duplicates(u64),
    /// The generation was cancelled after this number of boards.
    #[error("stopped after {0} boards")]
    Stopped(u64),
}

/// The number of boards after which generation fails.
pub const TRIES: u64 = 2_000;

/// The limit on nodes × cells, summed over all searches, after which generation fails: about a minute.
const WORK: u64 = 2_000_000_000;

/// The limit on nodes, annealing trials included, of the search for a clearing list.
const NODES: u64 = 40_000;

/// The limit on nodes of the search for the fewest clicks. A board whose search needs more is discarded.
const FEWEST_NODES: u64 = 400_000;

/// The memory limit of the search for the fewest clicks, in bytes.
const FEWEST_MEMORY: usize = 64 << 20;

impl GenerateOptions {
    /// Checks the conditions that need no search.
    ///
    /// # Errors
    /// Returns an error if the options cannot be satisfied.
    pub fn check(&self) -> Result<(), GenerateError> {
        let wrong = |why: String| Err(GenerateError::Unsatisfiable(why));
        let GenerateOptions { rows, cols, colours, rules, .. } = *self;
        let min = rules.min_group.max(1) as usize;
        let cells = rows.checked_mul(cols).filter(|&cells| (1..=MAX_CELLS).contains(&cells));
        match cells.filter(|_| rows.max(cols) <= MAX_SIDE) {
            None => wrong(format!(
                "{} and {}, expected 1 to {MAX_CELLS} cells and at most {MAX_SIDE} rows or columns",
                plural(rows, "row"),
                plural(cols, "column")
            )),
            _ if !(1..=62).contains(&colours) => wrong(format!("{colours} colours, expected 1 to 62")),
            Some(1) if self.clearable && min > 1 => wrong("a single tile cannot be cleared".into()),
            Some(cells) if self.clearable && self.balanced && cells < min.saturating_mul(colours) => {
                let few = if min == 2 { "a single tile".into() } else { format!("fewer than {min} tiles") };
                wrong(format!(
                    "{} on {} leave {few} of one, which cannot be cleared",
                    plural(colours, "colour"),
                    plural(cells, "cell")
                ))
            }
            Some(cells) => self.check_clicks(cells, min),
        }
    }

    /// Checks the number of clicks for a board of `cells` cells, on which groups have at least `min` tiles.
    fn check_clicks(&self, cells: usize, min: usize) -> Result<(), GenerateError> {
        let Some(clicks) = self.clicks else { return Ok(()) };
        let least = if self.balanced { self.colours.min(cells) } else { 1 };
        let most = cells / min;
        if (least as u64..=most as u64).contains(&clicks) {
            return Ok(());
        }
        let range = match most {
            0 => "smaller groups".into(),
            _ if least > most => "fewer colours".into(),
            _ => format!("{least} to {most}"),
        };
        Err(GenerateError::Unsatisfiable(format!(
            "{} for a board of {}, expected {range}",
            plural(clicks, "click"),
            plural(cells, "cell")
        )))
    }
}

/// Generates board `number` of a seed: the first board of its random stream that satisfies the options and for which
/// `taken` returns `false`.
///
/// # Errors
/// Returns an error if the options cannot be satisfied, no board is found, or `cancel` is cancelled.
///
/// ```
/// use tilefall::Cancel;
/// use tilefall::samegame::generate::{GenerateOptions, make};
/// let size = GenerateOptions { rows: 6, cols: 6, colours: 3, ..GenerateOptions::default() };
/// let options = GenerateOptions { balanced: true, clearable: true, ..size };
/// let made = make(&options, 1, 0, &Cancel::new(), |_| false).unwrap();
/// let mut board = made.grid.clone();
/// made.list.unwrap().iter().for_each(|&cell| assert!(board.click(cell) > 0));
/// assert!(board.is_empty() && (0..3).all(|colour| made.grid.count(colour) == 12));
/// ```
pub fn make(
    options: &GenerateOptions,
    seed: u64,
    number: u64,
    cancel: &Cancel,
    mut taken: impl FnMut(&Grid) -> bool,
) -> Result<GeneratedBoard, GenerateError> {
    options.check()?;
    let mut random = Random::new(seed, number);
    let stop = &*cancel.flag();
    let mut search = ClickSearch { options, stop, work: 0, least: None, most: Some(0) };
    let (mut duplicates, mut tries) = (0, 0);
    while tries < TRIES && search.work < WORK {
        if stop.raised().is_some() {
            return Err(GenerateError::Stopped(tries));
        }
        let grid = fill(&mut random, options);
        tries += 1;
        let mut list = None;
        if options.clearable || options.clicks.is_some() {
            list = search.clear(&grid, random.bits());
            if list.is_none() {
                continue;
            }
        }
        if taken(&grid) {
            duplicates += 1;
            continue;
        }
        return Ok(GeneratedBoard { grid, list, tries: tries - 1 });
    }
    Err(match options.clicks {
        _ if stop.raised().is_some() => GenerateError::Stopped(tries),
        _ if duplicates > 0 => GenerateError::Duplicates(duplicates),
        Some(clicks) => GenerateError::NoneTakes { clicks, tries, known: search.known(clicks) },
        None => GenerateError::NotFound(tries),
    })
}

/// Like [`make`], but returns a [`Board`], whose [`names`](Board::names) include colours without a tile. Takes about a
/// microsecond for 15×15 cells, unless a search must find a clearing list.
///
/// # Errors
/// Returns the errors of [`make`].
///
/// ```
/// use tilefall::Cancel;
/// use tilefall::samegame::generate::{GenerateOptions, make, make_board};
/// let (options, cancel) = (GenerateOptions::default(), Cancel::new());
/// let board = make_board(&options, 1, 7, &cancel).unwrap();
/// assert_eq!(board.to_grid(), make(&options, 1, 7, &cancel, |_| false).unwrap().grid);
/// ```
pub fn make_board(
    options: &GenerateOptions,
    seed: u64,
    number: u64,
    cancel: &Cancel,
) -> Result<Board, GenerateError> {
    let colour = |name: u64| name as Colour;
    let size = (options.rows, options.cols, options.colours);
    if options.clearable || options.clicks.is_some() {
        let grid = make(options, seed, number, cancel, |_| false)?.grid;
        let name = |cell| colour(grid.name_at(cell).expect("a board that was made is full"));
        return Ok(Board::full(size, &options.rules, name));
    }
    options.check()?;
    let names = names(&mut Random::new(seed, number), options);
    Ok(Board::full(size, &options.rules, |cell| colour(names[cell.row * options.cols + cell.col])))
}

/// Generates a board without empty cells.
fn fill(random: &mut Random, options: &GenerateOptions) -> Grid {
    let names = names(random, options);
    Grid::from_names(options.rows, options.cols, |cell| Some(names[cell.row * options.cols + cell.col]))
        .expect("a size that was checked")
}

/// Generates the colours of the cells, row by row from the bottom, each row from the left.
fn names(random: &mut Random, options: &GenerateOptions) -> Vec<u64> {
    let GenerateOptions { rows, cols, colours, .. } = *options;
    let mut names: Vec<u64> = match options.balanced {
        true => (0..rows * cols).map(|at| (at % colours) as u64).collect(),
        false => (0..rows * cols).map(|_| random.below(colours) as u64).collect(),
    };
    if options.balanced {
        random.shuffle(&mut names);
    }
    names
}

/// A series of searches for clearing lists, with the bounds found on the fewest clicks.
struct ClickSearch<'a> {
    options: &'a GenerateOptions,
    stop: &'a StopFlag,
    /// The sum of nodes × cells over all boards searched.
    work: u64,
    /// The lowest of the boards' lower bounds on the fewest clicks; `None` before the first board.
    least: Option<u64>,
    /// The length of the longest list found; `None` after a search that found no list.
    most: Option<u64>,
}

impl ClickSearch<'_> {
    /// Searches briefly for a list that clears a board; with `clicks` set, for a provably shortest list of this
    /// length. Searches on one thread for a fixed number of nodes, so that the answer depends on the seed alone.
    fn clear(&mut self, grid: &Grid, seed: u64) -> Option<Vec<Cell>> {
        let GenerateOptions { rules, clicks, .. } = *self.options;
        let few = |count: usize| count > 0 && count < rules.min_group as usize;
        if (0..grid.colours() as u8).any(|colour| few(grid.count(colour))) {
            return None;
        }
        let (goal, nodes, memory) = match clicks {
            Some(_) => (Goal::Fewest, FEWEST_NODES, FEWEST_MEMORY),
            None => (Goal::Clear, NODES, 1 << 22),
        };
        // A list that is shorter than requested ends the search: the board is then discarded.
        let target = clicks.map(|clicks| clicks as i64 - 1);
        let query =
            Query { goal, target, ..Query::score(grid, rules).expect("a generated board is settled") };
        let parts = query.bound_of_value(query.ceiling()) as u64;
        if clicks.is_some_and(|clicks| parts > clicks) {
            self.see(parts, None);
            return None;
        }
        let cells = (grid.rows() * grid.cols()) as u64;
        let nodes = nodes.min((WORK - self.work.min(WORK)) / cells);
        let limits = SearchLimits { nodes: Some(nodes), memory, stop: self.stop };
        let outcome = solve(&query, &Request { seed, ..Request::default() }, &limits, &NoReport).ok()?;
        self.work += outcome.nodes * cells;
        let list = outcome.found.filter(|found| found.cleared).map(|found| found.clicks);
        self.see(outcome.bound.map_or(parts, |bound| bound as u64), list.as_ref().map(Vec::len));
        let list = list?;
        let proven = |clicks| outcome.status == Status::Optimal && list.len() as u64 == clicks;
        clicks.is_none_or(proven).then_some(list)
    }

    /// Records a board's lower bound on the fewest clicks, and the length of its list, if a list was found.
    fn see(&mut self, bound: u64, list: Option<usize>) {
        self.least = Some(self.least.map_or(bound, |least| least.min(bound)));
        self.most = self.most.zip(list).map(|(most, list)| most.max(list as u64));
    }

    /// Returns a text with the bound proven for all boards if the bound excludes `clicks`, else an empty text.
    fn known(&self, clicks: u64) -> String {
        match (self.least, self.most) {
            (Some(least), _) if least > clicks => format!("; each takes {least} or more"),
            (Some(_), Some(most)) if most < clicks => format!("; each takes {most} or fewer"),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_cannot_be_searched_are_reported() {
        let size = |rows, cols| GenerateOptions { rows, cols, ..GenerateOptions::default() }.check();
        for (rows, cols) in [(0, 5), (5, 0), (1, 10_001), (10_001, 1), (1001, 1000), (usize::MAX, 2)] {
            let why = format!(
                "{} and {}, expected 1 to 1000000 cells and at most 10000 rows or columns",
                plural(rows, "row"),
                plural(cols, "column")
            );
            assert_eq!(size(rows, cols), Err(GenerateError::Unsatisfiable(why)));
        }
        assert_eq!((size(10_000, 100), size(1000, 1000), size(1, 10_000)), (Ok(()), Ok(()), Ok(())));
    }
}
