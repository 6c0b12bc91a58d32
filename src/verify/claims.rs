//! What is known of the puzzles of a run, by hash: in memory as far as that goes, then on a scratch file.

use crate::base::Game;
use crate::verify::facts::{Claims, Clash, Facts};
use crate::verify::place::Place;
use crate::verify::spill::{Entry, NewScratch, Runs};
use std::collections::HashMap;
use std::io;

/// Bytes of a table for one puzzle, besides its [`Facts`].
const SLOT: usize = 40;

/// The facts about the puzzles of a run.
#[derive(Debug)]
pub struct Known {
    game: Game,
    /// The name of the results in messages.
    results: String,
    near: HashMap<u64, Facts>,
    /// Bytes of those in memory, and how many they may be.
    weight: usize,
    most: usize,
    far: Runs,
    runs: u64,
}

impl Known {
    /// Nothing yet; `most` bytes are kept in memory.
    pub fn new(game: Game, results: impl Into<String>, most: usize, scratch: NewScratch) -> Known {
        let (near, far) = (HashMap::new(), Runs::new(scratch));
        Known { game, results: results.into(), near, weight: 0, most, far, runs: 0 }
    }

    /// Compares what an answer says with what is known of an equal puzzle, and remembers it. Gives a
    /// contradiction to what is in memory, where the answer of the later line is the one to be told; the rest
    /// comes with [`finish`](Self::finish).
    ///
    /// # Errors
    /// If the scratch file cannot be written.
    pub fn compare(&mut self, hash: u64, claims: Claims, place: Place) -> io::Result<Option<Clash>> {
        let facts = Facts::of(claims, place);
        if facts.is_empty() {
            return Ok(None);
        }
        if let Some(old) = self.near.get_mut(&hash) {
            let clash = facts.against(old, self.game, &self.results);
            match &clash {
                Some(clash) => old.blame(clash.place.line()),
                None => {
                    self.weight -= old.weight();
                    old.merge(facts);
                    self.weight += old.weight();
                }
            }
            return Ok(clash);
        }
        self.weight += SLOT + facts.weight();
        self.near.insert(hash, facts);
        if self.weight > self.most {
            self.spill()?;
        }
        Ok(None)
    }

    /// What contradicts an answer whose puzzle is not at hand.
    pub fn contradict(&mut self, hash: u64, claims: Claims, place: Place) -> Option<Clash> {
        let old = self.near.get_mut(&hash)?;
        let clash = Facts::of(claims, place).against(old, self.game, &self.results)?;
        old.blame(clash.place.line());
        Some(clash)
    }

    /// Moves what is in memory to the scratch file.
    fn spill(&mut self) -> io::Result<()> {
        let mut entries: Vec<(u64, Facts)> = std::mem::take(&mut self.near).into_iter().collect();
        entries.sort_unstable_by_key(|(hash, _)| *hash);
        let seq = self.runs;
        (self.runs, self.weight) = (self.runs + 1, 0);
        self.far.add(entries.into_iter().map(|(key, facts)| {
            let bytes = serde_json::to_vec(&facts).expect("numbers can be written");
            Entry { key, seq, bytes: bytes.into() }
        }))
    }

    /// The contradictions between answers that were not in memory together; several of one answer stand one
    /// after the other.
    ///
    /// # Errors
    /// If the scratch file cannot be written or read, or `each` fails.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut each: impl FnMut(Clash) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.far.is_empty() {
            return Ok(());
        }
        self.spill()?;
        let mut group: Option<(u64, Facts)> = None;
        let mut clashes: Vec<Clash> = Vec::new();
        let mut tell = |clashes: &mut Vec<Clash>| {
            clashes.sort_by_key(|clash| clash.place);
            clashes.drain(..).try_for_each(&mut each)
        };
        for entry in self.far.merged()? {
            let Entry { key, bytes, .. } = entry?;
            let facts: Facts = serde_json::from_slice(&bytes).map_err(io::Error::from)?;
            match &mut group {
                Some((hash, old)) if *hash == key => match facts.against(old, self.game, &self.results) {
                    Some(clash) => clashes.push(clash),
                    None => old.merge(facts),
                },
                _ => {
                    tell(&mut clashes)?;
                    group = Some((key, facts));
                }
            }
        }
        tell(&mut clashes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::place::Class;
    use crate::verify::spill::in_memory;

    /// A list of this score, claimed to be the best.
    fn best(score: i64) -> Claims {
        let mut claims = Claims::default();
        claims.found(score, false);
        claims.at_most(score);
        claims
    }

    #[test]
    fn contradictions_are_found_however_far_apart() {
        for most in [0, 1000, 1 << 20] {
            let mut known = Known::new(Game::SameGame, "r", most, in_memory);
            let mut told = Vec::new();
            for line in 1..=4000 {
                // The puzzle of line n comes again at n + 2000, once with another score.
                let score = if line == 3456 { 8 } else { 7 };
                let place = Place::answer(line, Class::Open);
                told.extend(known.compare((line % 2000) << 3, best(score), place).unwrap());
            }
            known
                .finish(|clash| -> io::Result<()> {
                    told.push(clash);
                    Ok(())
                })
                .unwrap();
            let what = "the list scores 8, more than the 7 that none surpasses, says r:1456";
            assert_eq!(told.len(), 1, "{most}: {told:?}");
            assert_eq!((told[0].place.line(), told[0].what.as_str()), (3456, what));
        }
    }
}
