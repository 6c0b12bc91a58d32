//! The order of the searches: rounds over all positions that are not proven, each with more nodes per position than the
//! round before.
//!
//! In a round, the positions are searched in blocks from the end of the game, each block with the knowledge that the
//! previous block left. Later positions have fewer tiles and are soon proven, and their lists extend to earlier
//! positions. What a search starts from depends on blocks and rounds alone: with a limit on nodes, the analysis is the
//! same for any number of threads.

use super::game::PlayedGame;
use super::knowledge::Knowledge;
use super::outcome::{Analysis, AnalysisError, Event, PositionOutcome};
use crate::rules::control::Limits;
use crate::rules::threads::results_in_order;
use crate::rules::{Goal, StopFlag, StopReason, Threads, lock};
use std::ops::ControlFlow;
use std::sync::Mutex;

/// The number of positions that are searched side by side.
const BLOCK: usize = 16;

/// The factor by which the nodes of a position grow from round to round.
const GROWTH: u64 = 7;

/// Up to this number of tiles, a position gets all nodes of a round; with more tiles, proportionally fewer nodes.
const REFERENCE_TILES: u64 = 225;

/// The numbers of nodes of an analysis, which depend on the game.
struct Effort {
    /// The nodes of a position in the first round.
    first: u64,
    /// The nodes of all searches together if no limit is set: up to a minute for a game on a usual board.
    all: u64,
}

impl Effort {
    fn of(game: &PlayedGame) -> Effort {
        match game {
            PlayedGame::SameGame(game) if game.rules.is_superadditive() && game.goal == Goal::Score => {
                Effort { first: 200, all: 30_000_000 }
            }
            // Nodes take longer with other rules and goals of SameGame.
            PlayedGame::SameGame(..) => Effort { first: 200, all: 8_000_000 },
            PlayedGame::Mayan(..) => Effort { first: 20_000, all: 100_000_000 },
        }
    }
}

/// A callback for events; it ends the analysis with `Break`.
pub(super) type Listener<'a> = dyn FnMut(&Event<'_>) -> ControlFlow<()> + Send + 'a;

/// A running analysis, shared by its threads.
pub(super) struct Rounds<'a> {
    game: &'a PlayedGame,
    /// The index of this worker, and the number of workers n: each searches every nth position.
    part: (usize, usize),
    limits: &'a Limits,
    /// Raised when the time is over, the analysis is cancelled, or the callback returns `Break`.
    stop: &'a StopFlag,
    state: Mutex<State<'a>>,
}

/// The analysis so far, and the callback.
struct State<'a> {
    analysis: Analysis,
    events: &'a mut Listener<'a>,
    /// Whether the callback ended the analysis.
    broken: bool,
}

/// Runs an analysis that so far contains only the result of the game as it was played.
pub(super) fn run<'a>(
    game: &'a PlayedGame,
    analysis: Analysis,
    part: (usize, usize),
    limits: &Limits,
    events: &'a mut Listener<'a>,
) -> Result<Analysis, AnalysisError> {
    let stop = limits.start(false);
    let shared = limits.clone().share_time();
    let state = Mutex::new(State { analysis, events, broken: false });
    let rounds = Rounds { game, part, limits: &shared, stop: &stop, state };
    let stopped_by = rounds.run(limits.time.is_none() && limits.deadline.is_none())?;
    let Ok(State { analysis, .. }) = rounds.state.into_inner() else { unreachable!("a panic goes on") };
    Ok(Analysis { stopped_by, ..analysis })
}

