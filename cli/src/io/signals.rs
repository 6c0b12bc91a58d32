//! Signals that end the program.
//!
//! A signal that was ignored when the program started stays ignored: `nohup` ignores SIGHUP, and a shell without job
//! control ignores the SIGINT of background commands. Only Linux reports the ignored signals; on other Unix systems
//! SIGHUP is not handled, so that `nohup` works.

#[cfg(unix)]
use crate::exit::thread_error;
use std::io;
#[cfg(unix)]
use std::{fs::File, io::Read as _, sync::Arc};

/// Calls `callback` in a thread of its own at the first signal. The second signal ends the program at once with exit
/// code 130.
#[cfg(unix)]
pub fn on_first_signal(callback: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, iterator::Signals};
    use std::sync::atomic::AtomicBool;

    let ignored = ignored();
    let hangup = if cfg!(any(target_os = "linux", target_os = "android")) { Some(SIGHUP) } else { None };
    let signals = [SIGINT, SIGTERM].into_iter().chain(hangup);
    let signals: Vec<_> = signals.filter(|signal| ignored >> (signal - 1) & 1 == 0).collect();
    let came = Arc::new(AtomicBool::new(false));
    for &signal in &signals {
        // The handlers run in this order, so that the first signal checks the flag before the flag is set.
        flag::register_conditional_shutdown(signal, 130, came.clone())?;
        flag::register(signal, came.clone())?;
    }
    let mut signals = Signals::new(signals)?;
    let thread = std::thread::Builder::new().name("signals".into()).spawn(move || {
        if signals.forever().next().is_some() {
            callback();
        }
    });
    thread.map(drop).map_err(thread_error)
}

/// Stops the program until it is continued, as Ctrl-Z does when the terminal handles keys.
#[cfg(unix)]
pub fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// Does nothing: programs are not stopped on this system.
#[cfg(not(unix))]
pub fn stop() -> io::Result<()> {
    Ok(())
}

/// Ignores SIGXFSZ, so that a write beyond the size limit of files (`ulimit -f`) is an error and does not end the
/// program.
#[cfg(unix)]
pub fn ignore_size_limit_signal() {
    // If no handler can be set, the signal ends the program, which is no worse than an error.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Does nothing: a write beyond the size limit is an error on this system.
#[cfg(not(unix))]
pub fn ignore_size_limit_signal() {}

/// Returns the ignored signals as a mask, signal 1 in the lowest bit; 0 if the system does not report them.
#[cfg(unix)]
fn ignored() -> u64 {
    // Large enough for the whole file: a growing buffer would take eight reads.
    let mut status = Vec::with_capacity(1 << 12);
    let read = File::open("/proc/self/status").and_then(|mut file| file.read_to_end(&mut status));
    let mask = read.ok().and_then(|_| {
        let at = memchr::memmem::find(&status, b"\nSigIgn:")?;
        let line = status[at + 8..].split(|&byte| byte == b'\n').next()?;
        u64::from_str_radix(str::from_utf8(line).ok()?.trim(), 16).ok()
    });
    mask.unwrap_or(0)
}

/// Calls `callback` in a thread of its own at the first signal. The second signal ends the program at once with exit
/// code 130.
#[cfg(not(unix))]
pub fn on_first_signal(callback: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let mut callback = Some(callback);
    ctrlc::set_handler(move || match callback.take() {
        // In a thread of its own, because this thread waits for the second signal.
        Some(callback) => drop(std::thread::spawn(callback)),
        None => crate::exit::at_once(crate::exit::Exit::Interrupted),
    })
    .map_err(io::Error::other)
}
