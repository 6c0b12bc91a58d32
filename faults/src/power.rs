//! A model of a loss of power: the disk keeps all synced data, and any part of the other data. After each call of a
//! run, the program must be able to continue from every state in which the disk may be.

use crate::call::{Fault, Kind};
use crate::check;
use crate::scenario::{self, Files, Scenario};
use crate::tracer::{self, Call, End, Watch};
use anyhow::{Context as _, ensure};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The number of a file, in the order in which files were created.
type Id = usize;

/// The effect of a call on the disk.
#[derive(Clone, Debug)]
pub enum Op {
    Create(String),
    Write(Id, usize, Vec<u8>),
    Resize(Id, usize),
    Sync(Id),
    Rename(String, String),
    Unlink(String),
    SyncFolder,
}

impl Op {
    /// Returns what the operation syncs: a file, `Some(None)` for the names of the folder, or `None` for nothing.
    pub fn synced(&self) -> Option<Option<Id>> {
        match self {
            Op::Sync(id) => Some(Some(*id)),
            Op::SyncFolder => Some(None),
            _ => None,
        }
    }
}

/// Records the operations that change the files of `folder`.
struct Recorder {
    folder: PathBuf,
    ops: Vec<Op>,
    /// The number of each file, by inode.
    ids: HashMap<u64, Id>,
    created: Id,
    /// For each thread inside `open`: whether the file existed before the call.
    there: HashMap<i32, bool>,
    bytes: HashMap<i32, Vec<u8>>,
}

/// The flags of `open` that create and truncate a file.
const O_CREAT: u64 = 0o100;
const O_TRUNC: u64 = 0o1000;

impl Recorder {
    fn name(&self, path: &Path) -> Option<String> {
        let name = path.strip_prefix(&self.folder).ok()?.to_str()?;
        Some(name.to_owned()).filter(|name| !name.is_empty() && *name != scenario::STDOUT)
    }

    /// Returns the number of the file whose descriptor is the first argument of a call.
    fn id(&self, call: &Call) -> Option<Id> {
        let data = std::fs::metadata(tracer::descriptor(call.thread, call.args[0])).ok()?;
        self.ids.get(&data.ino()).copied()
    }

    /// Returns the old and the new name of a rename; `None` if one of them is outside the folder.
    fn renamed(&self, call: &Call) -> Option<(String, String)> {
        let (from, to) =
            if call.number == 82 { (call.args[0], call.args[1]) } else { (call.args[1], call.args[3]) };
        let path = |address| {
            let path = tracer::read_path(call.thread, address)?;
            self.name(&tracer::absolute(call.thread, None, &path))
        };
        Some((path(from)?, path(to)?))
    }
}

impl Watch for Recorder {
    fn before(&mut self, call: &Call) -> Option<Fault> {
        let path = call.path.as_deref()?;
        let thread = call.thread.as_raw();
        match call.kind {
            Kind::Open => {
                self.there.insert(thread, path.exists());
            }
            Kind::Write => {
                let bytes = tracer::memory(call.thread, call.args[1] as usize, call.args[2] as usize);
                self.bytes.insert(thread, bytes);
            }
            Kind::Rename => {
                // The paths are read before the call, because after it the memory of a killed process may be gone.
                if let Some((from, to)) = self.renamed(call) {
                    self.ops.push(Op::Rename(from, to));
                }
            }
            _ => {}
        }
        None
    }

