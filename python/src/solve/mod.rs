//! The searches: puzzles and keywords in, result records out.
//!
//! - [`plan`]: limits, and many puzzles side by side
//! - [`samegame`], [`mayan`]: the searches of the games

mod mayan;
mod plan;
mod samegame;

pub use mayan::solve_mayan;
pub use plan::Plan;
pub use samegame::solve_samegame;
