//! Law: whatever damage a results file and its salvage have, a resume loses no whole record and solves no answered puzzle
//! again, wherever it is killed; the finished file and its merge are those of a run that was not damaged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use tempfile::TempDir;
use tilefall::rules::GameKind;
use tilefall::internals::batch::merge::merge;
use tilefall::internals::batch::record_key::key;
use tilefall::internals::batch::sidecar::{self, Sidecar};
use tilefall::internals::batch::table::{Lookup, Table};
use tilefall::internals::batch::{Error, Journal, salvage};
use tilefall_fuzz::next;

const PUZZLES: u64 = 6;
const START: &str = "{\"v\":1,\"index\":";

/// The folder of the results, in memory where the system has a folder for that.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder can be made")
});

fn id(index: u64) -> String {
    format!("puzzle {{\"v\":1,\"index\":{index}")
}

fn hash(index: u64) -> String {
    format!("{:016x}", index * 7919)
}

fn record(index: u64, more: &str) -> String {
    let id = id(index).replace('"', "\\\"");
    let hash = hash(index);
    format!("{START}{index},\"id\":\"{id}\",\"hash\":\"{hash}\",{more}}}\n")
}

/// The record of a run that is not damaged.
fn whole(index: u64) -> String {
    record(index, &format!("\"status\":\"optimal\",\"score\":{}", index * index))
}

fn sidecar(ordered: bool) -> Sidecar {
    Sidecar {
        v: sidecar::VERSION,
        tilefall: "1".into(),
        game: GameKind::SameGame,
        input: None,
        names: "names".into(),
        inputs: Vec::new(),
        count: None,
        shard: None,
        ordered,
        unread: Vec::new(),
        complete: false,
        options: Default::default(),
    }
}

/// A file of whole records, beginnings of records, interrupted ones, and bytes that are none.
fn damaged(bytes: &mut &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..next(bytes) % 32 {
        let [what, more] = [next(bytes), next(bytes)];
        let index = u64::from(more) % PUZZLES;
        match what % 8 {
            0..=2 => text.extend(whole(index).into_bytes()),
            3 => text.extend(&whole(index).as_bytes()[..usize::from(what) * 3 % whole(index).len()]),
            4 => {
                text.extend(record(index, "\"status\":\"unknown\",\"stopped_by\":\"interrupt\"").into_bytes())
            }
            5 => text.push(b'\n'),
            6 => text.extend(vec![0; usize::from(more) * 300]),
            _ => text.push(if more.is_ascii_lowercase() { more } else { 0xff }),
        }
    }
    text
}

/// The indexes of the whole records of files.
fn records(path: &Path) -> HashSet<u64> {
    let read = |path: &Path| std::fs::read(path).unwrap_or_default();
    let mut found = HashSet::new();
    for text in [read(path), read(&salvage::path_for(path))] {
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let from = line.windows(START.len()).rposition(|part| part == START.as_bytes()).unwrap_or(0);
            found.extend((0..PUZZLES).filter(|&index| &line[from..] == whole(index).as_bytes()));
        }
    }
    found
}

/// Resumes as `solve --out FILE --resume` does, and is killed after it has written a number of records.
fn resume(path: &Path, ordered: bool, mut kill: usize) -> Result<(), Error> {
    let mut journal = Journal::open(path, true, sidecar(ordered))?;
    let known = records(path);
    let (mut kept, mut place, mut seen) = (Vec::new(), 0, HashSet::new());
    let survey = journal.survey(
        |head, entry| {
            let stays = if ordered { head.index == place } else { seen.insert(head.index) };
            place += u64::from(stays);
            kept.extend(stays.then_some(entry));
            Ok(stays)
        },
        |entry| Some(entry.index),
    )?;
    let salvage = journal.cut(&survey, Vec::new())?;
    assert_eq!(records(path), known, "a cut has lost a record");
    let mut written = Table::new(kept);
    let order: Vec<u64> = if ordered { (0..PUZZLES).collect() } else { (0..PUZZLES).rev().collect() };
    for index in order {
        let keys = [key(index, &id(index), Some(&hash(index)))];
        if matches!(written.take(index, &keys), Lookup::Record(_)) {
            continue;
        }
        let line = match &salvage {
            Some(salvage) => salvage.take(index, &keys)?.expect("all records are of this input"),
            None => None,
        };
        assert_eq!(line.is_some(), known.contains(&index), "puzzle {index}");
        if kill == 0 {
            return Ok(());
        }
        kill -= 1;
        journal.append(&line.unwrap_or_else(|| whole(index)))?;
    }
    journal.finish(Some(("digest".into(), PUZZLES)), true)
}

fuzz_target!(|bytes: &[u8]| {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    let mut bytes = bytes;
    let path: PathBuf = FOLDER.path().join("out");
    let ordered = next(&mut bytes) & 1 == 0;
    sidecar::write(&path, &sidecar(ordered)).expect("a file can be written");
    std::fs::write(&path, damaged(&mut bytes)).expect("a file can be written");
    match damaged(&mut bytes) {
        text if text.is_empty() => drop(std::fs::remove_file(salvage::path_for(&path))),
        text => std::fs::write(salvage::path_for(&path), text).expect("a file can be written"),
    }
    for _ in 0..3 {
        resume(&path, ordered, usize::from(next(&mut bytes)) % 7).expect("the records are of this input");
    }
    resume(&path, ordered, usize::MAX).expect("the records are of this input");
    let all: String = (0..PUZZLES).map(whole).collect();
    let mut text = std::fs::read_to_string(&path).expect("records are text");
    if !ordered {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.sort_unstable();
        text = lines.concat();
    }
    assert_eq!(text, all);
    assert!(!salvage::path_for(&path).exists());
    let mut merged = Vec::new();
    merge(std::slice::from_ref(&path), &mut merged).expect("the run is complete");
    assert_eq!(String::from_utf8(merged).expect("records are text"), all);
});
