//! Errors of requests: which field is wrong, and why.

use crate::text::record::json;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The kind of a [`RequestError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The request has no field of this name.
    Name,
    /// The value has the wrong type.
    Type,
    /// The value has the right type, but is not allowed.
    Value,
    /// The field has no effect: because of another field, for puzzles of this game, or in browsers.
    NoEffect,
}

/// The error of a request, with the field that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.of(&self.field))]
pub struct RequestError {
    /// The name of the field; empty if the error concerns the whole request.
    pub field: String,
    /// The kind of the error.
    pub wrong: Wrong,
    /// The message without the name of the field: `found 0, expected 1 to 4096`.
    pub why: String,
}

impl RequestError {
    /// Creates the error of a value that is not allowed.
    pub(super) fn value(field: &str, why: String) -> RequestError {
        RequestError { field: field.into(), wrong: Wrong::Value, why }
    }

    /// Returns the message with `name` in front. A front end may pass the name of the flag that sets the field.
    pub fn of(&self, name: &str) -> String {
        match self.wrong {
            _ if name.is_empty() => self.why.clone(),
            Wrong::NoEffect => format!("{name} {}", self.why),
            _ => format!("{name}: {}", self.why),
        }
    }

    /// Returns an error unless `has_effect`: `FIELD has no effect`, followed by `where_not`, such as `in browsers`.
    pub(super) fn unless(has_effect: bool, field: &str, where_not: &str) -> Result<(), RequestError> {
        let why = format!("has no effect {where_not}");
        if has_effect {
            Ok(())
        } else {
            Err(RequestError { field: field.into(), wrong: Wrong::NoEffect, why })
        }
    }

    /// Returns an error if `field` and `other` are both given: beside `other`, `field` has no effect.
    pub(super) fn both((field, given): (&str, bool), (other, too): (&str, bool)) -> Result<(), RequestError> {
        RequestError::unless(!(given && too), field, &format!("with {other}, expected one of them"))
    }
}

/// Reads a request from JSON. On an error, parses each field alone (all fields are optional) to find the wrong field.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, RequestError> {
    let why = |error: &serde_json::Error| json::message(error, "a request");
    let nameless = |error| RequestError { field: String::new(), wrong: Wrong::Type, why: why(&error) };
    let whole: Value = serde_json::from_slice(json.as_bytes()).map_err(nameless)?;
    let error = match serde_json::from_slice(json.as_bytes()) {
        Ok(request) => return Ok(request),
        Err(error) => error,
    };
    let alone = |(field, object): (String, Value)| {
        let error = serde_json::from_slice::<T>(object.to_string().as_bytes()).err()?;
        let text = error.to_string();
        let wrong = match () {
            () if text.starts_with(&format!("unknown field `{field}`")) => Wrong::Name,
            () if text.starts_with("invalid type") => Wrong::Type,
            () => Wrong::Value,
        };
        Some(RequestError { field, wrong, why: why(&error) })
    };
    Err(fields(&whole).into_iter().find_map(alone).unwrap_or_else(|| nameless(error)))
}

/// Returns each field of a request, also in nested objects: its name, and a request that contains only this field.
fn fields(whole: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (name, value) in whole.as_object().into_iter().flatten() {
        match value {
            Value::Object(object) if ["limits", "record", "parts"].contains(&name.as_str()) => {
                all.extend(
                    object.iter().map(|(field, value)| (field.clone(), json!({ name: { field: value } }))),
                );
            }
            value => all.push((name.clone(), json!({ name: value }))),
        }
    }
    all
}
