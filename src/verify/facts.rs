//! What the answers to equal puzzles say of each other: a list found for one contradicts a claim for another.
//!
//! Answers are compared by a *value* that is better if higher: the score for SameGame, minus the number of
//! moves for Mayan.

use super::place::{Class, Place};
use crate::base::{Game, several};
use serde::{Deserialize, Serialize};

/// What one answer shows of a puzzle, and what it claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The best value that a list was shown to have.
    pub best: Option<i64>,
    /// Whether a list was shown to win.
    pub won: bool,
    /// Whether it is claimed that no list wins.
    pub none: bool,
    /// The value that, as is claimed, no list surpasses.
    pub ceiling: Option<i64>,
    /// The number of all solutions.
    pub total: Option<u128>,
    /// A digest of the first list.
    pub first: Option<u64>,
    /// A digest of all lists in order.
    pub all: Option<u64>,
    /// Lengths (below 64, as bits) of lists that win.
    pub lengths: u64,
    /// The number of lists by length.
    pub counts: Vec<(u64, u128)>,
}

impl Claims {
    /// A list was found that has this value, and wins or not.
    pub fn found(&mut self, value: i64, wins: bool) {
        self.best = self.best.max(Some(value));
        self.won |= wins;
    }

    /// A list of this many moves was found that wins.
    pub fn found_length(&mut self, length: u64) {
        self.found(minus(length), true);
        self.lengths |= u32::try_from(length).ok().and_then(|length| 1_u64.checked_shl(length)).unwrap_or(0);
    }

    /// It is claimed that no list is better than a value.
    pub fn at_most(&mut self, ceiling: i64) {
        self.ceiling = Some(self.ceiling.map_or(ceiling, |old| old.min(ceiling)));
    }
}

/// The value of a list with this many moves.
pub fn minus(length: u64) -> i64 {
    i64::try_from(length).map_or(i64::MIN, |length| -length)
}

/// Something said, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Said<T>(T, Place);

/// What several answers say of a puzzle, each with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    #[serde(rename = "b", skip_serializing_if = "Option::is_none")]
    best: Option<Said<i64>>,
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    ceiling: Option<Said<i64>>,
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    won: Option<Place>,
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    none: Option<Place>,
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    first: Option<Said<u64>>,
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    lengths: Option<Said<u64>>,
    #[serde(rename = "r", skip_serializing_if = "Option::is_none")]
    rare: Option<Box<Rare>>,
}

/// What only answers to `--all` and `--count` say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Rare {
    total: Option<Said<u128>>,
    all: Option<Said<u64>>,
    counts: Vec<Said<(u64, u128)>>,
}

static NOTHING: Rare = Rare { total: None, all: None, counts: Vec::new() };

/// Two answers that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The later of the two.
    pub place: Place,
    /// What is wrong with it, and where the other stands.
    pub what: String,
}

impl Facts {
    /// What one answer says.
    pub fn of(claims: Claims, place: Place) -> Facts {
        let Claims { best, won, none, ceiling, total, first, all, lengths, counts } = claims;
        let rare = (total.is_some() || all.is_some() || !counts.is_empty()).then(|| {
            let counts = counts.into_iter().map(|count| Said(count, place)).collect();
            Box::new(Rare { total: total.map(|n| Said(n, place)), all: all.map(|n| Said(n, place)), counts })
        });
        Facts {
            best: best.map(|value| Said(value, place)),
            ceiling: ceiling.map(|value| Said(value, place)),
            won: won.then_some(place),
            none: none.then_some(place),
            first: first.map(|digest| Said(digest, place)),
            lengths: (lengths > 0).then_some(Said(lengths, place)),
            rare,
        }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Facts::default()
    }

    /// Bytes that it takes, about.
    pub fn weight(&self) -> usize {
        let rare = |rare: &Rare| size_of::<Rare>() + rare.counts.capacity() * size_of::<Said<(u64, u128)>>();
        size_of::<Self>() + self.rare.as_deref().map_or(0, rare)
    }

    fn rare(&self) -> &Rare {
        self.rare.as_deref().unwrap_or(&NOTHING)
    }

