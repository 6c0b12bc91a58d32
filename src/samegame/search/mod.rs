//! Searchers for high scores and for winning lists. They share boards, policies and limits, nothing else.
//!
//! - [`anneal`]: annealing and tempering over the list of clicks
//! - [`nested`](mod@nested): nested Monte Carlo search
//! - [`nrpa`](mod@nrpa): nested rollout policy adaptation
//! - [`outcome`]: what is asked, and what comes out
//! - [`solve`](mod@solve): the choice among the searchers

pub mod anneal;
pub mod outcome;
pub mod solve;
mod adapt;
pub mod nested;
pub mod nrpa;
pub mod outcome;
mod restarts;

pub use nested::{NestedSettings, nested};
pub use nrpa::{NrpaSettings, nrpa};
pub use outcome::{Found, Goal, Outcome, Query, Report, Silent};
pub use solve::{Method, Request, solve};
