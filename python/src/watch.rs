//! A search in a thread of its own, beside a thread that handles signals and runs callbacks of Python.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// The time between two checks for signals.
const BEAT: Duration = Duration::from_millis(50);

/// The stack of the search, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Runs `work` without the interpreter lock and returns its result, and whether Ctrl-C ended it. Each event that `work`
/// sends is handed to `each`, with the lock, one after the other: `work` waits until `each` takes the event. If `each`
/// returns `false` or raises, or Ctrl-C is pressed, `work` is cancelled and ends with what it has so far; sending then
/// fails, and `each` is not called again.
///
/// # Errors
/// What `each` or a signal handler raises, once `work` has ended, but for `KeyboardInterrupt`.
pub fn beside<T: Send, E: Send>(
    py: Python<'_>,
    cancel: &(dyn Fn() + Sync),
    work: impl FnOnce(&SyncSender<E>) -> T + Send,
    mut each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
) -> PyResult<(T, bool)> {
    let (mut raised, mut interrupted) = (None, false);
    let done = py.detach(|| {
        // Without room, so that every event is handled, or sending fails.
        let (sender, receiver) = sync_channel(0);
        let (running, ended) = channel::<()>();
        scope(|scope| {
            // Dropped here also if something panics: a sender must not wait for ever.
            let mut events = Some(receiver);
            let search = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let _running = running;
                work(&sender)
            })?;
            let mut checked = Instant::now();
            loop {
                let event = match &events {
                    Some(events) => events.recv_timeout(BEAT).map(Some),
                    None => ended.recv_timeout(BEAT).map(|()| None),
                };
                let mut goes_on = match event {
                    Ok(Some(event)) => Python::attach(|py| each(py, event)),
                    Ok(None) | Err(RecvTimeoutError::Timeout) => Ok(true),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if checked.elapsed() >= BEAT {
                    checked = Instant::now();
                    let signals = Python::attach(|py| py.check_signals());
                    goes_on = goes_on.and_then(|on| signals.map(|()| on));
                }
                if !matches!(goes_on, Ok(true)) {
                    cancel();
                    events = None;
                }
                if let Err(error) = goes_on {
                    match Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py)) {
                        true => interrupted = true,
                        false => _ = raised.get_or_insert(error),
                    }
                }
            }
            Ok::<_, PyErr>(search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })?;
    raised.map_or(Ok((done, interrupted)), Err)
}

/// Whether Ctrl-C was pressed since signals were last checked.
///
/// # Errors
/// What a signal handler raises, but for `KeyboardInterrupt`.
pub fn interrupted(py: Python<'_>) -> PyResult<bool> {
    match py.check_signals() {
        Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(true),
        checked => checked.map(|()| false),
    }
}
