//! The answer to one puzzle: its request, the progress shown meanwhile, and the text of the answer.

use super::run::Run;
use super::{Question, Style, text_mayan, text_samegame};
use crate::args::goal::trivial;
use crate::exit;
use crate::io::progress::{Progress, ProgressMode, format_seconds, suspend};
use crate::io::puzzles::InputPuzzle;
use crate::verbs::goal_text;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilefall::Limits;
use tilefall::ask::{self, Event, SolveRequest, Solved};
use tilefall::insight::saved;
use tilefall::internals::lock;
use tilefall::mayan::NoopEffect;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Goal, Refusal, Status, Step, StopReason};
use tilefall::text::record::ResultRecord;

/// Whether the note that the rules make the goal trivial was printed. A run prints the note only once.
static NOTED: AtomicBool = AtomicBool::new(false);

/// The output for one puzzle, and the status of its answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The text for standard output; empty, or one or more whole lines.
    pub text: String,
    /// The message for standard error, if any.
    pub diagnostic: Option<String>,
    pub status: Status,
    /// The limit or the signal that stopped the search.
    pub stopped_by: Option<StopReason>,
}

/// An answer and its request, from which the texts are made.
pub struct Answered<'a> {
    pub named: &'a InputPuzzle,
    pub request: &'a SolveRequest,
    pub answer: &'a ask::Answer,
    /// Whether the input has no other puzzle.
    pub single: bool,
    /// The number of lists that the search has reported one by one, for `--all`.
    pub lists: u64,
    /// How the answer would change with the opposite setting of `--skip-noop`.
    pub noop_effect: NoopEffect,
}

/// The text for standard output, and the message for standard error.
pub type Texts = (String, Option<String>);

impl Run<'_> {
    /// Solves a puzzle; `single` is whether the input has no other puzzle. `emit` prints text before the answer, and
    /// returns `false` if no more can be printed.
    pub(super) fn answer(
        &self,
        index: u64,
        named: &InputPuzzle,
        single: bool,
        limits: Limits,
        emit: &mut (dyn FnMut(&str) -> bool + Send),
    ) -> Result<Reply, String> {
        let Question { request, config, files } = self.question;
        let (mut request, style) = (request.clone(), self.style);
        // `asked` is the puzzle with its rules. Before the search, only start lists and a trace need it.
        let has_lists = files.lists().is_some() || files.trace().is_some();
        let asked = has_lists.then(|| request.asked(&named.puzzle)).transpose()?;
        let id = named.id();
        let totals = Arc::new(Mutex::new(Totals::default()));
        let mut goal = Goal::default();
        if let (SolveRequest::SameGame(request), Task::SameGame(task)) = (&mut request, &named.puzzle.task) {
            goal = request.goal();
            let rules = request.rules(task.rules);
            if let Some(note) = trivial(goal, &rules).filter(|_| !NOTED.swap(true, Ordering::Relaxed)) {
                suspend(|| exit::note(note));
            }
            if let (Some(known), Some(asked)) = (files.lists(), &asked) {
                Refusal::check_size(&asked.grid).map_err(|refusal| refusal.to_string())?;
                let hash = tilefall::text::record::hash(asked);
                let found = known.list(&asked.grid, rules, [&hash, &id], single)?;
                request.start =
                    found.map_or(Vec::new(), |found| found.clicks.into_iter().map(Step::from).collect());
            }
        }
        let bar = single.then(|| show(totals.clone(), config.progress, goal, limits.time));
        let trace = |found: &tilefall::samegame::Found, nodes, seconds| {
            let (Some(trace), Some(asked)) = (files.trace(), &asked) else { return };
            let moves: Vec<Step> = found.clicks.iter().copied().map(Step::from).collect();
            if let Ok(record) = saved::record_for(goal, asked, &moves) {
                trace.add(&ResultRecord {
                    index,
                    id: id.clone(),
                    seconds: Some(seconds),
                    nodes: Some(nodes),
                    ..record
                });
            }
        };
        let mut lists = 0;
        let keeps_lists = style == Style::Jsonl;
        let run = ask::Run { limits: Some(limits), keeps_lists, ..ask::Run::new(index, id.clone()) };
        let answer = request.solve(&named.puzzle, run, |event| {
            match event {
                Event::Better { found, nodes, seconds } => {
                    lock(&totals).best = Some(goal_text::result(goal, found));
                    trace(found, nodes, seconds);
                }
                Event::Solution(list) => {
                    lists += 1;
                    if style != Style::Jsonl && !emit(&text_mayan::list(style, named, list)) {
                        return ControlFlow::Break(StopReason::Memory);
                    }
                }
                Event::Progress { nodes, bound } => {
                    let mut totals = lock(&totals);
                    (totals.nodes, totals.bound) = (nodes, bound);
                }
                _ => {}
            }
            ControlFlow::Continue(())
        })?;
        drop(bar);
        let noop_effect = match &answer.solved {
            Solved::Mayan(solver, outcome) if style != Style::Jsonl => {
                solver.noop_effect(&named.puzzle.grid, outcome).map_err(|unfit| unfit.to_string())?
            }
            _ => NoopEffect::None,
        };
        let (status, stopped_by) = (answer.record.status, answer.record.stopped_by);
        let answered = Answered { named, request: &request, answer: &answer, single, lists, noop_effect };
        let (text, diagnostic) = match (style, &answer.solved) {
            (Style::Jsonl, _) => (answer.record.to_line(), None),
            (_, Solved::SameGame(_, outcome)) => text_samegame::texts(&answered, outcome, style)?,
            (_, Solved::Mayan(_, outcome)) => text_mayan::texts(&answered, outcome, style)?,
        };
        Ok(Reply { text, diagnostic, status, stopped_by })
    }
}

/// The values that the progress line of a single search shows.
#[derive(Clone, Copy, Default)]
struct Totals {
    /// SameGame: the result of the best list in the units of the goal.
    best: Option<i64>,
    /// The boards, trials or playouts searched so far.
    nodes: u64,
    /// Mayan: the proven lower bound; no list of fewer moves clears the board.
    bound: Option<u64>,
}

/// Shows totals on a terminal until the returned value is dropped.
fn show(totals: Arc<Mutex<Totals>>, when: ProgressMode, goal: Goal, limit: Option<Duration>) -> Progress {
    let begun = Instant::now();
    Progress::start(when, move || {
        let (Totals { best, nodes, bound }, spent) = (*lock(&totals), begun.elapsed());
        let rate = nodes as f64 / spent.as_secs_f64().max(1e-9);
        let left = limit.map_or(String::new(), |limit| {
            format!(", {} left", format_seconds(limit.saturating_sub(spent).as_secs_f64()))
        });
        let best = match (best, bound, goal) {
            (None, Some(moves @ 2..), _) => format!("no list of fewer than {moves} moves"),
            (None, ..) => "nothing yet".into(),
            (Some(best), _, Goal::Score | Goal::Clear) => format!("best {best}"),
            (Some(best), ..) => format!("best: {}", goal_text::in_units(goal, best)),
        };
        let time = format_seconds(spent.as_secs_f64());
        let unit = if bound.is_some() { "boards" } else { "trials" };
        format!("{time}, {best}, {nodes} {unit}, {:.0} k/s{left}", rate / 1e3)
    })
}
