//! Law: any text is searched for records without a panic; the records that a page or a picture was made with come out equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{Cell, GameKind, Rules, Status};
use tilefall::text::record::{PuzzleRecord, ResultRecord};
use tilefall::text::render::embedded::records;
use tilefall::text::render::html::{Replay, page};
use tilefall::text::render::svg::{animation, board, sheet, strip};
use tilefall::text::render::timeline::Timeline;

fuzz_target!(|text: &str| {
    let _ = records(text);
    // An id, a title, and the labels of the colours.
    let mut words = text.split('\u{1}');
    let [id, title] = [(); 2].map(|()| words.next().unwrap_or(""));
    let labels: Vec<&str> = words.filter(|word| !word.is_empty()).take(2).collect();
    let grid = Grid::from_names(2, 2, |cell: Cell| Some(cell.col as u64)).expect("a small board");
    let grid = grid.with_labels(|name| labels.get(name as usize).map(|&label| label.to_owned()));
    let task = Task::SameGame(SameGameTask::default());
    let puzzle = Puzzle { id: Some(id.to_owned()), ..Puzzle::new(grid.clone(), task) };
    let list = [Cell::new(0, 0), Cell::new(0, 0)];
    let lines = [
        PuzzleRecord::of(&puzzle).to_line(),
        ResultRecord { error: Some(title.to_owned()), ..ResultRecord::new(0, id, Status::Feasible) }
            .with_clicks("0".into(), &list, 0, true)
            .to_line(),
    ];
    let all = lines.concat();
    let timeline = Timeline::clicks(&grid, &list, Rules::default()).expect("both clicks remove a pair");
    for picture in [
        board(&grid, GameKind::SameGame, title, &all),
        sheet(&[(id.to_owned(), grid.clone())], GameKind::SameGame, 400, title, &all),
        strip(&timeline, 400, title, &all),
        animation(&timeline, title, &all),
        page(&[Replay::new(title.to_owned(), timeline)], &lines),
    ] {
        let found = records(&picture).expect("a picture carries its records");
        let read = |line: &str| serde_json::from_str::<Value>(line).expect("a record");
        assert_eq!(
            found.iter().map(|line| read(line)).collect::<Vec<_>>(),
            lines.iter().map(|line| read(line)).collect::<Vec<_>>(),
            "{picture}"
        );
    }
});
