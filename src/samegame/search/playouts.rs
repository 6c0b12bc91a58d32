//! Random games, for boards that are too large for the planes of the annealer.
//!
//! A game keeps one colour for the end, so that the tiles of this colour gather. It picks a random column that may have
//! a group of another colour and clicks the highest group in the column, so that kept tiles below stay together. Every
//! fourth game is random from the start. The others follow the best list so far with one click changed. They skip
//! clicks that have become illegal, and click at random after the last one. A list that is no worse replaces the best.
//! Lists name tiles of the first board, not cells, so that most clicks after the change still remove the same groups.

use super::outcome::{Found, GameResult, Outcome, Query, Tally, never_falls};
use super::request::Request;
use super::{Goal, Report};
use crate::rules::control::{Budget, PollCounter};
use crate::rules::grid::{ColumnBoard, TilePlace};
use crate::rules::threads::results_in_order;
use crate::rules::{Cell, Colour, Columns, Random, StopReason, largest_first};

/// With a node limit, games are divided into this number of series, whatever the number of threads, so that the
/// result does not depend on it.
const SERIES: usize = 4;

/// Every `FRESH`th game is random from the start; the other games first follow a list.
const FRESH: u64 = 4;

/// Clicks between two polls of the limits.
const CLICKS_PER_POLL: usize = 16;

/// The value in `OpenColumns::from` for a column without a group.
const CLOSED: u32 = u32::MAX;

/// Plays games within the limits: `trials` games, or if `None`, until the time is over.
pub(super) fn play_within(
    query: &Query,
    request: &Request,
    budget: &Budget,
    trials: Option<u64>,
    report: &dyn Report,
) -> Outcome {
    let series = trials.map_or(request.threads.max(1), |trials| SERIES.min(trials.max(1) as usize));
    let start = request.from.map_or(&[][..], |found| &found.clicks);
    let worker = || {
        |at: usize| {
            let all = series as u64;
            let trials = trials.map(|trials| trials / all + u64::from((at as u64) < trials % all));
            // Half of the series begin with the start list.
            let start = if at.is_multiple_of(2) { start } else { &[] };
            let random = Random::new(request.seed, at as u64);
            let run = || Series::new(query, budget, report, random).run(start, trials);
            (at < series).then(run)
        }
    };
    let mut best: Option<Played> = None;
    let mut made = 0;
    for (played, trials) in results_in_order(request.threads.min(series), worker) {
        made += trials;
        if best.as_ref().is_none_or(|best| played.value > best.value) {
            best = Some(played);
        }
    }
    let reason = budget.poll().unwrap_or(StopReason::Trials);
    let (found, found_at) = best.map_or((None, 0), |best| (Some(best.found), best.at));
    Outcome::stopped(query, found, query.ceiling(), reason).after(made, found_at)
}

/// A finished game. `value` is `(true, value for the goal)`, or `(false, −tiles left)` if the goal was not reached.
#[derive(Clone, Debug)]
struct Played {
    value: (bool, i64),
    tiles: Vec<u32>,
    found: Found,
    /// The number of games before this one in its series.
    at: u64,
}

/// The columns that may have a group of one class (see [`Series::open`]). Unchanged parts are not searched again.
#[derive(Clone, Debug, Default)]
struct OpenColumns {
    columns: Vec<u32>,
    /// For each column, the lowest row to search for tiles of a group, or [`CLOSED`].
    from: Vec<u32>,
}

impl OpenColumns {
    /// Opens all columns.
    fn reset(&mut self, columns: usize) {
        self.columns.clear();
        self.columns.extend(0..columns as u32);
        self.from.clear();
        self.from.resize(columns, 0);
    }

    /// Opens a column, or keeps it open, to be searched from `row` or lower.
    fn add(&mut self, column: u32, row: u32) {
        let from = &mut self.from[column as usize];
        if *from == CLOSED {
            self.columns.push(column);
        }
        *from = row.min(*from);
    }
}

