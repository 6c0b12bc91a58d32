//! Contradictions between answers to equal puzzles: a list found for one may contradict a claim for another.
//!
//! Answers are compared by the values of every [`Measure`] that applies to them.

use super::measure::Measure;
use super::place::{Class, Place};
use crate::rules::{GameKind, plural};
use serde::{Deserialize, Serialize};

/// The verified facts and the claims of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The best verified values of lists, by measure.
    pub best: [Option<i64>; 4],
    /// Whether a list was verified to win.
    pub won: bool,
    /// Whether the answer claims that no list wins.
    pub none: bool,
    /// The claimed upper bounds on the values of all lists, by measure.
    pub ceiling: [Option<i64>; 4],
    /// The number of all solutions.
    pub total: Option<u128>,
    /// A digest of the first list.
    pub first: Option<u64>,
    /// A digest of all lists in order.
    pub all: Option<u64>,
    /// The lengths (below 64, as bits) of winning lists.
    pub lengths: u64,
    /// The number of lists by length.
    pub counts: Vec<(u64, u128)>,
}

impl Claims {
    /// Adds a list with this value.
    pub fn found(&mut self, measure: Measure, value: i64) {
        let best = &mut self.best[measure as usize];
        *best = (*best).max(Some(value));
    }

    /// Returns the best value of the lists.
    pub fn best(&self, measure: Measure) -> Option<i64> {
        self.best[measure as usize]
    }

    /// Adds a winning list of this many moves.
    pub fn found_length(&mut self, length: u64) {
        self.found(Measure::Moves, value_of_length(length));
        self.won = true;
        self.lengths |= u32::try_from(length).ok().and_then(|length| 1_u64.checked_shl(length)).unwrap_or(0);
    }

    /// Adds the claim that no list is better than a value.
    pub fn at_most(&mut self, measure: Measure, ceiling: i64) {
        let lowest = &mut self.ceiling[measure as usize];
        *lowest = Some(lowest.map_or(ceiling, |old| old.min(ceiling)));
    }
}

/// Returns the value of a list of this many moves.
pub fn value_of_length(length: u64) -> i64 {
    i64::try_from(length).map_or(i64::MIN, |length| -length)
}

/// A statement and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Statement<T>(T, Place);

/// Values by measure.
type Values = [Option<Statement<i64>>; 4];

fn are_none(values: &Values) -> bool {
    values.iter().all(Option::is_none)
}

/// The statements of several answers about a puzzle, each with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    #[serde(rename = "b", skip_serializing_if = "are_none")]
    best: Values,
    #[serde(rename = "c", skip_serializing_if = "are_none")]
    ceiling: Values,
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    won: Option<Place>,
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    none: Option<Place>,
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    first: Option<Statement<u64>>,
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    lengths: Option<Statement<u64>>,
    #[serde(rename = "r", skip_serializing_if = "Option::is_none")]
    counted: Option<Box<CountStatements>>,
}

/// The statements that only answers to `--all` and `--count` make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct CountStatements {
    total: Option<Statement<u128>>,
    all: Option<Statement<u64>>,
    counts: Vec<Statement<(u64, u128)>>,
}

static NO_COUNTS: CountStatements = CountStatements { total: None, all: None, counts: Vec::new() };

/// Two answers that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The place of the later answer.
    pub place: Place,
    /// A message about the later answer, with the place of the other.
    pub what: String,
}

impl Facts {
    /// Returns the statements of one answer.
    pub fn of(claims: Claims, place: Place) -> Facts {
        let Claims { best, won, none, ceiling, total, first, all, lengths, counts } = claims;
        let counted = (total.is_some() || all.is_some() || !counts.is_empty()).then(|| {
            let counts = counts.into_iter().map(|count| Statement(count, place)).collect();
            Box::new(CountStatements {
                total: total.map(|n| Statement(n, place)),
                all: all.map(|n| Statement(n, place)),
                counts,
            })
        });
        Facts {
            best: best.map(|value| value.map(|value| Statement(value, place))),
            ceiling: ceiling.map(|value| value.map(|value| Statement(value, place))),
            won: won.then_some(place),
            none: none.then_some(place),
            first: first.map(|digest| Statement(digest, place)),
            lengths: (lengths > 0).then_some(Statement(lengths, place)),
            counted,
        }
    }

