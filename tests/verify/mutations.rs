//! Changes valid records of every kind in one place. `verify` must refuse the changed record, unless `harmless` lists
//! the reason why the change does no harm.

use crate::support::good_records::{Case, cases};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use tilefall::verify::{Checker, Entry, Settings, answer};

/// Returns the faults of a record that answers a puzzle.
fn faults(case: &Case, record: &Value) -> Vec<String> {
    let entry = Entry { id: "p".into(), index: None, puzzle: Ok(case.puzzle.clone()) };
    let settings = Settings { search: 100_000, ..Settings::default() };
    let answer = answer::record(record.to_string().as_bytes(), 1).unwrap();
    let faults = Checker::new([entry].into_iter(), [answer].into_iter()).flat_map(|case| match case {
        Ok(case) => case.verdict(&settings).faults.into_iter().map(|fault| fault.what).collect(),
        Err(error) => vec![error.to_string()],
    });
    faults.collect()
}

/// Returns values to replace `value` at a path in the record, some of them of another type.
fn others(path: &str, value: &Value) -> Vec<Value> {
    let types = [json!(true), json!(1.5), json!("x"), json!([]), json!({})];
    let is_other = |other: &Value| match other {
        Value::Number(_) => !value.is_f64(),
        other => std::mem::discriminant(other) != std::mem::discriminant(value),
    };
    let types = types.into_iter().filter(|other| !path.is_empty() && is_other(other));
    same_type(path, value).into_iter().chain(types).collect()
}

/// Returns values of the same type to replace `value`.
fn same_type(path: &str, value: &Value) -> Vec<Value> {
    let words = |words: &[&str]| words.iter().map(|&word| json!(word)).filter(|word| word != value).collect();
    match path {
        "status" => words(&["optimal", "feasible", "infeasible", "unknown", "error", "best"]),
        "stopped_by" => words(&[
            "nodes",
            "time",
            "memory",
            "solutions",
            "depth",
            "count",
            "target",
            "trials",
            "interrupt",
            "tired",
        ]),
        "game" => words(&["samegame", "mayan"]),
        "asked.goal" => words(&["score", "clear", "fewest", "left", "biggest"]),
        "asked.want" => words(&["one", "first", "all", "count"]),
        "asked.mode" => words(&["exactly", "within", "shortest"]),
        "hash" => vec![json!("0123456789abcdef"), json!("")],
        _ => match value {
            Value::Bool(on) => vec![json!(!on)],
            Value::Number(number) if number.is_i64() => {
                let number = number.as_i64().unwrap();
                let near = [number.saturating_sub(1), number.saturating_add(1), 0, -1, i64::MIN, i64::MAX];
                near.into_iter()
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .filter(|&n| n != number)
                    .map(Value::from)
                    .collect()
            }
            Value::Number(_) => vec![json!(0), json!(1e9)],
            Value::String(text) => {
                let mut texts = vec![json!(""), json!("x"), json!(format!("{text}0"))];
                if let Ok(number) = text.parse::<u64>() {
                    texts.extend([
                        json!(number.saturating_add(1).to_string()),
                        json!(number.saturating_sub(1).to_string()),
                    ]);
                    texts.extend([json!("-1"), json!("9".repeat(50))]);
                }
                texts.into_iter().filter(|text| text != value).collect()
            }
            Value::Array(list) => {
                let mut lists = vec![Vec::new()];
                lists.extend((0..list.len()).map(|gone| [&list[..gone], &list[gone + 1..]].concat()));
                lists.extend((1..list.len()).map(|at| {
                    let mut list = list.clone();
                    list.swap(at - 1, at);
                    list
                }));
                lists.extend(list.last().map(|last| [list, std::slice::from_ref(last)].concat()));
                lists.into_iter().filter(|other| other != list).map(Value::from).collect()
            }
            Value::Object(_) | Value::Null => Vec::new(),
        },
    }
}

/// Returns all variants of a record with one change, each with the path of the change.
pub fn mutations(record: &Value) -> Vec<(String, Value)> {
    let mut mutations = Vec::new();
    walk(record, "", &mut |path, value| mutations.push((path.to_owned(), value)));
    // Adds fields that the record does not have.
    let more = json!({"moves": [[1, 1]], "score": 5, "cleared": true, "left": 5, "biggest": 5, "bound": 1, "count": "5",
        "counts": [{"moves": 1, "count": "5"}], "solutions": [], "stopped_by": "nodes", "error": "bad",
        "game": "mayan", "asked": {}, "note": "mine"});
    for (name, value) in more.as_object().unwrap() {
        if record.get(name).is_none() {
            let mut other = record.clone();
            other[name] = value.clone();
            mutations.push((format!("+{name}"), other));
        }
    }
    if record["asked"].is_object() {
        let more = json!({"goal": "score", "target": 5, "want": "one", "max_solutions": 5, "mode": "within",
            "moves": 5, "allow_noop": false, "note": "mine"});
        for (name, value) in more.as_object().unwrap() {
            if record["asked"].get(name).is_none() {
                let mut other = record.clone();
                other["asked"][name] = value.clone();
                mutations.push((format!("+asked.{name}"), other));
            }
        }
    }
    mutations
}

