//! The tested program as a process, with limits.

use crate::args::numbers::{Bytes, Time};
use crate::error::UsageError;
use crate::io::watch::Watch;
use anyhow::{Context as _, bail};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tilefall::rules::lock;
use tilefall::stress::{Contestant, Failure, Input};

/// The limits of a run.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct RunLimits {
    /// Time limit of a run, in seconds or with a unit
    #[arg(long, value_name = "DUR", default_value = "2s", allow_hyphen_values = true)]
    pub(super) time_limit: Time,
    /// Memory limit of a run (on Linux)
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(super) memory_limit: Bytes,
    /// Limit of what a run writes, on standard output or to a file
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    pub(super) output_limit: Bytes,
}

/// A program that is run for each input: in a folder of its own with copies of the files of the current folder, in its own
/// process group, which is killed after the run.
pub struct Program {
    command: Vec<OsString>,
    /// The files from which it reads and to which it writes, in place of standard input and output.
    files: Option<[PathBuf; 2]>,
    limits: RunLimits,
    /// A signal ends runs.
    watch: Arc<Watch>,
    /// Folders of no run at present.
    folders: Mutex<Vec<Folder>>,
    /// The processes of runs. Children that are not among them were left behind by a program.
    running: Mutex<Vec<u32>>,
}

/// The largest file of the current folder that is copied.
const MAX_COPIED: u64 = 4 << 20;

/// The folder of a run: `work` and the files of its standard streams.
struct Folder {
    root: TempDir,
    /// The copies and links in `work`.
    links: HashSet<OsString>,
}

impl Program {
    /// Prepares a program. On Linux the processes that it leaves behind become children of this one, which kills them: nothing
    /// else may start processes.
    ///
    /// # Errors
    /// If the program cannot be found.
    pub fn new(
        mut command: Vec<OsString>,
        files: Option<[PathBuf; 2]>,
        limits: RunLimits,
        watch: Arc<Watch>,
    ) -> anyhow::Result<Program> {
        let name = command.first_mut().context("no program is given")?;
        // A path is relative to the current folder, not to that of the run.
        if Path::new(name).components().count() > 1 {
            let found = fs::canonicalize(&*name);
            let missing = |_| UsageError(format!("{} cannot be found", Path::new(name).display()));
            let found = found.map_err(missing)?;
            *name = found.into();
        }
        // Without this, processes that leave the group of the program stay.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        Ok(Program { command, files, limits, watch, folders: Mutex::default(), running: Mutex::default() })
    }

    fn run(&self, folder: &Folder, input: &Input) -> anyhow::Result<Vec<u8>> {
        let path = |name: &str| folder.root.path().join(name);
        let (work, out, err) = (path("work"), path("out"), path("err"));
        let (given, printed) = match &self.files {
            Some([given, printed]) => (work.join(given), work.join(printed)),
            None => (path("in"), out.clone()),
        };
        fs::write(&given, input.text())?;
        let stdin = if self.files.is_some() { Stdio::null() } else { File::open(&given)?.into() };
        let [row, col] = input.click();
        let argument = |word: &OsString| match word.to_str() {
            Some("ROW") => row.to_string().into(),
            Some("COL") => col.to_string().into(),
            _ => word.clone(),
        };
        let mut command = Command::new(&self.command[0]);
        command.args(self.command[1..].iter().map(argument)).current_dir(&work);
        command.stdin(stdin).stdout(File::create(&out)?).stderr(File::create(&err)?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let begun = Instant::now();
        // Under the lock, so that it is never taken for a process that was left behind.
        let mut child = {
            let mut running = lock(&self.running);
            let child = command.spawn().with_context(|| {
                let name = Path::new(&self.command[0]);
                let is_here = name.components().count() == 1 && name.exists();
                let hint = if is_here { format!(", expected ./{}", name.display()) } else { String::new() };
                format!("{} cannot be run{hint}", name.display())
            })?;
            running.push(child.id());
            child
        };
        self.limit(&child);
        let is_full = || self.is_full(folder, &given);
        let ended = self.wait(&mut child, begun, is_full);
        self.kill(&mut child);
        let status = ended?;
        let how = abnormal(status);
        // A shell passes on the signal of a file beyond the limit as a code.
        let by_signal =
            status.code() == Some(128 + 25) || how.as_ref().is_some_and(|how| how.contains("SIGXFSZ"));
        if by_signal || is_full() {
            bail!(Failure::OutputLimit);
        }
        if let Some(how) = how {
            let stderr = fs::read(&err)?;
            let end = &stderr[stderr.len().saturating_sub(2_000)..];
            bail!(Failure::RuntimeError { how, stderr: String::from_utf8_lossy(end).into_owned() });
        }
        // Anything but a file may never end.
        if !printed.is_file() {
            bail!(Failure::NoOutput);
        }
        Ok(fs::read(&printed)?)
    }

    /// Waits for the end of a process, within the limits of time and output.
    fn wait(
        &self,
        child: &mut Child,
        begun: Instant,
        is_full: impl Fn() -> bool,
    ) -> anyhow::Result<ExitStatus> {
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if self.watch.interrupted() {
                bail!("interrupted");
            }
            let time = begun.elapsed();
            let short = time < Duration::from_millis(20);
            if !short && is_full() {
                bail!(Failure::OutputLimit);
            }
            let limit = self.limits.time_limit.0;
            if time > limit && (time > 10 * limit || !is_starved(child.id(), limit)) {
                bail!(Failure::TimeLimit);
            }
            std::thread::sleep(Duration::from_micros(if short { 100 } else { 1_000 }));
        }
    }

