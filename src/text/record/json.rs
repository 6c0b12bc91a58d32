//! Errors of JSON in plain words, and values that are read only from objects.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt::{self, Display};
use std::marker::PhantomData;

/// A value that is read only from an object; for a struct, serde would also accept a list of its fields.
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

/// Reads an object; null becomes `None`.
pub(super) fn object<'de, D, T>(input: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::<Object<T>>::deserialize(input)?.map(|Object(value)| value))
}

/// Reads a list of objects; null becomes `None`.
pub(super) fn objects<'de, D, T>(input: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let read = Option::<Vec<Object<T>>>::deserialize(input)?;
    Ok(read.map(|all| all.into_iter().map(|Object(value)| value).collect()))
}

/// Messages of `serde_json`, each with the message in plain words that replaces it.
const WORDS: &[(&str, &str)] = &[
    ("expected value", "found something else, expected a value"),
    ("expected ident", "found something else, expected true, false or null"),
    ("key must be a string", "found something else, expected the name of a field in quotes"),
    ("trailing comma", "found a comma before a closing bracket, expected none"),
    ("trailing characters", "found more behind the record, expected the end of the line"),
    ("invalid escape", "found a backslash, expected an escape such as \\n"),
    ("invalid unicode code point", "found bytes that are no text, expected UTF-8"),
    ("lone leading surrogate in hex escape", "found half of a pair of escapes, expected both"),
    ("unexpected end of hex escape", "found half of a pair of escapes, expected both"),
    ("recursion limit exceeded", "found too many brackets inside each other, expected fewer"),
    (
        "control character (\\u0000-\\u001F) found while parsing a string",
        "found a control character in a text, expected an escape such as \\n",
    ),
    (
        "data did not match any variant of untagged enum Step",
        "this is no move, expected [row, col] or [x, y, \"R\" or \"L\"]",
    ),
];

/// Names of types in messages of `serde`, each with a name in plain words.
const TYPES: &[(&str, &str)] = &[
    ("sequence", "a list"),
    ("a sequence", "a list"),
    ("map", "an object"),
    ("a map", "an object"),
    ("a boolean", "true or false"),
    ("f64", "a number"),
    ("i64", "a whole number"),
    ("u64", "a whole number from 0"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u8", "a whole number from 0 to 255"),
    ("usize", "a whole number from 0"),
];

/// Returns the message of an error of `serde` or `serde_json` without its place, as `found X, expected Y`. `expected`
/// is the Y if the error lacks one.
///
/// ```
/// use tilefall::text::record::{PuzzleRecord, json};
/// let error = serde_json::from_str::<PuzzleRecord>(r#"{"game":"mayan","rows":"1"}"#).unwrap_err();
/// assert_eq!(json::message(&error, "a puzzle record"), "found \"1\", expected a list");
/// ```
pub fn message(error: &dyn Display, expected: &str) -> String {
    let mut text = error.to_string();
    text.truncate(text.rfind(" at line ").unwrap_or(text.len()));
    if text.starts_with("EOF while parsing") {
        return "the record ends in its middle, expected a whole line".into();
    }
    if let Some((_, plain)) = WORDS.iter().find(|(words, _)| *words == text) {
        return (*plain).into();
    }
    let plain = |name: &str| {
        let known = TYPES.iter().find(|(other, _)| *other == name);
        known.map_or(name, |(_, plain)| plain).replace('`', "'")
    };
    let kinds = ["invalid type: ", "invalid value: ", "unknown variant "];
    let rest = kinds.iter().find_map(|kind| text.strip_prefix(kind));
    if let Some((found, expected)) = rest.and_then(|rest| rest.rsplit_once(", expected ")) {
        let found = match found.split_once(' ') {
            Some(("string", text)) => text.to_owned(),
            Some(("integer" | "boolean" | "floating", value)) => {
                value.trim_start_matches("point ").trim_matches('`').to_owned()
            }
            _ => plain(found),
        };
        return format!("found {found}, expected {}", plain(expected));
    }
    let text = text.replace('`', "'");
    let field = |kind: &str, what: &str| Some(format!("the field {} {what}", text.strip_prefix(kind)?));
    let text = field("missing field ", "is missing")
        .or_else(|| field("duplicate field ", "is given twice"))
        .unwrap_or(text);
    let is_whole = text.starts_with("expected ") || text.contains(", expected ");
    if is_whole { text } else { format!("{text}, expected {expected}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{PuzzleRecord, ResultRecord};

    #[test]
    fn messages_have_no_words_of_the_parser() {
        for (text, expected) in [
            ("{\"game\":\"mayan\"", "the record ends in its middle, expected a whole line"),
            ("{\"game\":", "the record ends in its middle, expected a whole line"),
            ("{\"game\":\"may", "the record ends in its middle, expected a whole line"),
            ("{\"game\":?", "found something else, expected a value"),
            ("{\"moves\":nul?", "found something else, expected true, false or null"),
            ("{\"game\" 1}", "expected ':'"),
            ("{\"game\":\"mayan\" 1", "expected ',' or '}'"),
            ("{game:1}", "found something else, expected the name of a field in quotes"),
            ("{\"game\":\"mayan\",}", "found a comma before a closing bracket, expected none"),
            ("{\"game\":\"a\u{1}\"}", "found a control character in a text, expected an escape such as \\n"),
            ("{\"game\":\"\\x\"}", "found a backslash, expected an escape such as \\n"),
            ("{\"game\":\"chess\"}", "found 'chess', expected 'samegame' or 'mayan'"),
            ("{\"game\":\"mayan\",\"rows\":{}}", "found an object, expected a list"),
            ("{\"game\":\"mayan\",\"rows\":[[]]}", "found a list, expected a string"),
            ("{\"game\":\"mayan\",\"moves\":-1}", "found -1, expected a whole number from 0"),
            ("{\"game\":\"mayan\",\"moves\":1.5}", "found 1.5, expected a whole number from 0"),
            ("{\"game\":\"mayan\",\"moves\":\"5\"}", "found \"5\", expected a whole number from 0"),
            (
                "{\"game\":\"mayan\",\"allow_noop\":\"a, expected b\"}",
                "found \"a, expected b\", expected true or false",
            ),
            ("{\"game\":\"mayan\"}", "the field 'rows' is missing, expected a record"),
            ("{\"game\":\"mayan\",\"game\":\"mayan\"}", "the field 'game' is given twice, expected a record"),
            (
                "{\"game\":\"mayan\",\"rows\":[]} 1",
                "found more behind the record, expected the end of the line",
            ),
        ] {
            let error = serde_json::from_str::<PuzzleRecord>(text).unwrap_err();
            assert_eq!(message(&error, "a record"), expected, "{text}");
        }
        let moves = r#"{"v":1,"index":0,"id":"a","status":"feasible","moves":[[1,"x"]]}"#;
        let error = serde_json::from_str::<ResultRecord>(moves).unwrap_err();
        assert!(message(&error, "a record").starts_with("this is no move, expected [row, col]"));
    }
}
