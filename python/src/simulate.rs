//! The simulators of judges.

use crate::argument::Keywords;
use crate::error::{read_error, read_error_at};
use crate::text::{MAX_UNPACKED, Text};
use pyo3::prelude::*;
use tilefall::judge::p1312::clears;
use tilefall::judge::uva339::Simulator;
use tilefall::judge::uva758::play;
use tilefall::rules::GameKind;
use tilefall::rules::puzzle::Task;
use tilefall::text::formats::{ReadOptions, p1312, uva758};

/// Returns the output of a judge for this input: of UVa 339 or UVa 758, or for Mayan Yes or No for every puzzle of P1312.
#[pyfunction]
pub fn simulate(py: Python<'_>, text: &Bound<'_, PyAny>, keywords: Keywords<'_>) -> PyResult<String> {
    let (game, biggest): (GameKind, bool) = (keywords.word("game")?, keywords.get("uva758")?);
    let text = Text::expected("text", text, MAX_UNPACKED)?;
    let (name, text, mut out) = (text.named(keywords.get("name")?, "<text>"), text.bytes, Vec::new());
    py.detach(|| {
        let judged = if game == GameKind::Mayan {
            return judge_lists(&text, &name);
        } else if biggest {
            let mut number = 0;
            uva758::FORMAT.read_to(&text, ReadOptions::default(), &mut |puzzle| {
                number += 1;
                play(number, &puzzle.grid, &mut out);
            })
        } else {
            let mut judge = Simulator::new();
            judge.feed(&text, &mut out).and_then(|()| judge.finish(&mut out))
        };
        judged.map_err(|error| read_error(&name, &error))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    })
}

/// Returns the output for the puzzles of P1312.
fn judge_lists(text: &[u8], name: &str) -> PyResult<String> {
    let (mut puzzles, mut out) = (Vec::new(), String::new());
    p1312::FORMAT.read(text, &mut puzzles).map_err(|error| read_error(name, &error))?;
    for puzzle in &puzzles {
        let Task::Mayan(task) = &puzzle.task else { continue };
        let cleared = clears(&puzzle.grid, task.moves.unwrap_or(u64::MAX), &task.list);
        let cleared = cleared.map_err(|(at, why)| {
            read_error_at(name, puzzle.place.unwrap_or_default(), &format!("move {}: {why}", at + 1))
        })?;
        out += if cleared { "Yes\n" } else { "No\n" };
    }
    Ok(out)
}
