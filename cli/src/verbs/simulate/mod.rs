//! `tilefall samegame simulate` and `tilefall mayan simulate`.

pub mod mayan;
pub mod samegame;
