//! The tested program: its command, its folders, and the way in which a run failed.

use super::supervise::{self, Ended, Job, RunLimits, remove};
use crate::exit::UsageError;
use crate::io::watch::Watch;
use anyhow::{Context as _, bail};
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use tempfile::TempDir;
use tilefall::internals::lock;
use tilefall::stress::{Contestant, Failure, Input};

/// A program that is run for each input, in temporary folders with copies of the current folder's files. A supervisor
/// kills processes that are left after a run.
pub struct Program {
    command: Vec<OsString>,
    /// The files that replace standard input and output, if any.
    files: Option<[PathBuf; 2]>,
    limits: RunLimits,
    /// Reports signals such as Ctrl-C, which end the runs.
    watch: Arc<Watch>,
    /// Workers that wait for a run.
    idle: Mutex<Vec<Worker>>,
    /// The files that the last run without output wrote. The report proposes them for `--files`.
    wrote: Mutex<Vec<OsString>>,
}

/// The maximum size, in bytes, of a file that is copied to the folder of a run; larger files are linked.
const MAX_COPIED: u64 = 4 << 20;

/// The endings of source files. For each ending: the command that builds the program, empty if it needs no build, and
/// the command that runs it. `NAME` is the name of the file without the ending.
const SOURCES: &[(&str, &str, &str)] = &[
    ("c", "gcc -O2 -o NAME NAME.c -lm", "./NAME"),
    ("cc", "g++ -O2 -o NAME NAME.cc", "./NAME"),
    ("cpp", "g++ -O2 -o NAME NAME.cpp", "./NAME"),
    ("cxx", "g++ -O2 -o NAME NAME.cxx", "./NAME"),
    ("go", "go build NAME.go", "./NAME"),
    ("hs", "ghc -O2 NAME.hs", "./NAME"),
    ("java", "javac NAME.java", "java NAME"),
    ("js", "", "node NAME.js"),
    ("pas", "fpc -O2 NAME.pas", "./NAME"),
    ("pl", "", "perl NAME.pl"),
    ("py", "", "python3 NAME.py"),
    ("rb", "", "ruby NAME.rb"),
    ("rs", "rustc -O NAME.rs", "./NAME"),
];

