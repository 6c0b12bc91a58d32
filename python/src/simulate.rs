//! The simulators of judges.

use crate::argument::{argument, optional};
use crate::error::{read_error, read_error_at};
use crate::text::{MAX_UNPACKED, Text};
use pyo3::prelude::*;
use tilefall::judge::p1312::clears;
use tilefall::judge::uva339::Simulator;
use tilefall::judge::uva758::play;
use tilefall::rules::puzzle::Task;
use tilefall::text::formats::{ReadOptions, p1312, uva758};

/// Returns the output of the judge of UVa 339, or of UVa 758, for this input.
#[pyfunction]
#[pyo3(signature = (text, *, uva758, name = None))]
pub fn simulate_samegame(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    uva758: &Bound<'_, PyAny>,
    name: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let uva758: bool = argument("uva758", uva758)?;
    let text = Text::expected("text", text, MAX_UNPACKED)?;
    let (name, text) = (text.named(optional("name", name)?), text.bytes);
    let mut out = Vec::new();
    let done = py.detach(|| {
        if uva758 {
            let mut number = 0;
            return uva758::FORMAT.read_to(&text, ReadOptions::default(), &mut |puzzle| {
                number += 1;
                play(number, &puzzle.grid, &mut out);
            });
        }
        let mut judge = Simulator::new();
        judge.feed(&text, &mut out)?;
        judge.finish(&mut out)
    });
    done.map_err(|error| read_error(&name, &error))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Returns Yes or No for every puzzle of p1312, one per line.
#[pyfunction]
#[pyo3(signature = (text, *, name = None))]
pub fn simulate_mayan(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    name: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let text = Text::expected("text", text, MAX_UNPACKED)?;
    let (name, text) = (text.named(optional("name", name)?), text.bytes);
    py.detach(|| {
        let (mut puzzles, mut out) = (Vec::new(), String::new());
        p1312::FORMAT.read(&text, &mut puzzles).map_err(|error| read_error(&name, &error))?;
        for puzzle in &puzzles {
            let Task::Mayan(task) = &puzzle.task else { continue };
            let cleared = clears(&puzzle.grid, task.moves.unwrap_or(u64::MAX), &task.list);
            let cleared = cleared.map_err(|(at, why)| {
                let place = puzzle.place.unwrap_or_default();
                read_error_at(&name, place, &format!("move {}: {why}", at + 1))
            })?;
            out += if cleared { "Yes\n" } else { "No\n" };
        }
        Ok(out)
    })
}
