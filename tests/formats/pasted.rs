//! Texts that people paste, each with the boards or lists read from it: tests/corpus/pasted.tsv.

use super::corpus::unescape;
use crate::support::golden;
use tilefall::rules::notation::format_moves;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Cell, GameKind};
use tilefall::text::formats::{COORDINATES, auto};
use tilefall::verify::lists;

/// Returns the rows of a board, with the labels of its colours.
fn drawn(puzzle: &Puzzle) -> String {
    let grid = &puzzle.grid;
    let label = |cell| grid.name_at(cell).map_or(".".into(), |name| grid.label_of(name).into_owned());
    let row = |row| (0..grid.cols()).map(|col| label(Cell::new(row, col))).collect::<Vec<_>>().join(" ");
    (0..grid.rows()).rev().map(row).collect::<Vec<_>>().join("/")
}

fn boards(text: &[u8], game: GameKind) -> Vec<String> {
    let item = |read: Result<Puzzle, _>| match read {
        Ok(puzzle) => {
            let list = puzzle.task.list();
            let list = if list.is_empty() { String::new() } else { format!(" moves {}", format_moves(list)) };
            let note = puzzle.note.as_ref().map_or(String::new(), |note| format!(" note {}", note.trim()));
            drawn(&puzzle) + &list + &note
        }
        Err(error) => format!("error {error}"),
    };
    auto::read_for(text, Some(game)).puzzles.into_iter().map(item).collect()
}

fn answers(text: &[u8], game: GameKind, coordinates: Option<&str>) -> Vec<String> {
    let like: &[u8] = match game {
        GameKind::SameGame => b"RBB\nRRB\nGGB\n",
        GameKind::Mayan => b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
    };
    let like = auto::read_for(like, Some(game)).puzzles.remove(0).unwrap();
    let named = |name| COORDINATES.into_iter().find(|one| one.name == name).unwrap();
    match lists::read_all(text, &like, coordinates.map(named), true) {
        Err(error) => vec![format!("error {error}")],
        Ok(lists) => {
            let answer = |answer: &tilefall::verify::Answer| match &answer.record {
                record if record.moves.is_some() => format_moves(record.moves.clone().unwrap()),
                record => format!("status {}, count {:?}", record.status.name(), record.count),
            };
            let note = lists.note.iter().map(|note| format!("note {note}"));
            lists.answers.iter().map(answer).chain(note).collect()
        }
    }
}

/// Reads a text as one list of moves of the Mayan puzzle.
fn one(text: &[u8]) -> Vec<String> {
    let like = auto::read_for(b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n", Some(GameKind::Mayan));
    let like = like.puzzles.into_iter().next().unwrap().unwrap();
    let read = lists::one(text, &like, None);
    vec![read.map_or_else(|error| format!("error {error}"), |(list, _)| format_moves(list))]
}

#[test]
fn what_people_paste_is_read_as_they_mean_it_or_refused() {
    let path = "tests/corpus/pasted.tsv";
    let mut found = String::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let mut cells = line.split('\t');
        let [kind, text] = [(); 2].map(|()| cells.next().unwrap_or(""));
        let game = if kind.starts_with("mayan") { GameKind::Mayan } else { GameKind::SameGame };
        let read = match kind.split(' ').nth(1) {
            _ if kind.starts_with('#') => {
                found += &format!("{line}\n");
                continue;
            }
            Some("one") => one(&unescape(text)),
            Some(_) => answers(&unescape(text), game, kind.split(' ').nth(2)),
            None => boards(&unescape(text), game),
        };
        found += &format!("{kind}\t{text}\t{}\n", read.join(" | "));
    }
    golden(path, &found);
}
