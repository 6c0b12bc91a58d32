//! Hints for a line of moves, and the reasons why a position is lost.

use crate::position::places;
use crate::rules::goal;
use crate::{argument, error, json, moves, puzzle};
use serde_json::{Value, json};
use tilefall::insight::board_after;
use tilefall::insight::hints::reasons::{self, Reason};
use tilefall::insight::hints::{Aim, Hint};
use wasm_bindgen::prelude::*;

fn reasons_to_json(reasons: &[Reason]) -> Vec<Value> {
    let reason = |Reason { fact, cells }: &Reason| json!({ "fact": fact, "parts": fact.sentence().punctuated(), "cells": places(cells) });
    reasons.iter().map(reason).collect()
}

/// Returns a hint in JSON for `line`, the moves to play after `list`: cells to look at, reasons, the next move, the
/// line and its gain. A reason is a fact, whose `parts` form a sentence. Each part is a `{"text"}`, or a `{"colour"}`:
/// the index of a colour in the timeline.
#[wasm_bindgen]
pub fn hints(record: &str, list: &str, line: &str, goal: &str) -> Result<String, JsError> {
    let (puzzle, list, line) = (puzzle(record)?, moves(list)?, argument::<Vec<_>>("line", line)?);
    let board = board_after(&puzzle, &list).map_err(error)?;
    let aim = Aim::after(&puzzle, &list, self::goal(goal)?);
    let hint = Hint::new(&board, &aim, &line).ok_or_else(|| error("the line cannot be played"))?;
    json(&json!({
        "look": { "cells": places(&hint.look) },
        "reasons": reasons_to_json(&hint.reasons),
        "next": hint.next,
        "line": hint.line,
        "gain": { "fact": hint.gain, "parts": hint.gain.sentence().punctuated() },
    }))
}

/// Returns the facts that prove a position lost as JSON, the most important first: `[{"fact","parts","cells"}]`.
#[wasm_bindgen]
pub fn reasons(record: &str, list: &str, goal: &str) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let board = board_after(&puzzle, &list).map_err(error)?;
    let aim = Aim::after(&puzzle, &list, self::goal(goal)?);
    let mut reasons = reasons::reasons(&board, &aim);
    reasons.retain(|reason| reason.fact.is_loss());
    json(&reasons_to_json(&reasons))
}
