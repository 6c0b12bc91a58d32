//! What the words that the `solve` verbs share mean.

use super::Style;
use super::args::{Codes, Kind, Options, SolveArgs, When};
use crate::error::Unfit;
use crate::limits::Spend;
use crate::puzzles::Inputs;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tilefall::base::Game;
use tilefall::batch::Shard;
use tilefall::formats::Format;

/// Which puzzles are solved, what that may take, and where the answers go.
#[derive(Clone, Debug)]
pub struct Meant {
    /// The puzzles.
    pub inputs: Inputs,
    /// The part of them that is solved.
    pub shard: Option<Shard>,
    /// What one of them may spend.
    pub spend: Spend,
    /// Time for all of them.
    pub total_time: Option<Duration>,
    /// The results file, if records are appended to one.
    pub out: Option<Results>,
    /// Whether answers come in the order of the input.
    pub ordered: bool,
    /// What is shown of where the run is.
    pub shown: When,
    /// What is printed.
    pub kind: Kind,
    /// Whether to add search counters.
    pub stats: bool,
    /// Whether to print what differs from run to run.
    pub timings: bool,
    /// Whether the node count is worth telling: it may differ from run to run unless nodes are limited.
    pub counted: bool,
    /// What the exit code tells.
    pub codes: Codes,
}

/// A results file.
#[derive(Clone, Debug)]
pub struct Results {
    /// Where it is.
    pub path: PathBuf,
    /// Whether it may hold records, which then stay.
    pub resume: bool,
    /// What its sidecar says of the arguments.
    pub options: BTreeMap<String, String>,
}

impl SolveArgs {
    /// What they mean to the verb of a game; `None` if the formats are asked for. `own` gives the game's own
    /// arguments that records depend on.
    ///
    /// # Errors
    /// If the format that is named holds no puzzles of the game.
    pub fn meant(&self, game: Game, own: impl FnOnce() -> Options) -> Result<Option<Meant>, Unfit> {
        if self.puzzles.list_formats {
            return Ok(None);
        }
        let (batch, output) = (&self.batch, &self.output);
        let spend = self.limits.meant();
        let timings = !output.no_timings;
        let counted = timings || spend.nodes.is_some();
        let results = |path: &PathBuf| {
            let options = self.options().into_iter().chain(own());
            let options = options.map(|(name, value)| (name.to_owned(), value)).collect();
            Results { path: path.clone(), resume: batch.resume, options }
        };
        Ok(Some(Meant {
            inputs: self.puzzles.meant(Some(game))?,
            shard: batch.shard,
            spend,
            total_time: batch.total_time,
            out: batch.out.as_ref().map(results),
            ordered: !batch.unordered,
            shown: if batch.quiet { When::Never } else { batch.progress },
            kind: output.kind,
            stats: output.stats && counted,
            timings,
            counted,
            codes: output.exit_code,
        }))
    }
}

impl Meant {
    /// Whether a single puzzle is answered by itself, and not as a batch of one.
    pub fn apart(&self) -> bool {
        self.out.is_none() && self.shard.is_none()
    }

    /// How answers to puzzles of a game are printed, by the format of the first one, if it is known, and whether
    /// it is the only one.
    pub fn style(&self, game: Game, format: Option<&Format>, single: bool) -> Style {
        match (self.kind, format) {
            (Kind::Native, _) => Style::Native,
            (Kind::Text, _) => Style::Text,
            (Kind::Jsonl, _) => Style::Jsonl,
            (Kind::Auto, Some(format)) if format.by_line.is_some() => Style::Jsonl,
            // A judge's format has no room for search counters.
            (Kind::Auto, Some(format)) if single && format.answers(game) && !self.stats => Style::Native,
            (Kind::Auto, _) if single => Style::Text,
            (Kind::Auto, _) => Style::Jsonl,
        }
    }
}