    /// Returns `true` if there is no statement.
    pub fn is_empty(&self) -> bool {
        *self == Facts::default()
    }

    /// Returns the approximate size in bytes.
    pub fn weight(&self) -> usize {
        let counted = |counted: &CountStatements| {
            size_of::<CountStatements>() + counted.counts.capacity() * size_of::<Statement<(u64, u128)>>()
        };
        size_of::<Self>() + self.counted.as_deref().map_or(0, counted)
    }

    fn counted(&self) -> &CountStatements {
        self.counted.as_deref().unwrap_or(&NO_COUNTS)
    }

    /// Merges `other`, which must not contradict `self`, keeping the sharper of each fact.
    pub fn merge(&mut self, other: Facts) {
        let better =
            |one: Option<Statement<i64>>, other: Option<Statement<i64>>, higher: bool| match (one, other) {
                (Some(one), Some(other)) if (other.0 > one.0) == higher && other.0 != one.0 => Some(other),
                (one, other) => one.or(other),
            };
        for at in 0..self.best.len() {
            self.best[at] = better(self.best[at], other.best[at], true);
            self.ceiling[at] = better(self.ceiling[at], other.ceiling[at], false);
        }
        self.won = self.won.or(other.won);
        self.none = self.none.or(other.none);
        self.first = self.first.or(other.first);
        self.lengths = match (self.lengths, other.lengths) {
            (Some(one), Some(other)) => Some(Statement(one.0 | other.0, one.1)),
            (one, other) => one.or(other),
        };
        let Some(more) = other.counted else { return };
        let Some(counted) = &mut self.counted else {
            self.counted = Some(more);
            return;
        };
        counted.total = counted.total.or(more.total);
        counted.all = counted.all.or(more.all);
        for count in more.counts {
            if counted.counts.iter().all(|old| old.0.0 != count.0.0) {
                counted.counts.push(count);
            }
        }
    }

    /// Marks the answer of a line as wrong.
    pub fn mark_wrong(&mut self, line: u64) {
        let mut places = Vec::new();
        places.extend(self.best.iter_mut().chain(&mut self.ceiling).flatten().map(|said| &mut said.1));
        places.extend(self.won.iter_mut().chain(&mut self.none));
        places.extend(self.first.iter_mut().chain(&mut self.lengths).map(|said| &mut said.1));
        if let Some(counted) = self.counted.as_deref_mut() {
            places.extend(counted.total.iter_mut().map(|said| &mut said.1));
            places.extend(counted.all.iter_mut().map(|said| &mut said.1));
            places.extend(counted.counts.iter_mut().map(|said| &mut said.1));
        }
        for place in places.into_iter().filter(|place| line > 0 && place.line() == line) {
            *place = Place::answer(line, Class::Wrong);
        }
    }

    /// Returns the first contradiction between `self` and `other`. `results` is the name of the results file in
    /// messages.
    pub fn contradiction_with(&self, other: &Facts, game: GameKind, results: &str) -> Option<Contradiction> {
        self.claims_against(other, game, results)
            .or_else(|| other.claims_against(self, game, results))
            .or_else(|| self.different_values(other, results))
    }

