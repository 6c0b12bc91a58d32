//! The checker of answers.

mod answers;
mod claims;
mod family;
mod mutations;
mod proofs;
mod refuses;
mod scale;
