//! The folders, the version and the time of a build.

use anyhow::{Context as _, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The settings that all parts of a build share.
pub struct Context {
    /// The folder of the project.
    pub root: PathBuf,
    /// The folder of the packages.
    pub out: PathBuf,
    /// The folder of generated files that go into packages; `cli/Cargo.toml` names it.
    pub stage: PathBuf,
    /// The folder of cargo. In `target`, its folder for the profile `dist` would be `out`.
    pub target: PathBuf,
    /// The version of the program.
    pub version: String,
    /// The cargo profile.
    pub profile: String,
    /// The time of all files in packages, in seconds since 1970: `SOURCE_DATE_EPOCH`, or the time of the commit.
    pub epoch: u64,
}

impl Context {
    /// Empties the folders and returns the context.
    ///
    /// # Errors
    /// If the version or the time is unknown, or a folder cannot be created.
    pub fn new(out: &Path, profile: &str) -> anyhow::Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder of the project")?;
        let (out, stage, target) = (root.join(out), root.join("target/stage"), root.join("target/pack"));
        for folder in [&out, &stage] {
            if folder.exists() {
                std::fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let version = version(&std::fs::read_to_string(root.join("Cargo.toml"))?)?;
        let (root, profile) = (root.to_owned(), profile.to_owned());
        let epoch = epoch(&root)?;
        Ok(Self { root, out, stage, target, version, profile, epoch })
    }

    /// Returns a command that runs in the folder of the project, builds in the folder of packages, and writes the same time
    /// into its files.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("SOURCE_DATE_EPOCH", self.epoch.to_string());
        command.env("CARGO_TARGET_DIR", &self.target);
        command
    }
}

/// Runs a command and fails if it fails.
///
/// # Errors
/// If the command cannot be run or fails.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| name.clone())?;
    ensure!(status.success(), "{name}: {status}");
    Ok(())
}

/// Runs a command and returns its standard output.
///
/// # Errors
/// If the command cannot be run or fails.
pub fn output(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| name.clone())?;
    ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}

/// Returns the version in a `Cargo.toml`.
fn version(manifest: &str) -> anyhow::Result<String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    Ok(line.and_then(|line| line.strip_suffix('"')).context("no version")?.to_owned())
}

/// Returns the time of the packages.
fn epoch(root: &Path) -> anyhow::Result<u64> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => {
            let commit = ["log", "-1", "--format=%ct"];
            String::from_utf8(output(Command::new("git").current_dir(root).args(commit))?)?
        }
    };
    match text.trim().parse() {
        Ok(epoch) => Ok(epoch),
        Err(_) => bail!("SOURCE_DATE_EPOCH is {:?}, expected seconds since 1970", text.trim()),
    }
}
