//! The Python classes of environments and of their states.

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
use tilefall::rules::plural;

/// Defines the classes of a game: of environments, and of their states.
macro_rules! environments {
    ($class:ident, $state:ident, $game:ty, $board:ty) => {
        /// The state of one or more environments, for environments of the same size. Immutable.
        #[pyclass(module = "tilefall._tilefall", frozen)]
        #[derive(Debug)]
        pub struct $state(Vec<Lane<$game>>);

        #[pymethods]
        impl $state {
            fn __len__(&self) -> usize {
                self.0.len()
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<Parts>,))> {
                let lanes = self.0.iter().map(Lane::saved).collect::<PyResult<_>>()?;
                Ok((py.get_type::<$state>().getattr("_restore")?, (lanes,)))
            }

            #[staticmethod]
            fn _restore(lanes: Vec<Parts>) -> PyResult<$state> {
                let lanes = lanes.into_iter().map(Lane::restored).collect::<PyResult<Vec<_>>>()?;
                if lanes.is_empty() { Err(no_state()) } else { Ok($state(lanes)) }
            }

            fn __repr__(&self) -> String {
                format!(concat!("<", stringify!($state), " of {}>"), plural(self.0.len() as u64, "board"))
            }
        }

        /// Environments, without Gymnasium.
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

            /// ``(rows, cols, colours)``.
            #[getter]
            fn size(&self) -> (usize, usize, usize) {
                self.0.config.size()
            }

            #[getter]
            fn arrays(&self, py: Python<'_>) -> Py<PyDict> {
                self.0.arrays.clone_ref(py)
            }

            fn reset(
                &self,
                py: Python<'_>,
                seeds: Vec<u64>,
                mask: Vec<bool>,
                boards: Vec<Puzzle>,
            ) -> PyResult<()> {
                self.0.reset(py, &seeds, &mask, &boards)
            }

            fn step<'py>(
                &self,
                py: Python<'py>,
                actions: &Bound<'py, PyArray1<i64>>,
                out: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<bool> {
                self.0.step(py, actions, out)
            }

            /// Plays an action in the only environment.
            fn step_one<'py>(
                &self,
                py: Python<'py>,
                action: &Bound<'py, PyAny>,
            ) -> PyResult<StepResult<'py>> {
                self.0.one(py, Some(action))
            }

            /// Returns the same of the only environment, without a step.
            fn look<'py>(&self, py: Python<'py>) -> PyResult<StepResult<'py>> {
                self.0.one(py, None)
            }

            fn choose<'py>(
                &self,
                py: Python<'py>,
                policy: &Bound<'py, PyAny>,
                actions: &Bound<'py, PyArray1<i64>>,
            ) -> PyResult<()> {
                self.0.choose(py, policy, actions)
            }

            fn rollout<'py>(
                &self,
                py: Python<'py>,
                policy: &Bound<'py, PyAny>,
                steps: usize,
                arrays: &Bound<'py, PyDict>,
            ) -> PyResult<()> {
                self.0.rollout(py, policy, steps, arrays)
            }

            fn board(&self, at: &Bound<'_, PyAny>) -> PyResult<$board> {
                self.0.board(at)
            }

            fn get_state(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<$state> {
                self.0.get_state(indices).map($state)
            }

            fn set_state(
                &self,
                py: Python<'_>,
                state: &Bound<'_, PyAny>,
                indices: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<()> {
                let state: &Bound<'_, $state> = state
                    .cast()
                    .map_err(|_| wrong("state", state, concat!("a ", stringify!($state), " of get_state")))?;
                self.0.set_state(py, &state.get().0, indices)
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

environments!(SameGameCore, State, SameGame, SameGameBoard);
environments!(MayanCore, MayanState, Mayan, MayanBoard);
