//! [`Whole`]: a Python whole number of any size, and the ranges of integer types.

use crate::error::value;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use std::fmt::{self, Display, Formatter};

/// A whole number, saturated to 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(i128);

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Whole> {
        let large = |error: &PyErr| error.is_instance_of::<PyOverflowError>(object.py());
        match object.extract::<i64>() {
            Ok(number) => return Ok(Whole(number.into())),
            Err(error) if large(&error) => {}
            Err(error) => return Err(error),
        }
        match object.extract::<i128>() {
            Err(error) if large(&error) => Ok(Whole(if object.lt(0)? { i128::MIN } else { i128::MAX })),
            number => number.map(Whole),
        }
    }
}

impl<T: Into<i128>> From<T> for Whole {
    fn from(number: T) -> Whole {
        Whole(number.into())
    }
}

impl Display for Whole {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            i128::MIN => f.write_str("below -2**127"),
            i128::MAX => f.write_str("2**127 or more"),
            number => number.fmt(f),
        }
    }
}

/// An integer type with a text for its range.
pub trait Range: TryFrom<i128> {
    const RANGE: &str;
}

impl Range for i64 {
    const RANGE: &str = "-2**63 to 2**63 - 1";
}

impl Range for u64 {
    const RANGE: &str = "0 to 2**64 - 1";
}

impl Range for usize {
    const RANGE: &str = if usize::BITS == 64 { u64::RANGE } else { u32::RANGE };
}

impl Range for u32 {
    const RANGE: &str = "0 to 2**32 - 1";
}

impl Whole {
    /// Returns the number if it is in the range of the type.
    pub fn get<T: TryFrom<i128>>(self) -> Option<T> {
        T::try_from(self.0).ok()
    }

    /// Returns the number; `name` is the name of the argument.
    ///
    /// # Errors
    /// A `ValueError` if the number is out of range.
    pub fn to<T: Range>(self, name: &str) -> PyResult<T> {
        self.within(name, T::RANGE, |_| true)
    }

    /// Returns the number if `fit` returns `true`; `name` is the name of the argument.
    ///
    /// # Errors
    /// A `ValueError` with the name, the number and what is expected.
    pub fn within<T: TryFrom<i128>>(
        self,
        name: &str,
        expected: &str,
        fit: impl FnOnce(&T) -> bool,
    ) -> PyResult<T> {
        self.get().filter(fit).ok_or_else(|| value(format!("{name} is {self}, expected {expected}")))
    }
}