    fn after(&mut self, call: &Call, result: i64) {
        let thread = call.thread.as_raw();
        let Some(path) = call.path.as_deref() else { return };
        if result < 0 {
            if call.kind == Kind::Rename {
                self.ops.pop();
            }
            return;
        }
        match call.kind {
            Kind::Open => {
                let flags = if call.number == 2 { call.args[1] } else { call.args[2] };
                let Some(name) = self.name(path) else { return };
                if flags & O_CREAT != 0 && self.there.get(&thread) == Some(&false) {
                    if let Ok(data) = std::fs::metadata(path) {
                        self.ids.insert(data.ino(), self.created);
                        self.created += 1;
                        self.ops.push(Op::Create(name));
                    }
                } else if flags & O_TRUNC != 0
                    && let Some(&id) = std::fs::metadata(path).ok().and_then(|data| self.ids.get(&data.ino()))
                {
                    self.ops.push(Op::Resize(id, 0));
                }
            }
            Kind::Write => {
                let Some(id) = self.id(call) else { return };
                let mut bytes = self.bytes.remove(&thread).unwrap_or_default();
                bytes.truncate(result as usize);
                let info = format!("/proc/{thread}/fdinfo/{}", call.args[0]);
                let info = std::fs::read_to_string(info).unwrap_or_default();
                let end = info.split_whitespace().nth(1).and_then(|end| end.parse::<usize>().ok());
                let at = if call.number == 18 {
                    Some(call.args[3] as usize)
                } else {
                    end.map(|end| end - bytes.len())
                };
                self.ops.extend(at.map(|at| Op::Write(id, at, bytes)));
            }
            Kind::Truncate => self.ops.extend(self.id(call).map(|id| Op::Resize(id, call.args[1] as usize))),
            Kind::Sync if path == self.folder => self.ops.push(Op::SyncFolder),
            Kind::Sync => self.ops.extend(self.id(call).map(Op::Sync)),
            Kind::Unlink => self.ops.extend(self.name(path).map(Op::Unlink)),
            _ => {}
        }
    }
}

/// Returns the operations of a run without faults.
pub fn record(program: &Path, scenario: &Scenario) -> anyhow::Result<Vec<Op>> {
    let dir = tempfile::tempdir()?;
    let folder = dir.path().canonicalize()?;
    scenario.prepare(&folder)?;
    let mut command = tracer::command(program);
    scenario::arguments(&mut command, &folder, &scenario.words)?;
    command.stderr(std::process::Stdio::null());
    let mut ids = HashMap::new();
    for (id, name) in scenario.before.keys().enumerate() {
        ids.insert(folder.join(name).metadata().context("a file that was just written")?.ino(), id);
    }
    let created = ids.len();
    let (there, bytes) = (HashMap::new(), HashMap::new());
    let mut recorder = Recorder { folder, ops: Vec::new(), ids, created, there, bytes };
    let end = tracer::run(&mut command, &mut recorder)?;
    ensure!(end == End::Code(0), "{}: ended with {end:?}", scenario.name);
    Ok(recorder.ops)
}

/// A disk: the contents of each file and the names of the folder, each as last synced and as the program sees them.
#[derive(Clone, Default)]
struct Disk {
    synced: Vec<Vec<u8>>,
    now: Vec<Vec<u8>>,
    names_synced: BTreeMap<String, Id>,
    names: BTreeMap<String, Id>,
    /// The names of the folder after each change since its last sync.
    changes: Vec<BTreeMap<String, Id>>,
}

impl Disk {
    fn new(scenario: &Scenario) -> Disk {
        let now: Vec<Vec<u8>> = scenario.before.values().cloned().collect();
        let names: BTreeMap<String, Id> = scenario.before.keys().cloned().zip(0..).collect();
        Disk { synced: now.clone(), now, names_synced: names.clone(), names, changes: Vec::new() }
    }

    fn apply(&mut self, op: &Op) {
        match op {
            Op::Create(name) => {
                self.names.insert(name.clone(), self.now.len());
                self.now.push(Vec::new());
                self.synced.push(Vec::new());
            }
            Op::Write(id, at, bytes) => {
                let file = &mut self.now[*id];
                file.resize(file.len().max(at + bytes.len()), 0);
                file[*at..at + bytes.len()].copy_from_slice(bytes);
            }
            Op::Resize(id, len) => self.now[*id].resize(*len, 0),
            Op::Sync(id) => self.synced[*id].clone_from(&self.now[*id]),
            Op::Rename(from, to) => {
                if let Some(id) = self.names.remove(from) {
                    self.names.insert(to.clone(), id);
                }
            }
            Op::Unlink(name) => {
                self.names.remove(name);
            }
            Op::SyncFolder => {
                self.names_synced.clone_from(&self.names);
                self.changes.clear();
            }
        }
        if matches!(op, Op::Create(_) | Op::Rename(..) | Op::Unlink(_)) {
            self.changes.push(self.names.clone());
        }
    }

