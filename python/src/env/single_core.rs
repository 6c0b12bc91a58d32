//! [`SameGameCore`] and [`MayanCore`]: the Python classes of one environment.

use super::config::Config;
use super::lane;
use super::mayan::{self, MayanConfig};
use super::single::{Observed, Parts, Single, StepResult};
use super::state::{MayanState, State};
use crate::argument::{Argument, Keywords};
use crate::board::SameGameBoard;
use crate::mayan::MayanBoard;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;

/// Defines the class of an environment of a game.
macro_rules! single_core {
    ($(#[$doc:meta])* $class:ident, $game:ty, $board:ty, $state:ident, $lane:ty) => {
        $(#[$doc])*
        #[pyclass(module = "tilefall._tilefall", frozen)]
        #[derive(Debug)]
        pub struct $class(Single<$game>);

        #[pymethods]
        impl $class {
            #[new]
            fn new(keywords: Keywords<'_>, seed: u64) -> PyResult<$class> {
                Single::new(&keywords, seed).map($class)
            }

            /// ``(rows, cols, colours)``.
            #[getter]
            fn size(&self) -> (usize, usize, usize) {
                self.0.size()
            }

            #[pyo3(signature = (seed = None, board = None))]
            fn reset<'py>(
                &self,
                py: Python<'py>,
                seed: Option<u64>,
                board: Option<Puzzle>,
            ) -> PyResult<Observed<'py>> {
                self.0.reset(py, seed, board)
            }

            fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<StepResult<'py>> {
                self.0.step(py, action)
            }

            fn look<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
                self.0.look(py)
            }

            fn board(&self) -> PyResult<$board> {
                self.0.board()
            }

            fn get_state(&self) -> PyResult<$state> {
                self.0.get_state()
            }

            fn set_state(&self, state: &Bound<'_, PyAny>) -> PyResult<()> {
                const EXPECTED: &str = concat!("a ", stringify!($state), " of get_state");
                let state = Argument::new("state", state).instance::<$state>(EXPECTED)?;
                self.0.set_state(state.get())
            }

            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<(Bound<'py, PyAny>, Parts<'py, $game>)> {
                Ok((py.get_type::<$class>().getattr("_restore")?, self.0.parts(py)?))
            }

            #[staticmethod]
            fn _restore(keywords: Keywords<'_>, lane: $lane, begun: bool) -> PyResult<$class> {
                Single::restored(&keywords, lane, begun).map($class)
            }
        }
    };
}

single_core!(
    /// One SameGame environment, without Gymnasium.
    SameGameCore, Config, SameGameBoard, State, lane::Parts
);
single_core!(
    /// One Mayan environment, without Gymnasium.
    MayanCore, MayanConfig, MayanBoard, MayanState, mayan::Parts
);