/// Calls a function with each variant of a value in which one part is changed or removed.
fn walk(value: &Value, path: &str, tell: &mut dyn FnMut(&str, Value)) {
    for other in others(path, value) {
        tell(path, other);
    }
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                let rest: Map<String, Value> = map
                    .iter()
                    .filter(|(other, _)| *other != name)
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect();
                tell(&format!("-{path}"), rest.into());
                walk(inner, &path, &mut |path, other| {
                    let mut map = map.clone();
                    map[name] = other;
                    tell(path, map.into());
                });
            }
        }
        Value::Array(list) => {
            for (at, inner) in list.iter().enumerate() {
                walk(inner, &format!("{path}[]"), &mut |path, other| {
                    let mut list = list.clone();
                    list[at] = other;
                    tell(path, list.into());
                });
            }
        }
        _ => {}
    }
}

/// Returns the reason why an accepted change is harmless; `None` if it is not.
fn harmless(path: &str, case: &Case, other: &Value) -> Option<&'static str> {
    let record = &case.record;
    let status = record["status"].as_str().unwrap();
    let mayan = record["game"] == "mayan";
    let (name, ask) = (case.name.as_str(), |word: &str| case.name.split(' ').any(|part| part == word));
    let exactly = name.starts_with("exactly");
    let costs = mayan || ask("fewest") || ask("left");
    let result = record[if ask("biggest") { "biggest" } else { "score" }].as_i64();
    Some(match path {
        "nodes" | "-nodes" | "seconds" | "-seconds" => "figures of the search are not checked",
        "-game" => "the hash holds the game",
        "-asked" | "-asked.goal" | "-asked.want" | "-asked.mode" | "-asked.moves" | "-asked.allow_noop" => {
            "a record need not say what was asked"
        }
        "asked.goal" | "asked.want" => "the record answers the other question as well",
        "asked.target" if other["asked"]["target"].as_i64() <= result => "the list reaches that, too",
        "+asked.target" if !mayan && status != "feasible" => "there may be a target that was not needed",
        "+asked.target" if !mayan && record["stopped_by"] != "target" => "the limit may have come first",
        "+asked.max_solutions" if ask("all") => "more were asked for than there are",
        "-cleared" if mayan => "a Mayan list that wins clears the board",
        "stopped_by" => "which limit came first cannot be seen",
        "bound" if !costs && other["bound"].as_i64() > record["bound"].as_i64() => "a weaker bound",
        "bound" if exactly && other["bound"].as_i64() <= record["asked"]["moves"].as_i64() => {
            "no list is shorter"
        }
        "bound" if costs && other["bound"].as_i64() < record["bound"].as_i64() => "a weaker bound",
        "+bound" if status == "optimal" && mayan => "no list is shorter, which may be said",
        "+bound" if status == "infeasible" => "no list is shorter, or clears the board",
        "-bound" if status == "optimal" || status == "infeasible" => "the status says as much",
        "-count" | "-counts" if status == "infeasible" => "the status says as much",
        "-counts" if status == "optimal" => "the numbers by length come on top of their sum",
        "counts" => "lengths that have no list, or were not counted, may be left out",
        "counts[].moves" => "the number holds for the other length, too",
        "count" if other["count"] == "00" => "00 is 0",
        "counts[].count" if other["counts"].as_array()?.iter().any(|length| length["count"] == "00") => {
            "00 is 0"
        }
        "-moves" if ask("all") => "the first of the solutions says it",
        "-solutions" if status != "optimal" && status != "feasible" => "there are none",
        "moves" if status == "feasible" => "another list that is an answer",
        "moves" | "moves[]" if name == "rules optimal" => "another list of the same score",
        "moves[][]" if !mayan => "another tile of the group, or another list of the same score",
        "status" if name.contains("count feasible") && other["status"] == "unknown" => {
            "some lists are counted, but their number is unknown"
        }
        _ => return None,
    })
}

#[test]
fn a_good_record_with_one_thing_changed_is_refused() {
    let (mut tried, mut refused) = (0, 0);
    let mut harmful = Vec::new();
    for case in cases() {
        let said = faults(&case, &case.record);
        assert!(said.is_empty(), "{}: {} {said:?}", case.name, case.record);
        for (path, other) in mutations(&case.record) {
            tried += 1;
            if !faults(&case, &other).is_empty() {
                refused += 1;
            } else if harmless(&path, &case, &other).is_none() {
                harmful.push(format!("{path} of {}: {other}", case.name));
            }
        }
    }
    assert!(harmful.is_empty(), "accepted:\n{}", harmful.join("\n"));
    assert!(tried > 5000 && refused * 4 > tried * 3, "{refused} of {tried} refused");
}
