//! The best lists for the 20 standard boards, replayed if the boards are available.

use std::path::PathBuf;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{Rules, Status};
use tilefall::samegame::Found;
use tilefall::text::formats::auto;
use tilefall::text::record::{ResultRecord, hash};

const RECORDS: &str = include_str!("../../data/records/standard20.jsonl");

fn records() -> Vec<ResultRecord> {
    RECORDS.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn there_is_a_list_for_each_board_and_their_total_beats_papers_and_the_web() {
    let records = records();
    let numbers: Vec<u64> = records.iter().map(|record| record.index).collect();
    assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    let total: i64 = records.iter().map(|record| record.score.unwrap()).sum();
    assert!(total > 87_858, "{total}");
    assert!(records.iter().all(|record| record.cleared == Some(true) && record.status == Status::Feasible));
}

/// Seed, trials, commit and command of each list, if recorded.
#[test]
fn each_list_has_a_source() {
    let sources = include_str!("../../data/records/sources.tsv");
    let mut rows = sources.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.next(), Some("board\tscore\tseed\ttrials\tcommit\tcommand"));
    let of =
        |record: &ResultRecord| (record.index + 1).to_string() + "\t" + &record.score.unwrap().to_string();
    let named: Vec<String> = rows.map(|row| row.split('\t').take(2).collect::<Vec<_>>().join("\t")).collect();
    assert_eq!(named, records().iter().map(of).collect::<Vec<_>>());
}

#[test]
fn every_list_plays_to_its_score() {
    // The boards are not distributed with the project: in TILEFALL_STANDARD20, or beside the project.
    let folder = std::env::var_os("TILEFALL_STANDARD20").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| "../shared/data/samegame/standard20".into());
    if !folder.is_dir() {
        eprintln!("{}: the standard boards are not there, their lists are not replayed", folder.display());
        return;
    }
    for record in records() {
        let text = std::fs::read(folder.join(format!("pos{:02}.txt", record.index + 1))).unwrap();
        let puzzle = auto::read(&text).puzzles.remove(0).unwrap();
        let clicks = record.moves.iter().flatten().map(|step| step.click().unwrap()).collect();
        let found = Found::replay(&puzzle.grid, Rules::default(), clicks).unwrap();
        assert_eq!((Some(found.score), Some(found.cleared)), (record.score, record.cleared), "{}", record.id);
        let task = Task::SameGame(SameGameTask { rules: Some(Rules::default()), clicks: Vec::new() });
        assert_eq!(Some(hash(&Puzzle { task, ..puzzle })), record.hash, "{}", record.id);
    }
}
