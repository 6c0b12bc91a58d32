//! The checker of answers.

mod answers;
mod claims;
mod exhaustion;
mod family;
mod mutations;
mod proofs;
mod refuses;
mod scale;
