//! Debian packages, from the settings of cargo-deb in `cli/Cargo.toml`. dpkg-deb packs them, which every Debian machine has,
//! and which writes equal bytes for equal contents.

use super::context::{Context, output};
use super::licences;
use super::target::Target;
use super::tool::Tool;
use anyhow::Context as _;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const DPKG_DEB: Tool = Tool { try_run: &["dpkg-deb", "--version"], install: "apt-get install dpkg" };

/// The folder that the settings name for programs.
const PROGRAMS: &str = "target/release/";

/// Packs the program that was built for a target, with the licences of what the program contains.
///
/// # Errors
/// If the settings are not as expected, or the package cannot be written.
pub fn build(context: &Context, target: &Target, program: &Path, notices: &Path) -> anyhow::Result<()> {
    let Some(architecture) = target.debian else { return Ok(()) };
    if !DPKG_DEB.is_installed(&format!("the Debian package for {}", target.triple)) {
        return Ok(());
    }
    let package = settings(context)?;
    let name = text(&package["metadata"]["deb"], "name")?;
    // The revision of the package: 1.
    let name = format!("{name}_{}-1_{architecture}.deb", context.version);
    let folder = context.stage.join("deb").join(architecture);
    let mut bytes = 0;
    for (source, place, mode) in assets(&context.root.join("cli"), &package["metadata"]["deb"], program)? {
        let content = std::fs::read(&source).with_context(|| source.display().to_string())?;
        bytes += install(&folder, &place, &content, mode)?;
    }
    let place = Path::new("usr/share/doc/tilefall").join(licences::NAME);
    bytes += install(&folder, &place, &std::fs::read(notices)?, 0o644)?;
    let control = control(&package, &context.version, architecture, bytes)?;
    install(&folder, Path::new("DEBIAN/control"), control.as_bytes(), 0o644)?;
    let mut dpkg = context.command("dpkg-deb");
    dpkg.args(["--root-owner-group", "--threads-max=1", "-Zxz", "--build"]).arg(&folder);
    output(dpkg.arg(context.out.join(name))).map(drop)
}

/// Returns the metadata of the package `tilefall-cli`.
fn settings(context: &Context) -> anyhow::Result<Value> {
    let mut cargo = context.command(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--no-deps", "--format-version", "1"]);
    let mut metadata: Value = serde_json::from_slice(&output(&mut cargo)?)?;
    let packages = metadata["packages"].as_array_mut().context("cargo metadata has no packages")?;
    let cli = packages.iter_mut().find(|package| package["name"] == "tilefall-cli");
    Ok(cli.context("no package tilefall-cli")?.take())
}

fn text<'a>(settings: &'a Value, key: &str) -> anyhow::Result<&'a str> {
    settings[key].as_str().with_context(|| format!("cli/Cargo.toml: no {key}"))
}

/// Returns the control file of the package.
fn control(package: &Value, version: &str, architecture: &str, bytes: u64) -> anyhow::Result<String> {
    let deb = &package["metadata"]["deb"];
    let [name, maintainer, section, depends, long] =
        ["name", "maintainer", "section", "depends", "extended-description"].map(|key| text(deb, key));
    let mut control = format!("Package: {}\nVersion: {version}-1\nArchitecture: {architecture}\n", name?);
    control += &format!("Maintainer: {}\nSection: {}\nPriority: optional\n", maintainer?, section?);
    control += &format!("Installed-Size: {}\n", bytes.div_ceil(1024));
    match depends? {
        "" => {}
        depends => control += &format!("Depends: {depends}\n"),
    }
    control += &format!("Description: {}\n", text(package, "description")?);
    for line in long?.trim().lines() {
        control += &format!(" {}\n", if line.is_empty() { "." } else { line });
    }
    Ok(control)
}

