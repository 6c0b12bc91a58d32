//! What answers to equal puzzles say of each other: a list found for one contradicts a claim for another.
//!
//! Answers are compared by a *value* that is better if higher: the score for SameGame, minus the number of
//! moves for Mayan.

use std::collections::HashMap;

/// Equal puzzles that are remembered; later ones are checked against these, and not kept.
const MOST: usize = 1 << 16;

/// What was shown of a puzzle, and what was claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The best value that a list was shown to have.
    pub best: Option<i64>,
    /// Whether a list was shown to win.
    pub solved: bool,
    /// Whether it is claimed that no list wins.
    pub none: bool,
    /// The value that, as is claimed, no list surpasses.
    pub ceiling: Option<i64>,
}

impl Facts {
    /// A list was found that has this value, and wins or not.
    pub fn found(&mut self, value: i64, wins: bool) {
        self.best = self.best.max(Some(value));
        self.solved |= wins;
    }

    /// It is claimed that no list wins, or that none is better than a value.
    pub fn claim(&mut self, none: bool, ceiling: Option<i64>) {
        self.none |= none;
        self.ceiling = match (self.ceiling, ceiling) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// Takes over what the facts of another answer add, if they do not contradict.
    fn merge(&mut self, other: &Facts) {
        self.best = self.best.max(other.best);
        self.solved |= other.solved;
        self.claim(other.none, other.ceiling);
    }

    /// The contradiction between two answers, told from this one's side; `None` if there is none.
    fn against(&self, other: &Facts) -> Option<String> {
        let above = |best: Option<i64>, ceiling: Option<i64>| best.zip(ceiling).filter(|(b, c)| b > c);
        if self.none && other.solved {
            return Some("it is said that there is no solution, but there is one in".into());
        }
        if self.solved && other.none {
            return Some("there is a solution, against what is said in".into());
        }
        let plain = |value: i64| value.unsigned_abs();
        if let Some((best, ceiling)) = above(other.best, self.ceiling) {
            let (best, ceiling) = (plain(best), plain(ceiling));
            return Some(format!("nothing is to be better than {ceiling}, but {best} is reached in"));
        }
        if let Some((best, ceiling)) = above(self.best, other.ceiling) {
            let (best, ceiling) = (plain(best), plain(ceiling));
            return Some(format!("{best} is reached, but nothing is to be better than {ceiling}, says"));
        }
        None
    }
}

/// The facts about the puzzles of a run, by hash.
#[derive(Debug, Default)]
pub struct Known(HashMap<String, (Facts, String)>);

impl Known {
    /// Compares facts with those known of an equal puzzle and remembers them, with the place of the answer.
    /// Gives what contradicts them.
    pub fn compare(&mut self, hash: &str, facts: Facts, place: impl FnOnce() -> String) -> Option<String> {
        match self.0.get_mut(hash) {
            Some((old, old_place)) => match facts.against(old) {
                Some(what) => Some(format!("{what} {old_place}")),
                None => {
                    old.merge(&facts);
                    None
                }
            },
            None => {
                if self.0.len() < MOST {
                    self.0.insert(hash.to_owned(), (facts, place()));
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(best: Option<i64>, solved: bool, none: bool, ceiling: Option<i64>) -> Facts {
        Facts { best, solved, none, ceiling }
    }

    #[test]
    fn answers_to_equal_puzzles_are_compared_both_ways() {
        let list = facts(Some(25), true, false, None);
        let none = facts(None, false, true, None);
        let low = facts(Some(10), false, false, Some(10));
        let high = facts(Some(20), true, false, Some(30));
        for (one, other, clash) in [
            (list, none, true),
            (list, low, true),
            (list, high, false),
            (none, low, false),
            (low, low, false),
        ] {
            for (first, second) in [(one, other), (other, one)] {
                let mut known = Known::default();
                assert_eq!(known.compare("a", first, || "line 1".into()), None);
                assert_eq!(known.compare("b", second, || "line 2".into()), None);
                let found = known.compare("a", second, || "line 3".into());
                assert_eq!(found.is_some(), clash, "{first:?} {second:?} {found:?}");
                assert!(found.is_none_or(|what| what.ends_with(" line 1")));
            }
        }
    }
}
