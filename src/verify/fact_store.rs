//! The facts about the puzzles of a run, by hash, in memory and beyond that on a scratch file.

use crate::external_sort::{Entry, NewScratch, Sorter};
use crate::rules::GameKind;
use crate::verify::facts::{Claims, Contradiction, Facts};
use crate::verify::place::Place;
use std::collections::HashMap;
use std::io;

/// Approximate overhead of the map per puzzle, in bytes.
const SLOT: usize = 40;

/// The facts about the puzzles of a run.
#[derive(Debug)]
pub struct FactStore {
    game: GameKind,
    /// The name of the results in messages.
    results: String,
    in_memory: HashMap<u64, Facts>,
    /// Bytes in memory, and their maximum.
    weight: usize,
    most: usize,
    spilled: Sorter,
}

impl FactStore {
    /// Creates an empty store that keeps at most `most` bytes in memory.
    pub fn new(game: GameKind, results: impl Into<String>, most: usize, scratch: NewScratch) -> FactStore {
        let (in_memory, spilled) = (HashMap::new(), Sorter::new(most, scratch));
        FactStore { game, results: results.into(), in_memory, weight: 0, most, spilled }
    }

    /// Compares an answer with the facts about an equal puzzle, and stores it. Returns a contradiction with the facts in
    /// memory, in which the answer of the later line counts as wrong; [`finish`](Self::finish) finds the other ones.
    ///
    /// # Errors
    /// If the scratch file cannot be written.
    pub fn compare(&mut self, hash: u64, claims: Claims, place: Place) -> io::Result<Option<Contradiction>> {
        let facts = Facts::of(claims, place);
        if facts.is_empty() {
            return Ok(None);
        }
        if let Some(old) = self.in_memory.get_mut(&hash) {
            let clash = facts.contradiction_with(old, self.game, &self.results);
            match &clash {
                Some(clash) => old.mark_wrong(clash.place.line()),
                None => {
                    self.weight -= old.weight();
                    old.merge(facts);
                    self.weight += old.weight();
                }
            }
            return Ok(clash);
        }
        self.weight += SLOT + facts.weight();
        self.in_memory.insert(hash, facts);
        if self.weight > self.most {
            self.spill()?;
        }
        Ok(None)
    }

    /// Returns a contradiction with an answer without storing it.
    pub fn contradict(&mut self, hash: u64, claims: Claims, place: Place) -> Option<Contradiction> {
        let old = self.in_memory.get_mut(&hash)?;
        let clash = Facts::of(claims, place).contradiction_with(old, self.game, &self.results)?;
        old.mark_wrong(clash.place.line());
        Some(clash)
    }

    /// Moves the facts in memory to the scratch file.
    fn spill(&mut self) -> io::Result<()> {
        let mut entries: Vec<(u64, Facts)> = std::mem::take(&mut self.in_memory).into_iter().collect();
        entries.sort_unstable_by_key(|(hash, _)| *hash);
        self.weight = 0;
        self.spilled.add_run(entries.into_iter().map(|(key, facts)| {
            let bytes = serde_json::to_vec(&facts).expect("numbers can be written");
            Entry { key, seq: 0, bytes: bytes.into() }
        }))
    }

    /// Reports the contradictions between answers that were not in memory together; those of one answer are
    /// consecutive.
    ///
    /// # Errors
    /// If the scratch file cannot be written or read, or `each` fails.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut each: impl FnMut(Contradiction) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.spilled.is_empty() {
            return Ok(());
        }
        self.spill()?;
        let mut group: Option<(u64, Facts)> = None;
        let mut clashes: Vec<Contradiction> = Vec::new();
        let mut report = |clashes: &mut Vec<Contradiction>| {
            clashes.sort_by_key(|clash| clash.place);
            clashes.drain(..).try_for_each(&mut each)
        };
        for entry in self.spilled.sorted()? {
            let Entry { key, bytes, .. } = entry?;
            let facts: Facts = serde_json::from_slice(&bytes).map_err(io::Error::from)?;
            match &mut group {
                Some((hash, old)) if *hash == key => {
                    match facts.contradiction_with(old, self.game, &self.results) {
                        Some(clash) => clashes.push(clash),
                        None => old.merge(facts),
                    }
                }
                _ => {
                    report(&mut clashes)?;
                    group = Some((key, facts));
                }
            }
        }
        report(&mut clashes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external_sort::in_memory;
    use crate::verify::measure::Measure;
    use crate::verify::place::Class;

    /// Returns the claim that a list of this score is the best.
    fn best(score: i64) -> Claims {
        let mut claims = Claims::default();
        claims.found(Measure::Score, score);
        claims.at_most(Measure::Score, score);
        claims
    }

    #[test]
    fn contradictions_are_found_however_far_apart() {
        for most in [0, 1000, 1 << 20] {
            let mut known = FactStore::new(GameKind::SameGame, "r", most, in_memory);
            let mut reported = Vec::new();
            for line in 1..=4000 {
                // The puzzle of line n comes again at n + 2000, once with another score.
                let score = if line == 3456 { 8 } else { 7 };
                let place = Place::answer(line, Class::Open);
                reported.extend(known.compare((line % 2000) << 3, best(score), place).unwrap());
            }
            known
                .finish(|clash| -> io::Result<()> {
                    reported.push(clash);
                    Ok(())
                })
                .unwrap();
            let what = "the list scores 8, more than the maximum of 7 claimed in r:1456";
            assert_eq!(reported.len(), 1, "{most}: {reported:?}");
            assert_eq!((reported[0].place.line(), reported[0].what.as_str()), (3456, what));
        }
    }
}