    /// Checks the claims of `self` against the lists of `other`.
    fn claims_against(&self, other: &Facts, game: GameKind, results: &str) -> Option<Contradiction> {
        // From the places of the claim and of the example, and the messages about each, the message about the later one.
        let clash = |claim: Place, example: Place, claims: String, shows: String| {
            let (place, what, there) =
                if claim > example { (claim, claims, example) } else { (example, shows, claim) };
            Some(Contradiction { place, what: format!("{what} {}", there.text(results)) })
        };
        if let (Some(none), Some(won)) = (self.none, other.won) {
            let claims = "claims infeasible, but there is a solution in";
            return clash(none, won, claims.into(), "has a solution, contrary to the claim in".into());
        }
        for measure in Measure::ALL {
            let (ceiling, best) = (self.ceiling[measure as usize], other.best[measure as usize]);
            if let (Some(Statement(ceiling, place)), Some(Statement(best, there))) = (ceiling, best)
                && best > ceiling
            {
                let (claims, shows) = measure.contradiction(game, ceiling, best);
                return clash(place, there, claims, shows);
            }
        }
        let Statement(lengths, there) = other.lengths?;
        for &Statement((length, count), place) in &self.counted().counts {
            if count == 0 && length < 64 && lengths >> length & 1 == 1 {
                let moves = plural(length, "move");
                let claims = format!("claims that no list has {moves}, but there is one in");
                return clash(place, there, claims, format!("a list has {moves}, contrary to the claim in"));
            }
        }
        None
    }

