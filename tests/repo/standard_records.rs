//! Checks the best known lists for the standard boards and for the boards of CodinGame.

use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Rules, Status};
use tilefall::samegame::Found;
use tilefall::text::formats::jsonl;
use tilefall::text::record::{ResultRecord, hash};

const STANDARD: [&str; 2] = [
    include_str!("../../data/standard/standard20.jsonl"),
    include_str!("../../data/standard/standard20.answers.jsonl"),
];

const CODINGAME: [&str; 2] = [
    include_str!("../../data/standard/codingame50.jsonl"),
    include_str!("../../data/standard/codingame50.answers.jsonl"),
];

/// Returns the boards of a set with their lists.
fn read([boards, answers]: [&str; 2]) -> Vec<(Puzzle, ResultRecord)> {
    let boards: Vec<Puzzle> = jsonl::each(boards.as_bytes()).map(Result::unwrap).collect();
    let answers: Vec<ResultRecord> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(boards.len(), answers.len());
    boards.into_iter().zip(answers).collect()
}

#[test]
fn there_is_a_list_for_each_board_and_their_total_beats_papers_and_the_web() {
    let lists = read(STANDARD);
    let total: i64 = lists.iter().map(|(_, record)| record.score.unwrap()).sum();
    assert!(lists.len() == 20 && total > 87_858, "{total}");
    let all =
        |(_, record): &(_, ResultRecord)| record.cleared == Some(true) && record.status == Status::Feasible;
    assert!(lists.iter().all(all));
}

/// `sources.tsv` has a row for each list: seed, trials, commit and command, if recorded.
#[test]
fn each_list_has_a_source() {
    let sources = include_str!("../../data/standard/sources.tsv");
    let mut rows = sources.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.next(), Some("board\tscore\tseed\ttrials\tcommit\tcommand"));
    let named: Vec<String> = rows.map(|row| row.split('\t').take(2).collect::<Vec<_>>().join("\t")).collect();
    let of = |(_, record): &(_, ResultRecord)| format!("{}\t{}", record.index + 1, record.score.unwrap());
    assert_eq!(named, read(STANDARD).iter().map(of).collect::<Vec<_>>());
}

#[test]
fn every_list_plays_to_its_score() {
    for (number, (puzzle, record)) in read(STANDARD).iter().chain(&read(CODINGAME)).enumerate() {
        let clicks = record.moves.iter().flatten().map(|step| step.click().unwrap()).collect();
        let found = Found::replay(&puzzle.grid, Rules::default(), clicks).unwrap();
        assert_eq!((Some(found.score), Some(found.cleared)), (record.score, record.cleared), "{}", record.id);
        assert_eq!((puzzle.id.as_ref(), Some(hash(puzzle))), (Some(&record.id), record.hash.clone()));
        assert_eq!(record.index as usize, if number < 20 { number } else { number - 20 });
    }
}

/// A CodinGame board that names a standard board equals it, perhaps in other colours, and has the same best list.
#[test]
fn boards_of_codingame_are_standard_boards_in_other_colours() {
    let standard = read(STANDARD);
    let lists = read(CODINGAME);
    let named: Vec<_> = lists
        .iter()
        .filter_map(|(puzzle, record)| {
            let origin = puzzle.origin.as_ref()?;
            Some((puzzle, record, origin["standard"].as_u64().unwrap() as usize))
        })
        .collect();
    assert_eq!((lists.len(), named.len()), (50, 45));
    for (puzzle, record, number) in named {
        let (same, best) = &standard[number - 1];
        assert_eq!(puzzle.grid.canonical(), same.grid.canonical(), "{}", record.id);
        assert_eq!((&record.moves, record.score), (&best.moves, best.score), "{}", record.id);
    }
}
