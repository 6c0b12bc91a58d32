//! The targets, and which can be built on this machine.

use super::tool::Tool;
use anyhow::{Context as _, bail};
use std::process::Command;

/// A target of packages.
pub struct Target {
    /// The name that cargo uses.
    pub triple: &'static str,
    /// The architecture in Debian's words, if programs are built for the target.
    pub debian: Option<&'static str>,
    /// The C compiler that links for the target on another machine.
    linker: Tool,
}

/// All targets. Programs contain their C library, so that one program per architecture is enough; wheels are loaded by
/// an interpreter with either C library.
static TARGETS: [Target; 4] = [
    Target {
        triple: "x86_64-unknown-linux-gnu",
        debian: Some("amd64"),
        linker: Tool {
            try_run: &["x86_64-linux-gnu-gcc", "--version"],
            install: "apt-get install gcc-x86-64-linux-gnu libc6-dev-amd64-cross",
        },
    },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        debian: Some("arm64"),
        linker: Tool {
            try_run: &["aarch64-linux-gnu-gcc", "--version"],
            install: "apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        },
    },
    Target { triple: "x86_64-unknown-linux-musl", debian: None, linker: Tool { try_run: &[], install: "" } },
    Target { triple: "aarch64-unknown-linux-musl", debian: None, linker: Tool { try_run: &[], install: "" } },
];

impl Target {
    /// Returns the target of this machine.
    ///
    /// # Errors
    /// If packages are not made for this machine.
    pub fn host() -> anyhow::Result<&'static Self> {
        let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let found = TARGETS.iter().find(|target| cfg!(target_os = "linux") && target.triple == triple);
        found.context("packages are built on Linux, x86-64 or aarch64")
    }

    /// Returns the targets of some names; of none, all targets whose standard library is installed.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn choose(names: &[String]) -> anyhow::Result<Vec<&'static Self>> {
        if names.is_empty() {
            return Ok(TARGETS.iter().filter(|target| target.has_library()).collect());
        }
        let find = |name: &String| match TARGETS.iter().find(|target| target.triple == name) {
            Some(target) => Ok(target),
            None if name == "host" => Self::host(),
            None => {
                let known: Vec<_> = TARGETS.iter().map(|target| target.triple).collect();
                bail!("unknown target {name:?}, expected host or {}", known.join(", "))
            }
        };
        names.iter().map(find).collect()
    }

    /// Returns `true` if programs are built for the target.
    pub fn is_of_programs(&self) -> bool {
        self.debian.is_some()
    }

    /// Returns `true` if the target is that of this machine.
    pub fn is_host(&self) -> bool {
        Self::host().is_ok_and(|host| host.triple == self.triple)
    }

    /// Returns `true` if programs for the target can be linked; otherwise prints what is missing.
    pub fn has_linker(&self) -> bool {
        self.is_host() || self.linker.is_installed(&format!("the program for {}", self.triple))
    }

    /// Returns the environment variable that names the linker to cargo, and its value; `None` on this machine.
    pub fn linker(&self) -> Option<(String, &'static str)> {
        let name = self.triple.to_uppercase().replace('-', "_");
        let linker = self.linker.try_run.first().filter(|_| !self.is_host())?;
        Some((format!("CARGO_TARGET_{name}_LINKER"), linker))
    }

    /// Returns `true` if Rust's standard library for the target is installed; otherwise prints that it is missing.
    fn has_library(&self) -> bool {
        let rustc =
            Command::new("rustc").args(["--print", "target-libdir", "--target", self.triple]).output();
        let folder = rustc.ok().and_then(|output| String::from_utf8(output.stdout).ok());
        let found = folder.is_some_and(|folder| std::path::Path::new(folder.trim()).is_dir());
        if !found {
            eprintln!("skipped: {0}; its standard library is missing: rustup target add {0}", self.triple);
        }
        found
    }
}
