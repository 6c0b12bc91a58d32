//! Words of column lanes: the only part of the crate that holds `unsafe`.
//!
//! A *plane* is a set of cells. A column is a *lane* of 8, 16, 32 or 64 bits, the bottom cell in the
//! lane's lowest bit; lanes stand side by side in `u64` words, column 0 in the lowest lane of word 0.
//!
//! - [`cpu`]: which instructions there are, and the trampoline into code compiled for them
//! - [`cells`]: sets of cells by number
//! - [`lanes`]: rows, columns, and shifts that stay in their lane
//! - [`fall`]: gravity, plane by plane
//! - [`flood`]: connected cells, and cells with an equal neighbour
//! - [`sink`]: taking cells off a board of many words, gravity and closing in one
//! - [`plane`]: a plane as one value, what a search holds in registers
//! - [`runs`]: three in a row, both ways
//! - [`zeroed`]: large blocks of zeros
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
pub mod cells;
pub mod cpu;
pub mod fall;
pub mod flood;
pub mod lanes;
pub mod plane;
mod portable;
pub mod runs;
pub mod sink;
pub mod zeroed;
