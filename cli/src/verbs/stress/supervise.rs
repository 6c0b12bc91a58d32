//! The supervisor of runs: this program, started again for each thread of a test. A supervisor starts the tested
//! program. All children of a supervisor belong to one run, so the supervisor can kill exactly the processes that a run
//! leaves behind. If the test ends, even by SIGKILL, supervisors and runs end as well.

use crate::args::values::{Bytes, Time};
use crate::exit::Exit;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The first argument that makes this program a supervisor.
pub const WORD: &str = "--supervise-runs";

/// How a run ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Ended {
    /// Exited with this code.
    Code(i32),
    /// Ended by the signal with this number.
    Signal(i32),
    /// Killed after the time limit.
    TimeLimit,
    /// Killed, because its output exceeded the limit.
    OutputLimit,
    /// Not started, with the reason.
    NotRun(String),
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct RunLimits {
    /// Time limit of a run, in seconds or with a unit; processor time on a busy machine (on Linux)
    #[arg(long, value_name = "DUR", default_value = "3s", allow_hyphen_values = true)]
    pub time_limit: Time,
    /// Memory limit of a run (on Linux)
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory_limit: Bytes,
    /// Limit of what a run writes, on standard output or to a file
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    pub output_limit: Bytes,
}

/// The command that a supervisor runs. The working directory of the command is `work` in `root`; its standard streams
/// are the files `in`, `out` and `err` in `root`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    pub root: OsString,
    pub command: Vec<OsString>,
    /// Whether the program reads its input from a file in `work`; its standard input is then empty.
    pub reads_file: bool,
    pub limits: RunLimits,
}

/// Runs a supervisor. Its standard input contains the job, then a line for each run: the words that replace `ROW` and
/// `COL`. After each run, prints an [`Ended`] as a line of JSON.
pub fn run() -> Exit {
    static IS_OVER: AtomicBool = AtomicBool::new(false);
    let (send, lines) = mpsc::channel();
    std::thread::spawn(move || {
        // Standard input also ends when the test is killed: only the test holds the other end of the pipe.
        io::stdin().lines().map_while(Result::ok).try_for_each(|line| send.send(line)).ok();
        IS_OVER.store(true, SeqCst);
    });
    let job = lines.recv().ok().and_then(|line| serde_json::from_str::<Job>(&line).ok());
    let Some(job) = job.filter(|job| std::env::set_current_dir(&job.root).is_ok()) else {
        return Exit::Usage;
    };
    limit_own_children(job.limits);
    for words in lines {
        let begun = job.start(words.split_whitespace().collect());
        let ended = begun.and_then(|mut child| {
            let ended = wait(&mut child, job.limits, &IS_OVER);
            kill(&mut child);
            ended
        });
        let ended = ended.unwrap_or_else(|error| Ended::NotRun(error.to_string()));
        let line = serde_json::to_string(&ended).unwrap_or_default() + "\n";
        let mut out = io::stdout().lock();
        if out.write_all(line.as_bytes()).and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    let _ = fs::remove_dir_all(&job.root);
    Exit::Done
}

impl Job {
    /// Starts a run; `place` contains the words that replace `ROW` and `COL`.
    fn start(&self, place: Vec<&str>) -> io::Result<Child> {
        let argument = |word: &OsString| match (word.to_str(), &place[..]) {
            (Some("ROW"), [row, _]) => row.into(),
            (Some("COL"), [_, col]) => col.into(),
            _ => word.clone(),
        };
        let output = |name: &str| {
            // An earlier run may have put something else in place of the file.
            remove(Path::new(name))?;
            File::create_new(name)
        };
        let stdin = if self.reads_file { Stdio::null() } else { File::open("in")?.into() };
        let mut command = Command::new(&self.command[0]);
        command.args(self.command[1..].iter().map(argument)).current_dir("work");
        command.stdin(stdin).stdout(output("out")?).stderr(output("err")?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|error| {
            let name = Path::new(&self.command[0]);
            io::Error::other(format!("{} cannot be run: {error}", name.display()))
        })?;
        limit(&child, self.limits);
        Ok(child)
    }
}

/// Removes the file, the link or the folder at a path, if there is one.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(data) if data.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    }
}

