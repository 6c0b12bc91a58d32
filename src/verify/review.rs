//! Compares an answer with its puzzle.

use super::answer::{Answer, Origin};
use super::fields::{self, Query};
use super::mayan;
use super::mayan_replay::Moves;
use super::search::{self, Budget};
use super::{Entry, Fault, Kind, Settings, Verdict, asked, samegame};
use std::borrow::Cow;
use tilefall_rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall_rules::{Goal, Mode, Refusal, Status};
use tilefall_text::record::{ResultRecord, Want, hash, named_by};

/// Checks the claims of an answer about its puzzle. Adds faults to the verdict.
pub(super) fn review(entry: &Entry, answer: &Answer, settings: &Settings, verdict: &mut Verdict) {
    let record = &answer.record;
    match &entry.puzzle {
        Ok(puzzle) => {
            check_claims(puzzle, answer, verdict);
            if verdict.is_valid() && !verdict.unchecked {
                prove(puzzle, record, settings, verdict);
            }
        }
        Err(why) if record.status != Status::Error => {
            let what = format!("the puzzle of this answer is bad: {why}");
            verdict.faults.push(Fault::new(Kind::Puzzle, what));
        }
        Err(_) => {
            verdict.faults.extend(fields::check(record, Query::Mayan(Want::One), true));
            verdict.unchecked = true;
        }
    }
    verdict.faults.sort_by_key(|fault| fault.kind);
}

fn check_claims(puzzle: &Puzzle, answer: &Answer, verdict: &mut Verdict) {
    let record = &answer.record;
    let ask = Query::of(puzzle.task.game(), record);
    let own = answer.origin == Origin::Record;
    // A plain list claims no status.
    if own || record.status != Status::Feasible {
        verdict.status = Some(record.status);
    }
    if own {
        verdict.faults.extend(fields::check(record, ask, record.asked.is_some()));
        verdict.faults.extend(asked::check_stop_reason(record, ask));
        verdict.faults.extend(record.asked.iter().flat_map(|asked| asked::check(asked, &puzzle.task)));
    }
    match &puzzle.task {
        _ if record.status == Status::Error => {
            let why = not_refused(puzzle, record);
            verdict.unchecked = why.is_none();
            verdict.faults.extend(why.map(|what| Fault::new(Kind::Status, what)));
        }
        Task::SameGame(task) => samegame::check(&puzzle.grid, task, record, verdict),
        Task::Mayan(task) => {
            // A plain list of another program may write a swap as a left move, and include swaps of equal blocks.
            let noop = if own { task.counts_noops() } else { !task.skip_noop };
            let moves = Moves { canonical: own, noop };
            let claims_proof = matches!(verdict.status, Some(Status::Optimal | Status::Infeasible));
            verdict.noop = (claims_proof && task.mode == Some(Mode::Exactly)).then_some(task.counts_noops());
            mayan::check(&puzzle.grid, task, record, moves, verdict);
        }
    }
}

/// Searches for a proof of the claims of a valid answer, or for an example that refutes them.
fn prove(puzzle: &Puzzle, record: &ResultRecord, settings: &Settings, verdict: &mut Verdict) {
    let Settings { search: nodes, ref limits } = *settings;
    let (memory, stop) = (limits.memory, Some(limits.start(false)));
    let budget = &mut Budget { nodes, memory, stop, ..Budget::default() };
    let searched = match &puzzle.task {
        Task::SameGame(task) => search::prove_samegame(&puzzle.grid, task, record, budget),
        Task::Mayan(task) => search::prove_mayan(&puzzle.grid, task, record, budget),
    };
    (verdict.proof, verdict.bound_proven, verdict.boards) = (searched.proof, searched.bound, budget.spent);
    verdict.faults.extend(searched.faults);
}

