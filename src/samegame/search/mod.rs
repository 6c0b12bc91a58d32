//! Searchers for high scores and for winning lists. They share boards, policies and limits, and nothing else.
//!
//! - [`outcome`]: the query of a search, its reports, and its outcome
//! - [`fit`]: which boards can be searched; `trivial`: boards that need no search
//! - `budget`: limits and clock
//! - [`anneal`](mod@anneal): annealing and tempering over the list of clicks
//! - [`exact`]: branch and bound, with proofs
//! - [`fewest`]: the fewest clicks that clear a board, with proofs
//! - `layered`: the boards of breadth-first searches, for [`exact`] and [`fewest`]
//! - [`sampling`]: nested rollout policy adaptation and nested Monte Carlo search
//! - [`family`]: other rules than the usual ones, and the goals `fewest`, `left` and `biggest`
//! - [`request`]: the searcher that is requested, and its options
//! - `similar`: classic rules in place of rules that differ at the end of a game only
//! - [`auto`]: the choice among the searchers; `portfolio`: several searches one after the other

pub mod anneal;
pub mod auto;
mod budget;
pub mod exact;
pub mod family;
pub mod fewest;
pub mod fit;
mod layered;
pub mod outcome;
mod portfolio;
pub mod request;
pub mod sampling;
mod similar;
mod trivial;

pub use anneal::anneal;
pub use auto::solve;
pub use budget::Clock;
pub use fit::SearchError;
pub use outcome::{Found, Goal, NoReport, Outcome, Query, Report};
pub use request::{Method, Request};
pub use sampling::{NestedSettings, NrpaSettings, sample};
