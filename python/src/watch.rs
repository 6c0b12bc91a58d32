//! A search in a thread of its own, beside one that listens to Python: to signals and to what callbacks say.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// The time between two looks at signals.
const BEAT: Duration = Duration::from_millis(50);

/// The stack of the search, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Runs work without the interpreter lock and gives what comes of it. What the work sends is handed to `each`, with the
/// lock, one after the other: the work waits until `each` takes it. If `each` gives `false` or raises, or Ctrl-C is
/// pressed, the work is cancelled and ends with what it has so far; sending then fails, and `each` is not called again.
///
/// # Errors
/// What `each` or a signal handler raises, once the work has ended; a `KeyboardInterrupt` is none.
pub fn beside<T: Send, E: Send>(
    py: Python<'_>,
    cancel: &(dyn Fn() + Sync),
    work: impl FnOnce(&SyncSender<E>) -> T + Send,
    mut each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
) -> PyResult<T> {
    let mut raised = None;
    let done = py.detach(|| {
        // Without room, so that what is sent is heard, or sending fails.
        let (sender, receiver) = sync_channel(0);
        let (running, ended) = channel::<()>();
        scope(|scope| {
            // Dropped here also if something panics: whoever sends must not wait for ever.
            let mut events = Some(receiver);
            let search = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let _running = running;
                work(&sender)
            })?;
            let mut looked = Instant::now();
            loop {
                let heard = match &events {
                    Some(events) => events.recv_timeout(BEAT).map(Some),
                    None => ended.recv_timeout(BEAT).map(|()| None),
                };
                let mut said = match heard {
                    Ok(Some(event)) => Python::attach(|py| each(py, event)),
                    Ok(None) | Err(RecvTimeoutError::Timeout) => Ok(true),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if looked.elapsed() >= BEAT {
                    looked = Instant::now();
                    let signals = Python::attach(|py| py.check_signals());
                    said = said.and_then(|on| signals.map(|()| on));
                }
                if !matches!(said, Ok(true)) {
                    cancel();
                    events = None;
                }
                if let Err(error) = said
                    && !Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py))
                {
                    raised.get_or_insert(error);
                }
            }
            Ok::<_, PyErr>(search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })?;
    raised.map_or(Ok(done), Err)
}
