//! Searchers for high scores and for winning lists. They share boards, policies and limits, nothing else.
//!
//! - [`anneal`]: annealing and tempering over the list of clicks
//! - [`outcome`]: what is asked, and what comes out
//! - [`solve`](mod@solve): the choice among the searchers

pub mod anneal;
pub mod outcome;
pub mod solve;

pub use outcome::{Found, Goal, Outcome, Query, Report, Silent};
pub use solve::{Method, Request, solve};
