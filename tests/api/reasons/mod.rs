//! Checks the reasons of hints by brute force on small boards: every fact that they state must be true.

mod mayan;
mod samegame;

use std::collections::BTreeMap;
use tilefall::insight::hints::reasons::Reason;

/// The number of facts of each kind that were checked.
#[derive(Debug, Default)]
struct Checked(BTreeMap<String, usize>);

impl Checked {
    fn add(&mut self, reason: &Reason) {
        let fact = serde_json::to_value(&reason.fact).unwrap();
        *self.0.entry(fact["kind"].as_str().unwrap().into()).or_default() += 1;
    }

    /// Checks that each of these kinds occurred at least this often, and that no other kind did.
    #[track_caller]
    fn at_least(&self, expected: &[(&str, usize)]) {
        for (name, count) in expected {
            assert!(self.0.get(*name).is_some_and(|found| found >= count), "{name}: {self:?}");
        }
        assert_eq!(self.0.len(), expected.len(), "{self:?}");
    }
}
