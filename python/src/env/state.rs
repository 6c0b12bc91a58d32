//! [`State`]: saved states of environments.

use super::config::Config;
use super::lane::{self, Lane};
use crate::cells::no_state;
use crate::error::value;
use pyo3::prelude::*;
use tilefall::base::Rules;

/// Rows, columns and colours.
type Size = (usize, usize, usize);

/// The pickled parts of a state; the rules are JSON.
type Parts = (Size, Vec<lane::Parts>, String);

/// The state of one or more SameGame environments, for environments of the same size and rules of play. Immutable.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct State {
    pub rules: Rules,
    pub lanes: Vec<Lane>,
}

impl State {
    /// Checks that environments can continue from this state.
    ///
    /// # Errors
    /// If the boards have another size or number of colours, or other groups can be removed or columns close.
    pub fn fits(&self, config: &Config) -> PyResult<()> {
        let board = &self.lanes[0].board;
        let (rows, cols, colours) = (board.rows(), board.cols(), board.names().len());
        if (rows, cols, colours) == (config.rows, config.cols, config.colours) {
            let plays = |rules: &Rules| (rules.min_group, rules.columns);
            return match plays(&self.rules) == plays(&config.rules) {
                true => Ok(()),
                false => Err(value("the state has another min_group or columns than the environment")),
            };
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
        let rules = serde_json::to_string(&self.rules).map_err(value)?;
        Ok((py.get_type::<State>().getattr("_restore")?, (size, lanes, rules)))
    }

    #[staticmethod]
    #[pyo3(signature = (size, lanes, rules = None))]
    fn _restore(size: Size, lanes: Vec<lane::Parts>, rules: Option<&str>) -> PyResult<State> {
        let rules = rules.map_or(Ok(Rules::USUAL), serde_json::from_str).map_err(value)?;
        let lanes = lanes.into_iter().map(|parts| Lane::restored(size, &rules, parts));
        let lanes = lanes.collect::<PyResult<Vec<_>>>()?;
        if lanes.is_empty() { Err(no_state()) } else { Ok(State { rules, lanes }) }
    }

    fn __repr__(&self) -> String {
        format!("<State of {}>", tilefall::internals::base::plural(self.lanes.len() as u64, "board"))
    }
}
