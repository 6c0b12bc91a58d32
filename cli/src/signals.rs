//! Signals that ask the program to end.
//!
//! One that was ignored when the program began stays ignored: `nohup` does that to SIGHUP, a shell without job
//! control to the SIGINT of what it runs in the background. Only Linux tells which these are; on other Unix systems
//! SIGHUP is left as it was, so that `nohup` works there, too.

use std::io;
#[cfg(unix)]
use std::{fs::File, io::Read as _, sync::Arc};
#[cfg(unix)]
use tilefall::batch::no_thread;

/// Has this called by a thread of its own at the first signal. The second ends the program at once, exit code 130,
/// whatever the program is doing.
///
/// # Errors
/// If the system lets no handler be set.
#[cfg(unix)]
pub fn at_first(heard: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, iterator::Signals};
    use std::sync::atomic::AtomicBool;

    let ignored = ignored();
    let hangup = if cfg!(any(target_os = "linux", target_os = "android")) { Some(SIGHUP) } else { None };
    let signals = [SIGINT, SIGTERM].into_iter().chain(hangup);
    let signals: Vec<_> = signals.filter(|signal| ignored >> (signal - 1) & 1 == 0).collect();
    let came = Arc::new(AtomicBool::new(false));
    for &signal in &signals {
        // In this order: the first one finds the flag not set yet.
        flag::register_conditional_shutdown(signal, 130, came.clone())?;
        flag::register(signal, came.clone())?;
    }
    let mut signals = Signals::new(signals)?;
    let listens = std::thread::Builder::new().name("signals".into()).spawn(move || {
        if signals.forever().next().is_some() {
            heard();
        }
    });
    listens.map(drop).map_err(no_thread)
}

/// Turns a write beyond the size that a file may have (`ulimit -f`) into an error: its signal would end the program.
#[cfg(unix)]
pub fn bear_size_limit() {
    // Without a handler the signal does what it does by default.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Turns a write beyond the size that a file may have into an error: it is one here.
#[cfg(not(unix))]
pub fn bear_size_limit() {}

/// The signals that are ignored, the first in the lowest bit; none if the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    // With room for all of it: a buffer that grows takes eight reads.
    let mut status = Vec::with_capacity(1 << 12);
    let read = File::open("/proc/self/status").and_then(|mut file| file.read_to_end(&mut status));
    let mask = read.ok().and_then(|_| {
        let at = memchr::memmem::find(&status, b"\nSigIgn:")?;
        let line = status[at + 8..].split(|&byte| byte == b'\n').next()?;
        u64::from_str_radix(str::from_utf8(line).ok()?.trim(), 16).ok()
    });
    mask.unwrap_or(0)
}

/// Has this called by a thread of its own at the first signal. The second ends the program at once, exit code 130.
///
/// # Errors
/// If the system lets no handler be set.
#[cfg(not(unix))]
pub fn at_first(heard: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut heard = Some(heard);
    ctrlc::set_handler(move || match heard.take() {
        // In a thread of its own, for this one has to hear the second signal.
        Some(heard) => drop(std::thread::spawn(heard)),
        None => std::process::exit(130),
    })
    .map_err(io::Error::other)
}
