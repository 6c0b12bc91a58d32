//! Nested rollout policy adaptation (Rosin 2011), a published method to compare the solver with. For each board of a
//! JSON Lines file, it prints a list of clicks, which `tilefall samegame verify FILE LISTS` checks, and the score to
//! standard error.
//!
//! `cargo run --release --example nrpa data/bench/samegame8x8.jsonl > lists.txt`
//!
//! A run of level 0 plays one game, in which a move with a larger weight is more likely. A run of level n makes 50 runs
//! of level n − 1. After each of these, the run raises the weights of the moves of its best game so far.

use std::collections::HashMap;
use std::error::Error;
use tilefall::rules::Random;
use tilefall::samegame::{Board, Cell, Game, Group, Rules};
use tilefall::text::formats::jsonl;

const BOARD: &str =
    r#"{"game":"samegame","rows":["11322413","44113241","21433211","33241144","14223311","22414322"]}"#;

/// The number of runs of level n − 1 in a run of level n.
const RUNS: usize = 50;

/// The step size of [`adapt`].
const ALPHA: f64 = 1.0;

/// A move: the first cell of its group, the size and the colour.
type Move = (Cell, usize, u8);

/// The logarithm of each move's weight; 0 for a move without an entry.
type Weights = HashMap<Move, f64>;

/// A played game. `turns` contains, for each click, the possible moves and the index of the chosen move.
#[derive(Clone, Default)]
struct Line {
    score: i64,
    turns: Vec<(Vec<Move>, usize)>,
}

struct Nrpa {
    board: Board,
    rules: Rules,
    /// The most frequent colour, which is clicked only if no other colour can be clicked.
    kept: u8,
    random: Random,
}

impl Nrpa {
    fn new(board: Board, seed: u64) -> Nrpa {
        let colours = 0..board.names().len() as u8;
        let kept = colours.max_by_key(|&colour| board.count(colour)).unwrap_or(0);
        Nrpa { board, rules: Rules::default(), kept, random: Random::new(seed, 0) }
    }

    /// Plays a game, drawing each move with a probability in proportion to its weight.
    fn play(&mut self, weights: &Weights) -> Line {
        let mut game = Game::new(self.board.clone(), self.rules);
        let mut turns = Vec::new();
        loop {
            let board = game.board();
            let as_move = |group: &Group| (group.cell, group.size, board.get(group.cell).unwrap_or(0));
            let all: Vec<Move> = game.board().groups().iter().map(as_move).collect();
            let others: Vec<Move> = all.iter().copied().filter(|&(.., colour)| colour != self.kept).collect();
            let moves = if others.is_empty() { all } else { others };
            if moves.is_empty() {
                return Line { score: game.score(), turns };
            }
            let parts = shares(&moves, weights);
            let mut number = self.random.below(1 << 30) as f64 / f64::from(1 << 30);
            let mut chosen = 0;
            while chosen + 1 < parts.len() && number >= parts[chosen] {
                number -= parts[chosen];
                chosen += 1;
            }
            game.play(moves[chosen].0).expect("a group that can be removed");
            turns.push((moves, chosen));
        }
    }

    /// Makes a run of `level` that starts from `weights`, and returns the best game of the run.
    fn run(&mut self, level: u32, weights: &Weights) -> Line {
        if level == 0 {
            return self.play(weights);
        }
        let mut weights = weights.clone();
        let mut best = Line { score: i64::MIN, turns: Vec::new() };
        for _ in 0..RUNS {
            let line = self.run(level - 1, &weights);
            if line.score >= best.score {
                best = line;
            }
            adapt(&mut weights, &best);
        }
        best
    }
}

/// Returns the probability of each of `moves`: its weight divided by the sum of the weights.
fn shares(moves: &[Move], weights: &Weights) -> Vec<f64> {
    let weight = |at: &Move| libm::exp(weights.get(at).copied().unwrap_or(0.0));
    let parts: Vec<f64> = moves.iter().map(weight).collect();
    let sum: f64 = parts.iter().sum();
    parts.into_iter().map(|part| part / sum).collect()
}

/// Makes the game `line` more likely: one gradient step of size [`ALPHA`] on the logarithm of its probability.
fn adapt(weights: &mut Weights, line: &Line) {
    let old = weights.clone();
    for (moves, chosen) in &line.turns {
        for (at, share) in moves.iter().zip(shares(moves, &old)) {
            *weights.entry(*at).or_default() -= ALPHA * share;
        }
        *weights.entry(moves[*chosen]).or_default() += ALPHA;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let input = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => BOARD.into(),
    };
    for puzzle in jsonl::each(&input) {
        let puzzle = puzzle?;
        let line = Nrpa::new(Board::try_from(&puzzle.grid)?, 1).run(2, &Weights::new());
        eprintln!("{}: {} points", puzzle.id.as_deref().unwrap_or("board"), line.score);
        for (moves, chosen) in line.turns {
            let Cell { row, col } = moves[chosen].0;
            println!("{} {}", row + 1, col + 1);
        }
        println!();
    }
    Ok(())
}
