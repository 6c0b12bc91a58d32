//! [`State`]: saved states of environments.

use super::config::Config;
use super::lane::{self, Lane};
use crate::cells::no_state;
use crate::error::value;
use pyo3::prelude::*;

/// Rows, columns and colours.
type Size = (usize, usize, usize);

/// The pickled parts of a state.
type Parts = (Size, Vec<lane::Parts>);

/// The state of one or more SameGame environments, for environments of the same size. Immutable.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct State {
    pub lanes: Vec<Lane>,
}

impl State {
    /// Checks that environments can continue from this state.
    ///
    /// # Errors
    /// If the boards have another size or number of colours.
    pub fn fits(&self, config: &Config) -> PyResult<()> {
        let board = &self.lanes[0].board;
        let (rows, cols, colours) = (board.rows(), board.cols(), board.names().len());
        if (rows, cols, colours) == (config.rows, config.cols, config.colours) {
            return Ok(());
        }
        let Config { rows: r, cols: c, colours: k, .. } = config;
        Err(value(format!(
            "the state is of {rows}x{cols} boards of {colours} colours, expected {r}x{c} of {k}"
        )))
    }
}

#[pymethods]
impl State {
    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    // The state is immutable.
    fn __copy__(slf: Py<State>) -> Py<State> {
        slf
    }

    fn __deepcopy__(slf: Py<State>, _memo: &Bound<'_, PyAny>) -> Py<State> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let board = &self.lanes[0].board;
        let size = (board.rows(), board.cols(), board.names().len());
        let lanes = self.lanes.iter().map(Lane::saved).collect();
        Ok((py.get_type::<State>().getattr("_restore")?, (size, lanes)))
    }

    #[staticmethod]
    fn _restore(size: Size, lanes: Vec<lane::Parts>) -> PyResult<State> {
        let lanes = lanes.into_iter().map(|parts| Lane::restored(size, parts));
        let lanes = lanes.collect::<PyResult<Vec<_>>>()?;
        if lanes.is_empty() { Err(no_state()) } else { Ok(State { lanes }) }
    }

    fn __repr__(&self) -> String {
        format!("<State of {}>", tilefall::internals::base::plural(self.lanes.len() as u64, "board"))
    }
}
