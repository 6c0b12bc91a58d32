//! The choice among the searchers.
//!
//! [`Method::Auto`] proves the answer where it can: a row or a column by a table, a board of up to 100 tiles by
//! branch and bound from an annealed list, within half of the limits. The rest of the limits goes to annealing.
//! The answer is the best list and the lowest bound of all searches. To clear a board of any size, the same
//! searches run in the same order: annealing finds lists, branch and bound with its random games proves that
//! there is none. With a limit on nodes, boards of up to 40 tiles are searched by branch and bound alone.
//! Boards of more than 64 rows or columns are sampled, by NRPA up to 16,000 tiles and by nested Monte Carlo
//! search above.
//!
//! [`Method::Exact`] is branch and bound that only a limit ends. It also begins with an annealed list where a
//! proof may take long and nodes are not limited.

use super::anneal;
use super::budget::{Budget, Clock};
use super::exact::{self, Workers, exact_within, row};
use super::family;
use super::fit::SearchError;
use super::outcome::{Found, Goal, Outcome, Query, Report};
use super::portfolio::{PROOF_TILES, Portfolio, annealed, best_of, sampled, scaled};
use super::request::{Method, Request};
use super::similar;
use super::trivial::trivial_outcome;
use crate::rules::StopReason;
use crate::rules::control::SearchLimits;
use crate::rules::lock;
use std::sync::Mutex;

/// Nodes of the first, short branch and bound on boards of up to 225 tiles; fewer on larger boards.
const PROBE_NODES: u64 = 20_000;

/// Trials of the annealing that finds a first list, for branch and bound to surpass or as the answer to
/// clearing.
const WARMUP_TRIALS: u64 = 200_000;

/// Smallest number of tiles with that annealing: smaller boards are proven as fast without it.
const WARMUP_MIN_TILES: usize = 50;

/// Largest number of tiles for which a limited number of nodes goes to branch and bound alone, which mostly
/// proves the best list.
const EXACT_ONLY_TILES: usize = 40;

/// Nodes of a proof without any limit: about ten seconds on a board of 8×8.
const PROOF_NODES: u64 = 20_000_000;

/// Largest number of rows or columns with fast nodes. On larger boards a node takes about ten times as long.
const FAST_SIDE: usize = 16;

/// Searches a board for the highest score, or for a list that clears it.
///
/// # Errors
/// If the board has floating tiles or gaps between columns, or is too large for the method.
pub fn solve(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    if let Some(known) = trivial_outcome(query)? {
        return Ok(known);
    }
    let report = &MonotoneReport { query, best: Mutex::new(None), report };
    // A list that does not reach the goal is still one to start from.
    let known = request.from.filter(|found| !found.clicks.is_empty() && query.reached(found));
    if let Some(known) = known {
        report.improved(0, known);
    }
    let enough = known.is_some_and(|known| query.suffices(known)).then_some(StopReason::Target);
    let budget = Budget::new(limits, request.time);
    let classic = match query.goal {
        Goal::Score => query.rules.is_classic(),
        Goal::Clear | Goal::Left => query.rules.plays_as_usual(),
        Goal::Fewest | Goal::Biggest => false,
    };
    if let Some(reason) = enough.or_else(|| budget.poll()) {
        return Ok(Outcome::stopped(query, known.cloned(), query.ceiling(), reason));
    }
    let by_table = matches!(request.method, Method::Auto | Method::Exact);
    if let Some(outcome) = by_table.then(|| row::solve_within(query, &budget, report)).flatten() {
        return Ok(outcome);
    }
    if classic {
        return search(query, request, limits, request.time, report);
    }
    // Every list of a small board is searched, where a proof is wanted.
    let small = by_table && query.grid().tiles() <= EXACT_ONLY_TILES;
    let Some(rules) = similar::rules(query).filter(|_| !small) else {
        return family::solve(query, request, &budget, known, report);
    };
    let by_similar = similar::solve(query, rules, request, report, |query, request, clock, report| {
        search(query, request, limits, clock, report)
    })?;
    let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(by_similar.nodes));
    let over =
        by_similar.is_proven() || by_similar.stopped_by != Some(StopReason::Trials) || nodes == Some(0);
    if over || !by_table || query.grid().tiles() > PROOF_TILES {
        return Ok(by_similar);
    }
    // Proven for the similar rules only.
    let limits = SearchLimits { nodes, ..*limits };
    let known = by_similar.found.clone().or(known.cloned());
    let outcome = family::solve(query, request, &Budget::new(&limits, request.time), known.as_ref(), report)?;
    Ok(best_of(query, by_similar, outcome))
}

