//! Plain programs for P1312 that make a known mistake.

use super::input::{ContestTask, InputBoard};
use std::collections::HashSet;

/// The most moves that a search tries.
const MAX_NODES: u32 = 10_000;

/// Mistakes that do not affect how blocks vanish. One or two blocks of a colour never vanish: such boards are pruned.
const EXACT_RULES: &[&str] = &[
    "cell-order",
    "last-list",
    "side-order",
    "edge-order",
    "left-moves",
    "swaps",
    "empty-cell",
    "high-moves",
    "not-put-back",
];

const COLS: usize = ContestTask::MAYAN.0;
const ROWS: usize = ContestTask::MAYAN.1;

/// The colours of each column from the bottom; 0 is an empty cell.
type Cells = [[u8; ROWS]; COLS];

/// A move as a judge writes it: x, y, and 1 for right or -1 for left.
type Slide = [i64; 3];

/// A board, and the mistake of the program that plays on it.
#[derive(Clone)]
struct Play {
    cells: Cells,
    mistake: &'static str,
}

impl Play {
    fn new(mistake: &'static str, board: &InputBoard) -> Play {
        let mut cells = Cells::default();
        let mut x = 0;
        for column in &board.columns {
            if x < COLS {
                cells[x][..column.len()].copy_from_slice(column);
            }
            x += 1 + usize::from(mistake == "column-of-seven" && column.len() == ROWS);
        }
        Play { cells, mistake }
    }

    fn count(&self, colour: u8) -> usize {
        self.cells.as_flattened().iter().filter(|&&block| block == colour).count()
    }

    fn is_clear(&self) -> bool {
        let most = if self.mistake == "pair-left" { 2 } else { 0 };
        (1..=10).all(|colour| self.count(colour) <= most)
    }

    /// Whether there is a run of three equal blocks.
    fn has_run(&self) -> bool {
        let is_run = |[a, b, c]: [u8; 3]| a > 0 && a == b && b == c;
        let upward = |column: &[u8; ROWS]| column.windows(3).any(|run| is_run([run[0], run[1], run[2]]));
        let rightward = |run: &[[u8; ROWS]]| (0..ROWS).any(|y| is_run([run[0][y], run[1][y], run[2][y]]));
        self.cells.iter().any(upward) || self.cells.windows(3).any(rightward)
    }

    /// Returns the runs that a program with the mistake finds: first the runs in columns, then the runs in rows.
    fn runs(&self) -> Vec<Vec<(usize, usize)>> {
        let (mut cells, mut runs) = (self.cells, Vec::new());
        if !self.has_run() {
            return runs;
        }
        let axes = if self.mistake == "rows-first" { [1, 0] } else { [0, 1] };
        for axis in axes {
            let is_seen = |x: usize, y: usize| match self.mistake {
                "right-edge" => axis == 0 || x + 1 < COLS,
                "top-row" => y + 1 < ROWS,
                "two-top-rows" => y + 2 < ROWS,
                "only-columns" => axis == 0,
                "only-rows" => axis == 1,
                _ => true,
            };
            for line in 0..[COLS, ROWS][axis] {
                let place = |k: usize| if axis == 0 { (line, k) } else { (k, line) };
                let line: Vec<_> =
                    (0..[ROWS, COLS][axis]).map(place).filter(|&(x, y)| is_seen(x, y)).collect();
                let equal = |a: &(usize, usize), b: &(usize, usize)| cells[a.0][a.1] == cells[b.0][b.1];
                let found = line.chunk_by(equal).filter(|run| run.len() > 2 && cells[run[0].0][run[0].1] > 0);
                runs.extend(found.map(<[_]>::to_vec));
            }
            if matches!(self.mistake, "both-directions" | "rows-first") {
                runs.iter().flatten().for_each(|&(x, y)| cells[x][y] = 0);
            }
        }
        match self.mistake {
            "longer-runs" => runs.iter_mut().for_each(|run| run.truncate(3)),
            "all-runs" => {
                runs.sort_by_key(|run| (run[0].1 == run[1].1, run[0].0));
                runs.truncate(1);
            }
            _ => {}
        }
        runs
    }

    fn fall(&mut self) {
        self.cells.iter_mut().for_each(|column| column.sort_by_key(|&block| block == 0));
    }

    fn settle(&mut self) {
        loop {
            let runs = self.runs();
            if runs.is_empty() {
                return;
            }
            runs.into_iter().flatten().for_each(|(x, y)| self.cells[x][y] = 0);
            if self.mistake == "while-falling" {
                self.fall_to_a_run();
            } else {
                self.fall();
            }
            if self.mistake == "chains" {
                return;
            }
        }
    }

    /// Lets blocks fall row by row, until they rest or there is a run.
    fn fall_to_a_run(&mut self) {
        let has_rest = |column: &[u8; ROWS]| column.is_sorted_by_key(|&block| block == 0);
        while !self.cells.iter().all(has_rest) {
            for column in &mut self.cells {
                if let Some(gap) = column.iter().position(|&block| block == 0) {
                    column[gap..].rotate_left(1);
                }
            }
            if !self.runs().is_empty() {
                return;
            }
        }
    }

