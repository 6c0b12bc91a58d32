//! What the threads of one search tell each other.
//!
//! The lead searches as it would alone. Helpers search the same tree in other orders, for what they prove: the lead
//! finds it in the memo. The answer has to be that of the lead alone, so lists are told apart by who found them. The
//! lead needs a list that brings more than its own, or as much as the best one of the helpers: among the best lists it
//! comes to the same one first, since no board on the way there is cut by less.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// What is to be surpassed, and whether the race is over.
#[derive(Debug)]
pub struct Race {
    /// A board is searched only for more than this.
    floor: AtomicI32,
    /// What the best list of all brings.
    top: AtomicI32,
    over: AtomicBool,
}

impl Default for Race {
    fn default() -> Race {
        Race { floor: AtomicI32::new(i32::MIN), top: AtomicI32::new(i32::MIN), over: AtomicBool::new(false) }
    }
}

impl Race {
    /// Starts with what a list brings that is known.
    pub fn start(&self, best: i32) {
        self.floor.store(best, Ordering::Relaxed);
        self.top.store(best, Ordering::Relaxed);
        self.over.store(false, Ordering::Relaxed);
    }

    /// What a board has to surpass to be searched.
    #[inline(always)]
    pub fn floor(&self) -> i32 {
        self.floor.load(Ordering::Relaxed)
    }

    /// What the best list brings that anybody has found.
    #[inline(always)]
    pub fn top(&self) -> i32 {
        self.top.load(Ordering::Relaxed)
    }

    /// The lead has found a list that brings this much, more than the floor.
    pub fn lead_found(&self, value: i32) {
        self.floor.fetch_max(value, Ordering::Relaxed);
        self.top.fetch_max(value, Ordering::Relaxed);
    }

    /// A helper has found a list that brings this much; whether it is better than all before.
    pub fn helper_found(&self, value: i32) -> bool {
        self.floor.fetch_max(value - 1, Ordering::Relaxed);
        self.top.fetch_max(value, Ordering::Relaxed) < value
    }

    /// Ends the work of the helpers.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether the lead is done.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_a_helper_leaves_the_lead_one_as_good_to_find() {
        let race = Race::default();
        race.start(10);
        assert!(race.helper_found(20));
        assert_eq!((race.floor(), race.top()), (19, 20));
        // Neither an equal one nor a worse one is told; neither lowers anything.
        assert!(!race.helper_found(20) && !race.helper_found(15));
        assert_eq!((race.floor(), race.top()), (19, 20));
        race.lead_found(20);
        assert_eq!((race.floor(), race.top()), (20, 20));
        assert!(!race.helper_found(20));
        assert_eq!((race.floor(), race.top()), (20, 20));
        race.end();
        assert!(race.is_over());
        race.start(3);
        assert_eq!((race.floor(), race.top(), race.is_over()), (3, 3, false));
    }
}
