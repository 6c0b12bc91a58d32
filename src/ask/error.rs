//! A field of a request that is wrong.

use crate::text::record::json;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The kind of a [`RequestError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// There is no such field.
    Name,
    /// The field has another type.
    Type,
    /// The value of the field is not possible.
    Value,
    /// The field has no effect beside another field.
    NoEffect,
}

/// A field of a request that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.of(&self.field))]
pub struct RequestError {
    /// The name of the field; empty for a text that is no request.
    pub field: String,
    /// The kind of the error.
    pub wrong: Wrong,
    /// The message: found X, expected Y.
    pub why: String,
}

impl RequestError {
    /// Returns the error of a value that is not possible.
    pub(super) fn value(field: &str, why: String) -> RequestError {
        RequestError { field: field.into(), wrong: Wrong::Value, why }
    }

    /// Returns the message, with `name` for the field: a front end may name the field by its flag.
    pub fn of(&self, name: &str) -> String {
        match self.wrong {
            _ if name.is_empty() => self.why.clone(),
            Wrong::NoEffect => format!("{name} {}", self.why),
            _ => format!("{name}: {}", self.why),
        }
    }

    /// Unless `has_effect` is set, returns the error "has no effect" with the place `where_not`.
    pub(super) fn unless(has_effect: bool, field: &str, where_not: &str) -> Result<(), RequestError> {
        let why = format!("has no effect {where_not}");
        if has_effect {
            Ok(())
        } else {
            Err(RequestError { field: field.into(), wrong: Wrong::NoEffect, why })
        }
    }

    /// Returns an error if a field and what it has no effect with are both given.
    pub(super) fn both((field, given): (&str, bool), (other, too): (&str, bool)) -> Result<(), RequestError> {
        RequestError::unless(!(given && too), field, &format!("with {other}, expected one of them"))
    }
}

/// Reads a request as JSON. As all fields are optional, each is also read alone, to find the field that is wrong.
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

/// Returns the fields of a request and of the objects in it: the name of each, and a request with this field alone.
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