    /// Returns the files that every loss of power keeps: the synced contents under the synced names.
    fn certain(&self) -> Files {
        self.state(&self.names_synced, |id| self.synced[id].clone())
    }

    /// Returns the states that the disk may be in after a loss of power.
    fn states(&self) -> Vec<Files> {
        let mut states = Vec::new();
        for names in [&self.names_synced].into_iter().chain(&self.changes) {
            states.push(self.state(names, |id| self.synced[id].clone()));
            states.push(self.state(names, |id| self.now[id].clone()));
            // Each file with its new length, but zeros for the new bytes.
            states.push(self.state(names, |id| {
                let mut bytes = self.synced[id].clone();
                bytes.resize(self.now[id].len(), 0);
                bytes
            }));
            // Each file with half of the bytes that were added since its sync.
            states.push(self.state(names, |id| {
                let (old, new) = (&self.synced[id], &self.now[id]);
                let half = (old.len() + new.len()) / 2;
                if new.len() > old.len() { new[..half].to_vec() } else { new.clone() }
            }));
        }
        states
    }

    fn state(&self, names: &BTreeMap<String, Id>, bytes: impl Fn(Id) -> Vec<u8>) -> Files {
        names.iter().map(|(name, &id)| (name.clone(), bytes(id))).collect()
    }
}

/// Checks every state that the disk may be in after each operation. With a program, also checks that the program
/// completes the run from each state. Returns the number of distinct states.
pub fn check(program: Option<&Path>, scenario: &Scenario, ops: &[Op]) -> Result<u64, String> {
    let mut disk = Disk::new(scenario);
    let mut seen = HashSet::new();
    let mut promised = 0;
    let mut states = 0;
    for at in 0..=ops.len() {
        promised = promised.max(check::records(scenario, &disk.certain()));
        for state in disk.states() {
            if !seen.insert(state.clone()) {
                continue;
            }
            states += 1;
            let of = |why: String| {
                format!(
                    "after {at} operations, last {:?}: {why}",
                    at.checked_sub(1).map(|at| short(&ops[at]))
                )
            };
            let lost = promised.saturating_sub(check::records(scenario, &state));
            if lost > 0 {
                return Err(of(format!("{lost} records are lost")));
            }
            one(program, scenario, &state).map_err(of)?;
        }
        if let Some(op) = ops.get(at) {
            disk.apply(op);
        }
    }
    // After a completed run, all its files are synced; only a removed file may reappear.
    let (last, now) = (disk.certain(), disk.state(&disk.names, |id| disk.now[id].clone()));
    match now.keys().find(|name| last.get(*name) != now.get(*name)) {
        Some(name) => Err(format!("at the end {name} is not on the disk")),
        None => Ok(states),
    }
}

/// Checks that each replaced file of a state is old or complete. With a program, also checks that a run of the program
/// from this state completes the work.
fn one(program: Option<&Path>, scenario: &Scenario, state: &Files) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = dir.path();
    scenario::write(folder, state).map_err(|error| error.to_string())?;
    check::replaced(scenario, folder, false)?;
    let Some(program) = program else { return Ok(()) };
    let output = scenario.finish(program, folder).map_err(|error| error.to_string())?;
    if !output.status.success() {
        let err = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the run that continues ends with {:?}: {err}", output.status));
    }
    check::complete(scenario, folder, true)
}

/// Formats an operation without its bytes.
fn short(op: &Op) -> String {
    match op {
        Op::Write(id, at, bytes) => format!("Write({id}, {at}, {} bytes)", bytes.len()),
        op => format!("{op:?}"),
    }
}
