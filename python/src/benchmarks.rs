//! The files of `tilefall.benchmarks`, which are embedded in the module.

use crate::error::value;
use pyo3::prelude::*;

/// Embeds files as pairs of path and text: first the single files, then the boards and the answers of each set.
macro_rules! embedded {
    ($($path:literal)*; $($set:literal)*) => {
        &[
            $(($path, include_str!(concat!("../../", $path))),)*
            $((concat!("data/", $set, ".jsonl"), include_str!(concat!("../../data/", $set, ".jsonl"))),)*
            $((concat!("data/", $set, ".answers.jsonl"), include_str!(concat!("../../data/", $set, ".answers.jsonl"))),)*
        ]
    };
}

const FILES: &[(&str, &str)] = embedded! {
    "data/bench/samegame15.jsonl" "data/days.json" "docs/benchmarks/published.tsv";
    "bench/samegame8x8" "standard/codingame50" "standard/standard20"
    "generated/mayan-easy" "generated/mayan-medium" "generated/mayan-hard" "generated/mayan-hardest"
    "generated/samegame-small" "generated/samegame-clearable" "generated/samegame-large"
};

/// Returns the text of a file of the benchmarks.
#[pyfunction]
pub fn benchmark_file(path: &str) -> PyResult<&'static str> {
    let file = FILES.iter().find(|(name, _)| *name == path);
    file.map(|(_, text)| *text).ok_or_else(|| value(format!("{path} is no file of the benchmarks")))
}
