//! Runs a program under `ptrace`: every system call of all its threads is observed before and after, and can be made to
//! fail.

use crate::call::{self, Fault, Kind, Target};
use anyhow::Context as _;
use nix::errno::Errno;
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::{Signal, kill};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::IoSliceMut;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The time after which a running process counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A system call on a file, a folder or a thread.
#[derive(Debug)]
pub struct Call {
    /// The calling thread.
    pub thread: Pid,
    pub kind: Kind,
    pub number: u64,
    pub args: [u64; 6],
    /// The path of the file; `None` for a call that starts a thread.
    pub path: Option<PathBuf>,
}

/// An observer of a program's system calls.
pub trait Watch {
    /// Called before a call. Returns the fault to inject.
    fn before(&mut self, call: &Call) -> Option<Fault>;

    /// Called after a call, with its result.
    fn after(&mut self, _call: &Call, _result: i64) {}
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Code(i32),
    Signal(Signal),
    /// The process hung, and was killed.
    Hang,
}

/// Returns a command that stops before it runs the program, so that it can be traced from the start.
pub fn command(program: &Path) -> Command {
    // A shell that stops itself and, once continued, replaces itself by the program.
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "kill -STOP $$; exec \"$0\" \"$@\""]).arg(program);
    command
}

/// Returns `true` if processes may be traced; some containers forbid tracing.
pub fn is_allowed() -> anyhow::Result<bool> {
    struct Nothing;
    impl Watch for Nothing {
        fn before(&mut self, _: &Call) -> Option<Fault> {
            None
        }
    }
    match run(&mut command(Path::new("/bin/true")), &mut Nothing) {
        Err(error) if error.root_cause().downcast_ref() == Some(&Errno::EPERM) => Ok(false),
        done => Ok(done? == End::Code(0)),
    }
}

/// Runs and traces a [`command`]; kills it after 60 seconds, which counts as hanging.
pub fn run(command: &mut Command, watch: &mut dyn Watch) -> anyhow::Result<End> {
    let child = command.spawn().context("the program cannot be started")?;
    let main = Pid::from_raw(child.id().cast_signed());
    waitpid(main, Some(WaitPidFlag::WUNTRACED))?;
    let options = Options::PTRACE_O_TRACESYSGOOD
        | Options::PTRACE_O_TRACECLONE
        | Options::PTRACE_O_TRACEEXEC
        | Options::PTRACE_O_EXITKILL;
    if let Err(error) = ptrace::seize(main, options) {
        let _ = kill(main, Signal::SIGKILL);
        let _ = waitpid(main, None);
        return Err(error).context("the program cannot be traced");
    }
    kill(main, Signal::SIGCONT)?;
    let hangs = Arc::new(AtomicBool::new(false));
    let (ended, end) = channel::<()>();
    let hung = hangs.clone();
    let guard = std::thread::spawn(move || {
        if end.recv_timeout(TIMEOUT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            hung.store(true, Ordering::SeqCst);
            let _ = kill(main, Signal::SIGKILL);
        }
    });
    let done = Tracer { main, watch, begun: false, inside: HashMap::new() }.trace();
    drop(ended);
    let _ = guard.join();
    if hangs.load(Ordering::SeqCst) { Ok(End::Hang) } else { done }
}

/// Traces a process.
struct Tracer<'a> {
    main: Pid,
    watch: &'a mut dyn Watch,
    /// Whether the shell that [`command`] starts has replaced itself by the program.
    begun: bool,
    /// The call in progress of each thread, with its fault; `None` for a call without a [`Kind`].
    inside: HashMap<Pid, Option<(Call, Option<Fault>)>>,
}

