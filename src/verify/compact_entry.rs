//! Puzzles that wait for their answer, serialised.

use super::entry::Entry;
use crate::base::Colour;
use crate::puzzle::{Puzzle, Task};
use crate::record::{PuzzleRecord, Step};
use serde::{Deserialize, Serialize};
use std::io;

/// A serialised entry.
#[derive(Serialize, Deserialize)]
struct CompactEntry {
    id: String,
    index: Option<u64>,
    puzzle: Result<CompactPuzzle, String>,
}

#[derive(Serialize, Deserialize)]
struct CompactPuzzle {
    record: PuzzleRecord,
    /// The colours whose label is not their name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<(u64, String)>,
    list: Vec<Step>,
}

/// Serialises an entry.
pub(super) fn pack(entry: Entry) -> Box<[u8]> {
    let Entry { id, index, puzzle } = entry;
    let entry = CompactEntry { id, index, puzzle: puzzle.map(|puzzle| packed(&puzzle)) };
    serde_json::to_vec(&entry).expect("strings and numbers can be written").into()
}

fn packed(puzzle: &Puzzle) -> CompactPuzzle {
    let names = puzzle.grid.colour_names();
    let label = |(colour, &name): (Colour, &u64)| Some((name, names.explicit_label(colour)?.to_owned()));
    let list = match &puzzle.task {
        Task::SameGame(task) => task.clicks.iter().map(|&cell| cell.into()).collect(),
        Task::Mayan(task) => task.list.iter().map(|&step| step.into()).collect(),
    };
    let mut record = PuzzleRecord::of(puzzle);
    record.origin = None;
    CompactPuzzle { record, labels: (0..).zip(&**names).filter_map(label).collect(), list }
}

/// Deserialises an entry.
///
/// # Errors
/// If the bytes are not those of an entry.
pub(super) fn unpack(bytes: &[u8]) -> io::Result<Entry> {
    let CompactEntry { id, index, puzzle } = serde_json::from_slice(bytes)?;
    let puzzle = match puzzle {
        Ok(packed) => Ok(unpacked(packed).ok_or(io::ErrorKind::InvalidData)?),
        Err(why) => Err(why),
    };
    Ok(Entry { id, index, puzzle })
}

fn unpacked(packed: CompactPuzzle) -> Option<Puzzle> {
    let CompactPuzzle { record, labels, list } = packed;
    let Puzzle { grid, mut task, .. } = record.puzzle().ok()?;
    let label = |name| labels.iter().find(|&&(known, _)| known == name).map(|(_, label)| label.clone());
    match &mut task {
        Task::SameGame(task) => task.clicks = list.into_iter().map(Step::click).collect::<Option<_>>()?,
        Task::Mayan(task) => task.list = list.into_iter().map(Step::slide).collect::<Option<_>>()?,
    }
    // The place is only needed for messages while the puzzle is read.
    Some(Puzzle { id: record.id, index: record.index, ..Puzzle::new(grid.with_labels(label), task) })
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
