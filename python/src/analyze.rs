//! The analysis of a list of moves.

use crate::argument::Keywords;
use crate::error::value;
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
    let goal = keywords.word_or_none("goal")?.unwrap_or_default();
    let seed = keywords.get("seed")?;
    let plan = Plan::of(&keywords, 1)?;
    let steps = steps_of(&puzzle, moves)?;
    let analyser = Analyser::new().goal(goal).seed(seed).limits(plan.limits(false));
    let (analysis, ended) =
        plan.beside(py, |_| analyser.analyse(&puzzle.puzzle, &steps), |_, ()| Ok(true))?;
    let analysis = analysis.map_err(value)?;
    Ok((serde_json::to_string(&analysis.to_json()).map_err(value)?, ended))
}
