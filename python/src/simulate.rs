//! The judges' programs: their input in, their output out.

use crate::error::ReadError;
use crate::input;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tilefall::base;
use tilefall::formats::{p1312, uva758};
use tilefall::judge::p1312::clears;
use tilefall::judge::uva339::Simulator;
use tilefall::judge::uva758::biggest;
use tilefall::puzzle::Task;

fn bytes(text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    input::text(text)?.ok_or_else(|| PyTypeError::new_err("expected text: str or bytes"))
}

fn misread(name: &str, error: &base::ReadError) -> PyErr {
    ReadError::new_err(format!("{name}:{error}"))
}

/// What the judge of UVa 339 (of UVa 758, if that is wanted) prints for this input.
#[pyfunction]
#[pyo3(signature = (text, *, uva758, name))]
pub fn simulate_samegame(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    uva758: bool,
    name: &str,
) -> PyResult<String> {
    let text = bytes(text)?;
    let mut out = Vec::new();
    let done = py.detach(|| {
        if uva758 {
            let mut number = 0;
            return uva758::FORMAT
                .read_to(&text, &mut |puzzle| {
                    number += 1;
                    biggest(number, &puzzle.grid, &mut out);
                })
                .map(drop);
        }
        let mut judge = Simulator::new();
        judge.feed(&text, &mut out)?;
        judge.finish(&mut out)
    });
    done.map_err(|error| misread(name, &error))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Yes or No for every puzzle of p1312, a line each.
#[pyfunction]
#[pyo3(signature = (text, *, name))]
pub fn simulate_mayan(py: Python<'_>, text: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    let text = bytes(text)?;
    py.detach(|| {
        let (mut puzzles, mut out) = (Vec::new(), String::new());
        p1312::FORMAT.read(&text, &mut puzzles).map_err(|error| misread(name, &error))?;
        for puzzle in &puzzles {
            let Task::Mayan(task) = &puzzle.task else { continue };
            let cleared = clears(&puzzle.grid, task.moves.unwrap_or(u64::MAX), &task.list);
            let cleared = cleared.map_err(|(at, why)| {
                let place = puzzle.place.unwrap_or_default();
                ReadError::new_err(format!("{name}:{place}: move {}: {why}", at + 1))
            })?;
            out += if cleared { "Yes\n" } else { "No\n" };
        }
        Ok(out)
    })
}
