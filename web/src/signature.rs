//! The fixed workloads of `tilefall bench`: the same signatures as native builds have, and the speed of this engine.

use crate::{error, json, now};
use serde_json::{Value, json};
use tilefall::bits::cpu::Path;
use tilefall::workload::{mayan, samegame};
use wasm_bindgen::prelude::*;

/// `tilefall bench mayan`, as JSON: `signature`, `nodes` and `seconds`. `quick` leaves out the slowest boards.
#[wasm_bindgen]
pub fn bench_mayan(quick: bool) -> Result<String, JsError> {
    let (mut nodes, begun) = (0, now());
    for puzzle in mayan::boards(|set| !(quick && set == mayan::SLOW)).map_err(error)? {
        nodes += mayan::run(&puzzle, Path::best()).map_err(error)?.stats.nodes;
    }
    json(&json!({ "signature": nodes.to_string(), "nodes": nodes, "seconds": (now() - begun) / 1e3 }))
}

/// `tilefall bench samegame`, as JSON: `signature`, and for each `part` its name, the sum of scores, what was `done`, and the `rate` of
/// that, a second. `quick` does a tenth.
#[wasm_bindgen]
pub fn bench_samegame(quick: bool) -> Result<String, JsError> {
    let (mut signature, mut parts) = (0, Vec::new());
    for (part, work) in samegame::PARTS {
        let (begun, mut rows) = (now(), Vec::new());
        for puzzle in part.boards().map_err(error)? {
            let work = if quick { work / samegame::QUICK } else { work };
            rows.push(part.run(&puzzle, work, 1, Path::best()).map_err(error)?);
        }
        let done: u64 = rows.iter().map(|row| row.done).sum();
        let seconds = (now() - begun) / 1e3;
        let (name, unit) = part.names();
        let score: i64 = rows.iter().map(|row| row.score).sum();
        let rate = done as f64 / seconds.max(1e-9);
        parts.push(json!({ "name": name, "unit": unit, "score": score, "done": done, "rate": rate }));
        signature = samegame::joined(signature, rows);
    }
    json(&json!({ "signature": format!("{signature:016x}"), "parts": Value::Array(parts) }))
}
