//! Converts the arguments of Python calls, with errors that name the argument.

use crate::error::{library_error, value};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMapping, PyString};
use serde::de::{DeserializeOwned, IntoDeserializer, value::Error};
use std::any::type_name;
use std::fmt::Display;
use std::ops::RangeInclusive;
use tilefall::text::record::json;

/// Converts `object`, the argument `name` of a call; errors contain the name.
pub fn argument<'py, T: FromPyObjectOwned<'py>>(name: &str, object: &Bound<'py, PyAny>) -> PyResult<T> {
    object
        .extract::<T>()
        .map_err(|error| named(object.py(), &format!("argument '{name}'"), plain::<T>(object, error.into())))
}

/// Rewords an error of PyO3, so that the message states the value found and the expected type or range.
fn plain<T>(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let (py, to) = (object.py(), type_name::<T>());
    let is = |names: &[&str]| names.iter().any(|name| to.contains(name));
    let (message, none) = (error.value(py).to_string(), if is(&["Option<"]) { " or None" } else { "" });
    let binding =
        ["object", "must be real", "too large", "too big", "out of range", "zero", "negative", "'int'"];
    if is(&["Vec", "tilefall", "Bound"]) && !is(&["Whole"])
        || !binding.iter().any(|words| message.contains(words))
    {
        return error;
    }
    let text = object.repr().map(|text| text.to_string()).ok().filter(|text| text.len() <= 60);
    let found = text.unwrap_or_else(|| object.get_type().to_string());
    if error.is_instance_of::<PyTypeError>(py) {
        let kinds = [("f64", "a number"), ("bool", "True or False"), ("String", "a str")];
        let kind =
            kinds.iter().find(|(name, _)| to.contains(name)).map_or("a whole number", |(_, kind)| kind);
        return PyTypeError::new_err(format!("found {found}, expected {kind}{none}"));
    }
    let range = match (is(&["NonZero"]), is(&["i64"]), is(&["u32"])) {
        (_, true, _) => "-2**63 to 2**63 - 1",
        (true, _, true) => "1 to 2**32 - 1",
        (false, _, true) => "0 to 2**32 - 1",
        (true, ..) => "1 to 2**64 - 1",
        (false, ..) => "0 to 2**64 - 1",
    };
    value(format!("{found} is out of range, expected {range}{none}"))
}

/// Converts an argument that may be missing or `None`, like [`argument`].
pub fn optional<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    object: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<T>> {
    object.map_or(Ok(None), |object| argument(name, object))
}

/// Returns a `TypeError` with the name of an argument, the type of the object, and what is expected.
pub fn wrong(name: &str, object: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let kind = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!("{}: '{kind}' object, expected {expected}", about(name)))
}

/// Returns `name` for a message: `argument 'puzzles'` for `puzzles`; an item such as `puzzles[3]` stays unchanged.
fn about(name: &str) -> String {
    if name.contains('[') { name.to_owned() } else { format!("argument '{name}'") }
}

/// Prefixes the message of a conversion error with the name of the converted object.
pub fn named(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    let (kind, message) = (error.get_type(py), format!("{name}: {}", error.value(py)));
    if kind.is(py.get_type::<PyTypeError>()) {
        PyTypeError::new_err(message)
    } else if kind.is(py.get_type::<PyIndexError>()) {
        PyIndexError::new_err(message)
    } else if kind.is(py.get_type::<PyValueError>()) || kind.is(py.get_type::<PyOverflowError>()) {
        value(message)
    } else {
        error
    }
}

/// Returns `number` if it is in `range`; otherwise an error with the name of the argument.
pub fn within<T: PartialOrd + Display>(name: &str, number: T, range: RangeInclusive<T>) -> PyResult<T> {
    match range.contains(&number) {
        true => Ok(number),
        false => Err(value(format!(
            "argument '{name}': {number} is out of range, expected {} to {}",
            range.start(),
            range.end()
        ))),
    }
}

/// The keyword arguments of a call. A missing keyword counts as `None`.
#[derive(Clone, Debug, FromPyObject)]
pub struct Keywords<'py>(Bound<'py, PyDict>);

