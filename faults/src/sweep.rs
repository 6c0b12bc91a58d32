//! Injects a fault or a kill at a system call, then runs the command line that continues the work.

use crate::call::{self, Fault, Kind};
use crate::check;
use crate::scenario::{self, STDOUT, Scenario};
use crate::tracer::{self, Call, End, Watch};
use nix::sys::signal::Signal;
use std::path::{Path, PathBuf};

/// The calls that a fault hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The kind of calls that count; `None` for all kinds.
    pub kind: Option<Kind>,
    pub fault: Fault,
    /// The number of the first call that is hit, from 1.
    pub first: u64,
    /// Whether all calls after `first` are hit, too.
    pub on: bool,
}

/// Counts the calls of the kind of `hit`, and injects its fault.
struct Injector<'a> {
    hit: Hit,
    stderr: &'a Path,
    seen: u64,
    /// The file of the last call that was hit: `None` if no call was, `Some(None)` for a call that starts a thread.
    path: Option<Option<PathBuf>>,
}

impl Watch for Injector<'_> {
    fn before(&mut self, call: &Call) -> Option<Fault> {
        let ours = self.hit.kind.is_none_or(|kind| kind == call.kind);
        if !ours || is_outside(call, self.stderr) {
            return None;
        }
        self.seen += 1;
        let hit = self.seen == self.hit.first || (self.hit.on && self.seen > self.hit.first);
        hit.then(|| {
            self.path = Some(call.path.clone());
            self.hit.fault
        })
    }
}

/// Returns `true` for a call on a file that the program does not open itself: a library of the loader, a pipe for
/// signals, or standard error.
fn is_outside(call: &Call, stderr: &Path) -> bool {
    let Some(path) = &call.path else { return call.kind != Kind::Thread };
    let text = path.to_string_lossy();
    let ours = text.starts_with('/') && !text.starts_with("/lib") && !text.starts_with("/usr/lib");
    !ours || path == stderr || text.starts_with("/etc/ld.so")
}

/// Runs a scenario with a fault, then the run that continues it. Returns `false` if the scenario has no call to hit.
pub fn hit(program: &Path, scenario: &Scenario, hit: Hit) -> Result<bool, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let dir = tempfile::tempdir().map_err(|error| text(&error))?;
    let folder = dir.path().join("run");
    let stderr = dir.path().join("stderr");
    std::fs::create_dir(&folder).map_err(|error| text(&error))?;
    let folder = folder.canonicalize().map_err(|error| text(&error))?;
    scenario.prepare(&folder).map_err(|error| text(&error))?;
    let mut command = tracer::command(program);
    scenario::arguments(&mut command, &folder, &scenario.words).map_err(|error| text(&error))?;
    command.stderr(std::fs::File::create(&stderr).map_err(|error| text(&error))?);
    let mut injector = Injector { hit, stderr: &stderr, seen: 0, path: None };
    let end = tracer::run(&mut command, &mut injector).map_err(|error| format!("{error:#}"))?;
    let Some(path) = injector.path else { return Ok(false) };
    let err = String::from_utf8_lossy(&std::fs::read(&stderr).map_err(|error| text(&error))?).into_owned();
    let of = |why: String| format!("{path:?}: {end:?}, {why}; messages: {err:?}");
    let killed = matches!(hit.fault, Fault::KillBefore | Fault::KillAfter);
    // A short or interrupted call must have no visible effect.
    let harmless = matches!(hit.fault, Fault::Short | Fault::Error(call::EINTR)) && !hit.on;
    match end {
        End::Signal(Signal::SIGKILL) if killed => {}
        End::Code(0) => check::complete(scenario, &folder, false).map_err(of)?,
        End::Code(3) if !killed && !harmless => check::messages(scenario, &folder, &err).map_err(of)?,
        _ => return Err(of("an end that it should not have".into())),
    }
    // If standard output or the start of a thread fails, the run has not replaced any file yet.
    let early =
        path.as_ref().is_none_or(|path| path.file_name() == Some(STDOUT.as_ref())) && end != End::Code(0);
    check::replaced(scenario, &folder, early && !killed)
        .and_then(|()| check::kept(scenario, &folder))
        .map_err(of)?;
    let output = scenario.finish(program, &folder).map_err(|error| text(&error))?;
    let err = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(of(format!("the run that continues ends with {:?}: {err}", output.status)));
    }
    check::complete(scenario, &folder, killed || hit.kind == Some(Kind::Unlink))
        .map_err(|why| of(format!("after the run that continues: {why}")))?;
    Ok(true)
}
