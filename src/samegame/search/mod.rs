//! Searchers for high scores and for winning lists. They share boards, policies and limits, nothing else.
//!
//! - [`outcome`]: what is asked, and what comes out
//! - [`fit`]: which boards are searched at all
//! - [`anneal`](mod@anneal): annealing and tempering over the list of clicks
//! - [`exact`]: branch and bound, with proofs
//! - [`row`]: boards of one row or one column, in polynomial time
//! - [`nrpa`](mod@nrpa): nested rollout policy adaptation
//! - [`nested`](mod@nested): nested Monte Carlo search
//! - [`solve`](mod@solve): the choice among the searchers

mod adapt;
pub mod anneal;
pub mod exact;
pub mod fit;
mod gate;
pub mod nested;
pub mod nrpa;
pub mod outcome;
mod restarts;
pub mod row;
mod seeds;
pub mod solve;

pub use anneal::anneal;
pub use fit::Unfit;
pub use gate::Clock;
pub use nested::{NestedSettings, nested};
pub use nrpa::{NrpaSettings, nrpa};
pub use outcome::{Found, Goal, Outcome, Query, Report, Silent};
pub use solve::{Method, Request, solve};