impl Tracer<'_> {
    fn trace(&mut self) -> anyhow::Result<End> {
        loop {
            // Waits only for the process of this thread: other threads trace other processes.
            let flags = WaitPidFlag::__WALL | WaitPidFlag::__WNOTHREAD;
            let (thread, signal) = match waitpid(None, Some(flags))? {
                WaitStatus::Exited(thread, code) if thread == self.main => return Ok(End::Code(code)),
                WaitStatus::Signaled(thread, signal, _) if thread == self.main => {
                    return Ok(End::Signal(signal));
                }
                WaitStatus::Exited(..) | WaitStatus::Signaled(..) => continue,
                WaitStatus::PtraceSyscall(thread) => {
                    ignore_exited(self.syscall(thread))?;
                    (thread, None)
                }
                WaitStatus::PtraceEvent(thread, _, event) => {
                    self.begun |= event == ptrace::Event::PTRACE_EVENT_EXEC as i32;
                    (thread, None)
                }
                WaitStatus::Stopped(thread, signal) => (thread, Some(signal)),
                _ => continue,
            };
            ignore_exited(ptrace::syscall(thread, signal).map_err(Into::into))?;
        }
    }

    /// Handles a stop of a thread before or after a system call.
    fn syscall(&mut self, thread: Pid) -> anyhow::Result<()> {
        let Some(under_way) = self.inside.remove(&thread) else {
            let call = if self.begun { self.enter(thread)? } else { None };
            self.inside.insert(thread, call);
            return Ok(());
        };
        let Some((call, fault)) = under_way else { return Ok(()) };
        let mut regs = ptrace::getregs(thread)?;
        match fault {
            Some(Fault::Error(errno)) => {
                regs.rax = i64::from(-errno).cast_unsigned();
                ptrace::setregs(thread, regs)?;
            }
            Some(Fault::KillAfter) => kill(self.main, Signal::SIGKILL)?,
            _ => {}
        }
        self.watch.after(&call, regs.rax.cast_signed());
        Ok(())
    }

    /// Handles a stop before a call. Returns the call and its fault; `None` for a call without a [`Kind`].
    fn enter(&mut self, thread: Pid) -> anyhow::Result<Option<(Call, Option<Fault>)>> {
        let mut regs = ptrace::getregs(thread)?;
        let (number, args) = (regs.orig_rax, [regs.rdi, regs.rsi, regs.rdx, regs.r10, regs.r8, regs.r9]);
        let Some((kind, target)) = call::kind(number, &args) else { return Ok(None) };
        let path = path(thread, &args, target);
        let call = Call { thread, kind, number, args, path };
        let fault = self.watch.before(&call);
        match fault {
            Some(Fault::Error(_)) => {
                // A call number that does not exist skips the call.
                regs.orig_rax = u64::MAX;
                ptrace::setregs(thread, regs)?;
            }
            Some(Fault::Short) => {
                regs.rdx = regs.rdx.div_ceil(2);
                ptrace::setregs(thread, regs)?;
            }
            Some(Fault::KillBefore) => kill(self.main, Signal::SIGKILL)?,
            Some(Fault::KillAfter) | None => {}
        }
        Ok(Some((call, fault)))
    }
}

/// Ignores the error `ESRCH`, that a thread no longer exists: a thread may be killed at any time.
fn ignore_exited(done: anyhow::Result<()>) -> anyhow::Result<()> {
    match done {
        Err(error) if error.downcast_ref() == Some(&Errno::ESRCH) => Ok(()),
        done => done,
    }
}

/// Returns the path in `/proc` of a descriptor of a process.
pub fn descriptor(thread: Pid, number: u64) -> PathBuf {
    format!("/proc/{thread}/fd/{}", number as i32).into()
}

/// Returns the absolute path of the file of a call.
fn path(thread: Pid, args: &[u64; 6], target: Target) -> Option<PathBuf> {
    let open = |number| std::fs::read_link(descriptor(thread, number)).ok();
    match target {
        Target::None => None,
        Target::Descriptor(at) => open(args[at]),
        Target::Path(at) => read_path(thread, args[at]).map(|path| absolute(thread, None, &path)),
        Target::PathAt(folder, at) => {
            // −100 is AT_FDCWD: the path is relative to the current folder.
            let folder = if args[folder] as i32 == -100 { None } else { open(args[folder]) };
            read_path(thread, args[at]).map(|path| absolute(thread, folder, &path))
        }
    }
}

/// Makes a path absolute; `None` for `folder` is the current folder of the process.
pub fn absolute(thread: Pid, folder: Option<PathBuf>, path: &Path) -> PathBuf {
    let folder =
        folder.or_else(|| std::fs::read_link(format!("/proc/{thread}/cwd")).ok()).unwrap_or_default();
    // Joining an empty path would add a slash.
    if path.as_os_str().is_empty() { folder } else { folder.join(path) }
}

/// Reads the path, which ends with a zero byte, at an address of a process.
pub fn read_path(thread: Pid, address: u64) -> Option<PathBuf> {
    let mut text = Vec::new();
    while !text.contains(&0) {
        // Reads up to the end of a page, because the next page may not be mapped.
        let at = address as usize + text.len();
        let more = memory(thread, at, 4096 - at % 4096);
        if more.is_empty() || text.len() > 1 << 16 {
            return None;
        }
        text.extend(more);
    }
    let end = text.iter().position(|&byte| byte == 0)?;
    Some(PathBuf::from(OsStr::from_bytes(&text[..end])))
}

/// Reads `len` bytes from the memory of a process, or fewer if the rest is not readable.
pub fn memory(thread: Pid, address: usize, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    let remote = RemoteIoVec { base: address, len };
    let read = process_vm_readv(thread, &mut [IoSliceMut::new(&mut bytes)], &[remote]);
    bytes.truncate(read.unwrap_or(0));
    bytes
}