impl<'py> Keywords<'py> {
    /// Checks the keywords of a call: a keyword that is not in `known` is an error. `given` is `None` for no keywords.
    pub fn only(py: Python<'py>, given: Option<Keywords<'py>>, known: &[&[&str]]) -> PyResult<Keywords<'py>> {
        let keywords = given.unwrap_or_else(|| Keywords(PyDict::new(py)));
        for name in keywords.0.keys() {
            let name: String = name.extract()?;
            if !known.concat().contains(&name.as_str()) {
                let words =
                    py.import("tilefall._options")?.getattr("unknown")?.call1((&name, known.concat()))?;
                return Err(PyTypeError::new_err(format!("there is {words}")));
            }
        }
        Ok(keywords)
    }

    /// Converts the keyword `name`; a missing keyword is converted like `None`.
    pub fn get<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<T> {
        let none = || self.0.py().None().into_bound(self.0.py());
        argument(name, &self.0.get_item(name)?.unwrap_or_else(none))
    }

    /// Converts the keyword `name` to a number, which must be finite.
    pub fn finite(&self, name: &str) -> PyResult<f64> {
        let number: f64 = self.get(name)?;
        let wrong = || value(format!("argument '{name}': {number} is not finite"));
        Some(number).filter(|number| number.is_finite()).ok_or_else(wrong)
    }

    /// Converts the keyword `name` from a [`Word`] to its value.
    pub fn word<T: DeserializeOwned>(&self, name: &str) -> PyResult<T> {
        self.get::<Word<T>>(name).map(|word| word.0)
    }

    /// Like [`word`](Self::word), for a keyword that may be `None`.
    pub fn word_or_none<T: DeserializeOwned>(&self, name: &str) -> PyResult<Option<T>> {
        Ok(self.get::<Option<Word<T>>>(name)?.map(|word| word.0))
    }

    /// Returns the method `is_set` of the keyword `cancel`, an event that cancels the call.
    pub fn cancel(&self) -> PyResult<Option<Py<PyAny>>> {
        let Some(event) = self.get::<Option<Bound<'py, PyAny>>>("cancel")? else { return Ok(None) };
        match event.getattr("is_set") {
            Ok(method) if method.is_callable() => Ok(Some(method.unbind())),
            _ => Err(PyTypeError::new_err("argument 'cancel': expected an event (threading.Event) or None")),
        }
    }

    /// Returns the callback of the keyword `on_found`, if there is one.
    pub fn on_found(&self) -> PyResult<Option<Py<PyAny>>> {
        match self.get::<Option<Bound<'py, PyAny>>>("on_found")? {
            Some(call) if !call.is_callable() => {
                Err(PyTypeError::new_err("argument 'on_found': expected a function or None"))
            }
            call => Ok(call.map(Bound::unbind)),
        }
    }

    pub fn dict(&self) -> &Bound<'py, PyDict> {
        &self.0
    }
}

/// A value that Python code passes as a `str`, for example `"random"`; `serde` converts the name to the value.
#[derive(Clone, Copy, Debug)]
pub struct Word<T>(pub T);

impl<T: DeserializeOwned> FromPyObject<'_, '_> for Word<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Word<T>> {
        let word: String = object.extract()?;
        let known: Result<T, Error> = T::deserialize(word.into_deserializer());
        known.map(Word).map_err(|error| library_error(json::message(&error, "a known word")))
    }
}

/// A whole number from Python, saturated to the range of `i64`.
#[derive(Clone, Copy, Debug)]
pub struct Whole(pub i64);

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Whole> {
        match object.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Whole(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            number => number.map(Whole),
        }
    }
}

/// The elements of an iterable. A text or a dictionary is an error.
#[derive(Clone, Debug)]
pub struct Items<T>(pub Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Items<T>> {
        let text = object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBytes>()
            || object.is_instance_of::<PyByteArray>();
        if text || object.cast::<PyMapping>().is_ok() {
            let kind = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!("'{kind}' object is no list")));
        }
        let item = |(at, item): (usize, PyResult<Bound<'py, PyAny>>)| {
            item?.extract::<T>().map_err(|error| named(object.py(), &format!("item {at}"), error.into()))
        };
        object.try_iter()?.enumerate().map(item).collect::<PyResult<_>>().map(Items)
    }
}
