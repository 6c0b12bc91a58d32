//! Searchers for high scores and for winning lists. They share boards, policies and limits, nothing else.
//!
//! - [`outcome`]: what is asked, and what comes out
//! - [`fit`]: which boards are searched at all; `glance`: what is known before a search
//! - [`anneal`](mod@anneal): annealing and tempering over the list of clicks
//! - [`exact`]: branch and bound, with proofs
//! - [`sampling`]: nested rollout policy adaptation and nested Monte Carlo search
//! - [`request`]: which searcher is asked for, and how it is to search
//! - [`auto`]: the choice among the searchers; `turns`: several of them one after the other

pub mod anneal;
pub mod auto;
mod budget;
pub mod exact;
pub mod fit;
pub mod outcome;
mod portfolio;
pub mod request;
pub mod sampling;
mod trivial;

pub use anneal::anneal;
pub use auto::solve;
pub use budget::Clock;
pub use fit::SearchError;
pub use outcome::{Found, Goal, NoReport, Outcome, Query, Report};
pub use request::{Method, Request};
pub use sampling::{NestedSettings, NrpaSettings, nested, nrpa};
