//! The kernels again, slow and obvious, on plain boards: what a device computes is compared with this, bit by bit.

use crate::Sweep;
use crate::board::{BEST, CHAIN, LOGS, NOW, field, list, logs, objectives, set_list};
use crate::search::LADDER;
use tilefall::internals::samegame::search::anneal::objective::Objective;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Rules};

/// Random numbers: PCG by Melissa O'Neill, 32 bits.
struct Pcg(u32);

impl Pcg {
    fn next(&mut self) -> u32 {
        let x = self.0;
        self.0 = x.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let y = ((x >> ((x >> 28) + 4)) ^ x).wrapping_mul(277_803_737);
        (y >> 22) ^ y
    }

    fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next()) * n as u64) >> 32) as usize
    }

    /// Draws −ln u from the table of logarithms.
    fn log(&mut self, logs: &[i32]) -> i64 {
        i64::from(logs[self.next() as usize / ((1 << 32) / LOGS)])
    }
}

/// A step of an edited list.
#[derive(Clone, Copy)]
enum Step {
    /// A click of a tile, if it can be clicked.
    Click(u16),
    /// A random click: of another colour than the tabu colour if there is one, or of any colour.
    Draw { any: bool },
}

/// Makes the trials of a sweep with all chains, and swaps the temperatures of ladders, as the kernels do.
pub fn sweep(chains: &mut [i32], boards: &[(Grid, Rules)], sweep: &Sweep) {
    let logs = logs();
    for (number, chain) in chains.chunks_exact_mut(CHAIN).enumerate() {
        let (grid, rules) = &boards[number / sweep.per_board];
        let common = sweep.seed.wrapping_add((number as u32 / 32).wrapping_mul(0x9e37_79b9));
        let objective = objectives(grid, *rules)[sweep.objective].clone();
        Annealer { grid, rules, sweep, logs: &logs, objective }.run(chain, Pcg(common));
    }
    for (number, ladder) in chains.chunks_exact_mut(LADDER * CHAIN).enumerate() {
        swap(ladder, &logs, Pcg(sweep.seed.wrapping_add((number as u32).wrapping_mul(0x85eb_ca6b))));
    }
}

/// The trials of a chain.
struct Annealer<'a> {
    grid: &'a Grid,
    rules: &'a Rules,
    sweep: &'a Sweep,
    logs: &'a [i32],
    objective: Objective,
}

/// A list that was played to its end.
struct Played {
    names: Vec<u16>,
    value: i64,
    points: i64,
}

impl Annealer<'_> {
    fn run(&self, chain: &mut [i32], mut common: Pcg) {
        let (temperature, tabu) = (i64::from(chain[field::TEMPERATURE]), chain[field::TABU]);
        let mut random = Pcg(chain[field::RANDOM] as u32);
        let steps: Vec<Step> = list(chain, NOW).into_iter().map(Step::Click).collect();
        let mut now = self.play(&steps, tabu, &mut random);
        random.next();
        keep(&now, chain);
        for _ in 0..self.sweep.trials {
            let steps = edit(&now.names, &mut common, &mut random);
            let edited = self.play(&steps, tabu, &mut random);
            if edited.value + ((random.log(self.logs) * temperature) >> 20) >= now.value {
                now = edited;
                keep(&now, chain);
            }
        }
        set_list(chain, &now.names);
        (chain[field::RANDOM], chain[field::VALUE]) = (random.0 as i32, now.value as i32);
    }

    /// Plays an edited list on the first board, and completes it with random clicks.
    fn play(&self, steps: &[Step], tabu: i32, random: &mut Pcg) -> Played {
        let mut board = self.sweep.layout.named(self.grid);
        let mut played = Played { names: Vec::new(), value: 0, points: 0 };
        let mut steps = steps.iter().copied();
        loop {
            let cell = match steps.next().unwrap_or(Step::Draw { any: false }) {
                Step::Click(name) => board.cell(name),
                Step::Draw { any } => {
                    let cells = clickable(&board.grid, if any { -1 } else { tabu });
                    if cells.is_empty() {
                        break;
                    }
                    Some(cells[random.below(cells.len())])
                }
            };
            let Some(cell) = cell else { continue };
            let (name, colour) = (board.name(cell), board.grid.get(cell));
            let size = board.click(cell);
            if let Some(name) = name.filter(|_| size > 0) {
                played.names.push(name);
                played.value += self.objective.value(size, colour.map(i32::from) == Some(tabu));
                played.points += self.rules.score.points(size as u64);
            }
        }
        played.value += self.objective.at_end(board.grid.tiles(), &[]);
        if board.grid.is_empty() {
            played.points += self.rules.clear_bonus as i64;
        }
        played
    }
}

