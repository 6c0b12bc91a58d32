//! Messages of `serde_json`, and objects that are nothing else.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A value that is read from an object alone. For a struct, serde takes a list of its fields as well.
pub(super) struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Object<T>, D::Error> {
        struct OfMap<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for OfMap<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        input.deserialize_map(OfMap(PhantomData))
    }
}

/// Reads an object or null.
pub(super) fn object<'de, D, T>(input: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::<Object<T>>::deserialize(input)?.map(|Object(value)| value))
}

/// Reads a list of objects or null.
pub(super) fn objects<'de, D, T>(input: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let read = Option::<Vec<Object<T>>>::deserialize(input)?;
    Ok(read.map(|all| all.into_iter().map(|Object(value)| value).collect()))
}

/// Returns `true` if a message states the expected input. `unexpected end of hex escape` does not.
pub fn states_expectation(message: &str) -> bool {
    message.starts_with("expected ") || message.contains(", expected ")
}

/// Returns the message of an error without the place at its end: ` at line 1 column 7`.
pub fn message(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    text.truncate(text.rfind(" at line ").unwrap_or(text.len()));
    text
}
