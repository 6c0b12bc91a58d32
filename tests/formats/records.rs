//! Records match their schemas in docs/.

use crate::support::schema::{check_output, check_puzzle, check_result, faults};
use serde_json::Value;
use std::path::Path;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{Columns, GameKind, LeftPenalty, PRESETS, Rules, Score, Status, StopReason};
use tilefall::text::formats::jsonl;
use tilefall::text::record::{Asked, Goal, LengthCount, PuzzleRecord, ResultRecord, Step, hash};
use tilefall::text::render::{html, svg};

fn schema(name: &str) -> Value {
    let path = Path::new(".").join("docs").join(name);
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
    let line = r#"{"v":1,"id":"a","game":"mayan","rows":["1"],"labels":{"1":"red"},"moves":1,"mode":"within","allow_noop":false,"rules":{"score":"n1","clear_bonus":0,"left_penalty":"none"},"index":3,"origin":{"seed":1}}"#;
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
}

#[test]
fn rules_have_the_fields_of_their_schema() {
    let schema = schema("puzzle.schema.json");
    let fits = |rules: &str| {
        let line = format!(r#"{{"game":"samegame","rows":["1"],"rules":{rules}}}"#);
        let fits = faults(&schema, &serde_json::from_str(&line).unwrap()).is_empty();
        assert_eq!(puzzle(&line).is_ok(), fits, "{rules}");
        fits
    };
    for (name, _) in Score::NAMED {
        assert!(fits(&format!(r#"{{"score":"{name}"}}"#)), "{name}");
    }
    for preset in PRESETS {
        assert!(fits(&format!("{:?}", preset.name)), "{}", preset.name);
    }
    for penalty in [LeftPenalty::None, LeftPenalty::N2, LeftPenalty::Total] {
        for columns in [Columns::Close, Columns::Stay] {
            let poly = "poly:0.5,-1.5,4".parse().unwrap();
            let rules = Rules {
                score: poly,
                clear_bonus: 7,
                clear_factor: 5,
                left_penalty: penalty,
                left_points: Some("poly:-20,0,2000:9".parse().unwrap()),
                min_group: 3,
                columns,
            };
            let text = serde_json::to_string(&rules).unwrap();
            assert!(fits(&text), "{text}");
            let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
            // If columns stay, a board may have empty columns between tiles.
            let rows = if columns == Columns::Stay { "1.2" } else { "12." };
            let written = Puzzle::new(Grid::parse(rows).unwrap(), task);
            let line = PuzzleRecord::of(&written).to_line();
            check_puzzle(&line);
            let read = puzzle(&line).unwrap();
            assert_eq!((hash(&read), &read), (hash(&written), &written), "{line}");
        }
    }
    let named = serde_json::to_value(Rules {
        clear_factor: 2,
        min_group: 1,
        columns: Columns::Stay,
        left_points: Some("poly:1,0,0".parse().unwrap()),
        ..Rules::USUAL
    });
    assert_eq!(keys(&schema["properties"]["rules"]["properties"]), keys(&named.unwrap()));
    for bad in [
        r#"{"score":"n3"}"#,
        r#"{"score":"poly:1,2"}"#,
        r#"{"clear_bonus":-1}"#,
        r#"{"clear_factor":0}"#,
        r#"{"min_group":0}"#,
        r#"{"left_penalty":"n1"}"#,
        r#"{"left_points":"n2"}"#,
        r#"{"left_points":"poly:1,2"}"#,
        r#"{"left_points":"poly:1,2,3:"}"#,
        r#"{"columns":"fall"}"#,
        r#"{"goal":"score"}"#,
        "7",
    ] {
        assert!(!fits(bad), "{bad}");
    }
}

/// Reads the only puzzle of a line.
fn puzzle(line: &str) -> Result<Puzzle, String> {
    jsonl::each(line.as_bytes()).next().unwrap().map_err(|error| error.to_string())
}

#[test]
fn a_record_holds_any_board_with_the_names_and_labels_of_its_colours() {
    for (names, labels) in [
        (vec![1, 2], vec!["1", "2"]),
        (vec![53, 37], vec!["R", "B"]),
        (vec![0, 61], vec!["\u{1f7e5}", "dark-red"]),
        (vec![7, 100, u64::MAX], vec!["7", "100", "18446744073709551615"]),
        ((100..162).collect(), (100..162).map(|_| "").collect()),
    ] {
        let grid = Grid::from_names(1, names.len(), |cell| Some(names[cell.col])).unwrap();
        let label = |name: u64| labels[names.iter().position(|&known| known == name).unwrap()].to_owned();
        let grid = grid.with_labels(|name| Some(label(name)).filter(|label| !label.is_empty()));
        let written = Puzzle::new(grid, Task::SameGame(SameGameTask::default()));
        let line = PuzzleRecord::of(&written).to_line();
        let read = puzzle(&line).unwrap();
        assert_eq!((&read, hash(&read)), (&written, hash(&written)), "{line}");
        assert!(read.grid.colour_names().labels().eq(written.grid.colour_names().labels()), "{line}");
        check_puzzle(&line);
    }
    // A number from 10 to 61 is shown by its character.
    let grid = Grid::from_names(1, 1, |_| Some(10)).unwrap();
    let line = PuzzleRecord::of(&Puzzle::new(grid, Task::SameGame(SameGameTask::default()))).to_line();
    assert_eq!(line, "{\"v\":1,\"game\":\"samegame\",\"rows\":[\"a\"]}\n");
    assert_eq!(puzzle(&line).unwrap().grid.label(0), "a");
}

#[test]
fn labels_that_cannot_be_shown_or_told_apart_are_refused() {
    for (labels, expected) in [
        (r#"{"1":"a b"}"#, r#"label "a b" cannot be shown, expected a number, letter or sign"#),
        (r#"{"1":"\u001b[2J"}"#, "cannot be shown"),
        (r#"{"1":"01"}"#, "cannot be shown"),
        (r#"{"1":"2"}"#, "'1' and '2' are both colour 2, expected a label each"),
        (r#"{"1":"b","2":"b"}"#, "'1' and '2' are both colour b, expected a label each"),
        (r#"{"12":"b"}"#, "1:"),
    ] {
        let message =
            puzzle(&format!(r#"{{"game":"samegame","rows":["12"],"labels":{labels}}}"#)).unwrap_err();
        assert!(message.contains(expected), "{labels}: {message}");
    }
    let unused = r#"{"game":"samegame","rows":["12"],"labels":{"3":"1","?":"a"}}"#;
    assert!(puzzle(unused).is_ok(), "labels of characters that are not there are as good as none");
}

#[test]
fn result_records_have_the_fields_of_their_schema_in_its_order() {
    let moves = vec![Step::Click(1, 2)];
    let record = ResultRecord {
        game: Some(GameKind::SameGame),
        hash: Some("0123456789abcdef".into()),
        asked: Some(Asked { goal: Some(Goal::Score), ..Asked::default() }),
        moves: Some(moves.clone()),
        score: Some(-4),
        cleared: Some(false),
        left: Some(2),
        biggest: Some(3),
        bound: Some(9),
        count: Some("36893488147419103232".into()),
        counts: Some(vec![LengthCount { moves: 2, count: "3".into() }]),
        solutions: Some(vec![moves]),
        nodes: Some(5),
        seconds: Some(0.25),
        stopped_by: Some(StopReason::Nodes),
        stats: Some(serde_json::Map::new()),
        request: Some(serde_json::Map::new()),
        error: Some("none".into()),
        ..ResultRecord::new(7, "a", Status::Feasible)
    };
    let line = r#"{"v":1,"index":7,"id":"a","game":"samegame","hash":"0123456789abcdef","asked":{"goal":"score"},"status":"feasible","moves":[[1,2]],"score":-4,"cleared":false,"left":2,"biggest":3,"bound":9,"count":"36893488147419103232","counts":[{"moves":2,"count":"3"}],"solutions":[[[1,2]]],"nodes":5,"seconds":0.25,"stopped_by":"nodes","stats":{},"request":{},"error":"none"}"#;
    assert_eq!(record.to_line().trim_end(), line);
    assert_eq!(serde_json::from_str::<ResultRecord>(line).unwrap(), record);
    let schema = schema("result.schema.json");
    let properties = &schema["properties"];
    assert_eq!(keys(properties), keys(&serde_json::to_value(&record).unwrap()));
    let status = [Status::Optimal, Status::Feasible, Status::Infeasible, Status::Unknown, Status::Error];
    assert_eq!(properties["status"]["enum"].as_array().unwrap(), &words(&status));
    let goals = Goal::NAMED.map(|(_, goal)| goal);
    assert_eq!(properties["asked"]["properties"]["goal"]["enum"].as_array().unwrap(), &words(&goals));
    use StopReason::{Count, Depth, Interrupt, Memory, Nodes, Solutions, Target, Time, Trials};
    let stops = words(&[Nodes, Time, Memory, Solutions, Depth, Count, Target, Trials, Interrupt]);
    assert_eq!(properties["stopped_by"]["enum"].as_array().unwrap(), &stops);
    assert_eq!(keys(&serde_json::to_value(ResultRecord::new(0, "", Status::Error)).unwrap()).len(), 4);
}

#[test]
fn numbers_of_other_programs_keep_their_digits() {
    for number in ["7.777777777777779e+121", "0.1", "1e-300", "5e-324", "1.7976931348623157e+308"] {
        let line = format!(
            r#"{{"v":1,"index":0,"id":"a","game":"mayan","status":"unknown","stats":{{"size":{number}}}}}"#
        );
        let mut written = serde_json::from_str::<ResultRecord>(&line).unwrap().to_line();
        for _ in 0..3 {
            assert!(written.contains(&format!("\"size\":{number}}}")), "{written}");
            written = serde_json::from_str::<ResultRecord>(&written).unwrap().to_line();
        }
    }
}

#[test]
fn a_record_of_another_version_is_refused() {
    let line = r#"{"v":2,"index":0,"id":"a","status":"optimal"}"#;
    let error = serde_json::from_str::<ResultRecord>(line).unwrap_err();
    assert!(error.to_string().starts_with("version 2, expected \"v\":1"), "{error}");
}

/// The validator refuses invalid records.
#[test]
fn the_validator_of_the_tests_finds_what_a_schema_forbids() {
    let good = r#"{"v":1,"index":0,"id":"a","game":"mayan","hash":"0123456789abcdef","asked":{"moves":4},"status":"optimal","moves":[[0,7,"L"]],"cleared":true,"bound":1,"count":"10","counts":[{"moves":2,"count":"3"}],"solutions":[[[1,2]]],"seconds":0.25}"#;
    check_result(good);
    assert_eq!(check_output(format!("text\n{good}\n{good}\n[1]\n{{\"line\":1}}\n").as_bytes()), 2);
    for (from, to, fault) in [
        (r#""v":1"#, r#""v":2"#, "/v: 2 is not 1"),
        (r#""v":1,"#, "", r#": "v" is missing"#),
        (r#""index":0"#, r#""index":-1"#, "/index: -1 is less than 0"),
        (r#""index":0"#, r#""index":0.5"#, "/index: 0.5 is no \"integer\""),
        (r#""status":"optimal""#, r#""status":"good""#, "/status: \"good\" is not among"),
        (r#""status":"optimal""#, r#""status":"error""#, r#": "error" is missing"#),
        (r#""status":"optimal""#, r#""status":"optimal","error":"no""#, "/error: this may not be here"),
        (r#""status":"optimal""#, r#""status":"optimal","stopped_by":"time""#, "/stopped_by: this may not"),
        ("0123456789abcdef", "0123456789ABCDEF", "/hash: \"0123456789ABCDEF\" is not like"),
        (r#""asked":{"moves":4}"#, r#""asked":{"moved":4}"#, "/asked/moved: this may not be here"),
        (r#""asked":{"moves":4}"#, r#""asked":[4]"#, "/asked: [4] is no \"object\""),
        ("[[0,7,\"L\"]]", "[[0,8,\"L\"]]", "/moves/0: [0,8,\"L\"] fits 0 of"),
        ("[[0,7,\"L\"]]", "[[0,7,\"U\"]]", "/moves/0: [0,7,\"U\"] fits 0 of"),
        ("[[0,7,\"L\"]]", "[[0,7,\"L\",1]]", "/moves/0: [0,7,\"L\",1] fits 0 of"),
        ("[[[1,2]]]", "[[[0,2]]]", "/solutions/0/0: [0,2] fits 0 of"),
        (r#""count":"10""#, r#""count":10"#, "/count: 10 is no \"string\""),
        (r#""count":"3"}"#, r#""count":"3","more":1}"#, "/counts/0/more: this may not be here"),
        (r#"{"moves":2,"#, "{", r#"/counts/0: "moves" is missing"#),
        (r#""cleared":true"#, r#""cleared":1"#, "/cleared: 1 is no \"boolean\""),
        (r#""seconds":0.25"#, r#""seconds":-0.25"#, "/seconds: -0.25 is less than 0"),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good, "{from}");
        let found = faults(&schema("result.schema.json"), &serde_json::from_str(&bad).unwrap());
        assert!(found.iter().any(|found| found.starts_with(fault)), "{fault}: {found:?}");
    }
    let more = good.replace(r#""index":0"#, r#""index":0,"more":0"#);
    assert!(std::panic::catch_unwind(|| check_result(&more)).is_err());
    let puzzle = r#"{"v":1,"game":"mayan","rows":["1"]}"#;
    check_puzzle(puzzle);
    for (from, to) in [("mayan", "chess"), ("[\"1\"]", "[]"), ("\"1\"", "\"?\""), ("1,", "null,")] {
        let bad = serde_json::from_str(&puzzle.replacen(from, to, 1)).unwrap();
        assert!(!faults(&schema("puzzle.schema.json"), &bad).is_empty(), "{from}");
    }
}

#[test]
fn records_in_pictures_and_pages_keep_every_character() {
    let grid = Grid::parse("1").unwrap();
    for id in ["\u{7f}", "\u{85}", "\u{fffe}", "\u{ffff}", "\0\t\n\r", "</script>\u{2028}&lt;\"\\"] {
        let line = serde_json::json!({ "id": id }).to_string();
        let picture = svg::board(&grid, GameKind::SameGame, "a board", &line);
        // A page contains its records in a script, without entities.
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
        for (text, entities) in [(picture, &entities[..]), (html::page(&[], &[line]), &[])] {
            let (_, inside) = text.split_once("id=\"tilefall-records\"").unwrap();
            let inside = inside.split_once('>').unwrap().1.split_once('<').unwrap().0;
            let plain =
                entities.iter().fold(inside.to_owned(), |text, (name, plain)| text.replace(name, plain));
            let record: Value = serde_json::from_str(&plain).unwrap();
            assert_eq!(record.get(0).unwrap_or(&record)["id"], id, "{id:?}");
        }
    }
}
