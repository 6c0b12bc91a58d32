//! Runs of the program with a measurement of memory.

use super::Run;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs the program with these arguments, separated by white space, and this standard input. Returns the result and the
/// peak resident memory in bytes, 0 if the system does not report it.
pub fn measured(words: &str, input: &[u8]) -> (Run, u64) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace()).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let (mut stdin, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut err = child.stderr.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        let out = scope.spawn(move || {
            let mut text = String::new();
            out.read_to_string(&mut text).map(|_| text)
        });
        let err = scope.spawn(move || {
            let mut text = String::new();
            err.read_to_string(&mut text).map(|_| text)
        });
        // The peak only grows, so the last value read covers the run except its last millisecond.
        let mut peak = 0;
        let code = loop {
            peak = peak.max(high_water(Path::new(&status)));
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        (Run { out: out.join().unwrap().unwrap(), err: err.join().unwrap().unwrap(), code }, peak)
    })
}

fn high_water(status: &Path) -> u64 {
    let text = std::fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// Returns a repeated piece of text, compressed by gzip and zstd: each repetition is a gzip member or a Zstandard
/// frame.
pub fn packed(piece: &[u8], times: usize) -> [Vec<u8>; 2] {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(piece).unwrap();
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    [gzip.finish().unwrap().repeat(times), ruzstd::encoding::compress_to_vec(piece, level).repeat(times)]
}
