//! A puzzle that waits for its answer, in few bytes.

use super::entry::Entry;
use crate::base::{Cell, Colour, Mode, Move, Rules};
use crate::grid::Grid;
use crate::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use crate::record::Step;
use serde::{Deserialize, Serialize};
use std::io;

/// A puzzle as it waits.
#[derive(Serialize, Deserialize)]
struct Parcel {
    id: String,
    index: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bad: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    puzzle: Option<Packed>,
}

#[derive(Serialize, Deserialize)]
struct Packed {
    /// Whether the id is the puzzle's own.
    own: bool,
    rows: usize,
    names: Vec<u64>,
    /// The labels of the colours that are not their names; none if all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Option<String>>,
    /// One character per cell, column by column: `.`, or that of the place of the colour in `names`.
    cells: String,
    task: PackedTask,
    list: Vec<Step>,
}

#[derive(Serialize, Deserialize)]
enum PackedTask {
    S(Option<Rules>),
    M(Option<u64>, Option<Mode>, bool),
}

/// The bytes of a puzzle.
pub(super) fn pack(entry: Entry) -> Box<[u8]> {
    let (bad, puzzle) = match entry.puzzle {
        Ok(puzzle) => (None, Some(packed(&puzzle))),
        Err(why) => (Some(why), None),
    };
    let parcel = Parcel { id: entry.id, index: entry.index, bad, puzzle };
    serde_json::to_vec(&parcel).expect("strings and numbers can be written").into()
}

fn packed(puzzle: &Puzzle) -> Packed {
    let grid = &puzzle.grid;
    let letter = |cell| grid.get(cell).and_then(|colour| Grid::character(colour.into())).unwrap_or('.');
    let (task, list) = match &puzzle.task {
        Task::SameGame(task) => {
            (PackedTask::S(task.rules), task.clicks.iter().map(|&cell| cell.into()).collect())
        }
        Task::Mayan(task) => {
            let list = task.list.iter().map(|&step| step.into()).collect();
            (PackedTask::M(task.moves, task.mode, task.allow_noop), list)
        }
    };
    let labels = (0..grid.colours()).map(|colour| grid.colour_names().written(colour as Colour));
    let labels: Vec<_> = labels.map(|label| label.map(str::to_owned)).collect();
    Packed {
        own: puzzle.id.is_some(),
        rows: grid.rows(),
        names: grid.names().to_vec(),
        labels: if labels.iter().any(Option::is_some) { labels } else { Vec::new() },
        cells: grid.cells().map(letter).collect(),
        task,
        list,
    }
}

/// The puzzle of these bytes.
///
/// # Errors
/// If they are not those of a puzzle.
pub(super) fn unpack(bytes: &[u8]) -> io::Result<Entry> {
    let Parcel { id, index, bad, puzzle } = serde_json::from_slice(bytes)?;
    let puzzle = match puzzle {
        None => Err(bad.unwrap_or_default()),
        Some(packed) => Ok(puzzle_of(&id, index, packed).ok_or(io::ErrorKind::InvalidData)?),
    };
    Ok(Entry { id, index, puzzle })
}

fn puzzle_of(id: &str, index: Option<u64>, packed: Packed) -> Option<Puzzle> {
    let Packed { own, rows, names, labels, cells, task, list } = packed;
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
        PackedTask::S(rules) => {
            let clicks = list.into_iter().map(Step::click).collect::<Option<Vec<Cell>>>()?;
            Task::SameGame(SameGameTask { rules, clicks })
        }
        PackedTask::M(moves, mode, allow_noop) => {
            let list = list.into_iter().map(Step::slide).collect::<Option<Vec<Move>>>()?;
            Task::Mayan(MayanTask { moves, mode, allow_noop, list })
        }
    };
    // Messages about its place were given when it was read.
    Some(Puzzle { id: own.then(|| id.to_owned()), index, ..Puzzle::new(grid, task) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::auto;

    #[test]
    fn puzzles_of_every_sample_come_back() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/samples");
        let mut puzzles = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read(file.unwrap().path()).unwrap();
            for puzzle in auto::read(&text).puzzles.into_iter().map(Result::unwrap) {
                let puzzle = Puzzle { place: None, ..puzzle };
                let id = puzzle.id.clone().unwrap_or("<stdin>:1".into());
                let back =
                    unpack(&pack(Entry { id: id.clone(), index: puzzle.index, puzzle: Ok(puzzle.clone()) }))
                        .unwrap();
                let other = back.puzzle.unwrap();
                assert_eq!((&other, &other.id, other.index), (&puzzle, &puzzle.id, puzzle.index));
                assert!(other.grid.colour_names().labels().eq(puzzle.grid.colour_names().labels()));
                assert_eq!((back.id, crate::record::hash(&other)), (id, crate::record::hash(&puzzle)));
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
