//! `tilefall samegame analyse` and `tilefall mayan analyse`: what each move of a list lost.
//!
//! - [`text`](mod@text): the table and the summary; [`marks`]: the marks of a replay page

pub mod marks;
pub mod text;

use crate::args::goal::trivial;
use crate::args::limits::LimitArgs;
use crate::args::output_conflicts::{self, OutputFile};
use crate::args::task::SearchArgs;
use crate::args::values::Output;
use crate::exit::{self, Exit, UsageError};
use crate::io::progress::{Progress, ProgressArgs};
use crate::io::watch::Watch;
use crate::io::{disk, output};
use crate::verbs::replay::answers::{ListArgs, Played};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tilefall::ask::SolveRequest;
use tilefall::insight::analysis::{Analyser, Analysis, AnalysisError, Event};
use tilefall::internals::{lock, plural};
use tilefall::rules::puzzle::{SameGameTask, Task};
use tilefall::rules::{GameKind, Goal, PRESETS, StopReason};
use tilefall::text::render::html::{Replay, page};

const SAMEGAME: &str = "\
Prints a row for each click: what it removed, the best result of a whole game still possible before \
the click, the click of that game, and what the click lost. A loss is proven, or as far as found: a \
longer search may find better games. Without a limit the analysis takes up to a minute, and its \
result repeats.

Examples:
  tilefall samegame analyse board.txt '1 1, 4 2, 3 1'
  tilefall samegame analyse --time 10s puzzles.jsonl results.jsonl
  tilefall samegame analyse --html game.html puzzles.jsonl results.jsonl
  tilefall samegame analyse --rules former --output jsonl board.txt clicks.txt";

const MAYAN: &str = "\
Prints a row for each move: the blocks that vanished, the fewest moves of a whole game still possible \
before the move, the move of that game, and what the move lost. A loss is proven, or as far as \
found. For a noip puzzle only lists of exactly M moves are solutions. Without a limit the analysis \
takes up to a minute, and its result repeats.

Examples:
  tilefall mayan analyse data/samples/noip.txt '0 0 R, 2 1 R'
  tilefall mayan analyse --time 10s puzzles.jsonl results.jsonl
  tilefall mayan analyse --html game.html data/samples/noip.txt '2 1 R, 3 1 R'";

/// Returns the goal of the first preset with the rules of a SameGame puzzle; `None` if no preset has these rules.
fn usual_goal(task: &Task) -> Option<Goal> {
    let Task::SameGame(SameGameTask { rules: Some(rules), .. }) = task else { return None };
    PRESETS.iter().find(|preset| preset.rules == *rules).map(|preset| preset.goal)
}

/// Returns the request for an analysis, with the goal of the arguments, else of the answer, else the [`usual_goal`].
fn request(args: &impl SearchArgs, played: &Played) -> SolveRequest {
    let mut request = args.request();
    if let SolveRequest::SameGame(request) = &mut request {
        let asked = played.answer.asked.as_ref().and_then(|asked| asked.goal);
        request.goal = request.goal.or(asked).or_else(|| usual_goal(&played.puzzle.task));
    }
    request
}

/// The arguments of `analyse`, including the arguments `G` of one game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")), after_help = G::either(SAMEGAME, MAYAN))]
pub struct Args<G: SearchArgs> {
    /// The output: text, or one line of JSON for each list
    #[arg(long, short, value_name = "KIND", value_enum, default_value = "text", help_heading = "Output")]
    output: Output,
    /// Write one HTML page that plays the lists, with what each move lost and the best moves; it needs no other file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
    #[command(flatten)]
    lists: ListArgs<G>,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Analyses the lists and prints the results; reports lists that cannot be played.
pub fn run<G: SearchArgs>(args: &Args<G>) -> anyhow::Result<Exit> {
    let html: Vec<_> = args.html.iter().map(|path| OutputFile::new("--html", path)).collect();
    output_conflicts::check(&html, &args.lists.files())?;
    let (played, mut exit) = args.lists.read("analyse")?;
    if exit == Exit::Failed || played.is_empty() {
        return Ok(exit);
    }
    let game = &args.lists.game;
    let watch = Watch::start()?;
    let mut limits = args.limits.resolve();
    limits.cancel = watch.cancel().clone();
    let (mut first, mut shown, mut records) = (true, Vec::new(), Vec::new());
    if let Task::SameGame(task) = &played[0].puzzle.task {
        let goal = request(game, &played[0]).goal();
        trivial(goal, &task.rules.unwrap_or_default()).into_iter().for_each(exit::note);
    }
    for played in &played {
        let begun = Instant::now();
        let analyser = request(game, played).analyser().limits(limits.clone());
        let analysis = match analyse(args, &analyser, played) {
            Ok(analysis) => analysis,
            Err(AnalysisError::Moves(why)) if args.lists.is_inline() => {
                return Err(UsageError(why).into());
            }
            Err(error) => {
                exit::print_located_error(&format!("{}: {error}", played.id));
                exit = exit.max(Exit::BadInput);
                continue;
            }
        };
        let text = match args.output {
            Output::Jsonl => {
                let line = JsonLine {
                    id: &played.id,
                    game: G::GAME,
                    analysis: analysis.to_json(),
                    nodes: analysis.nodes,
                    seconds: begun.elapsed().as_secs_f64(),
                    stopped_by: analysis.stopped_by,
                };
                serde_json::to_string(&line)? + "\n"
            }
            Output::Text => {
                let apart = if first { "" } else { "\n" };
                apart.to_owned() + &text::of(played, &analysis)
            }
        };
        first = false;
        output::print(&text)?;
        if args.html.is_some() {
            let timeline = played.timeline()?;
            let mut replay = Replay::new(played.title(&timeline), timeline);
            replay.marks = Some(marks::of(played, &analysis));
            records.extend(played.records(shown.len() as u64));
            shown.push(replay);
        }
        if watch.interrupted() {
            exit = exit.max(Exit::Interrupted);
            break;
        }
    }
    if let Some(path) = args.html.as_ref().filter(|_| !shown.is_empty()) {
        disk::replace(path, page(&shown, &records).as_bytes())?;
    }
    Ok(exit)
}

/// Analyses a list, with progress on a terminal.
fn analyse<G: SearchArgs>(
    args: &Args<G>,
    analyser: &Analyser,
    played: &Played,
) -> Result<Analysis, AnalysisError> {
    let moves = played.answer.moves.as_deref().unwrap_or_default();
    let (begun, proven) = (Instant::now(), Arc::new(Mutex::new(0)));
    let (shown, positions) = (proven.clone(), moves.len() + 1);
    let progress = Progress::start(args.progress.mode(), move || {
        let seconds = begun.elapsed().as_secs();
        format!("analysis: {} of {} proven, {seconds} s", *lock(&shown), plural(positions, "position"))
    });
    let mut events = |event: &Event<'_>| {
        *lock(&proven) = event.analysis.known.iter().filter(|known| known.is_proven()).count();
        ControlFlow::Continue(())
    };
    let analysis = analyser.analyse_with(&played.puzzle, moves, &mut events);
    drop(progress);
    analysis
}

/// An analysis as a line of JSON.
#[derive(serde::Serialize)]
struct JsonLine<'a, A> {
    id: &'a str,
    game: GameKind,
    #[serde(flatten)]
    analysis: A,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<StopReason>,
}
