//! Words of column lanes: the only part of the crate that holds `unsafe`.
//!
//! A *plane* is a set of cells. A column is a *lane* of 8, 16, 32 or 64 bits, the bottom cell in the
//! lane's lowest bit; lanes stand side by side in `u64` words, column 0 in the lowest lane of word 0.
//!
//! - [`instructions`]: tokens that prove what the CPU can do; `portable`: the same in plain Rust
//! - [`cells`]: sets of cells by number
//! - [`lanes`]: rows, columns, and shifts that stay in their lane
//! - [`fall`]: gravity, plane by plane
//! - [`plane`]: a plane as one value, what a search holds in registers: flood, gravity, closing
//! - [`abreast`]: a column each of thirty-two boards as one value
//! - `half`: registers of 128 bits
//! - [`runs`]: three in a row, both ways
//! - [`cpu`]: the CPU paths, and the choice among them
//! - [`zeroed`]: large blocks of zeros
#![allow(unsafe_code)]

pub mod abreast;
pub mod cells;
pub mod cpu;
pub mod fall;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
mod half;
pub mod instructions;
pub mod lanes;
pub mod plane;
mod portable;
pub mod runs;
pub mod zeroed;
