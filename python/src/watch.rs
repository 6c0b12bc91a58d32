//! Runs a search in its own thread, while the calling thread handles signals and runs Python callbacks.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};
use tilefall::Cancel;

/// The time between two checks for signals.
const BEAT: Duration = Duration::from_millis(50);

/// The stack of the search, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Runs `work` without the interpreter lock. Returns the result of `work`, and whether Ctrl-C ended it. For every event
/// that `work` sends, calls `each` with the lock; `work` waits until `each` takes the event. Cancels `cancel` if `each`
/// returns `false` or raises an exception, if Ctrl-C is pressed, or if `event` (the method `is_set` of an event)
/// returns true. From then on, sending fails and `each` is not called, so that `work` can return its result so far.
/// Ctrl-C at the very end counts, too.
pub fn beside<T: Send, E: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    event: Option<&Py<PyAny>>,
    work: impl FnOnce(&SyncSender<E>) -> T + Send,
    mut each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
) -> PyResult<(T, bool)> {
    let (mut raised, mut ended) = (None, false);
    // Returns `false` if the event is set.
    let continues = |py: Python<'_>| {
        py.check_signals()?;
        event.map_or(Ok(true), |is_set| Ok(!is_set.call0(py)?.is_truthy(py)?))
    };
    let done = py.detach(|| {
        // A channel without capacity, so that every event is handled, or sending fails.
        let (sender, receiver) = sync_channel(0);
        let (running, over) = channel::<()>();
        scope(|scope| {
            // Owned by this scope, so that a panic drops the receiver, too: otherwise a sender would wait for ever.
            let mut events = Some(receiver);
            let search = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let _running = running;
                work(&sender)
            })?;
            let mut checked = Instant::now();
            loop {
                let event = match &events {
                    Some(events) => events.recv_timeout(BEAT).map(Some),
                    None => over.recv_timeout(BEAT).map(|()| None),
                };
                let mut goes_on = match event {
                    Ok(Some(event)) => Python::attach(|py| each(py, event)),
                    Ok(None) | Err(RecvTimeoutError::Timeout) => Ok(true),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if checked.elapsed() >= BEAT {
                    checked = Instant::now();
                    let checked = Python::attach(continues);
                    goes_on = goes_on.and_then(|on| checked.map(|too| on && too));
                }
                if !matches!(goes_on, Ok(true)) {
                    cancel.cancel();
                    events = None;
                }
                if let Err(error) = goes_on {
                    match Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py)) {
                        true => ended = true,
                        false => _ = raised.get_or_insert(error),
                    }
                }
            }
            Ok::<_, PyErr>(search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })?;
    match raised {
        Some(error) => Err(error),
        None => Ok((done, ended || interrupted(py)?)),
    }
}

/// Like [`beside`], for `work` that sends no events and ends when `cancel` is cancelled.
pub fn until<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    event: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, bool)> {
    beside(py, cancel, event, |_: &SyncSender<()>| work(), |_, ()| Ok(true))
}

/// Returns `true` if Ctrl-C was pressed since signals were last checked.
pub fn interrupted(py: Python<'_>) -> PyResult<bool> {
    match py.check_signals() {
        Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(true),
        checked => checked.map(|()| false),
    }
}
