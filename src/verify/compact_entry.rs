//! A compact serialised form of puzzles that wait for their answer.

use super::entry::Entry;
use crate::rules::grid::Grid;
use crate::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use crate::rules::{Cell, Colour, Mode, Move, Rules};
use crate::text::record::Step;
use serde::{Deserialize, Serialize};
use std::io;
use std::rc::Rc;

/// A serialised entry.
#[derive(Serialize, Deserialize)]
struct CompactEntry {
    id: String,
    index: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bad: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    puzzle: Option<CompactPuzzle>,
}

#[derive(Serialize, Deserialize)]
struct CompactPuzzle {
    /// Whether the puzzle has an id of its own.
    own: bool,
    rows: usize,
    names: Vec<u64>,
    /// The labels of the colours that differ from their names; empty if none differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Option<String>>,
    /// One character per cell, column by column: `.`, or the character of the colour's index in `names`.
    cells: String,
    task: CompactTask,
    list: Vec<Step>,
}

#[derive(Serialize, Deserialize)]
enum CompactTask {
    S(Option<Rules>),
    M(Option<u64>, Option<Mode>, bool),
}

/// Serialises an entry.
pub(super) fn pack(entry: Entry) -> Rc<[u8]> {
    let (bad, puzzle) = match entry.puzzle {
        Ok(puzzle) => (None, Some(packed(&puzzle))),
        Err(why) => (Some(why), None),
    };
    let entry = CompactEntry { id: entry.id, index: entry.index, bad, puzzle };
    serde_json::to_vec(&entry).expect("strings and numbers can be written").into()
}

fn packed(puzzle: &Puzzle) -> CompactPuzzle {
    let grid = &puzzle.grid;
    let letter = |cell| grid.get(cell).and_then(|colour| Grid::character(colour.into())).unwrap_or('.');
    let (task, list) = match &puzzle.task {
        Task::SameGame(task) => {
            (CompactTask::S(task.rules), task.clicks.iter().map(|&cell| cell.into()).collect())
        }
        Task::Mayan(task) => {
            let list = task.list.iter().map(|&step| step.into()).collect();
            (CompactTask::M(task.moves, task.mode, task.allow_noop), list)
        }
    };
    let labels = (0..grid.colours()).map(|colour| grid.colour_names().explicit_label(colour as Colour));
    let labels: Vec<_> = labels.map(|label| label.map(str::to_owned)).collect();
    CompactPuzzle {
        own: puzzle.id.is_some(),
        rows: grid.rows(),
        names: grid.names().to_vec(),
        labels: if labels.iter().any(Option::is_some) { labels } else { Vec::new() },
        cells: grid.cells().map(letter).collect(),
        task,
        list,
    }
}

/// Deserialises an entry.
///
/// # Errors
/// If the bytes are not those of an entry.
pub(super) fn unpack(bytes: &[u8]) -> io::Result<Entry> {
    let CompactEntry { id, index, bad, puzzle } = serde_json::from_slice(bytes)?;
    let puzzle = match puzzle {
        None => Err(bad.unwrap_or_default()),
        Some(packed) => Ok(puzzle_of(&id, index, packed).ok_or(io::ErrorKind::InvalidData)?),
    };
    Ok(Entry { id, index, puzzle })
}

fn puzzle_of(id: &str, index: Option<u64>, packed: CompactPuzzle) -> Option<Puzzle> {
    let CompactPuzzle { own, rows, names, labels, cells, task, list } = packed;
    let cells = cells.as_bytes();
    let cols = cells.len().checked_div(rows)?;
    let name = |cell: Cell| {
        let place = Grid::name_of(char::from(cells[cell.col * rows + cell.row]))?;
        names.get(usize::try_from(place).ok()?).copied()
    };
    let grid = Grid::from_names(rows, cols, name).ok()?;
    let label = |name| labels.get(names.iter().position(|&known| known == name)?).cloned().flatten();
    let grid = if labels.is_empty() { grid } else { grid.with_labels(label) };
    let task = match task {
        CompactTask::S(rules) => {
            let clicks = list.into_iter().map(Step::click).collect::<Option<Vec<Cell>>>()?;
            Task::SameGame(SameGameTask { rules, clicks })
        }
        CompactTask::M(moves, mode, allow_noop) => {
            let list = list.into_iter().map(Step::slide).collect::<Option<Vec<Move>>>()?;
            Task::Mayan(MayanTask { moves, mode, allow_noop, list })
        }
    };
    // The place is only needed for messages while the puzzle is read.
    Some(Puzzle { id: own.then(|| id.to_owned()), index, ..Puzzle::new(grid, task) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::formats::auto;

    #[test]
    fn puzzles_of_every_sample_come_back() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/samples");
        let mut puzzles = 0;
        let files = std::fs::read_dir(folder).unwrap();
        let files = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
        // Where columns stay, boards have gaps.
        let gap = r#"{"id":"gap","game":"samegame","rows":["1.2","1.3"],"rules":"former"}"#;
        for text in files.chain([gap.into()]) {
            for puzzle in auto::read(&text).puzzles.into_iter().map(Result::unwrap) {
                let puzzle = Puzzle { place: None, ..puzzle };
                let id = puzzle.id.clone().unwrap_or("<stdin>:1".into());
                let back =
                    unpack(&pack(Entry { id: id.clone(), index: puzzle.index, puzzle: Ok(puzzle.clone()) }))
                        .unwrap();
                let other = back.puzzle.unwrap();
                assert_eq!((&other, &other.id, other.index), (&puzzle, &puzzle.id, puzzle.index));
                assert!(other.grid.colour_names().labels().eq(puzzle.grid.colour_names().labels()));
                assert_eq!(
                    (back.id, crate::text::record::hash(&other)),
                    (id, crate::text::record::hash(&puzzle))
                );
                puzzles += 1;
            }
        }
        assert!(puzzles > 9, "{puzzles}");
        let bad =
            unpack(&pack(Entry { id: "a:2".into(), index: Some(7), puzzle: Err("a:2:1: found '?'".into()) }))
                .unwrap();
        assert_eq!(
            (bad.id.as_str(), bad.index, bad.puzzle),
            ("a:2", Some(7), Err("a:2:1: found '?'".into()))
        );
        assert!(unpack(b"{").is_err());
    }
}
