//! The searches: puzzles and words in, result records out.

use crate::input::{Place, one_of, rules, seconds};
use crate::number::{Whole, maybe};
use crate::puzzle::Puzzle;
use crate::watch::beside;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use tilefall::base::{Cell, Game, Mode, Move, Rules, Status, StopReason, Threads};
use tilefall::mayan::solve::Request;
use tilefall::mayan::{self, Want};
use tilefall::puzzle::{MayanTask, SameGameTask, Task};
use tilefall::record::{ResultRecord, hash};
use tilefall::samegame::{self, Goal, Method};
use tilefall::{Cancel, Limits, report};

/// What both searches share: limits, and what a record tells.
#[derive(FromPyObject)]
pub struct Shared {
    #[pyo3(item)]
    timeout: Option<f64>,
    #[pyo3(item)]
    nodes: Option<Whole>,
    #[pyo3(item)]
    memory: Whole,
    #[pyo3(item)]
    threads: Option<Whole>,
    #[pyo3(item)]
    stats: bool,
    #[pyo3(item)]
    timings: bool,
}

/// The fewest bytes for tables.
const MEMORY: usize = 1 << 16;

/// How puzzles are solved: one on all threads, or many side by side.
struct Plan {
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: usize,
    threads: Option<usize>,
    stats: bool,
    timings: bool,
    /// Puzzles that are solved at once.
    workers: usize,
    cancel: Cancel,
}

impl Plan {
    fn of(shared: Shared, puzzles: usize) -> PyResult<Plan> {
        let Shared { timeout, nodes, memory, threads, stats, timings } = shared;
        let threads = threads
            .map(|threads| threads.within("threads", "1 to 4096", |number| (1..=4096).contains(number)))
            .transpose()?;
        let enough = format!("at least {MEMORY} bytes, less than 2**{}", usize::BITS);
        let memory = memory.within("memory", &enough, |&bytes| bytes >= MEMORY)?;
        let all = || threads.map_or(Threads::All, Threads::Some).number();
        let workers = if puzzles > 1 { all().min(puzzles) } else { 1 };
        let (time, nodes) = (seconds(timeout)?, maybe(nodes, "nodes")?);
        Ok(Plan { time, nodes, memory, threads, stats, timings, workers, cancel: Cancel::new() })
    }

    /// The limits of one puzzle. A share of the memory would make the answer depend on the number of threads.
    fn limits(&self, many: bool) -> Limits {
        let mut limits = Limits::default();
        (limits.time, limits.nodes, limits.cancel) = (self.time, self.nodes, self.cancel.clone());
        limits.memory = self.memory;
        limits.threads = match (many, self.threads) {
            (true, _) => Threads::Some(1),
            (false, threads) => threads.map_or(Threads::All, Threads::Some),
        };
        limits
    }

    /// Whether the time of a puzzle is over. A search that waits for a callback cannot look at its clock.
    fn late(&self, begun: Instant) -> bool {
        self.time.is_some_and(|time| begun.elapsed() >= time)
    }

    /// Whether a record tells the nodes.
    fn counted(&self) -> bool {
        self.timings || self.nodes.is_some()
    }

