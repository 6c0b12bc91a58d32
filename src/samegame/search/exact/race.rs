//! The values that the threads of one search share.
//!
//! The lead searches as it would alone. Helpers search the same tree in other orders; the lead finds their
//! proven bounds in the memo. The answer must be that of the lead alone, so lists of the lead and of helpers
//! are treated differently: the lead searches for a list that is better than its own, or as good as the best
//! one of the helpers. Among the best lists it finds the same one first as it would alone, since no board on
//! the path there is pruned earlier.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// The value to surpass, and whether the search is over.
#[derive(Debug)]
pub struct Race {
    /// The value that a board must surpass to be searched.
    floor: AtomicI32,
    /// The value of the best list of all threads.
    top: AtomicI32,
    over: AtomicBool,
}

impl Default for Race {
    fn default() -> Race {
        Race { floor: AtomicI32::new(i32::MIN), top: AtomicI32::new(i32::MIN), over: AtomicBool::new(false) }
    }
}

impl Race {
    /// Starts from the value of a known list.
    pub fn start(&self, best: i32) {
        self.floor.store(best, Ordering::Relaxed);
        self.top.store(best, Ordering::Relaxed);
        self.over.store(false, Ordering::Relaxed);
    }

    /// Returns the value that a board must surpass to be searched.
    #[inline(always)]
    pub fn floor(&self) -> i32 {
        self.floor.load(Ordering::Relaxed)
    }

    /// Returns the value of the best list of all threads.
    #[inline(always)]
    pub fn top(&self) -> i32 {
        self.top.load(Ordering::Relaxed)
    }

    /// Records a list of the lead with this value, above the floor.
    pub fn lead_found(&self, value: i32) {
        self.floor.fetch_max(value, Ordering::Relaxed);
        self.top.fetch_max(value, Ordering::Relaxed);
    }

    /// Records a list of a helper with this value. Returns `true` if it is better than all before.
    pub fn helper_found(&self, value: i32) -> bool {
        self.floor.fetch_max(value - 1, Ordering::Relaxed);
        self.top.fetch_max(value, Ordering::Relaxed) < value
    }

    /// Ends the work of the helpers.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the lead is done.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_helper_the_lead_searches_for_an_equally_good_list() {
        let race = Race::default();
        race.start(10);
        assert!(race.helper_found(20));
        assert_eq!((race.floor(), race.top()), (19, 20));
        // An equal or worse list is not better, and does not lower any value.
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
