//! Engines for the whole SameGame family: any rules, any goal, and boards of any size.
//!
//! - `anneal`: annealing over lists of clicks; `objective`: the function that it maximises
//! - `exact`: depth-first search of every list of a small board
//! - `tile_board`: a board for lists that name tiles

mod anneal;
mod exact;
mod objective;
mod tile_board;

pub(super) use anneal::{CHAINS, Chains};
pub(super) use exact::search;
