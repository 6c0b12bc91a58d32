//! [`MayanState`]: saved states of environments.

use super::lane::{MayanLane, Parts};
use crate::cells::no_state;
use pyo3::prelude::*;

/// The state of one or more Mayan environments, for environments of the same size. Immutable.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct MayanState(pub Vec<MayanLane>);

#[pymethods]
impl MayanState {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    // The state is immutable.
    fn __copy__(slf: Py<MayanState>) -> Py<MayanState> {
        slf
    }

    fn __deepcopy__(slf: Py<MayanState>, _memo: &Bound<'_, PyAny>) -> Py<MayanState> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<Parts>,))> {
        let lanes = self.0.iter().map(MayanLane::saved).collect();
        Ok((py.get_type::<MayanState>().getattr("_restore")?, (lanes,)))
    }

    #[staticmethod]
    fn _restore(lanes: Vec<Parts>) -> PyResult<MayanState> {
        let lanes = lanes.into_iter().map(MayanLane::restored).collect::<PyResult<Vec<_>>>()?;
        if lanes.is_empty() { Err(no_state()) } else { Ok(MayanState(lanes)) }
    }

    fn __repr__(&self) -> String {
        format!("<MayanState of {}>", tilefall::internals::base::plural(self.0.len() as u64, "board"))
    }
}