    /// Takes over what others add, if they do not contradict.
    pub fn merge(&mut self, other: Facts) {
        let better = |one: Option<Said<i64>>, other: Option<Said<i64>>, higher: bool| match (one, other) {
            (Some(one), Some(other)) if (other.0 > one.0) == higher && other.0 != one.0 => Some(other),
            (one, other) => one.or(other),
        };
        self.best = better(self.best, other.best, true);
        self.ceiling = better(self.ceiling, other.ceiling, false);
        self.won = self.won.or(other.won);
        self.none = self.none.or(other.none);
        self.first = self.first.or(other.first);
        self.lengths = match (self.lengths, other.lengths) {
            (Some(one), Some(other)) => Some(Said(one.0 | other.0, one.1)),
            (one, other) => one.or(other),
        };
        let Some(more) = other.rare else { return };
        let Some(rare) = &mut self.rare else {
            self.rare = Some(more);
            return;
        };
        rare.total = rare.total.or(more.total);
        rare.all = rare.all.or(more.all);
        for count in more.counts {
            if rare.counts.iter().all(|old| old.0.0 != count.0.0) {
                rare.counts.push(count);
            }
        }
    }

    /// Notes that the answer of a line is wrong.
    pub fn blame(&mut self, line: u64) {
        let mut places = Vec::new();
        places.extend(self.best.iter_mut().chain(&mut self.ceiling).map(|said| &mut said.1));
        places.extend(self.won.iter_mut().chain(&mut self.none));
        places.extend(self.first.iter_mut().chain(&mut self.lengths).map(|said| &mut said.1));
        if let Some(rare) = self.rare.as_deref_mut() {
            places.extend(rare.total.iter_mut().map(|said| &mut said.1));
            places.extend(rare.all.iter_mut().map(|said| &mut said.1));
            places.extend(rare.counts.iter_mut().map(|said| &mut said.1));
        }
        for place in places.into_iter().filter(|place| line > 0 && place.line() == line) {
            *place = Place::answer(line, Class::Wrong);
        }
    }

    /// The first contradiction between what some say and what others say; `results` is the name of the file
    /// of the lines.
    pub fn against(&self, other: &Facts, game: Game, results: &str) -> Option<Clash> {
        self.one_way(other, game, results)
            .or_else(|| other.one_way(self, game, results))
            .or_else(|| self.unequal(other, results))
    }

    /// What these claim against what others have shown.
    fn one_way(&self, other: &Facts, game: Game, results: &str) -> Option<Clash> {
        // The claim and its place, the example and its; and the message about the later of the two.
        let clash = |claim: Place, example: Place, claims: String, shows: String| {
            let (place, what, there) =
                if claim > example { (claim, claims, example) } else { (example, shows, claim) };
            Some(Clash { place, what: format!("{what} {}", there.text(results)) })
        };
        if let (Some(none), Some(won)) = (self.none, other.won) {
            let claims = "it is said that there is no solution, but there is one in";
            return clash(none, won, claims.into(), "there is a solution, against what is said in".into());
        }
        if let (Some(Said(ceiling, place)), Some(Said(best, there))) = (self.ceiling, other.best)
            && best > ceiling
        {
            let (claims, shows) = match game {
                Game::SameGame => (
                    format!("claims that no list scores more than {ceiling}, but one scores {best} in"),
                    format!("the list scores {best}, more than the {ceiling} that none surpasses, says"),
                ),
                Game::Mayan => {
                    let (needs, has) = (ceiling.unsigned_abs(), best.unsigned_abs());
                    (
                        format!(
                            "claims that no list has fewer than {}, but one has {has} in",
                            several(needs, "move")
                        ),
                        format!(
                            "the list has {}, fewer than the {needs} that are needed, says",
                            several(has, "move")
                        ),
                    )
                }
            };
            return clash(place, there, claims, shows);
        }
        let Said(lengths, there) = other.lengths?;
        for &Said((length, count), place) in &self.rare().counts {
            if count == 0 && length < 64 && lengths >> length & 1 == 1 {
                let moves = several(length, "move");
                let claims = format!("claims that no list has {moves}, but one has in");
                return clash(place, there, claims, format!("a list has {moves}, and none may, says"));
            }
        }
        None
    }

