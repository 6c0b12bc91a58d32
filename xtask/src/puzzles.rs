//! The sets of puzzles that the page offers, read from `data/generated` and joined into one compact JSON value.

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use std::path::Path;

/// The sets in the order of the page.
const SETS: [&str; 7] = [
    "samegame-small",
    "samegame-clearable",
    "samegame-large",
    "mayan-easy",
    "mayan-medium",
    "mayan-hard",
    "mayan-hardest",
];

/// Returns the sets as JSON, each with name, game and puzzles. A puzzle has its record, its best result in the unit of
/// the goal (points or moves; 0 for a board to clear), whether the result is proven, and the moves that reach it.
pub fn sets(root: &Path) -> anyhow::Result<Value> {
    SETS.iter().map(|name| set(&root.join("data/generated"), name).context(*name)).collect()
}

/// Reads a set from two files: the puzzles, and their answers.
fn set(folder: &Path, name: &str) -> anyhow::Result<Value> {
    let puzzles = lines(&folder.join(format!("{name}.jsonl")))?;
    let answers = lines(&folder.join(format!("{name}.answers.jsonl")))?;
    ensure!(puzzles.len() == answers.len(), "{} puzzles, {} answers", puzzles.len(), answers.len());
    let game = puzzles.first().context("no puzzle")?["game"].clone();
    let puzzles: Vec<Value> = puzzles.iter().zip(&answers).map(puzzle).collect::<Result<_, _>>()?;
    Ok(json!({ "name": name, "game": game, "puzzles": puzzles }))
}

fn puzzle((puzzle, answer): (&Value, &Value)) -> anyhow::Result<Value> {
    ensure!(puzzle["id"] == answer["id"], "{} is not the answer of {}", answer["id"], puzzle["id"]);
    let mut record = json!({ "rows": puzzle["rows"] });
    for part in ["moves", "mode"] {
        if !puzzle[part].is_null() {
            record[part] = puzzle[part].clone();
        }
    }
    let line = answer["moves"].as_array().with_context(|| format!("{} has no moves", answer["id"]))?;
    let value = match (&puzzle["game"], &answer["asked"]["goal"]) {
        (Value::String(game), _) if game == "mayan" => line.len().into(),
        (_, Value::String(goal)) if goal == "clear" => 0.into(),
        _ => answer["score"].clone(),
    };
    Ok(json!({ "record": record, "value": value, "proven": answer["status"] == "optimal", "line": line }))
}

/// Returns the values of a file of JSON Lines.
fn lines(path: &Path) -> anyhow::Result<Vec<Value>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_have_puzzles_with_results() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let sets = sets(root).unwrap();
        let sets = sets.as_array().unwrap();
        assert_eq!(sets.len(), SETS.len());
        for set in sets {
            for puzzle in set["puzzles"].as_array().unwrap() {
                let (value, moves) =
                    (puzzle["value"].as_u64().unwrap(), puzzle["line"].as_array().unwrap().len());
                match set["name"].as_str().unwrap() {
                    "samegame-clearable" => assert_eq!(value, 0),
                    "samegame-small" => assert!(value > 0 && puzzle["proven"] == true),
                    "samegame-large" => assert!(value > 1000 && puzzle["proven"] == false),
                    _ => assert_eq!((value, &puzzle["proven"]), (moves as u64, &Value::Bool(true))),
                }
            }
        }
    }
}
