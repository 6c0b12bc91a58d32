//! The check of a device: every click and whole runs of chains, compared bit by bit with the plain ones.

use crate::board::{Layout, append_words, colours_by_number, logs, names_of};
use crate::device::{Chains, Device, DeviceError, LADDER, Sweep, field};
use crate::plain;
use tilefall::internals::workload::samegame::fold;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Random, Rules, Score};

/// The boards that are on the device at once.
const AT_ONCE: usize = 4000;

/// A device that failed, or that computes something else.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The device failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The device computes something else.
    #[error("the graphics card computes something else than the processor, first on board {0} of the check")]
    Differs(usize),
}

/// Checks a device on random boards of all sizes: plays a game on each of `games` boards, and anneals `runs` boards. Returns the
/// signature, a hash of all results, which is the same on every device.
///
/// # Errors
/// If the device failed, or computes something else than the plain kernels.
pub fn check(device: &mut dyn Device, games: usize, runs: usize) -> Result<u64, CheckError> {
    let mut signature = 0;
    for layout in Layout::ALL {
        for first in (0..games / 2).step_by(AT_ONCE) {
            // A game is the first trial of a chain with a list that cannot be played for the most part.
            let boards =
                (first..(games / 2).min(first + AT_ONCE)).map(|number| board(layout, number)).collect();
            compare(
                device,
                &mut signature,
                first,
                boards,
                Workload { layout, chains: 1, sweeps: 1, trials: 0 },
            )?;
        }
        let boards = (0..runs / 2).map(|number| board(layout, number)).collect();
        compare(
            device,
            &mut signature,
            0,
            boards,
            Workload { layout, chains: LADDER, sweeps: 4, trials: 60 },
        )?;
    }
    Ok(signature)
}

/// The work for each board.
struct Workload {
    layout: Layout,
    chains: usize,
    sweeps: usize,
    trials: u32,
}

/// Returns a random board of a layout with its rules.
fn board(layout: Layout, number: usize) -> (Grid, Rules) {
    let mut random = Random::new(1, number as u64);
    let (rows, cols, colours) = if layout == Layout::Small { (15, 16, 7) } else { (20, 20, 8) };
    let (rows, cols) = (random.between(1, rows), random.between(1, cols));
    let colours = random.between(1, colours);
    let heights: Vec<usize> = (0..cols).map(|_| rows - random.below(rows) * random.below(2)).collect();
    let tile = |cell: Cell| (cell.row < heights[cell.col]).then(|| random.below(colours) as u64);
    let grid = Grid::from_names(rows, cols, tile).expect("a small board");
    let score = [Score::N2, Score::N1, Score::Tri, Score::Nn1][number % 4];
    (grid, Rules { score, clear_bonus: score.default_bonus(), ..Rules::default() })
}

/// Runs chains on the device and on plain boards; `first` is the number of the first board.
fn compare(
    device: &mut dyn Device,
    signature: &mut u64,
    first: usize,
    boards: Vec<(Grid, Rules)>,
    work: Workload,
) -> Result<(), CheckError> {
    let Workload { layout, chains: per_board, sweeps, trials } = work;
    let mut chains = Chains::new(boards.len() * per_board);
    let mut words = Vec::new();
    for (at, (grid, rules)) in boards.iter().enumerate() {
        append_words(grid, *rules, layout, &mut words);
        let mut random = Random::new(2, (first + at) as u64);
        let colours = colours_by_number(grid);
        for chain in at * per_board..(at + 1) * per_board {
            let cells = |random: &mut Random| Cell::new(random.below(grid.rows()), random.below(grid.cols()));
            let mut names: Vec<u16> =
                (0..random.below(20)).map(|_| layout.name(cells(&mut random))).collect();
            if random.percent(50) {
                let clicks: Vec<Cell> = (0..30).map(|_| cells(&mut random)).collect();
                names = names_of(grid, layout, &clicks);
            }
            chains.set_list(chain, &names);
            let head = chains.head_mut(chain);
            head[field::TEMPERATURE] = 100 + 150 * (chain % LADDER) as i32;
            head[field::RANDOM] = random.bits() as i32;
            head[field::TABU] = colours[random.below(colours.len())].0.into();
            head[field::BEST] = -1;
        }
    }
    device.prepare(&words, &logs(), chains.number())?;
    device.write(&chains)?;
    let mut on_device = Chains::default();
    for number in 0..sweeps {
        let sweep = Sweep { layout, per_board, objective: number % 2, trials, seed: number as u32 };
        device.sweep(&sweep)?;
        plain::sweep(&mut chains, &boards, &sweep);
    }
    on_device.clone_from(&chains);
    device.read(&mut on_device)?;
    let differs = |&chain: &usize| {
        on_device.head(chain) != chains.head(chain)
            || on_device.list(chain) != chains.list(chain)
            || on_device.best(chain) != chains.best(chain)
    };
    if let Some(chain) = (0..chains.number()).find(differs) {
        return Err(CheckError::Differs(first + chain / per_board));
    }
    for chain in 0..chains.number() {
        let head = chains.head(chain).iter().map(|&field| field as u64);
        let names = chains.list(chain).iter().chain(chains.best(chain)).map(|&name| u64::from(name));
        *signature = head.chain(names).fold(*signature, fold);
    }
    Ok(())
}
