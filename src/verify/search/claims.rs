//! Runs the searches that the claims of a record need.

use super::mayan::{Length, Search};
use super::samegame::find;
use super::{Budget, BudgetExhausted, Proof, SearchResult};
use crate::fault::{Fault, Kind};
use crate::fields::{goal, want};
use crate::mayan_replay::{Moves, replay as replay_blocks, wins};
use crate::samegame::{predicate, replay, value_in};
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{MayanTask, SameGameTask};
use tilefall_rules::{Goal, Mode, Move, Status, plural};
use tilefall_text::record::{ResultRecord, Step, Want};

impl SearchResult {
    fn refuted(&mut self, what: String, list: Vec<Step>) {
        self.faults.push(Fault { list: Some(list), ..Fault::new(Kind::Refuted, what) });
    }

    /// Sets the result for the status: proven if the search found no `example`, refuted by an example.
    fn status(&mut self, example: Result<Option<(String, Vec<Step>)>, BudgetExhausted>) {
        match example {
            Ok(None) => self.proof = Proof::Proven,
            Ok(Some((what, list))) => self.refuted(what, list),
            Err(BudgetExhausted) => self.proof = Proof::BudgetExhausted,
        }
    }
}

/// Searches a SameGame board for lists that refute the claims of an otherwise valid record.
pub(crate) fn samegame(
    grid: &Grid,
    task: &SameGameTask,
    record: &ResultRecord,
    budget: &mut Budget,
) -> SearchResult {
    let rules = task.rules.unwrap_or_default();
    let mut searched = SearchResult::default();
    let goal = goal(record);
    // Searches for a list with a value above `most`, and replays the list.
    let above = |goal, most: i64, budget: &mut Budget| {
        let list = find(grid, rules, goal, most, budget)?;
        let steps = list.map(|list| list.into_iter().map(Step::from).collect::<Vec<_>>());
        steps
            .map(|list| {
                let played = replay(grid, rules, &list).map_err(|_| BudgetExhausted)?;
                match played.value(goal) {
                    Some(value) if value > most => Ok((predicate(goal, value), list)),
                    _ => Err(BudgetExhausted),
                }
            })
            .transpose()
    };
    let mut ceiling = None;
    match (record.status, value_in(goal, record)) {
        // Clearing the board means a value above −1 for the goal `left`.
        (Status::Infeasible, _) => searched.status(above(Goal::Left, -1, budget).map(|example| {
            let what = "the status is infeasible, but this list clears the board";
            example.map(|(_, list)| (what.to_owned(), list))
        })),
        (Status::Optimal, Some(value)) if goal != Goal::Clear => {
            // A record without `asked` may have had the goal `clear`, which any list that clears the board meets.
            let clear = goal == Goal::Score && record.cleared == Some(true) && record.bound.is_none();
            let sure = !clear || record.asked.as_ref().is_some_and(|asked| asked.goal.is_some());
            let example = above(goal, value, budget);
            ceiling = matches!(example, Ok(None)).then_some(value);
            let claim = match goal {
                Goal::Score => format!("a score of {value}"),
                _ => format!("a list that {}", predicate(goal, value)),
            };
            searched.status(match example {
                Ok(Some(_)) if !sure => Err(BudgetExhausted),
                other => other.map(|example| {
                    example.map(|(better, list)| {
                        (format!("the status is optimal with {claim}, but this list {better}"), list)
                    })
                }),
            });
        }
        // With goal `clear`, the replay has already shown that the list clears the board.
        (Status::Optimal, _) => searched.proof = Proof::Proven,
        _ => {}
    }
    if let Some(bound) = record.bound.filter(|_| searched.faults.is_empty()) {
        let most = goal.in_units(bound);
        if ceiling.is_some_and(|ceiling| ceiling <= most) {
            searched.bound = true;
        } else if let Ok(example) = above(goal, most, budget) {
            searched.bound = example.is_none();
            if let Some((better, list)) = example {
                searched.refuted(format!("the bound is {bound}, but this list {better}"), list);
            }
        }
    }
    searched
}

/// Searches a Mayan board for lists that refute the claims of an otherwise valid record.
pub(crate) fn mayan(
    grid: &Grid,
    task: &MayanTask,
    record: &ResultRecord,
    budget: &mut Budget,
) -> SearchResult {
    let question = Question {
        record,
        mode: task.mode.unwrap_or(Mode::Shortest),
        most: task.moves.unwrap_or(u64::MAX),
        want: want(record),
    };
    let moves = Moves { canonical: true, noop: task.counts_noops() };
    let mut search = Search::new(grid, task.counts_noops(), budget);
    let mut searched = SearchResult::default();
    // An example counts only if its replay wins.
    let real = |list: &[Step]| list.is_empty() || wins(grid, task, list, moves).is_ok();
    let example = match record.status {
        Status::Infeasible => {
            let what = "the status is infeasible, but this list wins";
            let list = question.winning(&mut search, question.most);
            Some(list.map(|list| list.map(|list| (what.to_owned(), list))))
        }
        Status::Optimal => Some(question.counterexample(&mut search)),
        _ => None,
    };
    if let Some(example) = example {
        searched.status(match example {
            Ok(Some((_, list))) if !real(&list) => Err(BudgetExhausted),
            Ok(Some((what, list))) if grid.has_noop(&slides(&list)) => {
                Ok(Some((what + ", which swaps two equal blocks", list)))
            }
            example => example,
        });
    }
    if searched.faults.is_empty() {
        question.counts(&mut search, &mut searched);
    }
    let bound = record.bound.and_then(|bound| u64::try_from(bound).ok());
    if let Some(bound) = bound.filter(|_| searched.faults.is_empty()) {
        match question.below(&mut search, bound) {
            Ok(None) => searched.bound = true,
            Ok(Some(list)) if replay_blocks(grid, &list, moves).is_ok_and(|end| end.is_empty()) => {
                let (needs, has) = (plural(bound, "move"), plural(list.len() as u64, "move"));
                searched.refuted(
                    format!("the bound says that {needs} are needed, but this list has {has}"),
                    list,
                );
            }
            _ => {}
        }
    }
    searched
}

