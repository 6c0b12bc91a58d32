//! Bit operations on column lanes: the only part of the crate that contains `unsafe`.
//!
//! A *plane* is a set of cells. A column is a *lane* of 8, 16, 32 or 64 bits with the bottom cell in the lowest bit.
//! Lanes lie side by side in `u64` words, column 0 in the lowest lane of word 0.
//!
//! - [`token`]: CPU tokens, which prove that instructions are available; `portable`: the same operations in plain Rust
//! - [`cells`]: the lowest cell of a set, and the cell with a given rank
//! - [`lanes`]: masks of rows and columns, and shifts that stay in their lane
//! - [`fall`]: gravity in one word
//! - [`plane`]: a plane as one value, in SIMD registers where possible: flood fill, gravity, closing of columns
//! - `simd128`: registers of 128 bits, and the types of the portable path
//! - [`cpu`]: the CPU paths, and the choice among them
//! - [`zeroed`]: large zeroed allocations
#![allow(unsafe_code)]

pub mod cells;
pub mod cpu;
pub mod fall;
pub mod lanes;
pub mod plane;
mod portable;
#[cfg_attr(
    not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128"),
    )),
    path = "simd128/none.rs"
)]
mod simd128;
pub mod token;
pub mod zeroed;
