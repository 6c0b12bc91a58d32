//! The analysis of a game, for a Web Worker, because it blocks until it ends. To stop an analysis, the page terminates the
//! worker; all knowledge was reported by then.

use crate::solve::{report, request, with_reports};
use crate::{argument, error, json, moves, puzzle};
use serde_json::json;
use std::ops::ControlFlow;
use tilefall::rules::GameKind;
use wasm_bindgen::prelude::*;

/// Analyses a list of moves: the best result still possible at each position, and what each move lost. `asked` is a request for
/// SameGame in JSON, whose goal, seed and limits count, and `part` is JSON: `[0, 2]` for the first of two workers that share
/// the positions. `on_report` is called with JSON like `{"kind":"analysed","positions":[…]}`, with all positions at first, and
/// then with the positions that have changed; `positions[k]` has `at` = k. Returns the whole analysis, in the format of
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