impl Program {
    /// Prepares a program; refuses source files, folders and files that cannot be run.
    pub fn new(
        mut command: Vec<OsString>,
        files: Option<[PathBuf; 2]>,
        limits: RunLimits,
        watch: Arc<Watch>,
    ) -> anyhow::Result<Program> {
        let name = command.first_mut().context("no program is given")?;
        let path = PathBuf::from(&*name);
        let is_path = path.components().count() > 1 || path.is_absolute();
        let wrong = |why: String| UsageError(format!("{} {why}", path.display()));
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let source = SOURCES.iter().find(|(named, ..)| *named == ending.to_lowercase());
        let begins_as_script = || fs::read(&path).is_ok_and(|text| text.starts_with(b"#!"));
        if let Some((_, build, program)) =
            source.filter(|_| path.is_file() && !(is_path && begins_as_script()))
        {
            let stem = path.with_extension("").display().to_string();
            let program = if stem.contains('/') { program.trim_start_matches("./") } else { program };
            let [build, program] = [build, program].map(|text| text.replace("NAME", &stem));
            let build = if build.is_empty() { build } else { format!("'{build}', then ") };
            bail!(wrong(format!("is a source file, expected a program: {build}'-- {program}'")));
        }
        // A path is relative to the current folder, not to the folder of the run.
        if is_path {
            let found = fs::canonicalize(&path).map_err(|_| wrong("cannot be found".into()))?;
            if found.is_dir() {
                bail!(wrong("is a folder, expected a program".into()));
            }
            #[cfg(unix)]
            if std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&found)?.permissions()) & 0o111 == 0 {
                bail!(wrong(format!("is not executable, expected a program: 'chmod +x {}'", path.display())));
            }
            *name = found.into();
        } else if path.is_file() && !is_command(&path) {
            bail!(wrong(format!("cannot be run, expected ./{}", path.display())));
        }
        Ok(Program { command, files, limits, watch, idle: Mutex::default(), wrote: Mutex::default() })
    }

    /// Returns the files that the last run without output wrote, apart from the input and output files of the program.
    pub fn wrote(&self) -> Vec<OsString> {
        lock(&self.wrote).clone()
    }

    /// Starts a worker in a new folder with copies of the files of the current folder.
    fn worker(&self) -> anyhow::Result<Worker> {
        let folder = Folder::new(self.files.as_ref().map_or(&[][..], |files| files))?;
        let words = crate::RESTART.get().cloned();
        let own =
            || if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() };
        let words = words.map_or_else(|| own().map(|path| vec![path.into()]), Ok)?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(supervise::WORD).stdin(Stdio::piped()).stdout(Stdio::piped());
        // The supervisor has its own process group, so that Ctrl-C does not reach it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().context("the supervisor of runs cannot be started")?;
        let job = Job {
            root: folder.root.path().into(),
            command: self.command.clone(),
            reads_file: self.files.is_some(),
            limits: self.limits,
        };
        let (Some(mut requests), Some(replies)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("the supervisor of runs has no pipes");
        };
        writeln!(requests, "{}", serde_json::to_string(&job)?)?;
        let requests = Arc::new(Mutex::new(Some(requests)));
        let ends_run = requests.clone();
        self.watch.at_signal(move || drop(lock(&ends_run).take()));
        Ok(Worker { folder, process, requests, replies: BufReader::new(replies) })
    }

    fn run(&self, worker: &mut Worker, input: &Input) -> anyhow::Result<Vec<u8>> {
        let root = worker.folder.root.path();
        let (given, printed) = match &self.files {
            Some([given, printed]) => (worker.folder.work().join(given), worker.folder.work().join(printed)),
            None => (root.join("in"), root.join("out")),
        };
        remove(&given)?;
        File::create_new(&given)?.write_all(&input.text())?;
        let ended = worker.ask(input.click());
        if self.watch.interrupted() {
            bail!("interrupted");
        }
        let name = Path::new(&self.command[0]).display();
        let ended = ended.with_context(|| format!("the process that runs {name} was ended"))?;
        if !worker.folder.work().is_dir() {
            bail!(
                "{name} removes the folder that it is run in, which has copies of the files here: expected a program that \
                 removes only its own files"
            );
        }
        let root = worker.folder.root.path();
        let limit = self.limits.output_limit.0 as u64;
        // Signal 25 is SIGXFSZ: a file is beyond the size limit. A shell reports the signal as exit code 128 + 25.
        let is_too_large = matches!(ended, Ended::OutputLimit | Ended::Signal(25) | Ended::Code(153));
        if is_too_large || worker.folder.has_file_of(limit, &given) {
            bail!(Failure::OutputLimit);
        }
        let how = match ended {
            Ended::Code(0) => return read(&printed, limit).context(Failure::NoOutput),
            Ended::Code(code) => format!("exit code {code}"),
            Ended::Signal(signal) => signal_name(signal),
            Ended::TimeLimit => bail!(Failure::TimeLimit),
            Ended::OutputLimit => bail!(Failure::OutputLimit),
            Ended::NotRun(why) => bail!(why),
        };
        let stderr = read(&root.join("err"), limit).unwrap_or_default();
        let end = &stderr[stderr.len().saturating_sub(2_000)..];
        bail!(Failure::RuntimeError { how, stderr: String::from_utf8_lossy(end).into_owned() });
    }
}

impl Contestant for Program {
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure> {
        let idle = lock(&self.idle).pop();
        let run = || -> anyhow::Result<_> {
            let mut worker = idle.map_or_else(|| self.worker(), Ok)?;
            let answer = self.run(&mut worker, input);
            match worker.folder.clean() {
                Ok(wrote) => {
                    lock(&self.idle).push(worker);
                    if answer.as_ref().map_or(true, |answer| answer.trim_ascii().is_empty()) {
                        *lock(&self.wrote) = wrote;
                    }
                }
                Err(error) if answer.is_ok() => return Err(error),
                Err(_) => {}
            }
            answer
        };
        run().map_err(|error| error.downcast().unwrap_or_else(|error| Failure::NotRun(format!("{error:#}"))))
    }
}

/// Returns whether a folder of `PATH` contains a file of this name.
fn is_command(name: &Path) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}

/// Reads at most `limit` bytes of a file of a run; `None` for a folder, or a pipe, which may never end.
fn read(path: &Path, limit: u64) -> Option<Vec<u8>> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    let mut text = Vec::new();
    File::open(path).ok().filter(|_| is_file)?.take(limit).read_to_end(&mut text).ok()?;
    Some(text)
}

