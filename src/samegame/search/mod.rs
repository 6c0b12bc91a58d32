//! Searchers for high scores and for winning lists. They share boards, policies and limits, nothing else.
//!
//! - [`outcome`]: what is asked, and what comes out
//! - [`fit`]: which boards are searched at all
//! - [`anneal`](mod@anneal): annealing and tempering over the list of clicks
//! - [`exact`]: branch and bound, with proofs
//! - [`sampling`]: nested rollout policy adaptation and nested Monte Carlo search
//! - [`auto`]: the choice among the searchers

pub mod anneal;
pub mod auto;
pub mod exact;
pub mod fit;
mod gate;
pub mod outcome;
pub mod sampling;

pub use anneal::anneal;
pub use auto::{Method, Request, solve};
pub use fit::Unfit;
pub use gate::Clock;
pub use outcome::{Found, Goal, Outcome, Query, Report, Silent};
pub use sampling::{NestedSettings, NrpaSettings, nested, nrpa};
