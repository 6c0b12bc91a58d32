//! What a SameGame environment shows, and what it pays.

use crate::error::value;
use crate::input::{self, one_of};
use crate::number::{Whole, maybe};
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::base::{Colour, Rules};
use tilefall::samegame::Board;
use tilefall::samegame::generate::Wish;

use super::source::{Order, Source};

/// The words of an environment.
#[derive(FromPyObject)]
pub struct Words {
    #[pyo3(item)]
    rows: Whole,
    #[pyo3(item)]
    cols: Whole,
    #[pyo3(item)]
    colors: Whole,
    #[pyo3(item)]
    balanced: bool,
    #[pyo3(item)]
    clearable: bool,
    #[pyo3(item)]
    boards: Option<Vec<Puzzle>>,
    #[pyo3(item)]
    order: String,
    #[pyo3(item)]
    score: Option<String>,
    #[pyo3(item)]
    clear_bonus: Option<Whole>,
    #[pyo3(item)]
    left_penalty: Option<String>,
    #[pyo3(item)]
    reward: String,
    #[pyo3(item)]
    potential: Option<String>,
    #[pyo3(item)]
    gamma: f64,
    #[pyo3(item)]
    illegal_reward: f64,
    #[pyo3(item)]
    observation: String,
    #[pyo3(item)]
    mask: String,
}

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

/// Checks the numbers that rewards are made of.
///
/// # Errors
/// If one is infinite or none at all.
pub fn finite(gamma: f64, illegal_reward: f64) -> PyResult<()> {
    match gamma.is_finite() && illegal_reward.is_finite() {
        true => Ok(()),
        false => Err(value("gamma and illegal_reward have to be finite numbers")),
    }
}

/// Whether an observation of this name has a plane a colour.
///
/// # Errors
/// If there is none of this name.
pub fn in_planes(observation: &str) -> PyResult<bool> {
    one_of("observation", observation, &[("cells", false), ("planes", true)])
}

/// Writes the codes of cells, from 1, as planes of 0 and 1, one after the other.
pub fn spread(codes: &[u8], planes: &mut [u8]) {
    for (plane, code) in planes.chunks_exact_mut(codes.len()).zip(1..) {
        plane.iter_mut().zip(codes).for_each(|(seen, &cell)| *seen = u8::from(cell == code));
    }
}

impl Config {
    /// What the words mean.
    ///
    /// # Errors
    /// If there are no such boards.
    pub fn of(words: Words) -> PyResult<Config> {
        let rules = input::rules(
            words.boards.as_ref().and_then(|boards| boards.first()?.own_rules()).unwrap_or_default(),
            words.score.as_deref(),
            maybe(words.clear_bonus, "clear_bonus")?,
            words.left_penalty.as_deref(),
        )?;
        let order = Order::of(&words.order)?;
        let (rows, cols, colours) =
            (words.rows.to("rows")?, words.cols.to("cols")?, words.colors.to("colors")?);
        let Words { balanced, clearable, .. } = words;
        let source = match words.boards {
            None => Source::made(Wish { rows, cols, colours, balanced, clearable })?,
            Some(boards) => Source::given(&boards, order)?,
        };
        let (rows, cols, colours) = source.size();
        finite(words.gamma, words.illegal_reward)?;
        let potentials = [("tiles", Potential::Tiles), ("bound", Potential::Bound)];
        let potential =
            words.potential.as_deref().map(|word| one_of("potential", word, &potentials)).transpose()?;
        Ok(Config {
            rows,
            cols,
            colours,
            planes: in_planes(&words.observation)?,
            first: one_of("mask", &words.mask, &[("all", false), ("first", true)])?,
            rules,
            reward: one_of("reward", &words.reward, &[("score", Reward::Score), ("clear", Reward::Clear)])?,
            potential,
            gamma: words.gamma,
            illegal: words.illegal_reward,
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