/// Searches a board whose rules and goal are classic.
fn search(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    clock: Option<Clock>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let known = request.from.filter(|found| !found.clicks.is_empty() && query.reached(found));
    let outcome = match request.method {
        // Branch and bound checks its limits after the first node only.
        Method::Exact if limits.nodes == Some(0) && exact::fits(query.grid()) => {
            Outcome::stopped(query, None, query.ceiling(), StopReason::Nodes)
        }
        // The result of a number of nodes depends on the number of threads.
        Method::Exact if limits.nodes.is_some() => {
            let on = Workers { path: request.path, threads: 1 };
            exact_within(on, query, &Budget::new(limits, clock), known, report)?
        }
        Method::Exact => prove(query, request, limits, known, report)?,
        Method::Anneal => annealed(query, request, limits, clock, report)?,
        Method::Nrpa | Method::Nested => sampled(query, request, limits, clock, report)?,
        Method::Auto => auto(query, request, limits, known, report)?,
    };
    Ok(match known {
        Some(known) => best_of(query, outcome_of_known(query, known.clone()), outcome),
        None => outcome,
    })
}

/// Returns the outcome of a known list without any search.
fn outcome_of_known(query: &Query, known: Found) -> Outcome {
    Outcome::stopped(query, Some(known), query.ceiling(), StopReason::Trials)
}

/// Returns the nodes of the first search by branch and bound: on the plain grid a node takes a hundred times as
/// long.
fn probe_nodes(query: &Query) -> u64 {
    let nodes = scaled(PROBE_NODES, query);
    if anneal::fits(query.grid()) { nodes } else { nodes / 100 }
}

/// Runs branch and bound; on boards that the short first search does not solve, it starts from an annealed list.
/// Starting from the best list takes about half as long as starting without one.
fn prove(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let mut portfolio = Portfolio::new(query, request, limits, known, report);
    let grid = query.grid();
    let warm_up = query.goal != Goal::Clear
        && grid.tiles() >= WARMUP_MIN_TILES
        && anneal::fits(grid)
        && exact::fits(grid);
    // On one thread: the result of a number of nodes depends on the number of threads.
    let done = warm_up
        && (portfolio.exact(Some(probe_nodes(query)), 1)?
            || portfolio.anneal(Some(scaled(WARMUP_TRIALS, query)))?);
    if !done {
        portfolio.exact(None, request.threads)?;
    }
    Ok(portfolio.finish())
}

/// Returns the nodes of a proof without any limit.
fn proof_nodes(query: &Query) -> u64 {
    let grid = query.grid();
    if grid.rows().max(grid.cols()) <= FAST_SIDE { PROOF_NODES } else { PROOF_NODES / 10 }
}

