//! An analysis as JSON, as the command line and the page write it; `docs/records.md` describes the fields.

use super::knowledge::Unit;
use super::outcome::Analysis;
use crate::rules::{Status, Step};
use serde::Serialize;

/// The JSON object of an [`Analysis`].
#[derive(Serialize)]
struct Whole<'a> {
    unit: Unit,
    result: Option<i64>,
    lost_at: Option<usize>,
    lost_proven: Option<bool>,
    positions: Vec<Position<'a>>,
}

/// A position with the move that was played from it.
#[derive(Serialize)]
struct Position<'a> {
    at: usize,
    best: Option<i64>,
    bound: Option<i64>,
    status: Status,
    line: &'a [Step],
    r#move: Option<Step>,
    points: Option<i64>,
    tiles: Option<usize>,
    loss: Option<i64>,
    loss_proven: Option<bool>,
}

impl Analysis {
    /// Returns the analysis as a JSON object.
    pub fn to_json(&self) -> impl Serialize + '_ {
        let lost = self.lost_at();
        Whole {
            unit: self.unit,
            result: self.result,
            lost_at: lost.map(|lost| lost.at),
            lost_proven: lost.map(|lost| lost.proven),
            positions: (0..self.known.len()).map(|at| self.position(at)).collect(),
        }
    }

    /// Returns the positions with these numbers as a JSON list; position 0 is before the first move.
    ///
    /// # Panics
    /// If a number is greater than that of the last position.
    pub fn positions_to_json(&self, positions: &[usize]) -> impl Serialize + '_ {
        positions.iter().map(|&at| self.position(at)).collect::<Vec<_>>()
    }

    fn position(&self, at: usize) -> Position<'_> {
        let (known, played) = (&self.known[at], self.played.get(at));
        let loss = played.map(|_| self.loss(at));
        Position {
            at,
            best: known.best(),
            bound: known.bound(),
            status: known.status(),
            line: known.line(),
            r#move: played.map(|played| played.step),
            points: played.and_then(|played| played.points),
            tiles: played.map(|played| played.tiles),
            loss: loss.and_then(|loss| loss.amount),
            loss_proven: loss.filter(|loss| loss.amount.is_some() || loss.win).map(|loss| loss.proven),
        }
    }
}
