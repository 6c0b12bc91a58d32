//! Standard output.

use super::harmless;
use std::fs::Metadata;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tilefall::batch::{Error, disk};

/// Standard output, unbuffered. Unlike that of the standard library it fails where nothing can be written: the
/// program may have been started with it closed, or open for reading only. Its errors name it.
#[derive(Clone, Copy, Debug)]
pub struct Out;

#[cfg(unix)]
mod fd {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Whether the program was started with standard output, or input, closed.
    static CLOSED: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

    // The standard library opens /dev/null in place of what is closed before `main` begins, so that nothing shows
    // it any more. This runs before that; all it does is two system calls and two stores.
    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            let closed = |fd| rustix::io::fcntl_getfd(fd).is_err();
            CLOSED[0].store(closed(rustix::stdio::stdin()), Ordering::Relaxed);
            CLOSED[1].store(closed(rustix::stdio::stdout()), Ordering::Relaxed);
        }
    }

    /// An error if the program was started with standard input (0), or output (1), closed.
    pub fn open(fd: usize) -> io::Result<()> {
        if CLOSED[fd].load(Ordering::Relaxed) { Err(rustix::io::Errno::BADF.into()) } else { Ok(()) }
    }

    pub fn write(bytes: &[u8]) -> io::Result<usize> {
        let write = || Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?);
        open(1).and_then(|()| write()).map_err(super::named)
    }

    /// Whether standard output is a pipe.
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

/// An error of standard output, with its name.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: cannot be written: {error}"))
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if !is_terminal() {
            return busy(|| fd::write(bytes));
        }
        // What is written is whole texts, or several.
        let text = String::from_utf8_lossy(bytes);
        let mut rest = harmless::lines(&text).into_owned().into_bytes();
        while !rest.is_empty() {
            match busy(|| fd::write(&rest)) {
                Ok(0) => return Err(named(io::ErrorKind::WriteZero.into())),
                Ok(written) => drop(rest.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        fd::flush()
    }
}

/// Standard input.
///
/// # Errors
/// If the program was started with it closed.
pub fn stdin() -> io::Result<io::Stdin> {
    fd::open(0)?;
    Ok(io::stdin())
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    static IS: OnceLock<bool> = OnceLock::new();
    *IS.get_or_init(|| io::stdout().is_terminal())
}

/// Prints a line, and flushes it.
///
/// # Errors
/// Those of [`print()`].
pub fn println(line: &str) -> io::Result<()> {
    print(&format!("{line}\n"))
}

/// Prints a text of whole lines, and flushes it. What goes into a pipe goes in pieces of whole lines that enter it
/// whole or not at all, so that the reader never sees the half of a line of up to 4 KiB, whatever ends the program.
///
/// # Errors
/// If standard output cannot be written; [`super::exit::report`] lets a closed pipe pass quietly.
pub fn print(text: &str) -> io::Result<()> {
    static PIPE: OnceLock<bool> = OnceLock::new();
    let mut rest = text.as_bytes();
    if !text.is_empty() && *PIPE.get_or_init(fd::is_pipe) {
        while rest.len() > WHOLE {
            let end = memchr::memrchr(b'\n', &rest[..WHOLE]).or_else(|| memchr::memchr(b'\n', rest));
            let (piece, more) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            Out.write_all(piece)?;
            rest = more;
        }
    }
    Out.write_all(rest)?;
    Out.flush()
}

/// Prints a text with escape sequences of the program's own; names of an input are made harmless before.
///
/// # Errors
/// If standard output cannot be written.
pub fn paint(text: &str) -> io::Result<()> {
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        match busy(|| fd::write(rest)) {
            Ok(0) => return Err(named(io::ErrorKind::WriteZero.into())),
            Ok(written) => rest = &rest[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    fd::flush()
}

/// Bytes that a pipe takes whole or not at all, on Linux; elsewhere it may be less.
const WHOLE: usize = 4096;

/// Writes that were begun, and that were ended.
static WRITES: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Writes to a standard stream, which may take as long as nobody reads what was written before.
pub fn busy<T>(write: impl FnOnce() -> T) -> T {
    WRITES[0].fetch_add(1, Ordering::SeqCst);
    let done = write();
    WRITES[1].fetch_add(1, Ordering::SeqCst);
    done
}

/// Comes back when a standard stream has taken nothing for this long although something is to be written.
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

/// Refuses an input that standard output leads to: what is printed would be read, without end.
///
/// # Errors
/// If one is.
pub fn refuse<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), Error> {
    let output = stream(&std::io::stdout()).filter(Metadata::is_file);
    let Some(output) = output.as_ref().and_then(disk::identity) else { return Ok(()) };
    for input in inputs {
        let data = if input.as_os_str() == "-" { stream(&std::io::stdin()) } else { input.metadata().ok() };
        if data.as_ref().and_then(disk::identity) == Some(output) {
            let why = "this is an input and standard output, expected another file";
            return Err(Error::Refused(format!("{}: {why}", input.display())));
        }
    }
    Ok(())
}

/// What a standard stream leads to.
#[cfg(unix)]
pub fn stream(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    let file = std::fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok()
}

/// What a standard stream leads to: the system does not say.
#[cfg(not(unix))]
pub fn stream<T>(_: &T) -> Option<Metadata> {
    None
}
