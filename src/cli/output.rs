//! Standard output.

use std::io::{self, Write};

/// Standard output, unbuffered. Unlike that of the standard library it fails where nothing can be written: the
/// program may have been started with it closed, or open for reading only.
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
        open(1)?;
        Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?)
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
        io::stdout().write(bytes)
    }

    pub fn flush() -> io::Result<()> {
        io::stdout().flush()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() { Ok(0) } else { fd::write(bytes) }
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

/// Prints a text as it is, and flushes it.
///
/// # Errors
/// If standard output cannot be written; [`super::exit::report`] lets a closed pipe pass quietly.
pub fn print(text: &str) -> io::Result<()> {
    Out.write_all(text.as_bytes())?;
    Out.flush()
}