    /// Returns a contradiction if values that must be equal differ.
    fn different_values(&self, other: &Facts, results: &str) -> Option<Contradiction> {
        let clash = |one: Place, other: Place, what: &dyn Fn(bool) -> String| {
            let (later, earlier) = (one.max(other), one.min(other));
            let what = format!("{} {}", what(later == one), earlier.text(results));
            Some(Contradiction { place: later, what })
        };
        let numbers = |ours: u128, theirs: u128, what: String| {
            move |ours_later: bool| {
                let (here, there) = if ours_later { (ours, theirs) } else { (theirs, ours) };
                format!("{what} is said to be {here}, but {there} in")
            }
        };
        let (mine, yours) = (self.counted(), other.counted());
        if let (Some(Statement(one, place)), Some(Statement(two, there))) = (mine.total, yours.total)
            && one != two
        {
            return clash(place, there, &numbers(one, two, "the number of solutions".into()));
        }
        for &Statement((length, one), place) in &mine.counts {
            let same = |said: &&Statement<(u64, u128)>| said.0.0 == length;
            if let Some(&Statement((_, two), there)) = yours.counts.iter().find(same)
                && one != two
            {
                let what = format!("the number of lists of {}", plural(length, "move"));
                return clash(place, there, &numbers(one, two, what));
            }
        }
        let digests = [
            (self.first, other.first, "the first list differs from that in"),
            (mine.all, yours.all, "the solutions differ from those in"),
        ];
        for (one, two, what) in digests {
            if let (Some(Statement(one, place)), Some(Statement(two, there))) = (one, two)
                && one != two
            {
                return clash(place, there, &|_| what.into());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEASURE: Measure = Measure::Score;

    fn claims(best: Option<i64>, won: bool, none: bool, ceiling: Option<i64>) -> Claims {
        let mut claims = Claims { won, none, ..Claims::default() };
        best.into_iter().for_each(|best| claims.found(MEASURE, best));
        ceiling.into_iter().for_each(|ceiling| claims.at_most(MEASURE, ceiling));
        claims
    }

    fn clash(one: &Claims, other: &Claims) -> Option<String> {
        let facts = |claims: &Claims, line| Facts::of(claims.clone(), Place::answer(line, Class::Plain));
        let (first, second) = (facts(one, 1), facts(other, 2));
        let found = second.contradiction_with(&first, GameKind::Mayan, "r");
        assert_eq!(
            found,
            first.contradiction_with(&second, GameKind::Mayan, "r"),
            "the later one is reported, either way"
        );
        assert!(found.as_ref().is_none_or(|clash| clash.place.line() == 2 && clash.what.ends_with(" r:1")));
        // Serialisation for the scratch file keeps the facts.
        let text = serde_json::to_vec(&first).unwrap();
        assert_eq!(serde_json::from_slice::<Facts>(&text).unwrap(), first);
        found.map(|clash| clash.what)
    }

    #[test]
    fn answers_to_equal_puzzles_are_compared_both_ways() {
        let list = claims(Some(25), true, false, None);
        let none = claims(None, false, true, None);
        let low = claims(Some(10), false, false, Some(10));
        let high = claims(Some(20), true, false, Some(30));
        let total = |total| Claims { total: Some(total), won: true, ..Claims::default() };
        let first = |first| Claims { first: Some(first), ..Claims::default() };
        let all = |all| Claims { all: Some(all), ..Claims::default() };
        let counts = |counts: &[(u64, u128)]| Claims { counts: counts.to_vec(), ..Claims::default() };
        let mut three = Claims::default();
        three.found_length(3);
        for (one, other, clashes) in [
            (&list, &none, true),
            (&list, &low, true),
            (&list, &high, false),
            (&none, &low, false),
            (&low, &low, false),
            (&total(3), &total(u128::MAX), true),
            (&total(3), &total(3), false),
            (&total(3), &none, true),
            (&first(3), &first(4), true),
            (&first(3), &first(3), false),
            (&all(3), &all(4), true),
            (&all(4), &all(4), false),
            (&counts(&[(1, 0), (2, 5)]), &counts(&[(2, 6)]), true),
            (&counts(&[(1, 0), (2, 5)]), &counts(&[(2, 5), (3, 9)]), false),
            (&counts(&[(3, 0)]), &three, true),
            (&counts(&[(3, 1), (2, 0)]), &three, false),
        ] {
            for (first, second) in [(one, other), (other, one)] {
                assert_eq!(clash(first, second).is_some(), clashes, "{first:?} {second:?}");
            }
        }
    }

    #[test]
    fn merging_keeps_the_sharpest_of_each_fact_and_its_place() {
        let at = |line| Place::answer(line, Class::Open);
        let mut facts = Facts::of(claims(Some(5), false, false, Some(20)), at(1));
        facts.merge(Facts::of(claims(Some(7), true, false, Some(25)), at(2)));
        facts.merge(Facts::of(claims(Some(6), false, false, Some(15)), at(3)));
        let more = Facts::of(claims(Some(16), false, false, None), at(4));
        let found = facts.contradiction_with(&more, GameKind::SameGame, "r").unwrap();
        assert_eq!(found.what, "the list scores 16, more than the maximum of 15 claimed in r:3");
        assert_eq!((found.place.line(), found.place.class()), (4, Class::Open));
        let low = Facts::of(claims(None, false, true, Some(6)), at(5));
        let found = facts.contradiction_with(&low, GameKind::SameGame, "r").unwrap();
        assert_eq!(found.what, "claims infeasible, but there is a solution in r:2");
    }

    #[test]
    fn a_reported_answer_is_marked_wrong() {
        let at = |line| Place::answer(line, Class::Open);
        let mut said = claims(Some(7), true, false, Some(9));
        said.found_length(3);
        (said.first, said.all, said.total, said.counts) = (Some(1), Some(2), Some(1), vec![(3, 1)]);
        let mut facts = Facts::of(said.clone(), at(5));
        facts.mark_wrong(4);
        assert_eq!(facts, Facts::of(said.clone(), at(5)));
        facts.mark_wrong(5);
        assert_eq!(facts, Facts::of(said, Place::answer(5, Class::Wrong)));
        let mut own = Facts::of(claims(Some(7), true, false, None), Place::own_list());
        own.mark_wrong(0);
        assert_eq!(own, Facts::of(claims(Some(7), true, false, None), Place::own_list()));
    }

    #[test]
    fn the_lowest_of_all_numbers_is_a_number_too() {
        let lowest = claims(None, false, false, Some(i64::MIN));
        assert!(clash(&lowest, &claims(Some(i64::MIN + 1), false, false, None)).is_some());
        assert_eq!((value_of_length(0), value_of_length(u64::MAX)), (0, i64::MIN));
    }
}
