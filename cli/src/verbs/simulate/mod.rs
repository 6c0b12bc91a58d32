//! `tilefall samegame simulate` and `tilefall mayan simulate`: a judge's output for its input.

pub mod mayan;
pub mod samegame;