/// Waits for the end of a process, within its limits of time and output.
fn wait(child: &mut Child, limits: RunLimits, is_over: &AtomicBool) -> io::Result<Ended> {
    let (begun, limit, mut idle) = (Instant::now(), limits.time_limit.0, 0);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ended(status));
        }
        let time = begun.elapsed();
        let is_short = time < Duration::from_millis(20);
        if !is_short && fs::metadata("out").is_ok_and(|data| data.len() >= limits.output_limit.0 as u64) {
            return Ok(Ended::OutputLimit);
        }
        if is_over.load(SeqCst) || time > 10 * limit {
            return Ok(Ended::TimeLimit);
        }
        if time > limit {
            // On a busy machine a run needs more clock time, so its processor time is limited instead.
            let (used, wants) = work_of_children();
            idle = if wants { 0 } else { idle + 1 };
            if used >= limit || idle > 3 {
                return Ok(Ended::TimeLimit);
            }
        }
        std::thread::sleep(Duration::from_micros(if is_short { 100 } else { 1_000 }));
    }
}

fn ended(status: ExitStatus) -> Ended {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ended::Signal(signal);
    }
    Ended::Code(status.code().unwrap_or(1))
}

/// Sets the limits that all runs inherit, and makes this process the parent of processes that runs leave behind.
fn limit_own_children(limits: RunLimits) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        for (resource, limit) in [(Resource::Fsize, limits.output_limit.0 as u64), (Resource::Core, 0)] {
            let _ = setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
        }
    }
    #[cfg(not(unix))]
    let _ = limits;
}

/// Sets the limits of a process that has just been started.
fn limit(child: &Child, limits: RunLimits) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        // [`wait`] checks the time; this limit ends processes that are no longer children of the supervisor.
        let seconds = 10 * limits.time_limit.0.as_secs() + 2;
        for (resource, limit) in [(Resource::Data, limits.memory_limit.0 as u64), (Resource::Cpu, seconds)] {
            let limit = Rlimit { current: Some(limit), maximum: Some(limit) };
            // A process that has already ended needs no limits.
            let _ = prlimit(Some(Pid::from_child(child)), resource, limit);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (child, limits);
}

/// Kills the group of a process, and on Linux all its descendants.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
    #[cfg(target_os = "linux")]
    loop {
        use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
        // When a process is killed, its children become children of this process, and are killed in the next round.
        let left = children(std::process::id());
        if left.is_empty() {
            return;
        }
        for id in left.into_iter().filter_map(|id| Pid::from_raw(id as i32)) {
            let _ = kill_process(id, Signal::KILL);
            let _ = waitpid(Some(id), WaitOptions::empty());
        }
    }
}

/// Returns the processor time of the run's processes, and whether any of their threads is ready to run.
#[cfg(target_os = "linux")]
fn work_of_children() -> (Duration, bool) {
    let (mut time, mut wants, mut left) = (0, false, children(std::process::id()));
    while let Some(id) = left.pop() {
        // Returns the fields after the name. Fields 11 to 14, from 0, are times of the process and its ended children.
        let stat = |path: &Path| -> Vec<String> {
            let text = fs::read_to_string(path.join("stat")).unwrap_or_default();
            text.rsplit(')').next().unwrap_or("").split_whitespace().map(String::from).collect()
        };
        let process = Path::new("/proc").join(id.to_string());
        time +=
            stat(&process).iter().skip(11).take(4).filter_map(|time| time.parse::<u64>().ok()).sum::<u64>();
        for thread in fs::read_dir(process.join("task")).into_iter().flatten().flatten() {
            wants |= stat(&thread.path()).first().is_some_and(|state| state == "R" || state == "D");
        }
        left.extend(children(id));
    }
    // `time` is in hundredths of a second.
    (Duration::from_millis(10 * time), wants)
}

/// Returns values with which [`wait`] limits the clock time: this system does not report the processor time.
#[cfg(not(target_os = "linux"))]
fn work_of_children() -> (Duration, bool) {
    (Duration::MAX, false)
}

/// Returns the process ids of the children of a process.
#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let ids = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    ids.flat_map(|ids| ids.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
        .collect()
}
