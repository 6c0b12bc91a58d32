//! The helpers that the tests of packed boards use.

pub mod clearable;
pub mod paths;
pub mod samegame_brute_force;
