//! Writes replays to files: an animated picture, or a page.

use super::answers::Played;
use crate::args::output_conflicts::OutputFile;
use crate::exit::UsageError;
use crate::io::disk;
use std::path::{Path, PathBuf};
use tilefall::text::render::html::{Replay, page};
use tilefall::text::render::svg::animation;
use tilefall::text::render::timeline::Timeline;

/// The output files.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
#[group(conflicts_with_all = ["text", "screen_width", "color"])]
pub struct FileArgs {
    /// Write an animated SVG picture without script, which a README can show
    #[arg(long, value_name = "FILE")]
    animate: Option<PathBuf>,
    /// Write one HTML page that plays the lists and needs no other file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl FileArgs {
    pub fn output_files(&self) -> Vec<OutputFile> {
        let all = [("--animate", &self.animate), ("--html", &self.html)];
        all.into_iter().filter_map(|(word, path)| Some(OutputFile::new(word, path.as_ref()?))).collect()
    }
}

/// Writes the files, each with the records of its lists.
pub fn write(args: &FileArgs, shown: &[(Played, Timeline)]) -> anyhow::Result<()> {
    let mut files: Vec<(&Path, String)> = Vec::new();
    let records: Vec<String> =
        shown.iter().enumerate().flat_map(|(at, (played, _))| played.records(at as u64)).collect();
    if let Some(path) = &args.animate {
        let [(played, time)] = shown else {
            let several = shown.len();
            let why =
                format!("a picture shows one list, these are {several}, expected --id ID or --html FILE");
            return Err(UsageError(why).into());
        };
        files.push((path, animation(time, &played.title(time), &records.concat())));
    }
    if let Some(path) = &args.html {
        let shown: Vec<Replay> =
            shown.iter().map(|(played, time)| Replay::new(played.title(time), time.clone())).collect();
        files.push((path, page(&shown, &records)));
    }
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
    disk::replace_all(&files)?;
    Ok(())
}
