//! A search in a thread of its own, beside one that listens to Python: to signals and to what callbacks say.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// The time between two looks at signals.
const BEAT: Duration = Duration::from_millis(50);

/// The stack of the search, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Runs work without the interpreter lock and gives what comes of it. What the work sends is handed to `each`, with the
/// lock; if that gives `false`, or Ctrl-C is pressed, the work is cancelled and ends with what it has so far.
///
/// # Errors
/// What `each` or a signal handler raises, once the work has ended; a `KeyboardInterrupt` of a signal is none.
pub fn beside<T: Send, E: Send>(
    py: Python<'_>,
    cancel: &(dyn Fn() + Sync),
    work: impl FnOnce(&Sender<E>) -> T + Send,
    mut each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
) -> PyResult<T> {
    let mut raised = None;
    let done = py.detach(|| {
        let (sender, receiver) = channel();
        scope(|scope| {
            let search = Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(&sender))?;
            let mut looked = Instant::now();
            loop {
                let news = receiver.recv_timeout(BEAT);
                if let Ok(event) = news {
                    match Python::attach(|py| each(py, event)) {
                        Ok(true) => {}
                        Ok(false) => cancel(),
                        Err(error) => {
                            cancel();
                            raised.get_or_insert(error);
                        }
                    }
                } else if news.is_err_and(|error| error == RecvTimeoutError::Disconnected) {
                    break;
                }
                if looked.elapsed() >= BEAT {
                    looked = Instant::now();
                    Python::attach(|py| {
                        if let Err(error) = py.check_signals() {
                            cancel();
                            if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                                raised.get_or_insert(error);
                            }
                        }
                    });
                }
            }
            Ok::<_, PyErr>(search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })?;
    raised.map_or(Ok(done), Err)
}