fn auto(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let proving = query.goal == Goal::Clear || query.grid().tiles() <= PROOF_TILES;
    let part = |of: u64| limits.nodes.map_or(u64::MAX, |nodes| nodes / of);
    let clock = || request.time.map_or(0.0, |part| part());
    let mut portfolio = Portfolio::new(query, request, limits, known, report);
    if limits.nodes.is_some() && query.grid().tiles() <= EXACT_ONLY_TILES {
        portfolio.exact(None, 1)?;
        return Ok(portfolio.finish());
    }
    let begun = clock();
    // A short first search: most small boards are done with it, and it measures the time of a node.
    let probe = probe_nodes(query).min(part(8));
    if probe > 0 && portfolio.exact_within_share(probe)? {
        return Ok(portfolio.finish());
    }
    let (probed, took) = (portfolio.nodes(), clock() - begun);
    if proving {
        // A good list first: branch and bound prunes with it, and it clears many boards.
        if portfolio.anneal(Some(scaled(WARMUP_TRIALS, query).min(part(8))))? {
            return Ok(portfolio.finish());
        }
        // Annealing soon leaves as few tiles as possible: what takes time is the proof.
        if query.goal == Goal::Left && limits.nodes.is_none() && request.time.is_some() {
            if exact::fits(query.grid()) && portfolio.exact_until(0.9)? {
                return Ok(portfolio.finish());
            }
            portfolio.anneal(None)?;
            return Ok(portfolio.finish());
        }
        let by_clock = match request.time {
            Some(_) => (probed as f64 * 0.5 * (1.0 - clock()) / took.max(1e-9)) as u64,
            None if limits.nodes.is_none() => proof_nodes(query),
            None => u64::MAX,
        };
        if portfolio.exact_within_share(part(2).min(by_clock))? {
            return Ok(portfolio.finish());
        }
    }
    portfolio.anneal(None)?;
    Ok(portfolio.finish())
}

/// Reports only lists that reach the goal and are better than all lists reported before, by any thread.
struct MonotoneReport<'a> {
    query: &'a Query<'a>,
    best: Mutex<Option<i64>>,
    report: &'a dyn Report,
}

impl Report for MonotoneReport<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        // Locked during the report, so that the lists of two threads are reported in order.
        let mut best = lock(&self.best);
        let value = self.query.value(found);
        if self.query.reached(found) && best.is_none_or(|best| value > best) {
            *best = Some(value);
            self.report.improved(nodes, found);
        }
    }

    fn advanced(&self, nodes: u64) {
        self.report.advanced(nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::CpuPath;
    use crate::rules::grid::Grid;
    use crate::rules::{LeftPenalty, Random, Rules, Score, StopFlag};
    use crate::samegame::search::NoReport;

    #[test]
    fn bounds_under_similar_rules_hold_and_mostly_prove_the_best_list() {
        let (mut random, stop) = (Random::new(5, 0), StopFlag::new());
        let limits = SearchLimits { nodes: None, memory: 1 << 20, stop: &stop };
        let request = Request {
            method: Method::Auto,
            seed: 1,
            threads: 1,
            from: None,
            time: None,
            path: CpuPath::best(),
        };
        let (mut boards, mut proven) = (0, 0);
        for number in 0..300 {
            let rules = Rules {
                score: Score::NAMED[number % Score::NAMED.len()].1,
                clear_bonus: [0, 5, 1000][random.below(3)],
                clear_factor: [1, 2, 4][random.below(3)],
                left_penalty: [LeftPenalty::None, LeftPenalty::Total][random.below(2)],
                ..Rules::USUAL
            };
            let colours = random.between(2, 4);
            let grid = Grid::from_names(3, 4, |_| Some(random.below(colours) as u64)).unwrap();
            let query = Query::score(&grid, rules).unwrap();
            let Some(similar) = similar::rules(&query).filter(|_| !rules.is_classic()) else { continue };
            let best = solve(&query, &request, &limits, &NoReport).unwrap();
            assert!(best.is_proven());
            let outcome =
                similar::solve(&query, similar, &request, &NoReport, |query, request, _, report| {
                    solve(query, request, &limits, report)
                });
            let outcome = outcome.unwrap();
            assert!(outcome.bound >= best.bound, "{rules:?}\n{}", grid.to_text("\n"));
            boards += 1;
            if outcome.is_proven() {
                assert_eq!(outcome.bound, best.bound, "{rules:?}\n{}", grid.to_text("\n"));
                proven += 1;
            }
        }
        assert!(boards > 100 && proven > boards / 3, "{proven} of {boards}");
    }
}
