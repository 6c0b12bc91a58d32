//! `cargo xtask web`: builds the crate `web` for WebAssembly, its bindings, and the page into one folder that any server
//! can serve.

use crate::{command, puzzles, server};
use anyhow::{Context as _, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

/// The arguments of `cargo xtask web`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder to write
    #[arg(long, default_value = "target/web")]
    out: PathBuf,
    /// Serve the page on localhost once it is built
    #[arg(long)]
    serve: bool,
    /// The port to serve it on
    #[arg(long, default_value = "8080")]
    port: u16,
    /// Build without 128-bit vectors, to measure their effect
    #[arg(long)]
    no_simd: bool,
    /// Keep the names of functions, for profilers
    #[arg(long)]
    names: bool,
}

/// The target of the engine.
const TARGET: &str = "wasm32-unknown-unknown";

/// The maximum number of bytes of a first visit, compressed.
const MAX_BYTES: u64 = 950_000;

/// Files of `web/page` that are copied as they are; all others are bundled.
const COPIED: [&str; 5] = ["icon.svg", "index.html", "manifest.webmanifest", "og.png", "tilefall.d.ts"];

/// Files that a first visit does not load: texts of other languages than English only by visits in these languages.
const NOT_LOADED: [&str; 4] = ["og.png", "strings.nb.js", "strings.zh.js", "sw.js"];

/// Builds the page, and serves the page if `--serve` is given.
///
/// # Errors
/// If a part cannot be built or written, or the page is too large.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder of the project")?;
    let out = root.join(&args.out);
    install(&root.join("web"))?;
    let wasm = compile(root, args.no_simd)?;
    if out.exists() {
        std::fs::remove_dir_all(&out).with_context(|| out.display().to_string())?;
    }
    std::fs::create_dir_all(&out)?;
    bind(&wasm, &out, "web", args.names)?;
    bundle(&root.join("web"), &out)?;
    for name in COPIED {
        std::fs::copy(root.join("web/page").join(name), out.join(name)).context(name)?;
    }
    std::fs::copy(root.join("data/days.json"), out.join("days.json")).context("web/days.json")?;
    std::fs::write(out.join("puzzles.json"), puzzles::sets(root)?.to_string())?;
    let files = files(&out)?;
    let size = std::fs::metadata(out.join("engine_bg.wasm"))?.len();
    fill(&out.join("main.js"), "{{engine bytes}}", &size.to_string())?;
    stamp(&out, &files)?;
    let size = report(&out, &files)?;
    ensure!(size <= MAX_BYTES || args.names, "{size} bytes compressed, expected at most {MAX_BYTES}");
    bind(&wasm, &out.join("node"), "nodejs", args.names)?;
    if args.serve {
        server::serve(&out, args.port)?;
    }
    Ok(())
}

/// Compiles the crate; returns the path of the module.
fn compile(root: &Path, no_simd: bool) -> anyhow::Result<PathBuf> {
    // A separate folder, so that native builds are not recompiled.
    let target = root.join(if no_simd { "target/wasm-plain" } else { "target/wasm" });
    let home = std::env::home_dir().map(|home| home.join(".cargo"));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home).context("no CARGO_HOME")?;
    let mut flags = if no_simd { Vec::new() } else { vec!["-Ctarget-feature=+simd128".to_owned()] };
    // No folder of this machine is in what is built.
    for (folder, name) in [(&*home, "/cargo"), (root, "/tilefall")] {
        flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["build", "--locked", "--package", "tilefall-web", "--profile", "web"]);
    cargo.args(["--target", TARGET, "--target-dir"]).arg(&target);
    // One flag between separators, so that folders may have spaces.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env_remove("RUSTFLAGS");
    let status = cargo.status()?;
    ensure!(status.success(), "the crate `web` cannot be built; `rustup target add wasm32-unknown-unknown`?");
    Ok(target.join(TARGET).join("web/tilefall_web.wasm"))
}

/// Writes the module with its bindings.
fn bind(wasm: &Path, out: &Path, target: &str, names: bool) -> anyhow::Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("engine").typescript(target == "web");
    bindgen.remove_name_section(!names).remove_producers_section(true);
    match target {
        "web" => bindgen.web(true)?.omit_default_module_path(false),
        _ => bindgen.nodejs(true)?,
    };
    bindgen.generate(out)
}

/// Returns npm for the packages of `web/package.json`.
fn npm(web: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.arg("--prefix").arg(web);
    npm
}

/// Installs the bundler if it is missing.
fn install(web: &Path) -> anyhow::Result<()> {
    if web.join("node_modules/.bin/esbuild").exists() {
        return Ok(());
    }
    command::run(npm(web).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])).context(
        "the bundler of the page needs Node.js 20 with npm, and a network once: `apt-get install npm`?",
    )
}

/// Bundles the modules and the styles of the page.
fn bundle(web: &Path, out: &Path) -> anyhow::Result<()> {
    command::run(
        npm(web).args(["run", "--silent", "bundle", "--"]).arg(format!("--outdir={}", out.display())),
    )
}

/// Returns the names of the files that a first visit loads.
fn files(out: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(out)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_later = name.ends_with(".d.ts") || NOT_LOADED.contains(&name.as_str());
        if entry.file_type()?.is_file() && !is_later {
            files.push(name);
        }
    }
    files.sort();
    Ok(files)
}

/// Replaces a placeholder of a file, which must have it.
fn fill(path: &Path, placeholder: &str, text: &str) -> anyhow::Result<()> {
    let content = std::fs::read_to_string(path)?;
    ensure!(content.contains(placeholder), "{} has no {placeholder}", path.display());
    Ok(std::fs::write(path, content.replace(placeholder, text))?)
}

/// Writes the list of files, and a version that depends on their contents, into the service worker.
fn stamp(out: &Path, files: &[String]) -> anyhow::Result<()> {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for name in files.iter().map(String::as_str).chain(NOT_LOADED) {
        for byte in std::fs::read(out.join(name))?.iter().chain(name.as_bytes()) {
            sum = (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    let path = out.join("sw.js");
    let list: Vec<String> = files.iter().map(|name| format!("\"{name}\"")).collect();
    fill(&path, "\"{{files}}\"", &list.join(", "))?;
    fill(&path, "{{version}}", &format!("{sum:016x}"))
}

/// Prints the size of each file, plain and compressed; returns the sum of the compressed sizes.
fn report(out: &Path, files: &[String]) -> anyhow::Result<u64> {
    let mut sum = 0;
    let stdout = &mut std::io::stdout();
    writeln!(stdout, "{:<20}{:>10}{:>10}", out.file_name().unwrap_or_default().display(), "bytes", "gzip")?;
    for name in files.iter().map(String::as_str).chain(["sw.js"]) {
        let bytes = std::fs::read(out.join(name))?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&bytes)?;
        let packed = packed.finish()?.len() as u64;
        writeln!(stdout, "{name:<20}{:>10}{packed:>10}", bytes.len())?;
        sum += packed;
    }
    writeln!(stdout, "{:<20}{:>20}", "all", sum)?;
    Ok(sum)
}
