//! [`State`] and [`MayanState`]: saved states of environments.

use super::config::Config;
use super::game::Game;
use super::lane;
use super::mayan::{self, MayanConfig};
use crate::cells::no_state;
use pyo3::prelude::*;
use tilefall::internals::rules::plural;

/// Defines the class of states of a game.
macro_rules! state {
    ($(#[$doc:meta])* $class:ident, $game:ty, $lane:ty) => {
        $(#[$doc])*
        #[pyclass(module = "tilefall._tilefall", frozen)]
        #[derive(Debug)]
        pub struct $class(pub Vec<<$game as Game>::Lane>);

        #[pymethods]
        impl $class {
            fn __len__(&self) -> usize {
                self.0.len()
            }

            // The state is immutable.
            fn __copy__(slf: Py<$class>) -> Py<$class> {
                slf
            }

            fn __deepcopy__(slf: Py<$class>, _memo: &Bound<'_, PyAny>) -> Py<$class> {
                slf
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<$lane>,))> {
                let lanes = self.0.iter().map(<$game>::saved).collect::<PyResult<_>>()?;
                Ok((py.get_type::<$class>().getattr("_restore")?, (lanes,)))
            }

            #[staticmethod]
            fn _restore(lanes: Vec<$lane>) -> PyResult<$class> {
                let lanes = lanes.into_iter().map(<$game>::restored).collect::<PyResult<Vec<_>>>()?;
                if lanes.is_empty() { Err(no_state()) } else { Ok($class(lanes)) }
            }

            fn __repr__(&self) -> String {
                format!(concat!("<", stringify!($class), " of {}>"), plural(self.0.len() as u64, "board"))
            }
        }
    };
}

state!(
    /// The state of one or more SameGame environments, for environments of the same size. Immutable.
    State, Config, lane::Parts
);
state!(
    /// The state of one or more Mayan environments, for environments of the same size. Immutable.
    MayanState, MayanConfig, mayan::Parts
);
