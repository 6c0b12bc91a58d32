//! The records are what their schemas in docs/ say.

use serde_json::Value;
use std::path::Path;
use tilefall::formats::jsonl;
use tilefall::limits::StopReason;
use tilefall::puzzle::{Game, Status};
use tilefall::record::{Asked, Goal, LengthCount, PuzzleRecord, ResultRecord, Step};

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn keys(object: &Value) -> Vec<&String> {
    object.as_object().unwrap().keys().collect()
}

fn words<T: serde::Serialize>(all: &[T]) -> Vec<Value> {
    all.iter().map(|word| serde_json::to_value(word).unwrap()).collect()
}

#[test]
fn puzzle_records_have_the_fields_of_their_schema() {
    let line = r#"{"v":1,"id":"a","game":"mayan","rows":["1"],"moves":1,"mode":"within","rules":{"score":"n1","clear_bonus":0,"left_penalty":"none"},"index":3}"#;
    let record: PuzzleRecord = serde_json::from_str(line).unwrap();
    assert_eq!(record.to_line().trim_end(), line);
    let schema = schema("puzzle.schema.json");
    assert_eq!(keys(&schema["properties"]), keys(&serde_json::to_value(&record).unwrap()));
    for needed in schema["required"].as_array().unwrap() {
        let mut less = serde_json::to_value(&record).unwrap();
        less.as_object_mut().unwrap().remove(needed.as_str().unwrap());
        assert!(serde_json::from_value::<PuzzleRecord>(less).is_err(), "{needed}");
    }
    for mode in schema["properties"]["mode"]["enum"].as_array().unwrap() {
        let line = format!(r#"{{"game":"mayan","rows":["1"],"mode":{mode}}}"#);
        assert!(jsonl::each(line.as_bytes()).all(|puzzle| puzzle.is_ok()), "{mode}");
    }
    for score in schema["properties"]["rules"]["properties"]["score"]["enum"].as_array().unwrap() {
        let line = format!(r#"{{"game":"samegame","rows":["1"],"rules":{{"score":{score}}}}}"#);
        assert!(jsonl::each(line.as_bytes()).all(|puzzle| puzzle.is_ok()), "{score}");
    }
}

#[test]
fn result_records_have_the_fields_of_their_schema_in_its_order() {
    let moves = vec![Step::Click(1, 2)];
    let record = ResultRecord {
        game: Some(Game::SameGame),
        hash: Some("0123456789abcdef".into()),
        asked: Some(Asked { goal: Some(Goal::Score), ..Asked::default() }),
        moves: Some(moves.clone()),
        score: Some(-4),
        cleared: Some(false),
        bound: Some(9),
        count: Some("36893488147419103232".into()),
        counts: Some(vec![LengthCount { moves: 2, count: "3".into() }]),
        solutions: Some(vec![moves]),
        nodes: Some(5),
        seconds: Some(0.25),
        stopped_by: Some(StopReason::Nodes),
        stats: Some(serde_json::Map::new()),
        error: Some("none".into()),
        ..ResultRecord::new(7, "a", Status::Feasible)
    };
    let line = r#"{"v":1,"index":7,"id":"a","game":"samegame","hash":"0123456789abcdef","asked":{"goal":"score"},"status":"feasible","moves":[[1,2]],"score":-4,"cleared":false,"bound":9,"count":"36893488147419103232","counts":[{"moves":2,"count":"3"}],"solutions":[[[1,2]]],"nodes":5,"seconds":0.25,"stopped_by":"nodes","stats":{},"error":"none"}"#;
    assert_eq!(record.to_line().trim_end(), line);
    assert_eq!(serde_json::from_str::<ResultRecord>(line).unwrap(), record);
    let schema = schema("result.schema.json");
    let properties = &schema["properties"];
    assert_eq!(keys(properties), keys(&serde_json::to_value(&record).unwrap()));
    let status = [Status::Optimal, Status::Feasible, Status::Infeasible, Status::Unknown, Status::Error];
    assert_eq!(properties["status"]["enum"].as_array().unwrap(), &words(&status));
    use StopReason::{Count, Depth, Interrupt, Memory, Nodes, Solutions, Target, Time, Trials};
    let stops = words(&[Nodes, Time, Memory, Solutions, Depth, Count, Target, Trials, Interrupt]);
    assert_eq!(properties["stopped_by"]["enum"].as_array().unwrap(), &stops);
    assert_eq!(keys(&serde_json::to_value(ResultRecord::new(0, "", Status::Error)).unwrap()).len(), 4);
}

#[test]
fn a_record_of_another_version_is_refused() {
    let line = r#"{"v":2,"index":0,"id":"a","status":"optimal"}"#;
    let error = serde_json::from_str::<ResultRecord>(line).unwrap_err();
    assert!(error.to_string().starts_with("version 2, expected \"v\":1"), "{error}");
}
