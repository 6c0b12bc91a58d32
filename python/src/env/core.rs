//! The Python classes of environments and of their states.

use super::job::Sampler;
use super::lane::{Lane, Parts};
use super::mayan::Mayan;
use super::rollout::Rollout;
use super::samegame::SameGame;
use super::single::{Observed, StepResult};
use super::vector::{self, Arrays, Out, Vector};
use crate::argument::{Keywords, wrong};
use crate::board::{MayanBoard, SameGameBoard};
use crate::cells::no_state;
use crate::puzzle::Puzzle;
use numpy::{PyArray1, PyUntypedArray};
use pyo3::prelude::*;
use tilefall::rules::plural;

/// Defines the classes of a game: of environments, and of their states.
macro_rules! environments {
    ($class:ident, $state:ident, $game:ty, $board:ty) => {
        /// The state of one or more environments, for environments of the same size. Immutable.
        #[pyclass(module = "tilefall._tilefall", frozen)]
        #[derive(Debug)]
        pub struct $state(Vec<Lane<$game>>);

        impl $state {
            /// Converts an argument.
            fn of<'a, 'py>(state: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, $state>> {
                const EXPECTED: &str = concat!("a ", stringify!($state), " of get_state");
                state.cast().map_err(|_| wrong("state", state, EXPECTED))
            }
        }

        #[pymethods]
        impl $state {
            fn __len__(&self) -> usize {
                self.0.len()
            }

            // The state is immutable.
            fn __copy__(slf: Py<$state>) -> Py<$state> {
                slf
            }

            fn __deepcopy__(slf: Py<$state>, _memo: &Bound<'_, PyAny>) -> Py<$state> {
                slf
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
                let sampler = Sampler::new(keywords.get("seed")?);
                Vector::with(&keywords, keywords.get("num_envs")?, sampler).map($class)
            }

            /// ``(rows, cols, colours)``.
            #[getter]
            fn size(&self) -> (usize, usize, usize) {
                self.0.config.size()
            }

            #[getter]
            fn arrays(&self, py: Python<'_>) -> Py<Arrays> {
                self.0.arrays.clone_ref(py)
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
                actions: &Bound<'py, PyUntypedArray>,
                out: Option<Out<'py>>,
            ) -> PyResult<bool> {
                self.0.step(py, actions, out)
            }

            /// Plays an action in the only environment.
            fn step_one<'py>(
                &self,
                py: Python<'py>,
                action: &Bound<'py, PyAny>,
            ) -> PyResult<StepResult<'py>> {
                self.0.step_one(py, action)
            }

            /// Returns the observation of the only environment.
            fn look<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
                self.0.look(py)
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
                self.0.get_state(indices).map($state)
            }

            #[pyo3(signature = (state, indices = None))]
            fn set_state(
                &self,
                py: Python<'_>,
                state: &Bound<'_, PyAny>,
                indices: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<()> {
                self.0.set_state(py, &$state::of(state)?.get().0, indices)
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