/// Returns all reasons why solvers refuse the puzzle. `goal` is the goal of SameGame; `None` means every goal.
fn refusals(puzzle: &Puzzle, goal: Option<Goal>) -> Vec<Refusal> {
    let task = match &puzzle.task {
        Task::SameGame(task) => task,
        Task::Mayan(task) => return Refusal::check_moves(task).err().into_iter().collect(),
    };
    let (grid, rules) = (&puzzle.grid, task.rules.unwrap_or_default());
    match Refusal::check_size(grid).and_then(|()| Refusal::check_scores(grid, &rules)) {
        Err(refusal) => vec![refusal],
        Ok(()) => {
            let goals = Goal::NAMED
                .into_iter()
                .map(|(_, each)| each)
                .filter(|&each| goal.is_none_or(|goal| goal == each));
            goals.filter_map(|goal| Refusal::check_exact(grid, &rules, goal).err()).collect()
        }
    }
}

/// Returns a message if no solver for the record's goal refuses the puzzle with the record's error.
fn not_refused(puzzle: &Puzzle, record: &ResultRecord) -> Option<String> {
    let refusals = refusals(puzzle, record.asked.as_ref().and_then(|asked| asked.goal));
    let mut texts = refusals.iter().map(Refusal::to_string);
    match (&record.error, refusals.first()) {
        (_, None) => Some("the status is error, but no solver refuses this puzzle".into()),
        (Some(error), Some(_)) if texts.any(|text| text == *error) => None,
        (_, Some(refusal)) => Some(format!("the status is error, expected with the error '{refusal}'")),
    }
}

/// Returns the entry with the task that the record answers. A record may not state whether swaps of equal blocks are
/// moves. If the record's hash is the hash of the puzzle that skips such swaps, the returned puzzle skips them.
pub(super) fn by_own_reading<'e>(entry: &'e Entry, record: &ResultRecord) -> Cow<'e, Entry> {
    let says = record.asked.as_ref().is_some_and(|asked| asked.allow_noop.is_some());
    let counts = |puzzle: &&Puzzle| matches!(&puzzle.task, Task::Mayan(task) if task.counts_noops());
    let puzzle = entry.puzzle.as_ref().ok().filter(|puzzle| !says && counts(puzzle));
    match puzzle.and_then(|puzzle| named_by(puzzle, record.hash.as_ref()?)) {
        Some(Cow::Owned(puzzle)) => Cow::Owned(Entry { puzzle: Ok(puzzle), ..entry.clone() }),
        _ => Cow::Borrowed(entry),
    }
}

/// Checks that a record belongs to this puzzle: by its game, its hash, and the id if the puzzle has one.
pub(super) fn check_identity(entry: &Entry, record: &ResultRecord) -> Result<(), Fault> {
    let wrong = |what: String| Err(Fault::new(Kind::Puzzle, what));
    let Ok(puzzle) = &entry.puzzle else { return Ok(()) };
    if let Some(id) = puzzle.id.as_ref().filter(|id| **id != record.id) {
        return wrong(format!(
            "the record is of '{}', the puzzle of index {} is '{id}'",
            record.id, record.index
        ));
    }
    let game = puzzle.task.game();
    if let Some(other) = record.game.filter(|&other| other != game) {
        return wrong(format!("the record is of game {}, the puzzle of {}", other.name(), game.name()));
    }
    let ours = hash(puzzle);
    match &record.hash {
        None if record.status == Status::Error => Ok(()),
        None => wrong(format!("the record has no hash, expected {ours}")),
        Some(theirs) if *theirs != ours => {
            let hint = other_task(puzzle, theirs).unwrap_or_else(|| "the record is of another puzzle".into());
            wrong(format!("the hash is {theirs}, that of the puzzle is {ours}: {hint}"))
        }
        Some(_) => Ok(()),
    }
}

/// Returns a hint if the hash fits the puzzle in another mode, or with the other rule for swaps of equal blocks.
fn other_task(puzzle: &Puzzle, theirs: &str) -> Option<String> {
    let Task::Mayan(task) = &puzzle.task else { return None };
    let fits = |task| hash(&Puzzle { task: Task::Mayan(task), ..puzzle.clone() }) == theirs;
    if fits(MayanTask { skip_noop: !task.skip_noop, ..task.clone() }) {
        return Some(asked::noop_hint(task.skip_noop).into());
    }
    let modes = [Mode::Exactly, Mode::Within, Mode::Shortest];
    let mode = modes.into_iter().find(|&mode| fits(MayanTask { mode: Some(mode), ..task.clone() }))?;
    Some(format!("the record is of another mode, it fits with mode {}", mode.name()))
}