impl Rounds<'_> {
    /// Runs rounds until all positions are proven or a limit stops the analysis; returns this limit. If there is no
    /// time limit (`timeless`) and no node limit, the analysis ends after [`Effort::all`] nodes.
    fn run(&self, timeless: bool) -> Result<Option<StopReason>, AnalysisError> {
        let Effort { first, all } = Effort::of(self.game);
        let endless = timeless && self.limits.nodes.is_none();
        let most = self.limits.nodes.or(endless.then_some(all)).unwrap_or(u64::MAX);
        let mut known = self.begin();
        let (mut ended, mut used, mut nodes) = (vec![false; known.len()], 0_u64, first);
        let (part, of) = self.part;
        loop {
            let is_open = |&at: &usize| at % of == part && !ended[at] && !known[at].is_proven();
            let done = known.iter().skip(part).step_by(of).all(Knowledge::is_proven);
            let open: Vec<usize> = (0..known.len()).rev().filter(|at| !done && is_open(at)).collect();
            let each = nodes.min(most.saturating_sub(used) / open.len().max(1) as u64);
            if open.is_empty() {
                return Ok((!done).then_some(StopReason::Memory));
            } else if let Some(reason) = self.stop.poll() {
                return Ok(Some(reason));
            } else if each == 0 || each < first && used > 0 {
                return Ok(Some(if endless { StopReason::Trials } else { StopReason::Nodes }));
            }
            let before = used;
            for block in open.chunks(BLOCK) {
                for (at, outcome) in self.search(block, &known, each)? {
                    known[at].merge(&outcome.known);
                    ended[at] |= outcome.ended;
                    used = used.saturating_add(outcome.nodes);
                }
                known = self.publish(|analysis| {
                    analysis.known.clone_from(&known);
                    analysis.nodes = used;
                });
            }
            if used == before && nodes > 1 << 40 {
                return Ok(Some(self.stop.poll().unwrap_or(StopReason::Trials)));
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
    }

    /// Searches the positions `block`, each with at most `nodes` nodes, until the analysis is stopped.
    fn search(
        &self,
        block: &[usize],
        known: &[Knowledge],
        nodes: u64,
    ) -> Result<Vec<(usize, PositionOutcome)>, AnalysisError> {
        let all = self.limits.threads().number().max(1);
        let threads = all.div_ceil(block.len());
        let worker = || {
            |number: usize| {
                let &at = block.get(number).filter(|_| self.stop.poll().is_none())?;
                let tiles = (self.game.tiles(at) as u64).max(REFERENCE_TILES);
                let nodes =
                    (u128::from(nodes) * u128::from(REFERENCE_TILES) / u128::from(tiles)).max(1) as u64;
                let mut limits = self.limits.clone();
                (limits.time, limits.nodes, limits.threads) = (None, Some(nodes), Threads::Exactly(threads));
                let outcome = self.game.search(at, &known[at], limits, self.stop);
                if let Ok(outcome) = &outcome {
                    self.publish(|analysis| {
                        analysis.known[at].merge(&outcome.known);
                        analysis.nodes = analysis.nodes.saturating_add(outcome.nodes);
                    });
                }
                Some(outcome.map(|outcome| (at, outcome)))
            }
        };
        results_in_order(all.min(block.len()), worker).into_iter().collect()
    }

    /// Reports all positions to the callback. Returns their knowledge, which comes from the played game alone.
    fn begin(&self) -> Vec<Knowledge> {
        let state = &mut *lock(&self.state);
        let all: Vec<usize> = (0..state.analysis.known.len()).collect();
        self.notify(state, &all);
        state.analysis.known.clone()
    }

    /// Changes the analysis, exchanges the knowledge of neighbouring positions, and reports what changed. Returns the
    /// knowledge.
    fn publish(&self, change: impl FnOnce(&mut Analysis)) -> Vec<Knowledge> {
        let state = &mut *lock(&self.state);
        let analysis = &mut state.analysis;
        let before = analysis.known.clone();
        change(analysis);
        analysis.exchange();
        let is_new = |at: usize| analysis.known.get(at) != before.get(at);
        // The loss of a move depends on the position after the move, too.
        let changed: Vec<usize> = (0..before.len()).filter(|&at| is_new(at) || is_new(at + 1)).collect();
        self.notify(state, &changed);
        state.analysis.known.clone()
    }

    /// Calls the callback, unless it has ended the analysis.
    fn notify(&self, State { analysis, events, broken }: &mut State, changed: &[usize]) {
        if !*broken && events(&Event { analysis, changed }).is_break() {
            *broken = true;
            self.stop.raise(StopReason::Interrupt);
        }
    }
}
