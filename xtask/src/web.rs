//! `cargo xtask web`: builds the page into one folder that any server can serve. The crate `web` is compiled to
//! WebAssembly twice, without and with the solvers.

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

/// The compilation target of the engine.
const TARGET: &str = "wasm32-unknown-unknown";

/// Arguments for linking the engine with solvers: inline few functions, as in the rest of the build, but unroll short
/// loops.
const LINK: [&str; 3] =
    ["--", "-Cllvm-args=-inline-threshold=20", "-Cllvm-args=-unroll-optsize-threshold=100"];

/// The maximum sizes in compressed bytes: of the engine without solvers, and of all files that a first visit loads.
const LIMITS: [(&str, u64); 2] = [("boards_bg.wasm", 120_000), ("all", 900_000)];

/// Files that a first visit in English does not load; a visit in another language loads the texts of that language.
const NOT_LOADED: [&str; 4] = ["og.png", "strings.nb.js", "strings.zh.js", "sw.js"];

/// Builds the page, and serves the page if `--serve` is given.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder of the project")?;
    let out = root.join(&args.out);
    install(&root.join("web"))?;
    let [boards, engine] = [compile(root, "boards", args.no_simd)?, compile(root, "web", args.no_simd)?];
    if out.exists() {
        std::fs::remove_dir_all(&out).with_context(|| out.display().to_string())?;
    }
    std::fs::create_dir_all(&out)?;
    bind(&boards, &out, "boards", args.names)?;
    bind(&engine, &out, "engine", args.names)?;
    // The bundler minifies the generated bindings, too.
    let glue = ["boards.js", "engine.js"].map(|name| out.join(name).display().to_string());
    let outdir = format!("--outdir={}", out.display());
    let words = ["run", "--silent", "build", "--", "--allow-overwrite", &outdir, &glue[0], &glue[1]];
    command::run(npm(&root.join("web")).args(words))?;
    std::fs::write(out.join("puzzles.json"), puzzles::sets(root)?.to_string())?;
    let files = files(&out)?;
    let size = std::fs::metadata(out.join("boards_bg.wasm"))?.len();
    fill(&out.join("main.js"), "{{bytes}}", &size.to_string())?;
    stamp(&out, &files)?;
    for (name, size) in report(&out, &files)? {
        let limit = LIMITS.iter().find(|(limited, _)| *limited == name).map_or(u64::MAX, |&(_, limit)| limit);
        ensure!(size <= limit || args.names, "{name}: {size} bytes compressed, expected at most {limit}");
    }
    bind(&engine, &out.join("node"), "engine", args.names)?;
    if args.serve {
        server::serve(&out, args.port)?;
    }
    Ok(())
}

/// Compiles the crate `web` with a profile; `boards` leaves out the solvers. Returns the path of the `.wasm` file.
fn compile(root: &Path, profile: &str, no_simd: bool) -> anyhow::Result<PathBuf> {
    // A separate folder, so that native builds are not recompiled.
    let target = root.join(if no_simd { "target/wasm-plain" } else { "target/wasm" });
    let home = std::env::home_dir().map(|home| home.join(".cargo"));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home).context("no CARGO_HOME")?;
    let mut flags = if no_simd { Vec::new() } else { vec!["-Ctarget-feature=+simd128".to_owned()] };
    // Removes the paths of this machine from the module.
    for (folder, name) in [(&*home, "/cargo"), (root, "/tilefall")] {
        flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["rustc", "--locked", "--package", "tilefall-web", "--profile", profile]);
    cargo.args(["--target", TARGET, "--target-dir"]).arg(&target);
    cargo.args(if profile == "boards" { &["--no-default-features"] } else { &LINK[..] });
    // The byte 0x1f separates the flags, so that the paths in them may contain spaces.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env_remove("RUSTFLAGS");
    let status = cargo.status()?;
    ensure!(status.success(), "the crate `web` cannot be built; `rustup target add wasm32-unknown-unknown`?");
    Ok(target.join(TARGET).join(profile).join("tilefall_web.wasm"))
}

/// Writes the module with its JavaScript bindings: for Node.js if the folder is named `node`, else for browsers.
fn bind(wasm: &Path, out: &Path, name: &str, names: bool) -> anyhow::Result<()> {
    let (mut bindgen, node) = (Bindgen::new(), out.ends_with("node"));
    bindgen.input_path(wasm).out_name(name).typescript(!node);
    bindgen.remove_name_section(!names).remove_producers_section(true);
    if node {
        bindgen.nodejs(true)?
    } else {
        bindgen.web(true)?.omit_default_module_path(false)
    };
    bindgen.generate(out)
}

/// Returns a command that runs npm in the folder of `web/package.json`.
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

/// Replaces a placeholder in a file; returns an error if the file does not contain the placeholder.
fn fill(path: &Path, placeholder: &str, text: &str) -> anyhow::Result<()> {
    let content = std::fs::read_to_string(path)?;
    ensure!(content.contains(placeholder), "{} has no {placeholder}", path.display());
    Ok(std::fs::write(path, content.replace(placeholder, text))?)
}

/// Writes the list of files into the service worker, with a hash of their contents as the version.
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

/// Prints the size of each file, plain and compressed; returns the compressed sizes, and their sum as `all`.
fn report(out: &Path, files: &[String]) -> anyhow::Result<Vec<(String, u64)>> {
    let mut sizes = Vec::new();
    let stdout = &mut std::io::stdout();
    writeln!(stdout, "{:<20}{:>10}{:>10}", out.file_name().unwrap_or_default().display(), "bytes", "gzip")?;
    for name in files.iter().map(String::as_str).chain(["sw.js"]) {
        let bytes = std::fs::read(out.join(name))?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&bytes)?;
        let packed = packed.finish()?.len() as u64;
        writeln!(stdout, "{name:<20}{:>10}{packed:>10}", bytes.len())?;
        sizes.push((name.to_owned(), packed));
    }
    let sum = sizes.iter().map(|(_, size)| size).sum();
    writeln!(stdout, "{:<20}{sum:>20}", "all")?;
    sizes.push(("all".to_owned(), sum));
    Ok(sizes)
}
