//! [`Argument`]: an argument of a call with its name; the errors of its conversions name the value and what is
//! expected. [`Keywords`]: the keywords of a call.

use crate::error::value;
use crate::number::{Range, Whole};
use pyo3::PyTypeCheck;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMapping, PyString};
use std::borrow::Cow;
use std::fmt::Display;

/// The maximum length of the `repr` of an object in a message, in characters.
const SHOWN: usize = 60;

/// An argument of a call: its name and the object.
#[derive(Clone, Debug)]
pub struct Argument<'py> {
    name: Cow<'static, str>,
    object: Bound<'py, PyAny>,
    /// Whether `None` is allowed.
    optional: bool,
}

impl<'py> Argument<'py> {
    /// Creates the argument of this name.
    pub fn new(name: impl Into<Cow<'static, str>>, object: &Bound<'py, PyAny>) -> Argument<'py> {
        Argument { name: name.into(), object: object.clone(), optional: false }
    }

    /// Creates the argument of this name, unless it is missing or `None`.
    pub fn optional(name: &'static str, object: Option<&Bound<'py, PyAny>>) -> Option<Argument<'py>> {
        object.and_then(|object| Argument::new(name, object).option())
    }

    /// Returns the name of the argument.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the object.
    pub fn object(&self) -> &Bound<'py, PyAny> {
        &self.object
    }

    /// Returns the argument, or `None` for the Python object `None`.
    pub fn option(self) -> Option<Argument<'py>> {
        if self.object.is_none() { None } else { Some(Argument { optional: true, ..self }) }
    }

    /// Returns a `TypeError` with the name, the object, and what is expected.
    pub fn wrong(&self, expected: impl Display) -> PyErr {
        let or_none = if self.optional { " or None" } else { "" };
        PyTypeError::new_err(format!("{} is {}, expected {expected}{or_none}", self.name, self.shown()))
    }

    /// Returns the object as messages show it.
    pub fn shown(&self) -> String {
        let shown = self.object.repr().map(|text| text.to_string()).unwrap_or_default();
        let kind = self.object.get_type().name().map(|name| name.to_string());
        match shown.is_empty() || shown.contains('\n') || shown.chars().count() > SHOWN {
            true => format!("of type {}", kind.as_deref().unwrap_or("unknown")),
            false => shown,
        }
    }

    /// Replaces a `TypeError` of an extraction by one with the name of this argument.
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

    /// Converts to a whole number of any size.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn whole(&self) -> PyResult<Whole> {
        self.extracted(self.object.extract(), "a whole number")
    }

    /// Converts to a whole number; `None` for any other object.
    ///
    /// # Errors
    /// The exception that the object raises.
    pub fn whole_if_any(&self) -> PyResult<Option<Whole>> {
        match self.object.extract() {
            Ok(whole) => Ok(Some(whole)),
            Err(error) if error.is_instance_of::<PyTypeError>(self.object.py()) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Converts a part of the object to a whole number.
    ///
    /// # Errors
    /// A `TypeError` of the argument for anything else.
    pub fn part(&self, part: &Bound<'py, PyAny>, expected: &str) -> PyResult<Whole> {
        self.extracted(part.extract(), expected)
    }

    /// Returns the elements of a sequence of length `N`.
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

    /// Converts to a whole number in the range of a type.
    ///
    /// # Errors
    /// A `TypeError`, or a `ValueError` for a number out of range.
    pub fn number<T: Range>(&self) -> PyResult<T> {
        self.whole()?.to(&self.name)
    }

    /// Converts to a real number.
    ///
    /// # Errors
    /// A `TypeError` for anything else, a `ValueError` for a number that no float holds.
    pub fn real(&self, expected: &str) -> PyResult<f64> {
        self.extracted(self.object.extract(), expected)
    }

    /// Converts to a `bool`.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn flag(&self) -> PyResult<bool> {
        self.extracted(self.object.extract(), "True or False")
    }

    /// Converts to a `str`.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn word(&self, expected: &str) -> PyResult<String> {
        let word = self.object.cast::<PyString>().map_err(|_| self.wrong(expected))?;
        word.to_str().map(str::to_owned)
    }

    /// Returns the value of a word.
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

    /// Converts to a function.
    ///
    /// # Errors
    /// A `TypeError` if it cannot be called.
    pub fn function(&self) -> PyResult<Py<PyAny>> {
        match self.object.is_callable() {
            true => Ok(self.object.clone().unbind()),
            false => Err(self.wrong("a function")),
        }
    }

    /// Converts to an event with the method `is_set`.
    ///
    /// # Errors
    /// A `TypeError` if there is no such method.
    pub fn event(&self) -> PyResult<Py<PyAny>> {
        match self.object.getattr("is_set") {
            Ok(method) if method.is_callable() => Ok(method.unbind()),
            _ => Err(self.wrong("an event (threading.Event)")),
        }
    }

    /// Casts to an object of a type.
    ///
    /// # Errors
    /// A `TypeError` for anything else.
    pub fn instance<T: PyTypeCheck>(&self, expected: &str) -> PyResult<Bound<'py, T>> {
        self.object.cast::<T>().cloned().map_err(|_| self.wrong(expected))
    }

    /// Returns the elements of an iterable other than text and dictionaries.
    ///
    /// # Errors
    /// A `TypeError` for anything else, or the exception that the iterator raises.
    pub fn items(&self, expected: &str) -> PyResult<Vec<Argument<'py>>> {
        if is_text(&self.object) || self.object.cast::<PyMapping>().is_ok() {
            return Err(self.wrong(expected));
        }
        let all = self.extracted(self.object.try_iter(), expected)?;
        let item = |(at, item): (usize, PyResult<Bound<'py, PyAny>>)| {
            Ok(Argument::new(format!("{}[{at}]", self.name), &item?))
        };
        all.enumerate().map(item).collect()
    }

    /// Returns the two ends of a range.
    ///
    /// # Errors
    /// A `TypeError` for anything but two whole numbers, a `ValueError` for numbers out of range.
    pub fn ends<T: Range>(&self, expected: &str) -> PyResult<(T, T)> {
        let [low, high] = self.tuple(expected)?;
        Ok((self.part(&low, expected)?.to(&self.name)?, self.part(&high, expected)?.to(&self.name)?))
    }
}

