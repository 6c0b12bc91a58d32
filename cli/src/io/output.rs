//! Standard output.

use super::disk;
use super::sanitize;
use crate::error::UsageError;
use std::fs::Metadata;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Unbuffered standard output. Unlike that of the standard library, it fails if it was closed when the program
/// started, or open for reading only. Error messages start with `standard output`.
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

#[cfg(unix)]
mod fd {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Whether standard input and standard output were closed when the program started.
    static CLOSED: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

    // The standard library opens /dev/null for closed standard streams before `main`, which hides them. This function
    // runs before that; it makes two system calls and two stores.
    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn check_closed() {
            let closed = |fd| rustix::io::fcntl_getfd(fd).is_err();
            CLOSED[0].store(closed(rustix::stdio::stdin()), Ordering::Relaxed);
            CLOSED[1].store(closed(rustix::stdio::stdout()), Ordering::Relaxed);
        }
    }

    /// Returns an error if standard input (0) or standard output (1) was closed when the program started.
    pub fn open(fd: usize) -> io::Result<()> {
        if CLOSED[fd].load(Ordering::Relaxed) { Err(rustix::io::Errno::BADF.into()) } else { Ok(()) }
    }

    pub fn write(bytes: &[u8]) -> io::Result<usize> {
        let write = || Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?);
        open(1).and_then(|()| write()).map_err(super::named)
    }

    /// Returns `true` if standard output is a pipe.
    pub fn is_pipe() -> bool {
        use std::os::fd::AsFd as _;
        use std::os::unix::fs::FileTypeExt as _;
        let file = io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from);
        file.and_then(|file| file.metadata()).is_ok_and(|data| data.file_type().is_fifo())
    }

    pub fn flush() -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(unix))]
mod fd {
    use std::io::{self, Write as _};

    pub fn open(_: usize) -> io::Result<()> {
        Ok(())
    }

    pub fn write(bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes).map_err(super::named)
    }

    pub fn is_pipe() -> bool {
        false
    }

    pub fn flush() -> io::Result<()> {
        io::stdout().flush().map_err(super::named)
    }
}

/// Like [`Stdout`], but terminal controls are not escaped.
struct RawStdout;

impl Write for RawStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        track_write(|| fd::write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        fd::flush()
    }
}

/// Adds the name to an error of standard output.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: cannot be written: {error}"))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if !is_terminal() {
            return RawStdout.write(bytes);
        }
        // Callers write whole texts, so this is valid UTF-8.
        let text = String::from_utf8_lossy(bytes);
        RawStdout.write_all(sanitize::lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        fd::flush()
    }
}

/// Returns standard input.
///
/// # Errors
/// If standard input was closed when the program started.
pub fn stdin() -> io::Result<io::Stdin> {
    fd::open(0)?;
    Ok(io::stdin())
}

/// Returns `true` if standard output is a terminal.
pub fn is_terminal() -> bool {
    static IS: OnceLock<bool> = OnceLock::new();
    *IS.get_or_init(|| io::stdout().is_terminal())
}

/// Prints a line and flushes.
pub fn println(line: &str) -> io::Result<()> {
    print(&format!("{line}\n"))
}

/// Prints a text of whole lines and flushes. Writes to a pipe are split at line ends into atomic writes, so the
/// reader never sees part of a line of up to 4 KiB, even if the program is killed.
///
/// # Errors
/// If standard output cannot be written. [`crate::exit::report`] ignores a closed pipe.
pub fn print(text: &str) -> io::Result<()> {
    static PIPE: OnceLock<bool> = OnceLock::new();
    let mut rest = text.as_bytes();
    if !text.is_empty() && *PIPE.get_or_init(fd::is_pipe) {
        while rest.len() > ATOMIC_PIPE_BYTES {
            let end =
                memchr::memrchr(b'\n', &rest[..ATOMIC_PIPE_BYTES]).or_else(|| memchr::memchr(b'\n', rest));
            let (piece, more) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            Stdout.write_all(piece)?;
            rest = more;
        }
    }
    Stdout.write_all(rest)?;
    Stdout.flush()
}

/// Prints a text with escape sequences. The caller sanitizes text of inputs.
///
/// # Errors
/// If standard output cannot be written.
pub fn print_raw(text: &str) -> io::Result<()> {
    RawStdout.write_all(text.as_bytes())?;
    RawStdout.flush()
}

/// The size of an atomic write to a pipe on Linux, in bytes; other systems may have a smaller limit.
const ATOMIC_PIPE_BYTES: usize = 4096;

/// The numbers of writes that were started and that were finished.
static WRITES: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Runs a write to a standard stream, and counts it in [`WRITES`]. The write blocks while a pipe is full.
pub fn track_write<T>(write: impl FnOnce() -> T) -> T {
    WRITES[0].fetch_add(1, Ordering::SeqCst);
    let done = write();
    WRITES[1].fetch_add(1, Ordering::SeqCst);
    done
}

/// Returns when a write to a standard stream has been blocked for `time`.
pub fn wait_until_stuck(time: Duration) {
    let ended = || WRITES[1].load(Ordering::SeqCst);
    loop {
        let before = ended();
        std::thread::sleep(time);
        if ended() == before && WRITES[0].load(Ordering::SeqCst) > before {
            return;
        }
    }
}

/// Checks that no input is the file that standard output writes to: the program would read its own output without end.
///
/// # Errors
/// If an input is that file.
pub fn refuse_as_input<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), UsageError> {
    let output = stream(&std::io::stdout()).filter(Metadata::is_file);
    let Some(output) = output.as_ref().and_then(disk::file_id) else { return Ok(()) };
    for input in inputs {
        let data = if input.as_os_str() == "-" { stream(&std::io::stdin()) } else { input.metadata().ok() };
        if data.as_ref().and_then(disk::file_id) == Some(output) {
            let why = "this is an input and standard output, expected another file";
            return Err(UsageError(format!("{}: {why}", input.display())));
        }
    }
    Ok(())
}

/// Returns the metadata of the file of a standard stream.
#[cfg(unix)]
pub fn stream(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    let file = std::fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok()
}

/// Returns `None`: not available on this system.
#[cfg(not(unix))]
pub fn stream<T>(_: &T) -> Option<Metadata> {
    None
}
