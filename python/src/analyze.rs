//! The analysis of a list of moves.

use crate::argument::{Argument, Keywords};
use crate::error::value;
use crate::input;
use crate::puzzle::Puzzle;
use crate::replay::steps_of;
use crate::solve::Plan;
use pyo3::prelude::*;
use tilefall::insight::analysis::Analyser;

/// Analyzes a list of moves; returns the analysis as JSON, and whether Ctrl-C ended it.
#[pyfunction]
pub fn analyze_list(
    py: Python<'_>,
    puzzle: Puzzle,
    moves: &Bound<'_, PyAny>,
    keywords: Keywords<'_>,
) -> PyResult<(String, bool)> {
    let goal = keywords.option("goal")?.map(|goal| input::goal(&goal)).transpose()?.unwrap_or_default();
    let seed = keywords.get("seed")?.number()?;
    let plan = Plan::of(&keywords, 1)?;
    let steps = steps_of(&puzzle, &Argument::new("moves", moves))?;
    let analyser = Analyser::new().goal(goal).seed(seed).limits(plan.limits(false));
    let (analysis, ended) =
        plan.beside(py, |_| analyser.analyse(&puzzle.puzzle, &steps), |_, ()| Ok(true))?;
    let analysis = analysis.map_err(value)?;
    Ok((serde_json::to_string(&analysis.to_json()).map_err(value)?, ended))
}
