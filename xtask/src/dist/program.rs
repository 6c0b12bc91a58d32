//! The program for a target, its manual pages and completions.

use super::context::{Context, output, run};
use super::target::Target;
use super::{archive, licences};
use crate::flags;
use std::path::{Path, PathBuf};

/// The flags of `cargo static`, which put the C library into the program.
const STATIC: [&str; 2] = ["-Ctarget-feature=+crt-static", "-Crelocation-model=static"];

/// The shells, and the usual name of a script for `tilefall`.
const SHELLS: [(&str, &str); 3] =
    [("bash", "tilefall.bash"), ("zsh", "_tilefall"), ("fish", "tilefall.fish")];

/// Files of the repository that go into an archive.
const FILES: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "data/samples"];

/// Builds the program for a target and returns its path.
///
/// # Errors
/// If the program cannot be built.
pub fn build(context: &Context, target: &Target) -> anyhow::Result<PathBuf> {
    let mut cargo = context.command(env!("CARGO"));
    cargo.args(["rustc", "--locked", "--package", "tilefall-cli", "--bin", "tilefall"]);
    // As `cargo static` does, the flags are those of the last crate alone.
    cargo.args(["--target", target.triple, "--profile", &context.profile, "--"]).args(STATIC);
    flags::set(&mut cargo, &context.root, &[])?;
    cargo.envs(target.linker());
    run(&mut cargo)?;
    Ok(context.target.join(target.triple).join(&context.profile).join("tilefall"))
}

/// Writes the manual pages and the completions with the program of this machine. Both are the same for all targets.
///
/// # Errors
/// If a file cannot be written.
pub fn document(context: &Context, program: &Path) -> anyhow::Result<()> {
    let program = program.display().to_string();
    run(context.command(&program).arg("man").arg(context.stage.join("man")))?;
    let completions = context.stage.join("completions");
    std::fs::create_dir_all(&completions)?;
    for (shell, name) in SHELLS {
        let script = output(context.command(&program).args(["completions", shell]))?;
        std::fs::write(completions.join(name), script)?;
    }
    Ok(())
}

/// Writes the archive of a target.
///
/// # Errors
/// If the archive cannot be written.
pub fn archive(context: &Context, target: &Target, program: &Path, licences: &Path) -> anyhow::Result<()> {
    let name = format!("tilefall-{}-{}", context.version, target.triple);
    let mut contents: Vec<(&str, PathBuf)> =
        vec![("tilefall", program.to_owned()), (licences::NAME, licences.to_owned())];
    contents.extend(FILES.map(|file| (file, context.root.join(file))));
    contents.extend(["man", "completions"].map(|folder| (folder, context.stage.join(folder))));
    archive::write(context, &format!("{name}.tar.gz"), &name, &contents)
}
