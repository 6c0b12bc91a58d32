//! Lower bounds on the moves left, kept up to date from node to node.
//!
//! A [`Measure`] is what the search knows of a board besides its cells. The strong one is for boards of
//! up to five columns; every board has the simple one: a colour of one or two blocks can never vanish.
//!
//! - `measure`: what a search asks of a bound; [`ends`]: what it asks for the last two moves
//! - `flow`: the strong bound, of [`lanes`]; [`column_flow`] says what they mean and why they are a bound
//! - `three`: the simple bound
//! - `counts`: numbers of count vectors

pub mod column_flow;
mod counts;
pub mod ends;
mod flow;
pub mod lanes;
mod measure;
mod three;

pub use flow::Flow;
pub use measure::Measure;
pub use three::Three;
