//! Proofs for the whole SameGame family: any rules, any goal.
//!
//! - `exact`: depth-first search of every list of a small board

mod exact;

pub(super) use exact::search;
