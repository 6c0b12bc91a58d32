//! The files of `tilefall.benchmarks`, which are embedded in the module.

use crate::error::value;
use pyo3::prelude::*;

/// Files of the repository, each with its text.
macro_rules! embedded {
    ($($path:literal)*) => { &[$(($path, include_str!(concat!("../../", $path)))),*] };
}

const FILES: &[(&str, &str)] = embedded! {
    "data/bench/samegame15.jsonl"
    "data/bench/samegame8x8.answers.jsonl"
    "data/bench/samegame8x8.jsonl"
    "data/days.json"
    "data/generated/mayan-easy.answers.jsonl"
    "data/generated/mayan-easy.jsonl"
    "data/generated/mayan-hard.answers.jsonl"
    "data/generated/mayan-hard.jsonl"
    "data/generated/mayan-hardest.answers.jsonl"
    "data/generated/mayan-hardest.jsonl"
    "data/generated/mayan-medium.answers.jsonl"
    "data/generated/mayan-medium.jsonl"
    "data/generated/samegame-clearable.answers.jsonl"
    "data/generated/samegame-clearable.jsonl"
    "data/generated/samegame-large.answers.jsonl"
    "data/generated/samegame-large.jsonl"
    "data/generated/samegame-small.answers.jsonl"
    "data/generated/samegame-small.jsonl"
    "data/standard/codingame50.answers.jsonl"
    "data/standard/codingame50.jsonl"
    "data/standard/standard20.answers.jsonl"
    "data/standard/standard20.jsonl"
    "docs/benchmarks/published.tsv"
};

/// Returns the text of a file of the benchmarks.
#[pyfunction]
pub fn benchmark_file(path: &str) -> PyResult<&'static str> {
    let file = FILES.iter().find(|(name, _)| *name == path);
    file.map(|(_, text)| *text).ok_or_else(|| value(format!("{path} is no file of the benchmarks")))
}
