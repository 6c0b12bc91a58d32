//! Stress tests of functions in Python.

use crate::argument::Keywords;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tilefall::internals::lock;
use tilefall::judge::click::Shape;
use tilefall::stress::{Compare, ContestTask, Contestant, Failure, Input, Stage, Stress};

/// A Python function that takes an input as a string (for task `click` also a row and a column) and returns the output.
struct Function {
    function: Py<PyAny>,
    /// An exception that ends the test: `KeyboardInterrupt`, `SystemExit`.
    raised: Mutex<Option<PyErr>>,
}

impl Contestant for Function {
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure> {
        Python::attach(|py| {
            let text = String::from_utf8_lossy(&input.text()).into_owned();
            let answer = match input.task {
                ContestTask::Click(_) => {
                    let [row, col] = input.click();
                    self.function.call1(py, (text, row, col))
                }
                _ => self.function.call1(py, (text,)),
            };
            answer.and_then(|answer| answer.extract::<String>(py)).map(String::into_bytes).map_err(|error| {
                if error.is_instance_of::<PyException>(py) {
                    let trace = error.traceback(py).and_then(|trace| trace.format().ok()).unwrap_or_default();
                    return Failure::RuntimeError {
                        how: error.to_string(),
                        stderr: format!("{trace}{error}\n"),
                    };
                }
                *lock(&self.raised) = Some(error);
                Failure::NotRun("an exception ended the test".into())
            })
        })
    }
}

/// Runs the stress test of a function and returns its result as JSON.
#[pyfunction]
pub fn stress_function(py: Python<'_>, function: Py<PyAny>, keywords: Keywords<'_>) -> PyResult<String> {
    let task: String = keywords.get("task")?;
    let (rows, cols, types) = (keywords.get("rows")?, keywords.get("cols")?, keywords.get("types")?);
    let task = ContestTask::named(&task, Shape { rows, cols, types }).ok_or_else(|| {
        PyValueError::new_err(format!(
            "task: found {task:?}, expected solve, simulate, uva339, uva758 or click"
        ))
    })?;
    let compare = match (keywords.get("exact")?, keywords.get("ignore_blanks")?) {
        (true, false) => Compare::Exact,
        (false, true) => Compare::Words,
        (false, false) => Compare::Lines,
        (true, true) => return Err(PyValueError::new_err("exact cannot be used with ignore_blanks")),
    };
    let (seed, count) = (keywords.get("seed")?, keywords.get("count")?);
    let stress = Stress { task, seed, kept: Vec::new(), count, compare, jobs: 1 };
    let (function, begun) = (Function { function, raised: Mutex::default() }, Instant::now());
    let time = Duration::try_from_secs_f64(keywords.get("time")?).unwrap_or(Duration::MAX);
    let report = py.detach(|| {
        stress.run(&function, &|stage| {
            // Half of the time is for tests, a quarter for shrinking an input, a quarter for explaining the mistake.
            let quarters = match stage {
                Stage::Input(_) => 2,
                Stage::Shrink => 3,
                Stage::Explain => 4,
            };
            begun.elapsed() * 4 <= time.saturating_mul(quarters) && lock(&function.raised).is_none()
        })
    });
    match lock(&function.raised).take() {
        Some(error) => Err(error),
        None => Ok(report.json(&stress).to_string()),
    }
}
