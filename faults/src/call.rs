//! The system calls on files, folders and threads, and the errors that each may return.

/// A group of system calls with the same errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Open,
    Read,
    Write,
    Sync,
    Truncate,
    Rename,
    Unlink,
    Lock,
    Seek,
    Stat,
    List,
    Mode,
    Thread,
}

/// A fault that the tracer injects into a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call is skipped and returns this error.
    Error(i32),
    /// The call is made with half of its byte count.
    Short,
    /// The process is killed before the call; with `KillAfter`, after the call.
    KillBefore,
    KillAfter,
}

pub const EINTR: i32 = 4;
const EIO: i32 = 5;
const EAGAIN: i32 = 11;
const EMFILE: i32 = 24;
const ENOSPC: i32 = 28;
const ENOLCK: i32 = 37;

/// All kinds, each with its name and the faults to inject into its calls.
pub const KINDS: [(Kind, &str, &[Fault]); 13] = [
    (Kind::Open, "open", &[Fault::Error(EIO), Fault::Error(EMFILE)]),
    (Kind::Read, "read", &[Fault::Error(EIO), Fault::Error(EINTR), Fault::Short]),
    (Kind::Write, "write", &[Fault::Error(ENOSPC), Fault::Error(EINTR), Fault::Short]),
    (Kind::Sync, "sync", &[Fault::Error(EIO)]),
    (Kind::Truncate, "truncate", &[Fault::Error(EIO)]),
    (Kind::Rename, "rename", &[Fault::Error(EIO)]),
    (Kind::Unlink, "unlink", &[Fault::Error(EIO)]),
    (Kind::Lock, "lock", &[Fault::Error(ENOLCK)]),
    (Kind::Seek, "seek", &[Fault::Error(EIO)]),
    (Kind::Stat, "stat", &[Fault::Error(EIO)]),
    (Kind::List, "list", &[Fault::Error(EIO)]),
    (Kind::Mode, "mode", &[Fault::Error(EIO)]),
    (Kind::Thread, "thread", &[Fault::Error(EAGAIN)]),
];

/// The arguments that identify the file of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The index of the argument with the file descriptor.
    Descriptor(usize),
    /// The index of the argument with the address of the path.
    Path(usize),
    /// The indexes of the arguments with a folder's descriptor and a path in it; an empty path is the folder itself.
    PathAt(usize, usize),
    /// The call has no file: it starts a thread.
    None,
}

/// Returns the kind of a system call on x86-64, and the arguments that identify its file; `None` for all other calls.
pub fn kind(number: u64, args: &[u64; 6]) -> Option<(Kind, Target)> {
    const SET_LOCK: [u64; 3] = [6, 37, 38];
    Some(match number {
        0 | 17 | 19 => (Kind::Read, Target::Descriptor(0)),
        1 | 18 | 20 => (Kind::Write, Target::Descriptor(0)),
        2 => (Kind::Open, Target::Path(0)),
        257 => (Kind::Open, Target::PathAt(0, 1)),
        4 | 6 => (Kind::Stat, Target::Path(0)),
        5 => (Kind::Stat, Target::Descriptor(0)),
        262 | 332 => (Kind::Stat, Target::PathAt(0, 1)),
        8 => (Kind::Seek, Target::Descriptor(0)),
        56 | 435 => (Kind::Thread, Target::None),
        72 if SET_LOCK.contains(&args[1]) => (Kind::Lock, Target::Descriptor(0)),
        73 => (Kind::Lock, Target::Descriptor(0)),
        74 | 75 => (Kind::Sync, Target::Descriptor(0)),
        76 => (Kind::Truncate, Target::Path(0)),
        77 => (Kind::Truncate, Target::Descriptor(0)),
        82 => (Kind::Rename, Target::Path(0)),
        264 | 316 => (Kind::Rename, Target::PathAt(0, 1)),
        87 => (Kind::Unlink, Target::Path(0)),
        263 => (Kind::Unlink, Target::PathAt(0, 1)),
        91 => (Kind::Mode, Target::Descriptor(0)),
        217 => (Kind::List, Target::Descriptor(0)),
        _ => return None,
    })
}
