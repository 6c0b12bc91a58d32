//! What a SameGame environment shows, and what it pays.

use crate::argument::{Given, Words};
use crate::error::value;
use crate::generate::samegame_wish;
use crate::input::{self, RuleWords};
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::base::{Colour, Rules};
use tilefall::samegame::Board;

use super::source::{Order, Source};

/// What is paid for a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reward {
    /// The points of the rules, the bonus and the penalty with the last click.
    Score,
    /// 1 for clearing the board.
    Clear,
}

/// What a board is worth, for rewards that are shaped by its change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Potential {
    /// Minus the part of the cells that hold a tile.
    Tiles,
    /// What a list could score at best: all tiles of each colour at once, and the bonus.
    Bound,
}

/// What an environment shows and pays.
#[derive(Clone, Debug)]
pub struct Config {
    pub rows: usize,
    pub cols: usize,
    pub colours: usize,
    /// Whether boards are shown as a plane a colour.
    pub planes: bool,
    /// Whether the mask has one cell a group.
    pub first: bool,
    pub rules: Rules,
    pub reward: Reward,
    pub potential: Option<Potential>,
    pub gamma: f64,
    pub illegal: f64,
    pub source: Source,
}

/// A finite number.
///
/// # Errors
/// If the argument is no number, or infinite.
pub fn finite(given: &Given<'_>) -> PyResult<f64> {
    const EXPECTED: &str = "a finite number";
    let number = given.real(EXPECTED)?;
    match number.is_finite() {
        true => Ok(number),
        false => Err(value(format!("{} is {number}, expected {EXPECTED}", given.name()))),
    }
}

/// Whether an observation of this name has a plane for each colour.
///
/// # Errors
/// If no observation has this name.
pub fn in_planes(observation: &Given<'_>) -> PyResult<bool> {
    observation.one_of(&[("cells", false), ("planes", true)])
}

/// The puzzles of a list, if one is given.
pub fn boards(words: &Words<'_>) -> PyResult<Option<Vec<Puzzle>>> {
    words.option("boards")?.map(|boards| boards.object().extract()).transpose()
}

/// Writes the codes of cells, from 1, as planes of 0 and 1, one after the other.
pub fn spread(codes: &[u8], planes: &mut [u8]) {
    for (plane, code) in planes.chunks_exact_mut(codes.len()).zip(1..) {
        plane.iter_mut().zip(codes).for_each(|(seen, &cell)| *seen = u8::from(cell == code));
    }
}

impl Config {
    /// The configuration of keywords.
    ///
    /// # Errors
    /// If a value is wrong, or there are no such boards.
    pub fn of(words: &Words<'_>) -> PyResult<Config> {
        let boards = boards(words)?;
        let own = boards.as_ref().and_then(|boards| boards.first()?.own_rules()).unwrap_or_default();
        let rules = RuleWords::of(
            words.option("score")?,
            words.option("clear_bonus")?,
            words.option("left_penalty")?,
        )?;
        let order = Order::of(&words.get("order")?)?;
        let source = match boards {
            None => Source::Made(samegame_wish(words)?),
            Some(boards) => Source::given(&boards, order)?,
        };
        let (rows, cols, colours) = source.size();
        let potentials = [("tiles", Potential::Tiles), ("bound", Potential::Bound)];
        let potential = words.option("potential")?.map(|word| word.one_of(&potentials)).transpose()?;
        Ok(Config {
            rows,
            cols,
            colours,
            planes: in_planes(&words.get("observation")?)?,
            first: words.get("mask")?.one_of(&[("all", false), ("first", true)])?,
            rules: rules.on(own),
            reward: words.get("reward")?.one_of(&[("score", Reward::Score), ("clear", Reward::Clear)])?,
            potential,
            gamma: finite(&words.get("gamma")?)?,
            illegal: finite(&words.get("illegal_reward")?)?,
            source,
        })
    }

    /// Cells of a board.
    pub fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// Bytes of an observation.
    pub fn seen(&self) -> usize {
        self.cells() * if self.planes { self.colours } else { 1 }
    }

    /// Writes what is seen of a board and which actions it has; gives whether there is one. `scratch` has a byte per cell.
    pub fn observe(&self, board: &Board, seen: &mut [u8], mask: &mut [bool], scratch: &mut [u8]) -> bool {
        let any = if self.planes {
            let any = board.paint(scratch, mask);
            spread(scratch, seen);
            any
        } else {
            board.paint(seen, mask)
        };
        if self.first {
            mask.fill(false);
            board
                .groups()
                .iter()
                .for_each(|group| mask[input::action_of(group.cell, self.rows, self.cols)] = true);
        }
        any
    }

    /// What a board is worth, if rewards are shaped.
    pub fn worth(&self, board: &Board) -> f64 {
        match self.potential {
            None => 0.0,
            Some(Potential::Tiles) => -(board.tiles() as f64) / self.cells() as f64,
            Some(Potential::Bound) => {
                let counts = (0..self.colours).map(|colour| board.count(colour as Colour) as u64);
                let points =
                    counts.filter(|&count| count > 1).map(|count| self.rules.score.points(count) as f64);
                points.sum::<f64>() + self.rules.clear_bonus as f64
            }
        }
    }
}
