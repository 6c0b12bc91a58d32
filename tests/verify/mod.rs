//! The checker of answers.

mod answers;
mod claims;
mod exhaustion;
mod mutations;
mod refuses;
mod scale;
mod two_checkers;
