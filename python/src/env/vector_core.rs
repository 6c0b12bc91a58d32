//! [`VectorCore`] and [`MayanVectorCore`]: the Python classes of vectors of environments.

use super::config::Config;
use super::lane;
use super::mayan::{self, MayanConfig};
use super::state::{MayanState, State};
use super::vector::{Out, Parts, Rollout, Vector};
use crate::argument::{Argument, Keywords};
use crate::board::SameGameBoard;
use crate::mayan::MayanBoard;
use crate::puzzle::Puzzle;
use numpy::PyArray1;
use pyo3::prelude::*;

/// Defines the class of vectors of a game.
macro_rules! vector_core {
    ($(#[$doc:meta])* $class:ident, $game:ty, $board:ty, $state:ident, $lane:ty) => {
        $(#[$doc])*
        #[pyclass(module = "tilefall._tilefall", frozen)]
        #[derive(Debug)]
        pub struct $class(Vector<$game>);

        #[pymethods]
        impl $class {
            #[new]
            fn new(
                keywords: Keywords<'_>,
                num_envs: &Bound<'_, PyAny>,
                seed: &Bound<'_, PyAny>,
                autoreset_mode: &Bound<'_, PyAny>,
                threads: &Bound<'_, PyAny>,
            ) -> PyResult<Self> {
                Vector::new(&keywords, num_envs, seed, autoreset_mode, threads).map($class)
            }

            /// ``(rows, cols, colours)``.
            #[getter]
            fn size(&self) -> (usize, usize, usize) {
                self.0.size()
            }

            #[getter]
            fn observations(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
                self.0.observations.clone_ref(py)
            }

            #[getter]
            fn masks(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
                self.0.masks.clone_ref(py)
            }

            #[getter]
            fn rewards(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
                self.0.rewards.clone_ref(py)
            }

            #[getter]
            fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
                self.0.terminated.clone_ref(py)
            }

            #[getter]
            fn scores(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
                self.0.scores.clone_ref(py)
            }

            #[getter]
            fn removed(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
                self.0.removed.clone_ref(py)
            }

            #[getter]
            fn final_observations(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
                self.0.final_observations.clone_ref(py)
            }

            #[getter]
            fn final_scores(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
                self.0.final_scores.clone_ref(py)
            }

            #[pyo3(signature = (seeds = None, mask = None, boards = None))]
            fn reset(
                &self,
                py: Python<'_>,
                seeds: Option<Vec<u64>>,
                mask: Option<Vec<bool>>,
                boards: Option<Vec<Puzzle>>,
            ) -> PyResult<()> {
                self.0.reset(py, seeds, mask, boards)
            }

            #[pyo3(signature = (actions, out = None))]
            fn step<'py>(
                &self,
                py: Python<'py>,
                actions: &Bound<'py, PyAny>,
                out: Option<Out<'py>>,
            ) -> PyResult<bool> {
                self.0.step(py, actions, out)
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
                arrays: Rollout<'py>,
            ) -> PyResult<()> {
                self.0.rollout(py, policy, &arrays)
            }

            fn board(&self, at: &Bound<'_, PyAny>) -> PyResult<$board> {
                self.0.board(at)
            }

            #[pyo3(signature = (indices = None))]
            fn get_state(&self, indices: Option<&Bound<'_, PyAny>>) -> PyResult<$state> {
                self.0.get_state(indices)
            }

            #[pyo3(signature = (state, indices = None))]
            fn set_state(
                &self,
                py: Python<'_>,
                state: &Bound<'_, PyAny>,
                indices: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<()> {
                const EXPECTED: &str = concat!("a ", stringify!($state), " of get_state");
                let state = Argument::new("state", state).instance::<$state>(EXPECTED)?;
                self.0.set_state(py, state.get(), indices)
            }

            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<(Bound<'py, PyAny>, Parts<'py, $game>)> {
                Ok((py.get_type::<$class>().getattr("_restore")?, self.0.parts(py)?))
            }

            #[staticmethod]
            fn _restore(
                keywords: Keywords<'_>,
                autoreset_mode: &Bound<'_, PyAny>,
                threads: &Bound<'_, PyAny>,
                lanes: Vec<$lane>,
                draws: (u64, u64),
            ) -> PyResult<Self> {
                Vector::restored(&keywords, autoreset_mode, threads, lanes, draws).map($class)
            }
        }
    };
}

vector_core!(
    /// Many SameGame environments, without Gymnasium. The arrays are allocated once and written by every step.
    VectorCore, Config, SameGameBoard, State, lane::Parts
);
vector_core!(
    /// Many Mayan environments, without Gymnasium. The arrays are allocated once and written by every step.
    MayanVectorCore, MayanConfig, MayanBoard, MayanState, mayan::Parts
);