    /// Returns whether a file that the program wrote has reached the limit.
    fn is_full(&self, folder: &Folder, given: &Path) -> bool {
        let root = folder.root.path();
        let files =
            [root.to_path_buf(), root.join("work")].into_iter().flat_map(fs::read_dir).flatten().flatten();
        let own = files.filter(|file| file.path() != given && !folder.links.contains(&file.file_name()));
        let limit = self.limits.output_limit.0 as u64;
        own.filter_map(|file| file.metadata().ok()).any(|data| data.is_file() && data.len() >= limit)
    }

    /// Sets the limits of a process that has just been started.
    #[cfg(target_os = "linux")]
    fn limit(&self, child: &Child) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let seconds = self.limits.time_limit.0.as_secs() + 2;
        let limits = [
            (Resource::Data, self.limits.memory_limit.0 as u64),
            (Resource::Fsize, self.limits.output_limit.0 as u64),
            (Resource::Cpu, seconds),
            (Resource::Core, 0),
        ];
        for (resource, limit) in limits {
            // A process that has already ended needs none.
            let _ = prlimit(
                Some(Pid::from_child(child)),
                resource,
                Rlimit { current: Some(limit), maximum: Some(limit) },
            );
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn limit(&self, _: &Child) {}

    /// Kills the group of a process, and processes that have left it.
    fn kill(&self, child: &mut Child) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        }
        let _ = child.kill();
        let _ = child.wait();
        let mut running = lock(&self.running);
        running.retain(|&id| id != child.id());
        #[cfg(target_os = "linux")]
        kill_orphans(&running);
    }
}

/// Returns whether a process wants to run and has had less processor time than this: the machine is busy with others.
fn is_starved(id: u32, limit: Duration) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The fields after the name, of which the first is the state; the times are hundredths of a second.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let time = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(u64::MAX / 4);
    fields.first() == Some(&"R") && Duration::from_millis(10 * (time(11) + time(12))) < limit
}

/// Kills the children of this process that are not runs, and theirs.
#[cfg(target_os = "linux")]
fn kill_orphans(running: &[u32]) {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let children: Vec<i32> = tasks
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|ids| ids.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<i32>>())
        .filter(|&id| running.iter().all(|&run| i64::from(run) != i64::from(id)))
        .collect();
    for &id in &children {
        let Some(id) = Pid::from_raw(id) else { continue };
        let _ = kill_process(id, Signal::KILL);
        let _ = waitpid(Some(id), WaitOptions::empty());
    }
    if !children.is_empty() {
        // The children of those are ours now.
        kill_orphans(running);
    }
}

/// Returns how a process ended, unless it ended well.
fn abnormal(status: ExitStatus) -> Option<String> {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        use rustix::process::Signal;
        let names = [
            (Signal::SEGV, "SIGSEGV, an invalid address"),
            (Signal::ABORT, "SIGABRT, an assertion or an exception"),
            (Signal::FPE, "SIGFPE, a division by zero"),
            (Signal::KILL, "SIGKILL"),
            (Signal::BUS, "SIGBUS"),
            (Signal::ILL, "SIGILL"),
            (Signal::TERM, "SIGTERM"),
            (Signal::XFSZ, "SIGXFSZ, a file beyond the limit"),
        ];
        let name = names.iter().find(|(named, _)| named.as_raw() == signal);
        let name = name.map_or(String::new(), |(_, name)| format!(", {name}"));
        return Some(format!("signal {signal}{name}"));
    }
    status.code().filter(|&code| code != 0).map(|code| format!("exit code {code}"))
}

impl Folder {
    /// Creates a folder with the files of the current one but these.
    fn new(but: &[PathBuf]) -> anyhow::Result<Folder> {
        let root = tempfile::Builder::new().prefix("tilefall-stress-").tempdir()?;
        fs::create_dir(root.path().join("work"))?;
        let mut folder = Folder { root, links: HashSet::new() };
        for entry in fs::read_dir(std::env::current_dir()?)?.flatten() {
            if but.iter().any(|name| *name.as_os_str() == entry.file_name()) {
                continue;
            }
            let to = folder.root.path().join("work").join(entry.file_name());
            // A program may write to its files: it has copies, and links to what is large.
            let is_small =
                fs::metadata(entry.path()).is_ok_and(|data| data.is_file() && data.len() <= MAX_COPIED);
            if !is_small || fs::copy(entry.path(), &to).is_err() {
                #[cfg(unix)]
                std::os::unix::fs::symlink(entry.path(), to)?;
            }
            folder.links.insert(entry.file_name());
        }
        Ok(folder)
    }

    /// Removes what a run has written.
    fn clean(&self) -> std::io::Result<()> {
        for entry in fs::read_dir(self.root.path().join("work"))?.flatten() {
            let kind = entry.file_type()?;
            if !kind.is_dir() && self.links.contains(&entry.file_name()) {
                continue;
            }
            if kind.is_dir() { fs::remove_dir_all(entry.path())? } else { fs::remove_file(entry.path())? }
        }
        Ok(())
    }
}

impl Contestant for Program {
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure> {
        let kept = lock(&self.folders).pop();
        let run = || -> anyhow::Result<_> {
            let but = self.files.as_ref().map_or(&[][..], |files| files);
            let folder = kept.map_or_else(|| Folder::new(but), Ok)?;
            let answer = self.run(&folder, input);
            folder.clean()?;
            lock(&self.folders).push(folder);
            answer
        };
        run().map_err(|error| error.downcast().unwrap_or_else(|error| Failure::NotRun(format!("{error:#}"))))
    }
}
