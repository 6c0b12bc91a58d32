//! Validation of output with the schemas in docs/.
//!
//! The validator implements the part of JSON Schema (draft 2020-12) that the schemas use, and refuses every other
//! keyword, because an ignored keyword would check nothing.

use regex::Regex;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

static RESULT: LazyLock<Value> = LazyLock::new(|| read("result.schema.json"));
static PUZZLE: LazyLock<Value> = LazyLock::new(|| read("puzzle.schema.json"));

fn read(name: &str) -> Value {
    let path = Path::new(".").join("docs").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks that a line is a result record.
///
/// # Panics
/// If the line does not match docs/result.schema.json, or has a field that the schema does not name.
#[track_caller]
pub fn check_result(line: &str) {
    check(&RESULT, line);
}

/// Checks that a line is a puzzle record, like [`check_result`].
#[track_caller]
pub fn check_puzzle(line: &str) {
    check(&PUZZLE, line);
}

#[track_caller]
fn check(schema: &Value, line: &str) {
    let record = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let mut faults = faults(schema, &record);
    // Readers of puzzles ignore unknown fields; the program must not write any.
    let named = |name: &String| schema["properties"].get(name).is_some();
    faults.extend(record.as_object().into_iter().flat_map(Map::keys).filter(|&name| !named(name)).cloned());
    assert!(faults.is_empty(), "{faults:?} in {line}");
}

/// Checks each line of an output that is a result or a puzzle record. Returns the number of results.
#[track_caller]
pub fn check_output(output: &[u8]) -> usize {
    let mut results = 0;
    for line in String::from_utf8_lossy(output).lines().filter(|line| line.starts_with("{\"")) {
        let Ok(Value::Object(record)) = serde_json::from_str(line) else { continue };
        let has = |names: &[&str]| names.iter().all(|&name| record.contains_key(name));
        if has(&["v", "index", "id", "status"]) {
            check_result(line);
            results += 1;
        } else if has(&["v", "game", "rows"]) {
            check_puzzle(line);
        }
    }
    results
}

/// Returns all violations of the schema by a value, each with its path.
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    find(schema, schema, value, "", &mut faults);
    faults
}

fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let mut faults = Vec::new();
    find(root, schema, value, "", &mut faults);
    faults.is_empty()
}

/// Returns the elements of an array in a schema.
fn all(list: &Value) -> &[Value] {
    list.as_array().expect("a list")
}

fn matches(pattern: &str, text: &str) -> bool {
    static KNOWN: LazyLock<Mutex<HashMap<String, Regex>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.contains_key(pattern) {
        known.insert(pattern.to_owned(), Regex::new(pattern).unwrap());
    }
    known[pattern].is_match(text)
}

fn find(root: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let rules = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return faults.push(format!("{at}: this may not be here")),
        _ => schema.as_object().expect("a schema is an object, true or false"),
    };
    for (keyword, rule) in rules {
        let mut fault = |what: String| faults.push(format!("{at}: {what}"));
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "then" | "else" => {}
            "$ref" => find(root, referred(root, rule), value, at, faults),
            "type" => {
                let types = rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice);
                if !types.iter().any(|name| is(name.as_str().unwrap(), value)) {
                    fault(format!("{value} is no {rule}"));
                }
            }
            "const" if rule != value => fault(format!("{value} is not {rule}")),
            "enum" if !all(rule).contains(value) => fault(format!("{value} is not among {rule}")),
            "minimum" if below(value, rule) => fault(format!("{value} is less than {rule}")),
            "maximum" if below(rule, value) => fault(format!("{value} is more than {rule}")),
            "const" | "enum" | "minimum" | "maximum" => {}
            "pattern" => {
                if value.as_str().is_some_and(|text| !matches(rule.as_str().unwrap(), text)) {
                    fault(format!("{value} is not like {rule}"));
                }
            }
            "required" => {
                for name in all(rule) {
                    if value.as_object().is_some_and(|object| !object.contains_key(name.as_str().unwrap())) {
                        fault(format!("{name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(name) {
                        find(root, rule, value, &format!("{at}/{name}"), faults);
                    }
                }
            }
            "additionalProperties" => {
                let named = |name: &String| schema["properties"].get(name).is_some();
                for (name, value) in value.as_object().into_iter().flatten().filter(|&(name, _)| !named(name))
                {
                    find(root, rule, value, &format!("{at}/{name}"), faults);
                }
            }
            "minItems" | "maxItems" => {
                let (number, most) = (value.as_array().map(|list| list.len() as u64), rule.as_u64().unwrap());
                if number
                    .is_some_and(|number| if keyword == "minItems" { number < most } else { number > most })
                {
                    fault(format!("{value} has not the length {keyword} {most}"));
                }
            }
            "prefixItems" => {
                for (n, (rule, value)) in
                    all(rule).iter().zip(value.as_array().into_iter().flatten()).enumerate()
                {
                    find(root, rule, value, &format!("{at}/{n}"), faults);
                }
            }
            "items" => {
                let before = schema["prefixItems"].as_array().map_or(0, Vec::len);
                for (n, value) in value.as_array().into_iter().flatten().enumerate().skip(before) {
                    find(root, rule, value, &format!("{at}/{n}"), faults);
                }
            }
            "allOf" => all(rule).iter().for_each(|rule| find(root, rule, value, at, faults)),
            "oneOf" => {
                let number = all(rule).iter().filter(|rule| fits(root, rule, value)).count();
                if number != 1 {
                    fault(format!("{value} fits {number} of the schemas of oneOf"));
                }
            }
            "if" => {
                let branch = if fits(root, rule, value) { "then" } else { "else" };
                if let Some(rule) = rules.get(branch) {
                    find(root, rule, value, at, faults);
                }
            }
            other => panic!("the validator in tests/support/schema.rs does not know \"{other}\""),
        }
    }
}

fn referred<'s>(root: &'s Value, name: &Value) -> &'s Value {
    let pointer = name.as_str().and_then(|name| name.strip_prefix('#')).expect("a place in the same schema");
    root.pointer(pointer).expect("the place is there")
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type of JSON is called {other}"),
    }
}

/// Returns `true` if both values are numbers and the first is less.
fn below(one: &Value, other: &Value) -> bool {
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => one < other,
        _ => one.as_f64().zip(other.as_f64()).is_some_and(|(one, other)| one < other),
    }
}

fn whole(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or(value.as_u64().map(i128::from))
}
