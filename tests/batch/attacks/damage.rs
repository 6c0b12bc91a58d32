//! Damage that attacks do to the files of a folder.

use super::{Scene, lines};
use crate::support::memory::packed;
use rand::RngExt as _;
use std::fs;
use std::process::Command;

/// A function that damages the lines of a file at the given index.
type Edit = fn(&mut Vec<Vec<u8>>, usize);

impl Scene {
    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.dir.join(name)).unwrap()
    }

    pub(super) fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.dir.join(name), bytes).unwrap();
    }

    pub(super) fn remove(&self, name: &str) {
        fs::remove_file(self.dir.join(name)).unwrap();
    }

    /// Replaces a text in a file.
    pub(super) fn replace(&self, name: &str, from: &str, to: &str) {
        let text = String::from_utf8(self.read(name)).unwrap();
        assert!(text.contains(from), "{name}: {from}");
        self.put(name, text.replace(from, to));
    }

    /// Calls `edit` with the lines of a results file and the index of a random complete record, but not the last one.
    pub(super) fn edit(&mut self, name: &str, edit: Edit) {
        let mut all = lines(&self.read(name));
        let number = all.iter().filter(|line| line.ends_with(b"\n")).count();
        let at = self.dice.random_range(0..number.max(2) - 1);
        edit(&mut all, at);
        self.put(name, all.concat());
    }

    /// Calls `edit` with the lines of the first input and the index of a random puzzle that has a record.
    pub(super) fn edit_input(&mut self, edit: Edit) {
        let answered = self.read("out").split(|&byte| byte == b'\n').count() - 1;
        let mut all = lines(&self.read("a.jsonl"));
        let at = self.dice.random_range(0..answered.min(all.len()));
        edit(&mut all, at);
        self.put("a.jsonl", all.concat());
    }

    /// Inserts bytes before a random record of the results file.
    pub(super) fn insert(&mut self, bytes: &'static [u8]) {
        let mut all = lines(&self.read("out"));
        let at = self.dice.random_range(0..all.len());
        all.insert(at, bytes.to_vec());
        self.put("out", all.concat());
    }

    /// Cuts a file at a random byte.
    pub(super) fn cut(&mut self, name: &str) {
        let bytes = self.read(name);
        let end = self.dice.random_range(0..bytes.len());
        self.put(name, &bytes[..end]);
    }

    /// Flips a random bit of a file.
    pub(super) fn flip(&mut self, name: &str) {
        let mut bytes = self.read(name);
        let bit = self.dice.random_range(0..bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        self.put(name, bytes);
    }

    /// Applies a function to the bytes of a file.
    pub(super) fn map(&self, name: &str, change: impl Fn(&[u8]) -> Vec<u8>) {
        self.put(name, change(&self.read(name)));
    }

    /// Runs a line of the shell. `$S` is `tilefall mayan solve` with the usual options, `$I` the inputs.
    pub(super) fn shell(&self, line: &str) {
        let mut shell = Command::new("bash");
        shell.args(["-ec", line]).current_dir(&self.dir).env("I", &self.inputs);
        shell.env(
            "S",
            format!("{} mayan solve {}", assert_cmd::cargo::cargo_bin!("tilefall").display(), self.options),
        );
        let done = shell.output().unwrap();
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    packed(bytes, 1).into_iter().next().unwrap()
}

pub(super) fn with_carriage_returns(bytes: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(bytes).replace('\n', "\r\n").into_bytes()
}

/// Replaces the first occurrence of `from` in a line.
pub(super) fn put_in(line: &mut Vec<u8>, from: &str, to: &str) {
    *line = String::from_utf8_lossy(line).replacen(from, to, 1).into_bytes();
}
