//! Lower bounds on the remaining moves, updated incrementally from node to node.
//!
//! The strong bound is for boards of up to five columns. The simple bound is for all boards: it only uses that one or
//! two blocks of a colour can never vanish.
//!
//! - `lower_bound`: the trait of bounds; [`final_moves`]: the bound for the last two moves
//! - `flow`: the strong bound, as sums of [`lanes`]; [`column_flow`]: its definition and proof
//! - `simple`: the simple bound
//! - `counts`: indexes of count vectors

pub mod column_flow;
mod counts;
pub mod final_moves;
mod flow;
pub mod lanes;
mod lower_bound;
mod simple;

pub use flow::FlowBound;
pub use lower_bound::LowerBound;
pub use simple::SimpleBound;
