//! The Python classes of environments and of their states.

use super::game::Game;
use super::job::Sampler;
use super::lane::{Lane, Parts};
use super::mayan::Mayan;
use super::samegame::SameGame;
use super::single::StepResult;
use super::vector::{self, Vector};
use crate::argument::{Keywords, wrong};
use crate::board::{MayanBoard, SameGameBoard};
use crate::cells::no_state;
use crate::puzzle::Puzzle;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::any::Any;
use tilefall::internals::plural;

/// The state of one or more environments, which environments of the same game and size can restore. Immutable.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct State(Box<dyn Any + Send + Sync>);

impl State {
    /// Creates a state from the lanes of environments.
    fn of<G: Game>(lanes: Vec<Lane<G>>) -> State {
        State(Box::new(lanes))
    }

    /// Returns the lanes of the environments; `None` if they are not environments of the game `G`.
    fn lanes<G: Game>(&self) -> Option<&[Lane<G>]> {
        self.0.downcast_ref::<Vec<Lane<G>>>().map(Vec::as_slice)
    }
}

/// A pickled state: the function that restores the state, whether the game is Mayan, and the environments.
type Saved<'py> = (Bound<'py, PyAny>, (bool, Vec<Parts>));

#[pymethods]
impl State {
    fn __len__(&self) -> usize {
        let mayan = || self.lanes::<Mayan>().map_or(0, <[_]>::len);
        self.lanes::<SameGame>().map_or_else(mayan, <[_]>::len)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Saved<'py>> {
        let (samegame, mayan) = (self.lanes::<SameGame>(), self.lanes::<Mayan>().unwrap_or_default());
        let lanes: PyResult<_> = match samegame {
            Some(lanes) => lanes.iter().map(Lane::saved).collect(),
            None => mayan.iter().map(Lane::saved).collect(),
        };
        Ok((py.get_type::<State>().getattr("_restore")?, (samegame.is_none(), lanes?)))
    }

    #[staticmethod]
    fn _restore(mayan: bool, lanes: Vec<Parts>) -> PyResult<State> {
        fn restored<G: Game>(lanes: Vec<Parts>) -> PyResult<State> {
            let lanes = lanes.into_iter().map(Lane::<G>::restored).collect::<PyResult<Vec<_>>>()?;
            if lanes.is_empty() { Err(no_state()) } else { Ok(State::of(lanes)) }
        }
        if mayan { restored::<Mayan>(lanes) } else { restored::<SameGame>(lanes) }
    }

    fn __repr__(&self) -> String {
        format!("<State of {}>", plural(self.__len__() as u64, "board"))
    }
}

/// Defines the class of the environments of a game.
macro_rules! environments {
    ($class:ident, $game:ty, $board:ty) => {
        /// Environments of a game, which the classes of `tilefall.gym` wrap for Gymnasium.
        #[pyclass(module = "tilefall._tilefall", frozen)]
        #[derive(Debug)]
        pub struct $class(Vector<$game>);

        #[pymethods]
        impl $class {
            #[new]
            fn new(keywords: Keywords<'_>) -> PyResult<Self> {
                let sampler = Sampler { seed: keywords.get("seed")?, draws: 0 };
                Vector::with(&keywords, keywords.get("num_envs")?, sampler).map($class)
            }

            /// ``(rows, cols, colours, most)``, where `most` is the largest score at the start of an episode.
            #[getter]
            fn size(&self) -> (usize, usize, usize, i64) {
                let (rows, cols, colours) = self.0.config.size();
                (rows, cols, colours, self.0.config.most)
            }

            #[getter]
            fn arrays(&self, py: Python<'_>) -> Py<PyDict> {
                self.0.arrays.clone_ref(py)
            }

            fn reset(
                &self,
                py: Python<'_>,
                seeds: Vec<u64>,
                reset_mask: Option<&Bound<'_, PyAny>>,
                boards: Option<Vec<Puzzle>>,
            ) -> PyResult<()> {
                self.0.reset(py, &seeds, reset_mask, boards.as_deref())
            }

            fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyArray1<i64>>) -> PyResult<()> {
                self.0.step(py, actions)
            }

            /// Plays an action in the only environment.
            fn step_one<'py>(
                &self,
                py: Python<'py>,
                action: &Bound<'py, PyAny>,
            ) -> PyResult<StepResult<'py>> {
                self.0.one(py, Some(action))
            }

            /// Returns the state of the only environment like `step_one`, but without playing an action.
            fn look<'py>(&self, py: Python<'py>) -> PyResult<StepResult<'py>> {
                self.0.one(py, None)
            }

            fn choose<'py>(
                &self,
                py: Python<'py>,
                policy: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyArray1<i64>>> {
                self.0.choose(py, policy)
            }

            fn board(&self, at: &Bound<'_, PyAny>) -> PyResult<$board> {
                self.0.board(at)
            }

            fn get_state(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
                self.0.get_state(indices).map(State::of)
            }

            fn set_state(
                &self,
                py: Python<'_>,
                state: &Bound<'_, PyAny>,
                indices: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<()> {
                let lanes = state.cast::<State>().ok().and_then(|state| state.get().lanes());
                let expected = concat!("a State of get_state of a ", stringify!($game), " environment");
                self.0.set_state(py, lanes.ok_or_else(|| wrong("state", state, expected))?, indices)
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, vector::Parts<'py>)> {
                Ok((py.get_type::<$class>().getattr("_restore")?, self.0.parts(py)?))
            }

            #[staticmethod]
            #[pyo3(signature = (*parts))]
            fn _restore(parts: vector::Parts<'_>) -> PyResult<$class> {
                Vector::restored(parts).map($class)
            }
        }
    };
}

environments!(SameGameCore, SameGame, SameGameBoard);
environments!(MayanCore, Mayan, MayanBoard);
