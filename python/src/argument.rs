//! [`Given`]: an argument of a call with its name, converted with errors that say what was given and what is expected;
//! [`Words`]: the keywords of a call.

use crate::error::value;
use crate::number::{Range, Whole};
use pyo3::PyTypeCheck;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMapping, PyString};
use std::borrow::Cow;
use std::fmt::Display;

/// The longest text of an object in a message, in characters.
const SHOWN: usize = 60;

/// An argument of a call: its name, and the object that was given.
#[derive(Clone, Debug)]
pub struct Given<'py> {
    name: Cow<'static, str>,
    object: Bound<'py, PyAny>,
    /// Whether `None` was possible.
    optional: bool,
}

impl<'py> Given<'py> {
    /// The argument of this name.
    pub fn new(name: impl Into<Cow<'static, str>>, object: &Bound<'py, PyAny>) -> Given<'py> {
        Given { name: name.into(), object: object.clone(), optional: false }
    }

    /// The argument of this name, unless it is missing or `None`.
    pub fn maybe(name: &'static str, object: Option<&Bound<'py, PyAny>>) -> Option<Given<'py>> {
        object.and_then(|object| Given::new(name, object).option())
    }

    /// The name of the argument.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The object that was given.
    pub fn object(&self) -> &Bound<'py, PyAny> {
        &self.object
    }

    /// The argument, unless it is `None`.
    pub fn option(self) -> Option<Given<'py>> {
        if self.object.is_none() { None } else { Some(Given { optional: true, ..self }) }
    }

    /// A `TypeError`: the name, the object, and what is expected.
    pub fn wrong(&self, expected: impl Display) -> PyErr {
        let or_none = if self.optional { " or None" } else { "" };
        PyTypeError::new_err(format!("{} is {}, expected {expected}{or_none}", self.name, self.shown()))
    }

    /// The object as messages show it.
    pub fn shown(&self) -> String {
        let shown = self.object.repr().map(|text| text.to_string()).unwrap_or_default();
        let kind = self.object.get_type().name().map(|name| name.to_string());
        match shown.is_empty() || shown.contains('\n') || shown.chars().count() > SHOWN {
            true => format!("of type {}", kind.as_deref().unwrap_or("unknown")),
            false => shown,
        }
    }

    /// What an extraction returns, with a `TypeError` of this argument in place of its own.
    fn extracted<T>(&self, extracted: PyResult<T>, expected: &str) -> PyResult<T> {
        extracted.map_err(|error| {
            let py = self.object.py();
            match () {
                () if error.is_instance_of::<PyTypeError>(py) => self.wrong(expected),
                () if error.is_instance_of::<PyOverflowError>(py) => {
                    value(format!("{} is {}, expected {expected}", self.name, self.shown()))
                }
                () => error,
            }
        })
    }

    /// A whole number of any size.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn whole(&self) -> PyResult<Whole> {
        self.extracted(self.object.extract(), "a whole number")
    }

    /// A whole number, or `None` for an object that is none.
    ///
    /// # Errors
    /// What the object itself raises.
    pub fn whole_if_any(&self) -> PyResult<Option<Whole>> {
        match self.object.extract() {
            Ok(whole) => Ok(Some(whole)),
            Err(error) if error.is_instance_of::<PyTypeError>(self.object.py()) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A part of the object that has to be a whole number.
    ///
    /// # Errors
    /// A `TypeError` of the argument for anything else.
    pub fn part(&self, part: &Bound<'py, PyAny>, expected: &str) -> PyResult<Whole> {
        self.extracted(part.extract(), expected)
    }

    /// The parts of a sequence of this length.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn tuple<const N: usize>(&self, expected: &str) -> PyResult<[Bound<'py, PyAny>; N]> {
        let object = &self.object;
        if is_text(object) || object.len().ok() != Some(N) {
            return Err(self.wrong(expected));
        }
        let parts: PyResult<Vec<_>> = (0..N).map(|at| object.get_item(at)).collect();
        parts.ok().and_then(|parts| parts.try_into().ok()).ok_or_else(|| self.wrong(expected))
    }

    /// A whole number in the range of a type.
    ///
    /// # Errors
    /// A `TypeError`, or a `ValueError` for a number out of range.
    pub fn number<T: Range>(&self) -> PyResult<T> {
        self.whole()?.to(&self.name)
    }

    /// A real number.
    ///
    /// # Errors
    /// A `TypeError` for anything else, a `ValueError` for a number that no float holds.
    pub fn real(&self, expected: &str) -> PyResult<f64> {
        self.extracted(self.object.extract(), expected)
    }

    /// A `bool`.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn flag(&self) -> PyResult<bool> {
        self.extracted(self.object.extract(), "True or False")
    }

    /// A `str`.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn word(&self, expected: &str) -> PyResult<String> {
        let word = self.object.cast::<PyString>().map_err(|_| self.wrong(expected))?;
        word.to_str().map(str::to_owned)
    }

    /// The value of a word.
    ///
    /// # Errors
    /// A `ValueError` for another word, a `TypeError` for anything else; both list the words.
    pub fn one_of<T: Copy>(&self, all: &[(&str, T)]) -> PyResult<T> {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let expected = format!("one of {}", names.join(", "));
        let word = self.word(&expected)?;
        let known = all.iter().find(|(name, _)| *name == word);
        let bad = || value(format!("{} is {}, expected {expected}", self.name, self.shown()));
        known.map(|&(_, value)| value).ok_or_else(bad)
    }

    /// A function.
    ///
    /// # Errors
    /// A `TypeError` if it cannot be called.
    pub fn function(&self) -> PyResult<Py<PyAny>> {
        match self.object.is_callable() {
            true => Ok(self.object.clone().unbind()),
            false => Err(self.wrong("a function")),
        }
    }

    /// An object of a type.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn instance<T: PyTypeCheck>(&self, expected: &str) -> PyResult<Bound<'py, T>> {
        self.object.cast::<T>().cloned().map_err(|_| self.wrong(expected))
    }

    /// The elements of anything that can be iterated over but text and dictionaries.
    ///
    /// # Errors
    /// A `TypeError` for anything else, and what the iterator raises.
    pub fn items(&self, expected: &str) -> PyResult<Vec<Given<'py>>> {
        if is_text(&self.object) || self.object.cast::<PyMapping>().is_ok() {
            return Err(self.wrong(expected));
        }
        let all = self.extracted(self.object.try_iter(), expected)?;
        let item = |(at, item): (usize, PyResult<Bound<'py, PyAny>>)| {
            Ok(Given::new(format!("{}[{at}]", self.name), &item?))
        };
        all.enumerate().map(item).collect()
    }

    /// The two ends of a range.
    ///
    /// # Errors
    /// A `TypeError` for anything but two whole numbers, a `ValueError` for numbers out of range.
    pub fn ends<T: Range>(&self, expected: &str) -> PyResult<(T, T)> {
        let [low, high] = self.tuple(expected)?;
        Ok((self.part(&low, expected)?.to(&self.name)?, self.part(&high, expected)?.to(&self.name)?))
    }
}

/// Whether an object is a `str`, `bytes` or a `bytearray`.
fn is_text(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
}

/// The keywords of a call, as a dictionary.
#[derive(Clone, Debug)]
pub struct Words<'py>(Bound<'py, PyDict>);

impl<'py> FromPyObject<'_, 'py> for Words<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Words<'py>> {
        Ok(Words(object.cast::<PyDict>()?.to_owned()))
    }
}

impl<'py> Words<'py> {
    /// The argument of this name.
    ///
    /// # Errors
    /// A `TypeError` if it is missing.
    pub fn get(&self, name: &'static str) -> PyResult<Given<'py>> {
        let object = self.0.get_item(name)?;
        object
            .map(|object| Given::new(name, &object))
            .ok_or_else(|| PyTypeError::new_err(format!("{name} is missing, expected a value")))
    }

    /// The argument of this name, unless it is `None`.
    ///
    /// # Errors
    /// A `TypeError` if it is missing.
    pub fn option(&self, name: &'static str) -> PyResult<Option<Given<'py>>> {
        self.get(name).map(Given::option)
    }

    /// The dictionary.
    pub fn dict(&self) -> &Bound<'py, PyDict> {
        &self.0
    }
}
