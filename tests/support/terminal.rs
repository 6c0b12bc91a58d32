//! A terminal for the program to run in.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::process::Stdio;

/// A pseudo-terminal: programs use the slave end, the test reads and writes the master end.
pub struct Terminal {
    master: File,
    slave: File,
}

impl Terminal {
    /// Creates a terminal of 24 rows and this number of columns.
    pub fn new(columns: u16) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let path = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        const NOCTTY: i32 = 0o400;
        let slave = OpenOptions::new().read(true).write(true).custom_flags(NOCTTY).open(path).unwrap();
        let terminal = Terminal { master: master.into(), slave };
        terminal.resize(24, columns);
        terminal
    }

    pub fn resize(&self, rows: u16, columns: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.slave, size).unwrap();
    }

    /// Returns a handle to read the output of programs.
    pub fn reader(&self) -> File {
        self.master.try_clone().unwrap()
    }

    /// Returns the end that programs use.
    pub fn slave(&self) -> &File {
        &self.slave
    }

    /// Returns the terminal as a standard stream of a program.
    pub fn stream(&self) -> Stdio {
        self.slave.try_clone().unwrap().into()
    }

    pub fn type_in(&self, text: &str) {
        (&self.master).write_all(text.as_bytes()).unwrap();
    }

    /// Reads until this text appears; returns all that was read.
    pub fn wait_for(&self, text: &str) -> String {
        let (mut all, mut part) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&all).contains(text) {
            let read = (&self.master).read(&mut part).unwrap();
            all.extend(&part[..read]);
        }
        String::from_utf8_lossy(&all).into_owned()
    }

    /// Reads all output until no program uses the terminal any more.
    pub fn rest(self) -> String {
        drop(self.slave);
        let (mut master, mut all, mut part) = (self.master, Vec::new(), [0; 4096]);
        // On Linux, reading fails once no program uses the terminal.
        while let Ok(read @ 1..) = master.read(&mut part) {
            all.extend(&part[..read]);
        }
        String::from_utf8(all).unwrap()
    }
}

/// Returns the lines that a terminal shows for a text, and the length of the longest line that was wiped or
/// overwritten.
pub fn shown(text: &str) -> (Vec<String>, usize) {
    let (mut lines, mut line, mut at, mut longest) = (Vec::new(), Vec::<char>::new(), 0, 0);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("\x1b[2K") {
            longest = longest.max(line.len());
            (line, rest) = (Vec::new(), after);
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '\r' => at = 0,
            '\n' => {
                lines.push(line.drain(..).collect());
                at = 0;
            }
            _ => {
                line.resize(line.len().max(at + 1), ' ');
                line[at] = c;
                at += 1;
            }
        }
    }
    lines.extend((!line.is_empty()).then(|| line.into_iter().collect()));
    (lines, longest)
}
