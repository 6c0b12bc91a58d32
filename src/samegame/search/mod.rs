//! Searchers for high scores and for winning lists. They share boards, policies and limits, and nothing else.
//!
//! - [`driver`]: which engines run for a request
//! - `request`: the method of a search and its options
//! - [`outcome`]: the query of a search, its lists and their results, and its outcome; [`observer`]: its reports
//! - [`fit`]: which boards can be searched; `trivial`: boards that need no search
//! - [`anneal`]: annealing and tempering over the list of clicks
//! - [`exact`]: branch and bound, with proofs, for all rules and all goals but the fewest clicks
//! - `fewest`: the fewest clicks that clear a board, with proofs
//! - `layered`: the boards and the loop of breadth-first searches, for [`exact`] and `fewest`
//! - `playouts`: random games on boards that are too large for annealing
//! - `join`: several outcomes as one

pub mod anneal;
pub mod driver;
pub mod exact;
mod fewest;
pub mod fit;
mod join;
mod layered;
pub mod observer;
pub mod outcome;
mod playouts;
mod request;
mod trivial;

pub use driver::solve;
pub use fit::BoardError;
pub use observer::{NoReport, Report};
pub use outcome::{Found, Goal, Outcome, Query};
pub(crate) use outcome::{GameResult, Tally};
pub use request::{Method, Request};
