//! Python wheels and the source distribution, by maturin.

use super::archive;
use super::context::{Context, run};
use super::licences;
use super::target::Target;
use super::tool::Tool;
use crate::flags;
use flate2::read::GzDecoder;
use std::fs::File;

const MATURIN: Tool = Tool { try_run: &["maturin", "--version"], install: "pip install maturin" };
const ZIG: Tool = Tool { try_run: &["python3", "-m", "ziglang", "version"], install: "pip install ziglang" };

/// The oldest C libraries that wheels run with.
const GLIBC: &str = "manylinux_2_17";
const MUSL: &str = "musllinux_1_2";

/// Builds a wheel for each target. Without zig, which links with older C libraries and for other targets, there is one wheel
/// for this machine, tagged for its C library.
///
/// # Errors
/// If a wheel cannot be built.
pub fn build(context: &Context, targets: &[&Target]) -> anyhow::Result<()> {
    if !MATURIN.is_installed("the wheels") {
        return Ok(());
    }
    let has_zig = ZIG.is_installed("wheels for older C libraries and other machines");
    for target in targets.iter().filter(|target| has_zig || target.is_host()) {
        let mut maturin = context.command("maturin");
        maturin
            .args(["build", "--locked", "--manifest-path", "python/Cargo.toml", "--out"])
            .arg(&context.out);
        maturin.args(["--profile", &context.profile, "--target", target.triple]);
        if has_zig {
            let tag = if target.triple.ends_with("musl") { MUSL } else { GLIBC };
            maturin.args(["--zig", "--compatibility", tag]);
        }
        flags::set(&mut maturin, &context.root, &[])?;
        let notices = licences::write(context, "python/Cargo.toml", "tilefall-python", target.triple)?;
        // `license-files` of the settings includes the file where there is one.
        let place = context.root.join("python").join(licences::NAME);
        std::fs::copy(notices, &place)?;
        let built = run(&mut maturin);
        std::fs::remove_file(place)?;
        built?;
    }
    Ok(())
}

/// Writes the source distribution.
///
/// # Errors
/// If the source distribution cannot be written.
pub fn source(context: &Context) -> anyhow::Result<()> {
    if !MATURIN.is_installed("the source distribution") {
        return Ok(());
    }
    let stage = context.stage.join("sdist");
    if stage.exists() {
        std::fs::remove_dir_all(&stage)?;
    }
    let mut maturin = context.command("maturin");
    run(maturin.args(["sdist", "--manifest-path", "python/Cargo.toml", "--out"]).arg(&stage))?;

    let folder = format!("tilefall-{}", context.version);
    let name = format!("{folder}.tar.gz");
    tar::Archive::new(GzDecoder::new(File::open(stage.join(&name))?)).unpack(&stage)?;
    let source = stage.join(&folder);
    let manifest = source.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest)?;
    std::fs::write(&manifest, without_tests(&text))?;
    archive::write(context, &name, &folder, &[("", source)])
}

/// Returns a manifest without its tests, whose files are not in the source distribution: maturin removes them in some runs, and
/// in others it does not.
fn without_tests(manifest: &str) -> String {
    let mut is_test = false;
    let mut kept = String::new();
    for line in manifest.split_inclusive('\n') {
        if line.starts_with('[') {
            is_test = line.starts_with("[[test]]");
        }
        if !is_test {
            kept += line;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_lose_their_tests_alone() {
        let manifest = "[package]\nname = \"a\"\n\n[[test]]\nname = \"t\"\n\n[[test]]\nname = \"u\"\n\n[features]\nb = []\n";
        assert_eq!(without_tests(manifest), "[package]\nname = \"a\"\n\n[features]\nb = []\n");
    }
}
