//! The fixed workloads of `tilefall bench`: the same signatures as in native builds, and the speed of this build. The caller reads
//! the boards from files, so that no visit of the page loads them.

use crate::solve::now;
use crate::{error, json};
use serde_json::{Value, json};
use tilefall::CpuPath;
use tilefall::internals::workload::{mayan, samegame};
use wasm_bindgen::prelude::*;

/// Runs `tilefall bench mayan` with its boards; returns JSON: `signature`, `nodes` and `seconds`. `quick` leaves out the
/// slowest ones.
#[wasm_bindgen]
pub fn bench_mayan(boards: &str, quick: bool) -> Result<String, JsError> {
    let (mut nodes, begun) = (0, now());
    for puzzle in mayan::read(boards.as_bytes(), |set| !(quick && set == mayan::SLOW)).map_err(error)? {
        nodes += mayan::run(&puzzle, CpuPath::best()).map_err(error)?.stats.nodes;
    }
    json(&json!({ "signature": nodes.to_string(), "nodes": nodes, "seconds": (now() - begun) / 1e3 }))
}

/// Runs `tilefall bench samegame` with its boards, the large ones first; returns JSON: `signature`, and for each of the `parts` its name, the sum of
/// scores, the work `done`, and the `rate` per second. `quick` runs a tenth.
#[wasm_bindgen]
pub fn bench_samegame(large: &str, small: &str, quick: bool) -> Result<String, JsError> {
    let (mut signature, mut parts) = (0, Vec::new());
    for (part, work) in samegame::PARTS {
        let (begun, mut rows) = (now(), Vec::new());
        for puzzle in part.read([large.as_bytes(), small.as_bytes()]).map_err(error)? {
            let work = if quick { work / samegame::QUICK } else { work };
            rows.push(part.run(&puzzle, work, 1, CpuPath::best()).map_err(error)?);
        }
        let done: u64 = rows.iter().map(|row| row.done).sum();
        let seconds = (now() - begun) / 1e3;
        let (name, unit) = part.names();
        let score: i64 = rows.iter().map(|row| row.score).sum();
        let rate = done as f64 / seconds.max(1e-9);
        parts.push(json!({ "name": name, "unit": unit, "score": score, "done": done, "rate": rate }));
        signature = rows.iter().fold(signature, |all, row| samegame::fold(all, row.digest()));
    }
    json(&json!({ "signature": format!("{signature:016x}"), "parts": Value::Array(parts) }))
}
