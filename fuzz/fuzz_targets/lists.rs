//! Law: any text is read as lists of moves or refused. A list that was read is the same after being written and read
//! again, and is played or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use tilefall::insight;
use tilefall::rules::notation::{self, Notation};
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{GameKind, Step};
use tilefall::samegame::Found;
use tilefall::text::formats::{COORDINATES, auto};
use tilefall::verify::lists::{one, read};
use tilefall_fuzz::{game, next};

/// Puzzles of each board size that a judge prescribes, and smaller ones.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let texts: [&[u8]; 7] = [
        include_bytes!("../../data/samples/click.txt"),
        include_bytes!("../../data/samples/codingame.txt"),
        include_bytes!("../../data/samples/jsonl.jsonl"),
        include_bytes!("../../data/samples/noip.txt"),
        include_bytes!("../../data/samples/p1312.txt"),
        include_bytes!("../../data/samples/tatham.txt"),
        include_bytes!("../../data/samples/uva339.txt"),
    ];
    texts.iter().flat_map(|text| auto::read(text).puzzles).flatten().collect()
});

fuzz_target!(|bytes: &[u8]| {
    let mut text = bytes;
    let [puzzle, format] = [(); 2].map(|()| next(&mut text));
    for game in [GameKind::SameGame, GameKind::Mayan] {
        let notation = Notation::of(game);
        let text = String::from_utf8_lossy(text);
        if let Ok(moves) = notation.parse(&text, &[], true) {
            assert_eq!(notation.parse(&notation::format_moves(moves.clone()), &[], false), Ok(moves));
        }
    }
    let like = &PUZZLES[usize::from(puzzle) % PUZZLES.len()];
    let coordinates = COORDINATES[usize::from(format >> 1) % COORDINATES.len()];
    let coordinates = (game(format) == GameKind::Mayan).then_some(coordinates);
    if let Ok(lists) = read(text, like, coordinates) {
        assert!(lists.answers.iter().all(|answer| answer.line > 0));
    }
    let Ok((list, _)) = one(text, like, coordinates) else { return };
    // A list in JSON may have moves of the other game.
    let own = |step: &Step| {
        matches!(
            (like.task.game(), step),
            (GameKind::SameGame, Step::Click(..)) | (GameKind::Mayan, Step::Slide(..))
        )
    };
    if list.iter().all(own) {
        let again = one(notation::format_moves(list.clone()).as_bytes(), like, None);
        assert_eq!(again.map(|(list, _)| list), Ok(list.clone()));
    }
    let played = insight::board_after(like, &list);
    if let Task::SameGame(task) = &like.task {
        let clicks: Option<Vec<_>> = list.iter().map(|step| step.click()).collect();
        let found = clicks.map(|clicks| Found::replay(&like.grid, task.rules.unwrap_or_default(), clicks));
        assert_eq!(found.is_some_and(|found| found.is_ok()), played.is_ok());
    }
});
