//! Runs of the program that are stopped from outside.

use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Once, atomic::AtomicBool};
use std::time::{Duration, Instant};

/// Sets signal handlers, so that child processes get the default actions even if this program was started with
/// signals ignored, as by `nohup`: children do not inherit handlers, but do inherit ignored signals.
pub fn hear() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::new(true.into())).unwrap();
        }
        signal_hook::flag::register(SIGHUP, Arc::new(AtomicBool::new(false))).unwrap();
    });
}

/// Starts the program with these arguments, separated by white space, and with pipes.
pub fn start(words: &str) -> Child {
    hear();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends a signal after a while; returns the output, and the time from the signal to the end.
pub fn signal(child: Child, name: &str) -> (Output, Duration) {
    signal_after(Duration::from_millis(300), child, name)
}

/// The same, after a time.
pub fn signal_after(time: Duration, child: Child, name: &str) -> (Output, Duration) {
    std::thread::sleep(time);
    let begun = Instant::now();
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    super::schema::check_output(&output.stdout);
    (output, begun.elapsed())
}