    /// What must be equal and is not.
    fn unequal(&self, other: &Facts, results: &str) -> Option<Clash> {
        let clash = |one: Place, other: Place, what: &dyn Fn(bool) -> String| {
            let (later, earlier) = (one.max(other), one.min(other));
            let what = format!("{} {}", what(later == one), earlier.text(results));
            Some(Clash { place: later, what })
        };
        let numbers = |ours: u128, theirs: u128, what: String| {
            move |ours_later: bool| {
                let (here, there) = if ours_later { (ours, theirs) } else { (theirs, ours) };
                format!("{what} is said to be {here}, but {there} in")
            }
        };
        let (mine, yours) = (self.rare(), other.rare());
        if let (Some(Said(one, place)), Some(Said(two, there))) = (mine.total, yours.total)
            && one != two
        {
            return clash(place, there, &numbers(one, two, "the number of solutions".into()));
        }
        for &Said((length, one), place) in &mine.counts {
            let same = |said: &&Said<(u64, u128)>| said.0.0 == length;
            if let Some(&Said((_, two), there)) = yours.counts.iter().find(same)
                && one != two
            {
                let what = format!("the number of lists of {}", several(length, "move"));
                return clash(place, there, &numbers(one, two, what));
            }
        }
        let digests = [
            (self.first, other.first, "the first list is another than in"),
            (mine.all, yours.all, "the solutions are others than in"),
        ];
        for (one, two, what) in digests {
            if let (Some(Said(one, place)), Some(Said(two, there))) = (one, two)
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

    fn claims(best: Option<i64>, won: bool, none: bool, ceiling: Option<i64>) -> Claims {
        Claims { best, won, none, ceiling, ..Claims::default() }
    }

    fn clash(one: &Claims, other: &Claims) -> Option<String> {
        let facts = |claims: &Claims, line| Facts::of(claims.clone(), Place::answer(line, Class::Plain));
        let (first, second) = (facts(one, 1), facts(other, 2));
        let found = second.against(&first, Game::Mayan, "r");
        assert_eq!(found, first.against(&second, Game::Mayan, "r"), "the later one is told, either way");
        assert!(found.as_ref().is_none_or(|clash| clash.place.line() == 2 && clash.what.ends_with(" r:1")));
        // The same after a stay on a scratch file.
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
    fn what_is_merged_keeps_the_sharpest_of_each_and_its_place() {
        let at = |line| Place::answer(line, Class::Open);
        let mut facts = Facts::of(claims(Some(5), false, false, Some(20)), at(1));
        facts.merge(Facts::of(claims(Some(7), true, false, Some(25)), at(2)));
        facts.merge(Facts::of(claims(Some(6), false, false, Some(15)), at(3)));
        let more = Facts::of(claims(Some(16), false, false, None), at(4));
        let found = facts.against(&more, Game::SameGame, "r").unwrap();
        assert_eq!(found.what, "the list scores 16, more than the 15 that none surpasses, says r:3");
        assert_eq!((found.place.line(), found.place.class()), (4, Class::Open));
        let low = Facts::of(claims(None, false, true, Some(6)), at(5));
        let found = facts.against(&low, Game::SameGame, "r").unwrap();
        assert_eq!(found.what, "it is said that there is no solution, but there is one in r:2");
    }

    #[test]
    fn an_answer_that_was_told_is_known_to_be_wrong() {
        let at = |line| Place::answer(line, Class::Open);
        let mut said = claims(Some(7), true, false, Some(9));
        said.found_length(3);
        (said.first, said.all, said.total, said.counts) = (Some(1), Some(2), Some(1), vec![(3, 1)]);
        let mut facts = Facts::of(said.clone(), at(5));
        facts.blame(4);
        assert_eq!(facts, Facts::of(said.clone(), at(5)));
        facts.blame(5);
        assert_eq!(facts, Facts::of(said, Place::answer(5, Class::Wrong)));
        let mut own = Facts::of(claims(Some(7), true, false, None), Place::own_list());
        own.blame(0);
        assert_eq!(own, Facts::of(claims(Some(7), true, false, None), Place::own_list()));
    }

    #[test]
    fn the_lowest_of_all_numbers_is_a_number_too() {
        let lowest = claims(None, false, false, Some(i64::MIN));
        assert!(clash(&lowest, &claims(Some(i64::MIN + 1), false, false, None)).is_some());
        assert_eq!((minus(0), minus(u64::MAX)), (0, i64::MIN));
    }
}
