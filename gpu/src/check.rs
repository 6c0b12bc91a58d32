//! The check of a device: every click and whole runs of chains, compared bit by bit with the plain ones.

use crate::board::{CHAIN, append_words, colours_by_number, field, names_of, set_list};
use crate::search::LADDER;
use crate::{Device, DeviceError, Layout, Sweep, plain};
use tilefall::internals::workload::samegame::fold;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Random, Rules, Score};

/// The boards that are on the device at once.
const AT_ONCE: usize = 4000;

/// Checks a device on random boards of all sizes: plays a game on each of `games` boards, and anneals `runs` boards. Returns the
/// signature, a hash of all results, which is the same on every device.
///
/// # Errors
/// If the device failed, or computes something else than the plain kernels.
pub fn check(device: &mut dyn Device, games: usize, runs: usize) -> Result<u64, DeviceError> {
    let mut signature = 0;
    for layout in [Layout::Small, Layout::Large] {
        for first in (0..games / 2).step_by(AT_ONCE) {
            // A game is the first trial of a chain, of a list that cannot be played for the most part.
            let boards =
                (first..(games / 2).min(first + AT_ONCE)).map(|number| board(layout, number)).collect();
            let sweep = Sweep { layout, per_board: 1, objective: 0, trials: 0, seed: 1 };
            compare(device, &mut signature, boards, &[sweep])?;
        }
        let boards = (0..runs / 2).map(|number| board(layout, number)).collect();
        let sweep =
            |seed: u32| Sweep { layout, per_board: LADDER, objective: seed as usize % 2, trials: 60, seed };
        compare(device, &mut signature, boards, &[0, 1, 2, 3].map(sweep))?;
    }
    Ok(signature)
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

/// Runs chains on the device and on plain boards.
fn compare(
    device: &mut dyn Device,
    signature: &mut u64,
    boards: Vec<(Grid, Rules)>,
    sweeps: &[Sweep],
) -> Result<(), DeviceError> {
    let Some(&Sweep { layout, per_board, .. }) = sweeps.first() else { return Ok(()) };
    let (mut chains, mut words) = (vec![0; boards.len() * per_board * CHAIN], Vec::new());
    for (at, (grid, rules)) in boards.iter().enumerate() {
        append_words(grid, *rules, layout, &mut words);
        let (mut random, colours) = (Random::new(2, at as u64), colours_by_number(grid));
        for rung in 0..per_board {
            let cell = |_| Cell::new(random.below(grid.rows()), random.below(grid.cols()));
            let cells: Vec<Cell> = (0..25).map(cell).collect();
            let playable = names_of(grid, layout, &cells);
            let any: Vec<u16> = cells.iter().map(|&cell| layout.name(cell)).collect();
            let chain = &mut chains[(at * per_board + rung) * CHAIN..][..CHAIN];
            set_list(chain, if at % 2 == 0 { &any } else { &playable });
            chain[field::TEMPERATURE] = 100 + 150 * rung as i32;
            chain[field::RANDOM] = random.bits() as i32;
            chain[field::TABU] = colours[random.below(colours.len())].0.into();
            chain[field::BEST] = -1;
        }
    }
    let (mut on_device, mut next) = (chains.clone(), sweeps.iter().copied());
    device.run(&words, &mut on_device, &mut || next.next())?;
    sweeps.iter().for_each(|sweep| plain::sweep(&mut chains, &boards, sweep));
    // Entries behind the end of a list may differ.
    let differs = |chain: &usize| plain::ended(&on_device, *chain) != plain::ended(&chains, *chain);
    if let Some(chain) = (0..chains.len() / CHAIN).find(differs) {
        let (board, device) = (chain / per_board, device.name());
        let why =
            format!("{device} computes something else than the processor, on board {board} of the check");
        return Err(DeviceError(why));
    }
    for chain in 0..chains.len() / CHAIN {
        *signature =
            plain::ended(&chains, chain).into_iter().map(|number| number as u64).fold(*signature, fold);
    }
    Ok(())
}
