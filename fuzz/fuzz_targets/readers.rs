//! Law: any bytes are read without a panic. A puzzle that was read is the same after it is written in its format and
//! read again. Lists of moves after a NOIP puzzle or below rows are not compared: these formats do not write them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::rules::puzzle::Task;
use tilefall::text::formats::auto;

fuzz_target!(|bytes: &[u8]| {
    let reading = auto::read(bytes);
    for mut puzzle in reading.puzzles.into_iter().flatten() {
        match (reading.format.name, &mut puzzle.task) {
            ("noip" | "rows", Task::Mayan(task)) => task.list.clear(),
            ("rows", Task::SameGame(task)) => task.clicks.clear(),
            _ => {}
        }
        // A format may read a puzzle that it cannot write: `write` returns an error.
        let Ok(text) = reading.format.write(&puzzle).and_then(|text| reading.format.join(&[text])) else {
            continue;
        };
        let again = reading.format.read_each(text.as_bytes()).puzzles;
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].as_ref().ok(), Some(&puzzle), "{text}");
    }
});