/// Keeps a list if it is better than the best one.
fn keep(list: &Played, chain: &mut [i32]) {
    if list.points > i64::from(chain[field::BEST]) {
        (chain[field::BEST], chain[field::BEST_LENGTH]) = (list.points as i32, list.names.len() as i32);
        chain[field::BEST_LIST..].iter_mut().zip(&list.names).for_each(|(to, &name)| *to = name.into());
    }
}

/// Returns the numbers of a chain without what is behind the ends of its lists.
pub fn ended(chains: &[i32], chain: usize) -> Vec<i32> {
    let chain = &chains[chain * CHAIN..][..CHAIN];
    let lists = [NOW, BEST].into_iter().flat_map(|which| list(chain, which));
    chain[..field::LIST].iter().copied().chain(lists.map(i32::from)).collect()
}

/// Edits a list at one place: a random click is put in, a click is left out or moves.
fn edit(names: &[u16], common: &mut Pcg, random: &mut Pcg) -> Vec<Step> {
    let mut steps: Vec<Step> = names.iter().map(|&name| Step::Click(name)).collect();
    let (place, kind) = (common.below(names.len()), common.below(100));
    let room = names.len().saturating_sub(place + 1);
    if kind < 45 || room == 0 {
        steps.insert(place, Step::Draw { any: random.next().is_multiple_of(64) });
    } else if kind < 60 {
        steps.remove(place);
    } else {
        let reach = if room > 30 && !random.next().is_multiple_of(4) { 30 } else { room };
        let other = place + 1 + random.below(reach);
        let (from, to) = if kind < 80 { (place, other) } else { (other, place) };
        let moved = steps.remove(from);
        steps.insert(to, moved);
    }
    steps
}

/// Returns the cells that can be clicked, by columns from the left, each from the bottom: without a colour, unless there are
/// no others.
fn clickable(grid: &Grid, tabu: i32) -> Vec<Cell> {
    let is_clickable = |&Cell { row, col }: &Cell| {
        let near = [(row + 1, col), (row.wrapping_sub(1), col), (row, col + 1), (row, col.wrapping_sub(1))];
        let colour = grid.get(Cell::new(row, col));
        colour.is_some() && near.iter().any(|&(row, col)| grid.get(Cell::new(row, col)) == colour)
    };
    let cells: Vec<Cell> = grid.cells().filter(is_clickable).collect();
    let is_other = |cell: &Cell| grid.get(*cell).map(i32::from) != Some(tabu);
    let others: Vec<Cell> = cells.iter().copied().filter(is_other).collect();
    if others.is_empty() { cells } else { others }
}

/// Swaps the temperatures of neighbouring chains of a ladder, from the hottest on.
fn swap(ladder: &mut [i32], logs: &[i32], mut random: Pcg) {
    random.next();
    let number = |chain: usize, field: usize| CHAIN * chain + field;
    let at = |ladder: &[i32], chain, field| i64::from(ladder[number(chain, field)]);
    for rung in (1..LADDER).rev() {
        let mut order: Vec<usize> = (0..LADDER).collect();
        order.sort_by_key(|&chain| at(ladder, chain, field::TEMPERATURE));
        let (hot, cold) = (order[rung], order[rung - 1]);
        let (high, low) = (at(ladder, hot, field::TEMPERATURE), at(ladder, cold, field::TEMPERATURE));
        let worse = at(ladder, cold, field::VALUE) - at(ladder, hot, field::VALUE);
        if random.log(logs) >= worse * (1 << 20) * (high - low) / (high * low) {
            ladder.swap(number(hot, field::TEMPERATURE), number(cold, field::TEMPERATURE));
        }
    }
}
