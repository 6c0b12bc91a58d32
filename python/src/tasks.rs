//! The Python methods of [`SameGamePuzzle`] and [`MayanPuzzle`].

use crate::argument::{Keywords, Word, optional};
use crate::cells::to_python;
use crate::input::RuleOverrides;
use crate::puzzle::{MayanPuzzle, Puzzle, SameGamePuzzle};
use pyo3::prelude::*;
use tilefall::rules::Mode;
use tilefall::rules::puzzle::Task;

#[pymethods]
impl SameGamePuzzle {
    /// The rules of the puzzle, as in a record, or None.
    #[getter]
    fn rules<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(rules) = slf.as_super().get().rules_of_task() else { return Ok(None) };
        to_python(slf.py(), &rules).map(Some)
    }

    /// Returns the puzzle with these rules; rules that are None are those of the puzzle, or the default. ``rules`` is
    /// the name of a game of ``PRESETS``, or rules as in a record.
    ///
    /// Raises ValueError if the rules do not allow the board.
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, rules=None, score=None, clear_bonus=None, clear_factor=None, left_penalty=None, min_group=None, columns=None)"
    )]
    fn with_rules<'py>(
        slf: &Bound<'py, Self>,
        keywords: Option<Keywords<'py>>,
    ) -> PyResult<Bound<'py, Puzzle>> {
        let rules = RuleOverrides::of(&Keywords::only(slf.py(), keywords, &[RuleOverrides::NAMES])?)?;
        let mut puzzle = slf.as_super().get().clone();
        if let Task::SameGame(task) = &mut puzzle.puzzle.task {
            task.rules = Some(rules.on(task.rules));
        }
        puzzle.check_board()?;
        puzzle.typed(slf.py())
    }
}

#[pymethods]
impl MayanPuzzle {
    /// M, the number of moves allowed, or None.
    #[getter]
    fn max_moves(slf: &Bound<'_, Self>) -> Option<u64> {
        slf.as_super().get().mayan_task()?.moves
    }

    /// The mode, ``"exactly"``, ``"within"`` or ``"shortest"``; None for the default of the format.
    #[getter]
    fn mode(slf: &Bound<'_, Self>) -> Option<&'static str> {
        slf.as_super().get().mayan_task()?.mode.map(|mode| mode.name())
    }

    /// Returns the puzzle with this M and this mode.
    #[pyo3(signature = (*, max_moves = None, mode = None))]
    fn with_task<'py>(
        slf: &Bound<'py, Self>,
        max_moves: Option<&Bound<'_, PyAny>>,
        mode: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, Puzzle>> {
        let moves = optional("max_moves", max_moves)?;
        let mode = optional::<Word<Mode>>("mode", mode)?.map(|word| word.0);
        let mut puzzle = slf.as_super().get().clone();
        if let Task::Mayan(task) = &mut puzzle.puzzle.task {
            (task.moves, task.mode) = (moves, mode);
        }
        puzzle.typed(slf.py())
    }
}