/// Returns the files of the settings: the path on disk, the path in the package, and the mode. The name of a source may be
/// `*` with an ending; a place that ends in `/` is a folder.
fn assets(cli: &Path, deb: &Value, program: &Path) -> anyhow::Result<Vec<(PathBuf, PathBuf, u32)>> {
    let mut files = Vec::new();
    for asset in deb["assets"].as_array().context("cli/Cargo.toml: no assets")? {
        let [Some(source), Some(place), Some(mode)] = [0, 1, 2].map(|part| asset[part].as_str()) else {
            anyhow::bail!("cli/Cargo.toml: {asset} is no asset");
        };
        let mode = u32::from_str_radix(mode, 8).with_context(|| format!("cli/Cargo.toml: {asset}"))?;
        let sources = match source.strip_prefix(PROGRAMS) {
            Some(_) => vec![program.to_owned()],
            None => matches(&cli.join(source))?,
        };
        for source in sources {
            let name = source.file_name().filter(|_| place.ends_with('/')).unwrap_or_default();
            // Joining an empty name would append a separator.
            let place = if name.is_empty() { place.into() } else { Path::new(place).join(name) };
            files.push((source, place, mode));
        }
    }
    Ok(files)
}

/// Returns the files that a path with `*` matches, in order.
fn matches(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(ending) = name.strip_prefix('*') else { return Ok(vec![path.to_owned()]) };
    let folder = path.parent().unwrap_or(path);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        found.push(entry?.path());
    }
    found.retain(|path| path.to_string_lossy().ends_with(ending));
    found.sort();
    anyhow::ensure!(!found.is_empty(), "{} matches no file", path.display());
    Ok(found)
}

/// Writes a file into the folder of the package, with modes that do not depend on the umask; manual pages are compressed, as
/// Debian expects. Returns the bytes written.
fn install(package: &Path, place: &Path, content: &[u8], mode: u32) -> anyhow::Result<u64> {
    let mut place = package.join(place);
    let mut packed = Vec::new();
    if place.components().any(|part| part.as_os_str() == "man") {
        let mut encoder = GzEncoder::new(&mut packed, Compression::best());
        encoder.write_all(content)?;
        encoder.finish()?;
        place.as_mut_os_string().push(".gz");
    }
    let content = if packed.is_empty() { content } else { &packed };
    std::fs::create_dir_all(place.parent().unwrap_or(package))?;
    std::fs::write(&place, content)?;
    set_mode(&place, mode)?;
    let folders = place.ancestors().skip(1).take_while(|folder| folder.starts_with(package));
    for folder in folders {
        set_mode(folder, 0o755)?;
    }
    Ok(content.len() as u64)
}

/// Sets the mode of a file or folder.
fn set_mode(path: &Path, mode: u32) -> anyhow::Result<()> {
    #[cfg(unix)]
    return Ok(std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))?);
    #[cfg(not(unix))]
    anyhow::bail!("{}: the mode {mode:o} cannot be set here", path.display());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_control_file_has_the_fields_that_dpkg_needs() {
        let deb = json!({ "name": "t", "maintainer": "m", "section": "games", "depends": "", "extended-description": "a\n\nb\n" });
        let package = json!({ "description": "d", "metadata": { "deb": deb } });
        let expected = "Package: t\nVersion: 1.2.3-1\nArchitecture: arm64\nMaintainer: m\nSection: games\n\
                        Priority: optional\nInstalled-Size: 2\nDescription: d\n a\n .\n b\n";
        assert_eq!(control(&package, "1.2.3", "arm64", 1025).unwrap(), expected);
        assert!(control(&json!({}), "1.2.3", "arm64", 0).is_err());
    }

    #[test]
    fn assets_are_the_program_files_and_all_that_a_star_matches() {
        let cli = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("cli");
        let files = |assets: Value| assets_of(&cli, &json!({ "assets": assets }));
        let found = files(json!([
            ["target/release/tilefall", "usr/bin/", "755"],
            ["../data/samples/*.jsonl", "usr/share/", "644"],
            ["../README.md", "usr/page", "600"],
        ]));
        let found: Vec<_> =
            found.unwrap().into_iter().map(|(_, place, mode)| (place.display().to_string(), mode)).collect();
        let expected = [("usr/bin/program", 0o755), ("usr/share/jsonl.jsonl", 0o644), ("usr/page", 0o600)];
        assert_eq!(found, expected.map(|(place, mode)| (place.to_owned(), mode)));
        for bad in
            [json!([["a", "b"]]), json!([["a", "b", "rwx"]]), json!([["../*.none", "b/", "644"]]), json!(1)]
        {
            assert!(files(bad.clone()).is_err(), "{bad}");
        }
    }

    fn assets_of(cli: &Path, deb: &Value) -> anyhow::Result<Vec<(PathBuf, PathBuf, u32)>> {
        assets(cli, deb, Path::new("/built/program"))
    }
}
