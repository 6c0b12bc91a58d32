//! Boards and chains as a device has them, and lists that name tiles.

use tilefall::internals::samegame::search::anneal::named::NamedGrid;
use tilefall::internals::samegame::search::anneal::objective::{self, Logs, Objective};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour, LeftPenalty, Rules};
use tilefall::samegame::Goal;

/// The most clicks of a list.
pub const CLICKS: usize = 200;

/// The numbers of a chain: the structure `Chain` of the kernels, eight fields, a list and the best list.
pub const CHAIN: usize = 8 + 2 * CLICKS;

/// Fields of a chain, and where its lists begin.
pub mod field {
    #![allow(missing_docs)]
    pub const TEMPERATURE: usize = 0;
    pub const RANDOM: usize = 1;
    pub const TABU: usize = 2;
    pub const VALUE: usize = 3;
    pub const LENGTH: usize = 4;
    pub const BEST: usize = 5;
    pub const BEST_LENGTH: usize = 6;
    pub const LIST: usize = 8;
    pub const BEST_LIST: usize = LIST + super::CLICKS;
}

/// Sets the list of a chain.
pub fn set_list(chain: &mut [i32], names: &[u16]) {
    chain[field::LENGTH] = names.len() as i32;
    chain[field::LIST..].iter_mut().zip(names).for_each(|(to, &name)| *to = name.into());
}

/// Returns the list of a chain, or the best one. A device that fails may have written anything.
pub fn list(chain: &[i32], [length, begin]: [usize; 2]) -> Vec<u16> {
    let length = chain[length].clamp(0, CLICKS as i32) as usize;
    chain[begin..begin + length].iter().map(|&name| name as u16).collect()
}

/// The list of a chain and the best one, for [`list`].
pub const NOW: [usize; 2] = [field::LENGTH, field::LIST];
/// The best list of a chain, for [`list`].
pub const BEST: [usize; 2] = [field::BEST_LENGTH, field::BEST_LIST];

/// The most tiles of a board.
const TILES: usize = 400;

/// The words of the first board, with room for the larger layout.
const START: usize = 104;

/// The words of a board: the fields of the structure `Puzzle` of the kernels.
pub const WORDS: usize = START + 3 + 4 * (TILES + 1);

/// The largest bonus for an empty board: values have 32 bits.
const MAX_BONUS: u64 = 1_000_000;

/// The entries of the table of logarithms.
pub const LOGS: usize = 1 << 12;

/// How a board lies in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Up to 15 rows, 16 columns and 7 colours.
    Small,
    /// Up to 20 rows, 20 columns and 8 colours.
    Large,
}

impl Layout {
    /// Returns the layout of a board, if it has one.
    pub fn of(grid: &Grid) -> Option<Layout> {
        let holds =
            |rows, cols, colours| grid.rows() <= rows && grid.cols() <= cols && grid.colours() <= colours;
        match () {
            () if holds(15, 16, 7) => Some(Layout::Small),
            () if holds(20, 20, 8) => Some(Layout::Large),
            () => None,
        }
    }

    /// Returns the bits of a column, the planes of colours, and the words of a plane.
    fn shape(self) -> (usize, usize, usize) {
        match self {
            Layout::Small => (16, 3, 8),
            Layout::Large => (32, 4, 20),
        }
    }

    /// Names the tiles of a first board.
    pub fn named(self, grid: &Grid) -> NamedGrid {
        NamedGrid::new(grid, self.shape().0)
    }

    /// Returns the cell of a tile on the first board.
    pub fn cell(self, name: u16) -> Cell {
        Cell::new(usize::from(name) % self.shape().0, usize::from(name) / self.shape().0)
    }

    /// Returns the name of the tile of a cell of the first board.
    pub fn name(self, cell: Cell) -> u16 {
        (cell.col * self.shape().0 + cell.row) as u16
    }
}

/// Returns `true` if the kernels search boards under these rules for this goal: those for the highest score under classic
/// rules without a penalty.
pub fn fits(grid: &Grid, rules: &Rules, goal: Goal) -> bool {
    goal == Goal::Score
        && Layout::of(grid).is_some()
        && rules.is_classic()
        && rules.left_penalty == LeftPenalty::None
        && rules.clear_bonus <= MAX_BONUS
        && grid.first_floating().is_none()
        && grid.first_gap().is_none()
        && !grid.groups().is_empty()
}

/// Appends a board as the structure `Puzzle` of the kernels.
pub fn append_words(grid: &Grid, rules: Rules, layout: Layout, words: &mut Vec<i32>) {
    let (bits, planes, in_plane) = layout.shape();
    let mut start = [0u32; START];
    let mut set = |plane: usize, cell: Cell| {
        let bit = cell.col * bits + cell.row;
        start[plane * in_plane + bit / 32] |= 1 << (bit % 32);
    };
    for cell in grid.cells() {
        let Some(colour) = grid.get(cell) else { continue };
        (0..planes).filter(|plane| (colour + 1) >> plane & 1 == 1).for_each(|plane| set(plane, cell));
        set(planes, cell);
    }
    let columns = (0..grid.cols()).filter(|&col| grid.height(col) > 0).count();
    start[(planes + 1) * in_plane] = (1 << columns) - 1;
    start[(planes + 1) * in_plane + 1] = grid.tiles() as u32;
    let [steep, plain] = objectives(grid, rules);
    let tables = 0..=TILES;
    words.extend(start.map(|word| word as i32));
    words.push(rules.clear_bonus as i32);
    words.extend([&steep, &plain].map(|objective| objective.cost(1) as i32));
    for objective in [&steep, &plain] {
        words.extend(tables.clone().map(|size| objective.points(size) as i32));
    }
    words.extend(tables.clone().map(|left| plain.at_end(left, &[]) as i32));
    words.extend(tables.map(|size| if size < 2 { 0 } else { rules.score.points(size as u64) as i32 }));
}

/// Returns the steep objective and the plain one: those of the annealer on processors.
pub fn objectives(grid: &Grid, rules: Rules) -> [Objective; 2] {
    objective::both(rules, Goal::Score, grid, TILES)
}

/// Returns the colours that a board has with their numbers of tiles, the most frequent first.
pub fn colours_by_number(grid: &Grid) -> Vec<(Colour, usize)> {
    let mut all: Vec<_> = (0..grid.colours() as Colour).map(|colour| (colour, grid.count(colour))).collect();
    all.retain(|&(_, number)| number > 0);
    all.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
    all
}

/// Returns the table of logarithms: −ln u in units of 2⁻²⁰, by the highest bits of a random number.
pub fn logs() -> Vec<i32> {
    let logs = Logs::default();
    (0..LOGS as u64).map(|at| logs.slack(at, 1 << 20) as i32).collect()
}

/// Returns the cells that a list of names clicks; names that remove nothing are left out.
pub fn clicks_of(grid: &Grid, layout: Layout, names: &[u16]) -> Vec<Cell> {
    let mut board = layout.named(grid);
    let click = |&name: &u16| board.cell(name).filter(|&cell| board.click(cell) > 0);
    names.iter().filter_map(click).collect()
}

/// Returns the names of the tiles that a list of clicks hits; clicks that remove nothing are left out.
pub fn names_of(grid: &Grid, layout: Layout, clicks: &[Cell]) -> Vec<u16> {
    let mut board = layout.named(grid);
    let mut names: Vec<u16> = Vec::new();
    for &cell in clicks {
        let name = board.name(cell);
        names.extend(name.filter(|_| board.click(cell) > 0));
    }
    names
}
