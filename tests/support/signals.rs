//! Runs of the program that are stopped from outside.

use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Once, atomic::AtomicBool};
use std::time::{Duration, Instant};

/// Lets the programs that this one starts hear signals, even where it was itself started without, as by `nohup`
/// or in the background of a shell: they do not inherit a handler, as they would inherit that a signal is ignored.
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

/// Starts the program with these words, parted by white space, and with pipes.
pub fn start(words: &str) -> Child {
    hear();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Lets it run for a while, sends a signal, and gives what comes and how long that takes.
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
