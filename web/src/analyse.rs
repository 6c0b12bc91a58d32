//! The analysis of a game. It blocks until it ends, so the page calls it in a Web Worker. To stop an analysis, the page
//! terminates the worker, which has already reported all results so far.

use crate::solve::{report, request, with_reports};
use crate::{argument, error, json, moves, puzzle};
use serde_json::json;
use std::ops::ControlFlow;
use tilefall::rules::GameKind;
use wasm_bindgen::prelude::*;

/// Analyses a list of moves: the best result still possible at each position, and what each move lost. `asked` is a
/// SameGame request in JSON, of which goal, seed and limits are used. `part` is `[0, 2]` for the first of two workers
/// that share the positions. `on_report` gets `{"kind":"analysed","positions":[…]}`: all positions at first, then the
/// changed ones. The `at` of a position is the number of moves before it. Returns the whole analysis, in the format of
/// `tilefall samegame analyse --output jsonl`.
#[wasm_bindgen]
pub fn analyse(
    record: &str,
    list: &str,
    asked: &str,
    part: &str,
    on_report: js_sys::Function,
) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let (asked, limits) = request(GameKind::SameGame, asked)?;
    let (at, parts) = argument("part", part)?;
    let analyser = asked.analyser().limits(limits).part(at, parts);
    let (analysis, seconds) = with_reports(on_report, || {
        analyser.analyse_with(&puzzle, &list, &mut |event| {
            if !event.changed.is_empty() {
                let positions = event.analysis.positions_to_json(event.changed);
                report(event.analysis.nodes, json!({ "kind": "analysed", "positions": positions }));
            }
            ControlFlow::Continue(())
        })
    });
    let mut whole = serde_json::to_value(analysis.map_err(error)?.to_json()).map_err(error)?;
    whole["seconds"] = seconds.into();
    json(&whole)
}