/// Returns a signal in words: `signal 11, SIGSEGV, an invalid address`.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => ", SIGILL",
        6 => ", SIGABRT, an assertion or an exception",
        7 | 10 => ", SIGBUS",
        8 => ", SIGFPE, a division by zero",
        9 => ", SIGKILL",
        11 => ", SIGSEGV, an invalid address",
        15 => ", SIGTERM",
        _ => "",
    };
    format!("signal {signal}{name}")
}

/// A running supervisor, with the folder of the runs that it starts.
struct Worker {
    folder: Folder,
    process: Child,
    /// The pipe that sends runs to the supervisor. A signal closes the pipe, which ends the run in progress.
    requests: Arc<Mutex<Option<ChildStdin>>>,
    replies: BufReader<ChildStdout>,
}

impl Worker {
    /// Runs the program with `row` and `col` in place of the words `ROW` and `COL`; `None` if the supervisor has ended.
    fn ask(&mut self, [row, col]: [i64; 2]) -> Option<Ended> {
        writeln!(lock(&self.requests).as_mut()?, "{row} {col}").ok()?;
        let mut line = String::new();
        self.replies.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        lock(&self.requests).take();
        let _ = self.process.wait();
    }
}

/// The folder of a worker: `work`, in which the program runs, and the files of the program's standard streams.
struct Folder {
    root: TempDir,
    /// The files of the current folder in `work`: size and time of a copy, or `None` for a link.
    copies: HashMap<OsString, Option<(u64, SystemTime)>>,
}

impl Folder {
    /// Creates a folder with copies of the files of the current folder, except the files `but`.
    fn new(but: &[PathBuf]) -> anyhow::Result<Folder> {
        let root = tempfile::Builder::new().prefix("tilefall-stress-").tempdir()?;
        let mut folder = Folder { root, copies: HashMap::new() };
        fs::create_dir(folder.work())?;
        let here = fs::read_dir(std::env::current_dir()?)?.flatten().map(|entry| entry.file_name());
        for name in here.filter(|name| but.iter().all(|but| but.as_os_str() != name)) {
            let copy = folder.copy(&name)?;
            folder.copies.insert(name, copy);
        }
        Ok(folder)
    }

    fn work(&self) -> PathBuf {
        self.root.path().join("work")
    }

    /// Copies a small file of the current folder, because a program may write to its files; links to anything else.
    fn copy(&self, name: &OsStr) -> anyhow::Result<Option<(u64, SystemTime)>> {
        let (from, to) = (std::env::current_dir()?.join(name), self.work().join(name));
        let is_small = fs::metadata(&from).is_ok_and(|data| data.is_file() && data.len() <= MAX_COPIED);
        if is_small && fs::copy(&from, &to).is_ok() {
            return Ok(state(&fs::symlink_metadata(&to)?));
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(from, to)?;
        Ok(None)
    }

    /// Returns whether a run has written a file of at least `limit` bytes, apart from the input file `given`.
    fn has_file_of(&self, limit: u64, given: &Path) -> bool {
        let files = [self.root.path().to_path_buf(), self.work()]
            .into_iter()
            .flat_map(fs::read_dir)
            .flatten()
            .flatten();
        let own = files.filter(|file| file.path() != given && !self.copies.contains_key(&file.file_name()));
        own.filter_map(|file| file.metadata().ok()).any(|data| data.is_file() && data.len() >= limit)
    }

    /// Restores the files of the current folder, and removes and returns the files that a run has written.
    fn clean(&mut self) -> anyhow::Result<Vec<OsString>> {
        let (mut wrote, mut kept) = (Vec::new(), HashSet::new());
        for entry in fs::read_dir(self.work())?.flatten() {
            let (name, data) = (entry.file_name(), entry.metadata()?);
            match self.copies.get(&name) {
                Some(copy) if *copy == state(&data) && !data.is_dir() => _ = kept.insert(name),
                _ => {
                    remove(&entry.path())?;
                    wrote.extend(Some(name).filter(|_| data.is_file()));
                }
            }
        }
        let lost: Vec<_> = self.copies.keys().filter(|name| !kept.contains(*name)).cloned().collect();
        for name in lost {
            let copy = self.copy(&name)?;
            self.copies.insert(name, copy);
        }
        Ok(wrote)
    }
}

/// Returns the size and the modification time of a file; `None` for a link or a folder.
fn state(file: &Metadata) -> Option<(u64, SystemTime)> {
    Some((file.len(), file.modified().ok().filter(|_| file.is_file())?))
}