/// The question of a Mayan record; `most` is the puzzle's number of moves, or `u64::MAX` if there is none.
struct Question<'a> {
    record: &'a ResultRecord,
    mode: Mode,
    most: u64,
    want: Want,
}

type Example = Result<Option<(String, Vec<Step>)>, BudgetExhausted>;

fn steps(list: &[Move]) -> Vec<Step> {
    list.iter().map(|&step| step.into()).collect()
}

fn slides(list: &[Step]) -> Vec<Move> {
    list.iter().filter_map(|step| step.slide()).collect()
}

/// Returns the first winning list of this length, if there is one.
fn first(search: &mut Search, length: Length) -> Result<Option<Vec<Step>>, BudgetExhausted> {
    let mut first = None;
    search.each(length, &mut |list| {
        first = Some(steps(list));
        false
    })?;
    Ok(first)
}

impl Question<'_> {
    /// Searches for a winning list of at most `most` moves; in mode `Exactly`, of exactly `most`.
    fn winning(&self, search: &mut Search, most: u64) -> Result<Option<Vec<Step>>, BudgetExhausted> {
        if self.mode != Mode::Exactly {
            return Ok(search.shortest(most)?.map(|list| steps(&list)));
        }
        match first(search, Length::Exactly(most)) {
            // If no list of at most this length wins, none of exactly this length does.
            Err(BudgetExhausted) if search.shortest(most)?.is_none() => Ok(None),
            list => list,
        }
    }

    /// Searches for a list of fewer than `bound` moves that clears the board, in any mode.
    fn below(&self, search: &mut Search, bound: u64) -> Result<Option<Vec<Step>>, BudgetExhausted> {
        let Some(most) = bound.checked_sub(1) else { return Ok(None) };
        Ok(search.shortest(most)?.map(|list| steps(&list)))
    }

    /// Searches for a list that refutes the status `optimal`.
    fn counterexample(&self, search: &mut Search) -> Example {
        let listed = self.record.solutions.as_ref();
        let list = self.record.moves.as_ref().or(listed.and_then(|all| all.first()));
        if self.want == Want::Count {
            return self.number(search);
        }
        let list = list.ok_or(BudgetExhausted)?;
        let length = match self.mode {
            // The list was replayed, and all lists of at most M moves are equally good.
            Mode::Within if self.want == Want::One => return Ok(None),
            Mode::Within => Length::Within(self.most),
            Mode::Exactly => Length::Exactly(self.most),
            Mode::Shortest => {
                let least = list.len() as u64;
                if let Some(list) = self.below(search, least)? {
                    let what = format!("the list is not the shortest: this one has {}", list.len());
                    return Ok(Some((what, list)));
                }
                Length::Exactly(least)
            }
        };
        if self.want != Want::All {
            let before = first(search, length)?.filter(|first| first != list);
            return Ok(
                before.map(|first| ("the list is not the first: this one comes before it".into(), first))
            );
        }
        let mut listed = listed.into_iter().flatten();
        let mut more = None;
        search.each(length, &mut |list| {
            let list = steps(list);
            if listed.next() != Some(&list) {
                more = Some(list);
            }
            more.is_none()
        })?;
        Ok(more.map(|list| ("the solutions are not all: this list wins, too".into(), list)))
    }

    /// Counts the solutions, and returns an example without a list if `count` differs.
    fn number(&self, search: &mut Search) -> Example {
        let claimed = self.record.count.as_deref().ok_or(BudgetExhausted)?;
        let number = match self.mode {
            Mode::Exactly => search.count(self.most)?,
            Mode::Within => (0..=self.most).try_fold(0_u128, |sum, length| {
                sum.checked_add(search.count(length)?).ok_or(BudgetExhausted)
            })?,
            Mode::Shortest => match search.shortest(self.most)? {
                None => 0,
                Some(list) => search.count(list.len() as u64)?,
            },
        };
        let what = || format!("the number of solutions is said to be {claimed}, but it is {number}");
        Ok(differs(claimed, number).then(|| (what(), Vec::new())))
    }

    /// Counts the solutions of each length in `counts`, and refutes a number that differs.
    fn counts(&self, search: &mut Search, searched: &mut SearchResult) {
        for length in self.record.counts.iter().flatten() {
            if self.mode == Mode::Exactly && length.moves != self.most {
                continue;
            }
            let Ok(number) = search.count(length.moves) else { return };
            if differs(&length.count, number) {
                let (lists, claimed) = (plural(length.moves, "move"), &length.count);
                let what =
                    format!("the number of lists of {lists} is said to be {claimed}, but it is {number}");
                searched.refuted(what, Vec::new());
                return;
            }
        }
    }
}

/// Returns `true` if `digits` are not the decimal digits of `number`.
fn differs(digits: &str, number: u128) -> bool {
    // A number beyond 128 bits is larger than any count.
    digits.parse() != Ok(number)
}