    fn play(&mut self, [x, y, side]: Slide) {
        let [x, y, to] = [x, y, x + side].map(|at| at as usize);
        let (block, other) = (self.cells[x][y], self.cells[to][y]);
        if block == 0 && self.mistake != "empty-cell" {
            return;
        }
        (self.cells[x][y], self.cells[to][y]) = (other, block);
        match self.mistake {
            "column-left" if other == 0 => {
                self.cells[to][y] = 0;
                let rest = self.cells[to][..y].iter().position(|&block| block == 0).unwrap_or(y);
                self.cells[to][rest] = block;
            }
            "no-fall" => {}
            "while-falling" if !self.runs().is_empty() => {}
            "while-falling" => self.fall_to_a_run(),
            _ => self.fall(),
        }
        self.settle();
    }

    /// Returns the moves that a solver tries, in the solver's order. `noop` includes swaps of equal blocks, and `lefts`
    /// includes moves to the left into other blocks.
    fn moves(&self, noop: bool, lefts: bool) -> Vec<Slide> {
        let mut moves = Vec::new();
        for (x, y) in (0..COLS).flat_map(|x| (0..ROWS).map(move |y| (x, y))) {
            let beside = |to: usize| self.cells.get(to).map(|column| column[y]);
            let block = self.cells[x][y];
            let [left, right] = [x.wrapping_sub(1), x + 1].map(beside);
            let is_swap = |other: u8| (noop || other != block) && (other == 0 || self.mistake != "swaps");
            let step = [x as i64, y as i64];
            match self.mistake {
                "high-moves" if y > 4 => {}
                "edge-order" if block == 0 && right > Some(0) => moves.push([step[0] + 1, step[1], -1]),
                "empty-cell" if block == 0 && right > Some(0) => moves.push([step[0], step[1], 1]),
                _ if block == 0 => {}
                mistake => {
                    if right.is_some_and(is_swap) {
                        moves.push([step[0], step[1], 1]);
                    }
                    let to_left = left.is_some_and(|left| left == 0 || lefts && is_swap(left));
                    if to_left && !matches!(mistake, "edge-order" | "empty-cell" | "left-moves") {
                        moves.push([step[0], step[1], -1]);
                    }
                }
            }
        }
        match self.mistake {
            "cell-order" => moves.sort_by_key(|&[x, y, _]| (y, x)),
            "side-order" => moves.sort(),
            "last-list" => moves.reverse(),
            _ => {}
        }
        moves
    }
}

/// Returns the output of a simulator that makes the mistake.
pub(super) fn simulate(mistake: &'static str, board: &InputBoard) -> Vec<u8> {
    let mut play = Play::new(mistake, board);
    if mistake != "runs-at-first" {
        play.settle();
    }
    let (mut cleared, mut played) = (play.is_clear(), 0);
    for &step in &board.list {
        if played >= board.moves && mistake != "moves-beyond" {
            break;
        }
        if cleared && mistake == "cleared-early" {
            cleared = false;
            break;
        }
        let is_empty = play.cells[step[0] as usize][step[1] as usize] == 0;
        played += u64::from(!is_empty || mistake != "empty-counts");
        play.play(step);
        cleared |= play.is_clear();
    }
    if cleared { "Yes\n".into() } else { "No\n".into() }
}

/// Returns the output of a solver with the moves of [`Play::moves`]; `None` if the solver takes too long.
pub(super) fn solve(mistake: &'static str, board: &InputBoard, noop: bool, lefts: bool) -> Option<Vec<u8>> {
    let list = vec![[0; 3]; board.moves as usize];
    let mut search = ListSearch { list, noop, lefts, nodes: 0, seen: HashSet::new() };
    let found = search.clears(&Play::new(mistake, board), 0)?;
    let list = if mistake == "padding" { &search.list } else { &search.list[..found.unwrap_or(0)] };
    let lines: String = list.iter().map(|[x, y, side]| format!("{x} {y} {side}\n")).collect();
    Some(if found.is_some() { lines.into() } else { "-1\n".into() })
}

struct ListSearch {
    /// The moves of the current try, followed by moves of earlier tries.
    list: Vec<Slide>,
    noop: bool,
    lefts: bool,
    nodes: u32,
    seen: HashSet<Cells>,
}

impl ListSearch {
    /// Searches for a list that clears the board and begins with the first `depth` moves of `list`. Returns the length
    /// of the list found, `Some(None)` if there is no list, and `None` after more than [`MAX_NODES`] moves.
    fn clears(&mut self, play: &Play, depth: usize) -> Option<Option<usize>> {
        let mistake = play.mistake;
        let is_last = depth == self.list.len();
        if play.is_clear() && (is_last || matches!(mistake, "exactly-n" | "padding")) {
            return Some(Some(depth));
        }
        let is_hopeless = |count: usize| match mistake {
            "modulo-three" => !count.is_multiple_of(3),
            _ => EXACT_RULES.contains(&mistake) && (1..3).contains(&count),
        };
        if is_last || (1..=10).any(|colour| is_hopeless(play.count(colour))) {
            return Some(None);
        }
        if mistake == "seen-boards" && !self.seen.insert(play.cells) {
            return Some(None);
        }
        for step in play.moves(self.noop, self.lefts) {
            self.nodes += 1;
            if self.nodes > MAX_NODES {
                return None;
            }
            let mut next = play.clone();
            next.play(step);
            self.list[depth] = step;
            let found = self.clears(&next, depth + 1)?;
            if found.is_some() || (mistake == "not-put-back" && next.is_clear()) {
                return Some(found);
            }
        }
        Some(None)
    }
}
