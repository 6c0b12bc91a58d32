//! The marks of an analysis: the texts and cells that a replay page shows for each move.

use super::text;
use crate::verbs::goal_text;
use crate::verbs::replay::answers::Played;
use tilefall::insight::analysis::{Analysis, Unit};
use tilefall::insight::board_after;
use tilefall::rules::grid::Grid;
use tilefall::rules::notation::format_moves;
use tilefall::rules::{Cell, Step};
use tilefall::text::render::html::{LossSize, Mark, Marks};

/// The maximum number of moves that are shown of the best line.
const SHOWN: usize = 8;

/// A loss of points is large if it is at least 1/`LARGE` of the best result.
const LARGE: i64 = 20;

pub fn of(played: &Played, analysis: &Analysis) -> Marks {
    let moves: Vec<Step> = analysis.played.iter().map(|played| played.step).collect();
    let board = |at: usize| board_after(&played.puzzle, &moves[..at]).ok();
    let marks = (0..moves.len()).map(|at| mark(analysis, at, board(at)));
    Marks { summary: text::sentences(played, analysis), moves: marks.collect() }
}

/// Returns the mark of move number `at`, from 0; `board` is the board before the move.
fn mark(analysis: &Analysis, at: usize, board: Option<Grid>) -> Mark {
    let (known, loss) = (&analysis.known[at], analysis.loss(at));
    let (text, size) = match loss.amount {
        _ if loss.win => ("win lost".to_owned(), LossSize::Win),
        None | Some(0) => (String::new(), LossSize::None),
        Some(amount) => {
            let few = analysis.unit == Unit::Points && amount * LARGE < known.best().unwrap_or(0);
            (format!("−{amount}"), if few { LossSize::Slight } else { LossSize::Large })
        }
    };
    let proven = if known.is_proven() { "proven" } else { "as far as found" };
    let line = known.line();
    let best = match known.best() {
        Some(best) => {
            let more = if line.len() > SHOWN { ", …" } else { "" };
            let line = format_moves(line.iter().take(SHOWN).copied()) + more;
            let line = if line.is_empty() { "no move".to_owned() } else { line };
            format!("Best from here ({proven}): {}: {line}", goal_text::amount(analysis.unit, best))
        }
        None => text::no_list(known, "Nothing from here: "),
    };
    let better = text::better(analysis, at).zip(board);
    Mark { loss: text, size, best, better: better.map_or(Vec::new(), |(step, board)| tiles(step, &board)) }
}

/// Returns the cells of the group that a click removes, or the two cells of a Mayan move.
fn tiles(step: Step, board: &Grid) -> Vec<Cell> {
    match step {
        Step::Click(..) => step.click().map_or(Vec::new(), |cell| board.group(cell)),
        Step::Slide(..) => {
            let ends = step.slide().and_then(|step| board.ends(step).ok());
            ends.map_or(Vec::new(), |(from, to)| vec![from, to])
        }
    }
}
