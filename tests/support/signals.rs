//! Runs of the program that are stopped from outside.

use super::PATIENCE;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
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

/// Waits until the program has used this much processor time, however busy the machine is, or has ended. Also returns
/// once a program that handles signals has slept for a second.
pub fn work(child: &mut Child, time: Duration) {
    let begun = Instant::now();
    let mut listens = None;
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "neither at work nor waiting");
        if processor_time(child) >= time && listens_to_signals(child) {
            return;
        }
        if listens_to_signals(child) {
            let waits = *listens.get_or_insert((Instant::now(), processor_time(child)));
            if waits.1 != processor_time(child) || !is_asleep(child) {
                listens = None;
            } else if waits.0.elapsed() > Duration::from_secs(1) {
                return;
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the processor time of a program, which Linux counts in hundredths of a second.
fn processor_time(child: &Child) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // The name of the program, in parentheses, may have spaces.
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    Duration::from_millis(
        fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10,
    )
}

/// Returns whether all threads of a program sleep. A thread that is ready to run but gets no processor does not sleep.
fn is_asleep(child: &Child) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", child.id())) else { return true };
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_none_or(|rest| rest.starts_with('S'))
    })
}

/// Returns whether a program handles SIGTERM. On systems other than Linux, waits a second and returns `true`.
fn listens_to_signals(child: &Child) -> bool {
    if !cfg!(target_os = "linux") {
        std::thread::sleep(Duration::from_secs(1));
        return true;
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t"));
    caught.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask >> 14 & 1 == 1)
}

/// Sends the signal `name`, like `INT`, to a program.
pub fn send(name: &str, child: &Child) {
    assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
}

/// Waits for the end of a program; fails the test if it does not end.
pub fn end(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        match child.try_wait().unwrap() {
            Some(status) => return status,
            None if begun.elapsed() > PATIENCE => {
                child.kill().unwrap();
                panic!("it does not end");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Sends the signal `name` to a program at work. Returns the output of the program.
pub fn signal(child: Child, name: &str) -> Output {
    signal_after(Duration::from_millis(200), child, name)
}

/// Like [`signal`], after the program has used this much processor time.
pub fn signal_after(time: Duration, mut child: Child, name: &str) -> Output {
    work(&mut child, time);
    send(name, &child);
    let id = child.id();
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(child.wait_with_output().unwrap()));
    let output = ended.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let _ = Command::new("kill").args(["-s", "KILL", &id.to_string()]).status();
        panic!("it does not end");
    });
    super::schema::check_output(&output.stdout);
    output
}
