//! The screen of a full-screen program, in a terminal emulator.

use super::terminal::Terminal;
use rustix::termios::{LocalModes, tcgetattr};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time limit for the program to show what a test waits for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program with a terminal of its own.
pub struct Screen {
    terminal: Terminal,
    child: Child,
    bytes: Receiver<Vec<u8>>,
    emulator: vt100::Parser,
}

/// Runs `tilefall` in a folder, on its controlling terminal; unfinished games are saved in `state` there.
pub fn spawn(terminal: &Terminal, dir: &Path, words: &[&str]) -> Child {
    spawn_program(terminal, dir, assert_cmd::cargo::cargo_bin!("tilefall"), words)
}

fn spawn_program(terminal: &Terminal, dir: &Path, program: &Path, words: &[&str]) -> Child {
    let mut command = Command::new("setsid");
    command.arg("--ctty").arg(program).args(words);
    command.env("TILEFALL", assert_cmd::cargo::cargo_bin!("tilefall"));
    command.current_dir(dir).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    command.env("XDG_STATE_HOME", dir.join("state"));
    command.stdin(terminal.stream()).stdout(terminal.stream()).stderr(terminal.stream());
    command.spawn().unwrap()
}

impl Screen {
    /// Runs `tilefall` in a folder, on a terminal of this size, which is its controlling terminal.
    pub fn run(dir: &Path, words: &[&str], size: (u16, u16)) -> Screen {
        Screen::of(dir, assert_cmd::cargo::cargo_bin!("tilefall"), words, size)
    }

    /// Like [`run`](Self::run), for a line of the shell, where `$TILEFALL` is the program.
    pub fn shell(dir: &Path, line: &str, size: (u16, u16)) -> Screen {
        Screen::of(dir, Path::new("bash"), &["-c", line], size)
    }

    fn of(dir: &Path, program: &Path, words: &[&str], (rows, cols): (u16, u16)) -> Screen {
        super::signals::hear();
        let terminal = Terminal::new(cols);
        terminal.resize(rows, cols);
        let child = spawn_program(&terminal, dir, program, words);
        let (sender, bytes) = channel();
        let mut master = terminal.reader();
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(read @ 1..) = master.read(&mut part) {
                if sender.send(part[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Screen { terminal, child, bytes, emulator: vt100::Parser::new(rows, cols, 0) }
    }

    pub fn text(&self) -> String {
        self.emulator.screen().contents()
    }

    /// Waits until the screen satisfies a condition.
    pub fn wait_until(&mut self, what: &str, shown: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if shown(&text) {
                return text;
            }
            let left = PATIENCE.saturating_sub(begun.elapsed());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout) => panic!("{what} does not come:\n{text}"),
                Err(RecvTimeoutError::Disconnected) => panic!("{what} does not come, the end:\n{text}"),
            }
        }
    }

    /// Shows output of the program, and answers queries for the cursor position, as terminals do.
    fn take(&mut self, bytes: &[u8]) {
        self.emulator.process(bytes);
        if bytes.windows(4).any(|part| part == b"\x1b[6n") {
            let (row, col) = self.emulator.screen().cursor_position();
            self.terminal.type_in(&format!("\x1b[{};{}R", row + 1, col + 1));
        }
    }

    /// Waits until the screen shows a text.
    pub fn wait_for(&mut self, text: &str) -> String {
        self.wait_until(text, |shown| shown.contains(text))
    }

    pub fn keys(&mut self, keys: &str) {
        self.terminal.type_in(keys);
    }

    /// Presses or releases the left button at a column and line from 1.
    pub fn button(&mut self, down: bool, column: usize, line: usize) {
        let end = if down { 'M' } else { 'm' };
        self.terminal.type_in(&format!("\x1b[<0;{column};{line}{end}"));
    }

    /// Moves the pointer to a column and line from 1.
    pub fn point(&mut self, column: usize, line: usize) {
        self.terminal.type_in(&format!("\x1b[<35;{column};{line}M"));
    }

    pub fn resize(&mut self, rows: u16, cols: u16) {
        self.emulator.screen_mut().set_size(rows, cols);
        self.terminal.resize(rows, cols);
    }

    pub fn kill(&self, signal: &str) {
        let words = ["-s", signal, &self.child.id().to_string()];
        assert!(Command::new("kill").args(words).status().unwrap().success());
    }

    /// Waits for the end of the program; returns the exit code. Checks that the terminal was restored.
    pub fn end(self) -> Option<i32> {
        self.rest().0
    }

    /// Waits for the end of the program; returns the exit code and the text of the screen. Checks that the terminal
    /// was restored.
    pub fn rest(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        let modes = tcgetattr(self.terminal.slave()).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
        // A mark behind the last output of the program, which the emulator does not show.
        const ENQUIRY: u8 = 5;
        self.terminal.slave().write_all(&[ENQUIRY]).unwrap();
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.emulator.process(&bytes);
            if bytes.contains(&ENQUIRY) {
                break;
            }
        }
        let screen = self.emulator.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        (code, self.text())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The program may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
