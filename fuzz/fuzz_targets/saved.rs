//! Law: a saved game (a puzzle record, then a result record) is read or refused. A record that was read is the same
//! after being written and read again, and the record made of a playable game contains its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::insight::{board_after, saved};
use tilefall::text::record::{PuzzleRecord, ResultRecord, hash};

fuzz_target!(|text: &str| {
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    let puzzle = serde_json::from_str::<PuzzleRecord>(first).ok().and_then(|record| record.puzzle().ok());
    if let Some(puzzle) = &puzzle {
        let line = PuzzleRecord::of(puzzle).to_line();
        let again: PuzzleRecord = serde_json::from_str(&line).expect("a record is read");
        let again = again.puzzle().expect("a record holds a puzzle");
        assert_eq!((&again, hash(&again)), (puzzle, hash(puzzle)), "{line}");
    }
    let Ok(record) = serde_json::from_str::<ResultRecord>(second) else { return };
    let line = record.to_line();
    assert_eq!(serde_json::from_str::<ResultRecord>(&line).expect("a record is read").to_line(), line);
    let Ok(moves) = saved::moves(record) else { return };
    let Some(puzzle) = puzzle else { return };
    let played = board_after(&puzzle, &moves);
    match saved::record(&puzzle, &moves) {
        Ok(record) => {
            assert!(played.is_ok());
            assert_eq!(saved::moves(record).expect("its own moves"), moves);
        }
        Err(why) => assert!(played.is_err() || why.contains("score") || why.contains("too large"), "{why}"),
    }
});
