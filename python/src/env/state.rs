//! [`State`]: where environments stand, to go back to.

use super::config::Config;
use super::lane::Lane;
use crate::error::value;
use pyo3::prelude::*;

/// Where one or more SameGame environments stand. It does not change, and holds for environments of the same size.
#[pyclass(module = "tilefall", frozen)]
#[derive(Debug)]
pub struct State {
    pub lanes: Vec<Lane>,
}

impl State {
    /// Whether environments can go on from here.
    ///
    /// # Errors
    /// If its boards are of another size or have other colours.
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

    fn __repr__(&self) -> String {
        format!("<State of {}>", tilefall::base::several(self.lanes.len() as u64, "board"))
    }
}