/// Returns `true` for a `str`, `bytes` or a `bytearray`.
fn is_text(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
}

/// The keywords of a call, as a dictionary.
#[derive(Clone, Debug)]
pub struct Keywords<'py>(Bound<'py, PyDict>);

impl<'py> FromPyObject<'_, 'py> for Keywords<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Keywords<'py>> {
        Ok(Keywords(object.cast::<PyDict>()?.to_owned()))
    }
}

impl<'py> Keywords<'py> {
    /// Returns the argument of this name.
    ///
    /// # Errors
    /// A `TypeError` if it is missing.
    pub fn get(&self, name: &'static str) -> PyResult<Argument<'py>> {
        let object = self.0.get_item(name)?;
        object
            .map(|object| Argument::new(name, &object))
            .ok_or_else(|| PyTypeError::new_err(format!("{name} is missing, expected a value")))
    }

    /// Returns the argument of this name, or `None` if it is missing or the Python object `None`.
    ///
    /// # Errors
    /// The exception of the dictionary.
    pub fn option(&self, name: &'static str) -> PyResult<Option<Argument<'py>>> {
        Ok(Argument::optional(name, self.0.get_item(name)?.as_ref()))
    }

    /// Returns the method `is_set` of the keyword `cancel`, an event that cancels the call.
    ///
    /// # Errors
    /// A `TypeError` for an object without the method.
    pub fn cancel(&self) -> PyResult<Option<Py<PyAny>>> {
        self.option("cancel")?.map(|event| event.event()).transpose()
    }

    /// Returns the dictionary.
    pub fn dict(&self) -> &Bound<'py, PyDict> {
        &self.0
    }
}
