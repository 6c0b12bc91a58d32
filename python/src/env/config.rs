//! The observations and rewards of a SameGame environment.

use crate::argument::{Argument, Keywords};
use crate::error::value;
use crate::generate::samegame_options;
use crate::input::RuleOverrides;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::rules::{Colour, Rules};
use tilefall::samegame::{Board, ClickSet};

use super::game::Game;
use super::source::{Order, Source};

/// The reward of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reward {
    /// The points of the click; the last click includes the bonus and the penalty.
    Score,
    /// 1 for clearing the board.
    Clear,
    /// −1 for every click that removes tiles.
    Clicks,
}

/// The names of rewards.
const REWARDS: [(&str, Reward); 3] =
    [("score", Reward::Score), ("clear", Reward::Clear), ("clicks", Reward::Clicks)];

/// The potential of a board, for potential-based reward shaping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Potential {
    /// Minus the fraction of cells with a tile.
    Tiles,
    /// An upper bound on the score: all tiles of each colour at once, and the bonus.
    Bound,
}

/// The configuration of an environment.
#[derive(Clone, Debug)]
pub struct Config {
    pub rows: usize,
    pub cols: usize,
    pub colours: usize,
    /// Whether observations have one plane per colour.
    pub planes: bool,
    /// The clicks in the mask.
    pub clicks: ClickSet,
    /// The rules that replace those of a puzzle.
    pub overrides: RuleOverrides,
    pub reward: Reward,
    pub potential: Option<Potential>,
    pub gamma: f64,
    pub illegal: f64,
    pub source: Source,
}

/// Converts to a finite number.
///
/// # Errors
/// If the argument is no number, or infinite.
pub fn finite(argument: &Argument<'_>) -> PyResult<f64> {
    const EXPECTED: &str = "a finite number";
    let number = argument.real(EXPECTED)?;
    match number.is_finite() {
        true => Ok(number),
        false => Err(value(format!("{} is {number}, expected {EXPECTED}", argument.name()))),
    }
}

/// Returns `true` if an observation of this name has one plane per colour.
///
/// # Errors
/// If no observation has this name.
pub fn in_planes(observation: &Argument<'_>) -> PyResult<bool> {
    observation.one_of(&[("cells", false), ("planes", true)])
}

/// Returns the puzzles of the keyword `boards`, if given.
pub fn boards(keywords: &Keywords<'_>) -> PyResult<Option<Vec<Puzzle>>> {
    keywords.option("boards")?.map(|boards| boards.object().extract()).transpose()
}

/// Writes codes of cells as planes of 0 and 1, one plane per code from 1.
pub fn spread(codes: &[u8], planes: &mut [u8]) {
    for (plane, code) in planes.chunks_exact_mut(codes.len()).zip(1..) {
        plane.iter_mut().zip(codes).for_each(|(seen, &cell)| *seen = u8::from(cell == code));
    }
}

impl Config {
    /// Returns the configuration of keywords.
    ///
    /// # Errors
    /// If a value is not valid, or there are no such boards.
    pub fn of(keywords: &Keywords<'_>) -> PyResult<Config> {
        let boards = boards(keywords)?;
        let overrides = RuleOverrides::of_keywords(keywords)?;
        let order = Order::of(&keywords.get("order")?)?;
        let source = match boards {
            None => Source::Made(samegame_options(keywords, overrides.on(None), None)?),
            Some(boards) => Source::given(&boards, order, &overrides)?,
        };
        let (rows, cols, colours) = source.size();
        let potentials = [("tiles", Potential::Tiles), ("bound", Potential::Bound)];
        let potential = keywords.option("potential")?.map(|word| word.one_of(&potentials)).transpose()?;
        Ok(Config {
            rows,
            cols,
            colours,
            planes: in_planes(&keywords.get("observation")?)?,
            clicks: keywords.get("mask")?.one_of(&[("all", ClickSet::All), ("first", ClickSet::First)])?,
            overrides,
            reward: keywords.get("reward")?.one_of(&REWARDS)?,
            potential,
            gamma: finite(&keywords.get("gamma")?)?,
            illegal: finite(&keywords.get("illegal_reward")?)?,
            source,
        })
    }

    /// Writes the observation and the mask of a board, unless they are empty; returns `true` if there is an action.
    /// `scratch` has a byte per cell.
    pub fn observe(&self, board: &Board, seen: &mut [u8], mask: &mut [i8], scratch: &mut [u8]) -> bool {
        if seen.is_empty() {
            return !board.is_over();
        }
        if !self.planes {
            return board.write_observation(self.clicks, seen, mask);
        }
        let any = board.write_observation(self.clicks, scratch, mask);
        spread(scratch, seen);
        any
    }

    /// Returns the potential of a board after `score` points; 0 without reward shaping.
    pub fn potential_of(&self, board: &Board, rules: &Rules, score: i64) -> f64 {
        match self.potential {
            None => 0.0,
            Some(Potential::Tiles) => -(board.tiles() as f64) / self.cells() as f64,
            Some(Potential::Bound) => {
                let counts = (0..board.names().len()).map(|colour| board.count(colour as Colour) as u64);
                let points: f64 = counts.map(|count| most_points(rules, count)).sum();
                let factor = f64::from(rules.clear_factor);
                let so_far = if rules.clear_factor == 1 { 0.0 } else { score as f64 };
                factor * (so_far + points + rules.clear_bonus as f64) - so_far
            }
        }
    }
}

/// Returns an upper bound on the points for `count` tiles of a colour. With the usual rules one removal has the most.
fn most_points(rules: &Rules, count: u64) -> f64 {
    let points = |n: u64| rules.score.points(n) as f64;
    if rules.is_classic() {
        return if count > 1 { points(count) } else { 0.0 };
    }
    // The most points of a tile, which is in one removal.
    let sizes = u64::from(rules.min_group)..=count;
    sizes.map(|n| count as f64 * points(n) / n as f64).fold(0.0, f64::max)
}