    /// The records of all puzzles, in order; what cannot be solved gets an error record.
    fn run<E: Send>(
        &self,
        py: Python<'_>,
        puzzles: &[Puzzle],
        solve: impl Fn(u64, &Puzzle, Limits, &SyncSender<E>) -> Result<ResultRecord, String> + Sync,
        each: impl FnMut(Python<'_>, E) -> PyResult<bool> + Send,
    ) -> PyResult<Vec<String>> {
        let many = puzzles.len() > 1;
        let work = |sender: &SyncSender<E>| {
            let (next, records) = (AtomicUsize::new(0), Mutex::new(vec![String::new(); puzzles.len()]));
            let worker = |sender: SyncSender<E>| {
                while let Some((at, puzzle)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    puzzles.get(at).map(|puzzle| (at, puzzle))
                } {
                    let index = puzzle.puzzle.index.unwrap_or(at as u64);
                    let solved = solve(index, puzzle, self.limits(many), &sender);
                    let record = solved.unwrap_or_else(|why| {
                        let error = Some(why);
                        ResultRecord { error, ..ResultRecord::new(index, puzzle.named(), Status::Error) }
                    });
                    records.lock().expect("no thread panics while it writes")[at] = record.to_line();
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..self.workers {
                    let sender = sender.clone();
                    scope.spawn(|| worker(sender));
                }
                worker(sender.clone());
            });
            records.into_inner().expect("no thread panics while it writes")
        };
        beside(py, &|| self.cancel.cancel(), work, each)
    }
}

/// A better list of a SameGame search.
struct Better {
    index: u64,
    score: i64,
    cleared: bool,
    clicks: Vec<Cell>,
    nodes: u64,
    seconds: f64,
}

/// Searches SameGame boards; gives a result record, a line of JSON, for each.
///
/// ``on_better(index, score, cleared, moves, nodes, seconds)`` is called with every better list; False ends the search.
#[pyfunction]
#[pyo3(signature = (puzzles, *, goal, target, score, clear_bonus, left_penalty, method, seed, from_, shared, on_better))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub fn solve_samegame(
    py: Python<'_>,
    puzzles: Vec<Puzzle>,
    goal: &str,
    target: Option<Whole>,
    score: Option<&str>,
    clear_bonus: Option<Whole>,
    left_penalty: Option<&str>,
    method: &str,
    seed: Whole,
    from_: Option<Vec<Place>>,
    shared: Shared,
    on_better: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let goal = one_of("goal", goal, &[("score", Goal::Score), ("clear", Goal::Clear)])?;
    let methods = [
        ("auto", Method::Auto),
        ("anneal", Method::Anneal),
        ("exact", Method::Exact),
        ("nrpa", Method::Nrpa),
        ("nested", Method::Nested),
    ];
    let method = one_of("method", method, &methods)?;
    // Bad words are told before the first search.
    let (target, clear_bonus) = (maybe(target, "target")?, maybe(clear_bonus, "clear_bonus")?);
    let seed = seed.to("seed")?;
    rules(Rules::default(), score, clear_bonus, left_penalty)?;
    let (score, left_penalty) = (score.map(str::to_owned), left_penalty.map(str::to_owned));
    let plan = Plan::of(shared, puzzles.len())?;
    let told = on_better.is_some();
    let solve = |index: u64, puzzle: &Puzzle, limits: Limits, sender: &SyncSender<Better>| {
        let begun = Instant::now();
        if puzzle.puzzle.task.game() != Game::SameGame {
            return Err(puzzle.puzzle.task.game().instead_of(Game::SameGame));
        }
        let rules = rules(
            puzzle.own_rules().unwrap_or_default(),
            score.as_deref(),
            clear_bonus,
            left_penalty.as_deref(),
        );
        let rules = rules.map_err(|error| error.to_string())?;
        let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
        let asked = tilefall::puzzle::Puzzle { task, ..puzzle.puzzle.clone() };
        let board = samegame::Board::try_from(&asked.grid).map_err(|unfit| unfit.to_string())?;
        let start = from_.iter().flatten().map(|place| place.on(board.rows(), board.cols()));
        let start = start.collect::<PyResult<Vec<Cell>>>().map_err(|error| error.to_string())?;
        let mut solver = samegame::Solver::new()
            .goal(goal)
            .rules(rules)
            .method(method)
            .seed(seed)
            .from(start)
            .limits(limits);
        if let Some(target) = target {
            solver = solver.target(target);
        }
        let (mut best_after, mut late) = (0.0, false);
        let outcome = solver.solve_with(&board, |event| {
            if let samegame::Event::Better { found, nodes } = event {
                best_after = begun.elapsed().as_secs_f64();
                if told {
                    let (score, cleared, clicks) = (found.score, found.cleared, found.clicks.clone());
                    let better = Better { index, score, cleared, clicks, nodes, seconds: best_after };
                    if sender.send(better).is_err() {
                        return ControlFlow::Break(());
                    }
                    late = plan.late(begun);
                    if late {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        let mut outcome = outcome.map_err(|unfit| unfit.to_string())?;
        if late && outcome.stopped_by == Some(StopReason::Interrupt) {
            outcome.stopped_by = Some(StopReason::Time);
        }
        let seconds = begun.elapsed().as_secs_f64();
        let record = report::samegame::record(&outcome, index, puzzle.named(), hash(&asked), goal, target);
        let stats = || {
            let mut map = serde_json::Map::new();
            map.insert("found_at".into(), outcome.found_at.into());
            if plan.timings {
                map.insert("found_seconds".into(), best_after.into());
            }
            map
        };
        Ok(ResultRecord {
            nodes: plan.counted().then_some(outcome.nodes),
            seconds: plan.timings.then_some(seconds),
            stats: (plan.stats && plan.counted()).then(stats),
            ..record
        })
    };
    let each = |py: Python<'_>, better: Better| {
        let Some(call) = &on_better else { return Ok(true) };
        let Better { index, score, cleared, clicks, nodes, seconds } = better;
        let moves: Vec<_> = clicks.into_iter().map(crate::input::spelt).collect();
        goes_on(&call.bind(py).call1((index, score, cleared, moves, nodes, seconds))?)
    };
    plan.run(py, &puzzles, solve, each)
}

/// Whether a search goes on after what a callback gave: unless that is `False`.
fn goes_on(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(given.extract::<bool>().unwrap_or(true))
}

/// Bytes that a list of a record takes until it is written, and each of its moves.
const LIST: usize = 128;
const STEP: usize = 64;

/// Searches Mayan boards; gives a result record, a line of JSON, for each.
///
/// With ``want == "all"``, ``on_solution(index, moves)`` is called with every list; False ends the search.
#[pyfunction]
#[pyo3(signature = (puzzles, *, moves, mode, want, max_solutions, allow_noop, shared, on_solution))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub fn solve_mayan(
    py: Python<'_>,
    puzzles: Vec<Puzzle>,
    moves: Option<Whole>,
    mode: Option<&str>,
    want: &str,
    max_solutions: Option<Whole>,
    allow_noop: bool,
    shared: Shared,
    on_solution: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let mode = mode.map(crate::input::mode).transpose()?;
    let moves = maybe(moves, "moves")?;
    let max_solutions = max_solutions
        .map(|most| most.within("max_solutions", "1 to 2**64 - 1", |&most| most > 0))
        .transpose()?;
    let all = Want::All(max_solutions.unwrap_or(u64::MAX));
    let wants = [("one", Want::One), ("first", Want::First), ("all", all), ("count", Want::Count)];
    let want = one_of("want", want, &wants)?;
    let plan = Plan::of(shared, puzzles.len())?;
    let told = on_solution.is_some();
    let solve = |index: u64, puzzle: &Puzzle, limits: Limits, sender: &SyncSender<(u64, Vec<Move>)>| {
        let Task::Mayan(task) = &puzzle.puzzle.task else {
            return Err(Game::SameGame.instead_of(Game::Mayan));
        };
        let allow_noop = allow_noop || task.allow_noop;
        let request = Request { want, noop: allow_noop, ..asked(task, moves, mode)? };
        let begun = Instant::now();
        let board = mayan::Board::try_from(&puzzle.puzzle.grid).map_err(|unfit| unfit.to_string())?;
        let mut room = limits.memory;
        let solver = mayan::Solver::new().want(want).allow_noop(allow_noop).limits(limits);
        let solver = match request.mode {
            Mode::Exactly => solver.exactly(request.moves),
            Mode::Within => solver.within(request.moves),
            Mode::Shortest => solver.shortest(request.moves),
        };
        let (mut lists, mut first, mut early) = (Vec::new(), None, None);
        let outcome = match want {
            // Whoever wants one list is told nothing on the way.
            Want::All(_) => solver.solve_with(&board, |event| {
                let mayan::Event::Solution(list) = event else { return ControlFlow::Continue(()) };
                // A list that is not heard does not count.
                if told && sender.send((index, list.to_vec())).is_err() {
                    early = Some(StopReason::Interrupt);
                    return ControlFlow::Break(());
                }
                first.get_or_insert_with(|| begun.elapsed().as_secs_f64());
                lists.push(list.to_vec());
                let takes = LIST + STEP * list.len();
                room = room.saturating_sub(takes);
                if room < takes {
                    early = Some(StopReason::Memory);
                } else if told && plan.late(begun) {
                    early = Some(StopReason::Time);
                }
                if early.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }),
            _ => solver.solve(&board),
        };
        let mut outcome = outcome.map_err(|unfit| unfit.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        if early.is_some() && max_solutions.is_none_or(|most| (lists.len() as u64) < most) {
            outcome.stopped_by = outcome.stopped_by.and(early);
        }
        let first = first.or_else(|| outcome.list.as_ref().map(|_| seconds));
        let record = report::mayan::record(&puzzle.puzzle, &request, &outcome, &lists, index, puzzle.named());
        let stats = || {
            let mut map = outcome.stats.record();
            if let Some(first) = first.filter(|_| plan.timings) {
                map.insert("first_seconds".into(), first.into());
            }
            map
        };
        Ok(ResultRecord {
            nodes: plan.counted().then_some(outcome.stats.nodes),
            seconds: plan.timings.then_some(seconds),
            stats: (plan.stats && plan.counted()).then(stats),
            ..record
        })
    };
    let each = |py: Python<'_>, (index, list): (u64, Vec<Move>)| {
        let Some(call) = &on_solution else { return Ok(true) };
        let moves: Vec<_> = list.into_iter().map(crate::input::spelt_slide).collect();
        goes_on(&call.bind(py).call1((index, moves))?)
    };
    plan.run(py, &puzzles, solve, each)
}

/// What is asked of a puzzle: a word beats the record, the record beats the format.
fn asked(task: &MayanTask, moves: Option<u64>, mode: Option<Mode>) -> Result<Request, String> {
    let mode = mode.or(task.mode).unwrap_or(Mode::Shortest);
    let moves = moves.or(task.moves);
    let moves = match mode {
        Mode::Exactly => moves.ok_or("the puzzle has no number of moves, expected moves=M")?,
        _ => moves.unwrap_or(u64::MAX),
    };
    Ok(Request::new(moves, mode))
}
