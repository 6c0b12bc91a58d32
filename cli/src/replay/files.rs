//! Replays as files: a filmstrip, a moving picture, a page.

use super::answers::Played;
use crate::error::Unfit;
use crate::exit;
use crate::places::Place;
use std::path::{Path, PathBuf};
use tilefall::base::several;
use tilefall::batch::disk;
use tilefall::render::html::{Shown, page};
use tilefall::render::svg::{Pace, animation, strip};
use tilefall::render::timeline::Timeline;

/// The files that are asked for.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct FileArgs {
    /// Write a filmstrip: one SVG picture with all boards
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write an animated SVG picture without script, which a README can show
    #[arg(long, value_name = "FILE")]
    animate: Option<PathBuf>,
    /// Write one HTML page that plays the lists and needs no other file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Pixels of a filmstrip.
const PIXELS: usize = 960;

impl FileArgs {
    /// Whether a file is asked for.
    pub fn any(&self) -> bool {
        !self.places().is_empty()
    }

    /// Where they are.
    pub fn places(&self) -> Vec<Place> {
        let all = [("--svg", &self.svg), ("--animate", &self.animate), ("--html", &self.html)];
        all.into_iter().filter_map(|(word, path)| Some(Place::new(word, path.as_ref()?))).collect()
    }
}

/// Writes the files, each with the records of what it shows.
///
/// # Errors
/// If one cannot be written, or a picture is asked for of several puzzles.
pub fn write(args: &FileArgs, shown: &[(Played, Timeline)]) -> anyhow::Result<()> {
    let mut files: Vec<(&Path, String)> = Vec::new();
    let records: Vec<String> =
        shown.iter().enumerate().flat_map(|(at, (played, _))| played.records(at as u64)).collect();
    if args.svg.is_some() || args.animate.is_some() {
        let [(played, time)] = shown else {
            let several = shown.len();
            let why =
                format!("a picture shows one list, these are {several}, expected --id ID or --html FILE");
            return Err(Unfit(why).into());
        };
        let (title, records) = (played.title(time), records.concat());
        if let Some(path) = &args.svg {
            files.push((path, strip(time, PIXELS, &title, &records)));
        }
        if let Some(path) = &args.animate {
            files.push((path, animation(time, Pace::default(), &title, &records)));
        }
    }
    if let Some(path) = &args.html {
        let shown: Vec<Shown> = shown
            .iter()
            .map(|(played, time)| Shown { title: played.title(time), timeline: time.clone() })
            .collect();
        files.push((path, page(&shown, &records)));
    }
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
    disk::replace_all(&files)?;
    // A Mayan list that leaves blocks is no answer.
    let left = shown.iter().filter(|(played, _)| played.records(0).len() == 1).count();
    if left > 0 {
        let lists = several(left, "list");
        exit::note(&format!("{lists} left blocks and cannot be read back: files carry answers only"));
    }
    Ok(())
}