/// Games one after the other, on one thread.
struct Series<'a> {
    query: &'a Query<'a>,
    budget: &'a Budget<'a>,
    report: &'a dyn Report,
    random: Random,
    polls: PollCounter,
    /// The weight of a click in `polls`, which grows with the tiles of the first board.
    weight: u32,
    /// Whether the first clicks of a list may score more than the whole list.
    falls: bool,
    start: ColumnBoard,
    board: ColumnBoard,
    /// For each column of the first board, the rows that its remaining tiles had on the first board.
    rows: Vec<Vec<u16>>,
    /// Columns that may have a group, by class: groups of other colours than `kept`, groups of `kept`, single tiles.
    open: [OpenColumns; 3],
    kept: Colour,
    tally: Tally,
    tiles: Vec<u32>,
    clicks: Vec<Cell>,
    /// The highest score during the game, with its number of clicks and result; `None` unless `falls` is set.
    highest: Option<(i64, usize, GameResult)>,
}

impl<'a> Series<'a> {
    fn new(
        query: &'a Query<'a>,
        budget: &'a Budget<'a>,
        report: &'a dyn Report,
        random: Random,
    ) -> Series<'a> {
        let start = ColumnBoard::new(query.grid());
        let tiles = query.grid().tiles();
        let falls = query.goal == Goal::Score && !never_falls(&query.rules, tiles as u64);
        Series {
            query,
            budget,
            report,
            random,
            polls: PollCounter::default(),
            weight: 1 + tiles as u32 / 256,
            falls,
            board: start.clone(),
            start,
            rows: Vec::new(),
            open: Default::default(),
            kept: 0,
            tally: Tally::default(),
            tiles: Vec::new(),
            clicks: Vec::new(),
            highest: None,
        }
    }

    /// Plays games until a limit; returns the best game and the number of games. The first game follows `list`.
    fn run(mut self, list: &[Cell], trials: Option<u64>) -> (Played, u64) {
        let counts = &self.start.counts()[..self.query.grid().colours()];
        let colours = largest_first(counts.iter().map(|&count| count as i64)).into_iter();
        let colours: Vec<Colour> = colours.map(|colour| colour as Colour).collect();
        let (mut stopped, mut next_colour) = (None, colours.iter().cycle());
        self.begin(next_colour.next().copied());
        for &cell in list {
            stopped = stopped.or_else(|| self.click(TilePlace::from_cell(cell)).err());
        }
        stopped = stopped.or_else(|| self.complete().err());
        let mut best = self.played(0);
        let mut best_kept = self.kept;
        self.report.improved(1, &best.found);
        let mut made = 1;
        let enough = self.query.enough().unwrap_or(i64::MAX).min(self.query.ceiling());
        while stopped.is_none()
            && trials.is_none_or(|trials| made < trials)
            && !(best.value.0 && (self.query.goal == Goal::Clear || best.value.1 >= enough))
        {
            if made % FRESH == 0 {
                self.begin(next_colour.next().copied());
            } else {
                self.begin(Some(best_kept));
                let list = self.changed(best.tiles.clone());
                stopped = list.into_iter().find_map(|tile| self.click_tile(tile).err());
            }
            stopped = stopped.or_else(|| self.complete().err());
            let value = self.value().0;
            if value >= best.value {
                let played = self.played(made);
                if value > best.value {
                    self.report.improved(made + 1, &played.found);
                    best = played;
                } else {
                    best = Played { at: best.at, ..played };
                }
                best_kept = self.kept;
            }
            made += 1;
            self.report.advanced(1);
        }
        (best, made)
    }

    /// Begins a game that keeps the colour `kept` for the end.
    fn begin(&mut self, kept: Option<Colour>) {
        self.kept = kept.unwrap_or(0);
        self.board.clone_from(&self.start);
        let columns = self.query.grid().cols();
        self.rows.resize_with(columns, Vec::new);
        for (col, rows) in self.rows.iter_mut().enumerate() {
            rows.clear();
            rows.extend(0..self.start.height(col) as u16);
        }
        self.open.iter_mut().for_each(|open| open.reset(columns));
        self.tally = Tally::default();
        self.tiles.clear();
        self.clicks.clear();
        self.highest = None;
    }

    /// Changes one click of a list: leaves it out, moves it, or clicks a random tile before it or in its place.
    fn changed(&mut self, mut list: Vec<u32>) -> Vec<u32> {
        if list.is_empty() {
            return list;
        }
        let (at, random) = (self.random.below(list.len()), &mut self.random);
        match random.below(10) {
            0..3 => drop(list.remove(at)),
            3..7 => {
                let to = random.below(list.len());
                let tile = list.remove(at);
                list.insert(to, tile);
            }
            kind => {
                let tile = random.below(self.query.grid().rows() * self.query.grid().cols()) as u32;
                if kind == 9 { list[at] = tile } else { list.insert(at, tile) }
            }
        }
        list
    }

    /// Clicks random groups until none is left.
    fn complete(&mut self) -> Result<(), StopReason> {
        while let Some(place) = self.draw() {
            self.click(place)?;
        }
        Ok(())
    }

    /// Clicks the group of a tile, given by its number on the first board, if the tile is still on the board.
    fn click_tile(&mut self, tile: u32) -> Result<(), StopReason> {
        let (column, row) = (tile / self.query.grid().rows() as u32, tile % self.query.grid().rows() as u32);
        let row = self.rows[column as usize].binary_search(&(row as u16));
        match (self.board.place_of(column), row) {
            (Some(col), Ok(row)) => self.click(TilePlace { col: col as u32, row: row as u32 }),
            _ => Ok(()),
        }
    }

    /// Clicks the group of a cell, if there is one. Returns the limit that is reached, if any, as an error.
    fn click(&mut self, place: TilePlace) -> Result<(), StopReason> {
        let rules = &self.query.rules;
        if self.board.get(place.cell()).is_none()
            || rules.min_group > 1 && !self.board.has_equal_neighbour(place)
        {
            return Ok(());
        }
        let group = self.board.group(place);
        if group.len() < rules.min_group as usize {
            return Ok(());
        }
        let column = self.board.first_column(place.col as usize);
        let row = self.rows[column as usize][place.row as usize];
        self.tiles.push(column * self.query.grid().rows() as u32 + u32::from(row));
        self.clicks.push(place.cell());
        for tiles in group.chunk_by(|one, two| one.col == two.col) {
            let (col, lowest) = (tiles[0].col as usize, tiles[0].row);
            let closes = rules.columns == Columns::Close && tiles.len() == self.board.height(col);
            // The tile below has a new neighbour; if a column closes, so have all tiles on both sides.
            let from = if closes { 0 } else { lowest.saturating_sub(1) };
            for near in [col, col + 1, col.wrapping_sub(1)] {
                if near < self.board.columns() {
                    let column = self.board.first_column(near);
                    self.open.iter_mut().for_each(|open| open.add(column, from));
                }
            }
            let rows = &mut self.rows[self.board.first_column(col) as usize];
            let mut free = lowest as usize;
            for (at, place) in tiles.iter().enumerate() {
                let end = tiles.get(at + 1).map_or(rows.len(), |next| next.row as usize);
                rows.copy_within(place.row as usize + 1..end, free);
                free += end - (place.row as usize + 1);
            }
            rows.truncate(free);
        }
        if self.falls {
            self.note_highest();
        }
        self.board.remove(rules.columns, &group);
        self.tally.add(rules, group.len());
        let polls = self.clicks.len().is_multiple_of(CLICKS_PER_POLL);
        match polls.then(|| self.polls.count(self.budget, self.weight)).flatten() {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Finds the highest group of a random column: first of other colours, then of the kept colour, then single tiles.
    fn draw(&mut self) -> Option<TilePlace> {
        let Series { open, board, random, kept, query, .. } = self;
        let min = query.rules.min_group as usize;
        for (class, open) in open.iter_mut().enumerate().take(if min > 1 { 2 } else { 3 }) {
            while !open.columns.is_empty() {
                let at = random.below(open.columns.len());
                let column = open.columns[at];
                let found = board.place_of(column).and_then(|col| {
                    let (place, from) =
                        (|row| TilePlace { col: col as u32, row }, open.from[column as usize] as usize);
                    if class == 2 {
                        return board.height(col).checked_sub(1).map(|row| place(row as u32));
                    }
                    let is_group = |row| min <= 2 || board.group(place(row)).len() >= min;
                    let fits =
                        |&(row, colour): &(u32, Colour)| (colour == *kept) == (class == 1) && is_group(row);
                    board.paired_in(col, from).find(fits).map(|(row, _)| place(row))
                });
                if found.is_some() {
                    return found;
                }
                open.from[column as usize] = CLOSED;
                open.columns.swap_remove(at);
            }
        }
        None
    }

    fn result(&self) -> GameResult {
        self.tally.end(&self.query.rules, self.board.counts().iter().map(|&count| count as u64))
    }

    /// Stores the score of the game so far if no earlier part of the game scored more.
    fn note_highest(&mut self) {
        let result = self.result();
        if self.highest.is_none_or(|(score, ..)| result.score >= score) {
            self.highest = Some((result.score, self.tally.clicks as usize, result));
        }
    }

    /// Returns the value, the result and the number of clicks of the game, or of its first clicks if they score more.
    fn value(&self) -> ((bool, i64), GameResult, usize) {
        let (mut result, mut clicks) = (self.result(), self.clicks.len());
        if let Some((score, earlier, better)) = self.highest
            && score > result.score
        {
            (result, clicks) = (better, earlier);
        }
        let reached = !self.query.goal.needs_empty_board() || result.left == 0;
        let value = if reached { result.value(self.query.goal) } else { -(result.left as i64) };
        ((reached, value), result, clicks)
    }

    /// Returns the game up to its best result. `at` is the number of games before it in the series.
    fn played(&self, at: u64) -> Played {
        let (value, result, clicks) = self.value();
        let found = Found::new(self.clicks[..clicks].to_vec(), result);
        Played { value, tiles: self.tiles[..clicks].to_vec(), found, at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::control::SearchLimits;
    use crate::rules::grid::Grid;
    use crate::rules::{LeftPenalty, Rules, Score, StopFlag};
    use crate::samegame::search::NoReport;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn games_follow_the_rules_to_their_end(
            cells in proptest::collection::vec(proptest::option::weighted(0.9, 0..3_u64), 42),
            seed: u64, min_group in 1..5_u32, close: bool, negative: bool,
        ) {
            let columns = if close { Columns::Close } else { Columns::Stay };
            let score = if negative { "poly:1,-5,2".parse().unwrap() } else { Score::N2 };
            let left_penalty = LeftPenalty::Total;
            let rules = Rules { score, min_group, columns, left_penalty, ..Rules::USUAL };
            let mut grid = Grid::from_names(6, 7, |cell| cells[cell.col * 6 + cell.row]).unwrap();
            grid.fall();
            if close {
                grid.close();
            }
            let stop = StopFlag::new();
            let limits = SearchLimits { nodes: None, memory: 0, stop: &stop };
            let budget = Budget::new(&limits, None);
            for (_, goal) in Goal::NAMED {
                let query = Query { goal, ..Query::score(&grid, rules).unwrap() };
                let mut series = Series::new(&query, &budget, &NoReport, Random::new(seed, 0));
                let mut best: Option<Played> = None;
                for number in 0..4 {
                    series.begin(Some(number as Colour));
                    let list = best.map_or(Vec::new(), |best| series.changed(best.tiles));
                    list.iter().for_each(|&tile| series.click_tile(tile).unwrap());
                    series.complete().unwrap();
                    prop_assert_eq!(series.board.groups_of(min_group), Vec::new());
                    // The list is legal, and no part of it scores more.
                    let played = series.played(number);
                    let whole = Found::replay(&grid, rules, series.clicks.clone()).unwrap();
                    let found = Found::replay(&grid, rules, played.found.clicks.clone());
                    prop_assert_eq!(&found, &Ok(played.found.clone()));
                    let parts = (0..series.clicks.len()).map(|end| {
                        Found::replay(&grid, rules, series.clicks[..end].to_vec()).unwrap().score
                    });
                    let highest = parts.max().unwrap_or(i64::MIN).max(whole.score);
                    prop_assert_eq!(played.found.score, if goal == Goal::Score { highest } else { whole.score });
                    best = Some(played);
                }
            }
        }
    }
}
