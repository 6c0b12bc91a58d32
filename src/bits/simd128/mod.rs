//! Registers of 128 bits with instructions that every machine of the target has: eight lanes of 16 bits.
//!
//! There is one file per architecture, all with the same functions. As every machine that can run the program has
//! these registers, nothing is detected at run time:
//!
//! - `sse2`: x86-64
//! - `neon`: 64-bit ARM
//! - `wasm`: WebAssembly, in builds with `simd128`
//!
//! Other targets have `none` instead: the portable path then uses planes of plain words.
//!
//! | operation | lanes that it returns |
//! | --- | --- |
//! | `and_not` | the cells of `a` that are not in `b` |
//! | `select` | the cells of `a` inside `mask` and those of `b` outside it |
//! | `up`, `down` | every cell moved up or down by `ROWS` rows, 1 to 15 |
//! | `left` | the lanes of `low` moved one to the left; the last lane comes from the start of `high` |
//! | `right` | the lanes of `high` moved one to the right; the first lane comes from the end of `low` |
//! | `below_lowest` | the cells below the lowest cell of each lane |
//! | `full_lanes` | all cells of a set of lanes |
//!
//! For two registers, `columns` returns the lanes that are not 0, one bit per lane, and `count` the number of cells.

/// Defines functions on registers by their name, arguments and result.
macro_rules! operations {
    ($($name:ident $(<$rows:ident>)? ($($lanes:ident),+) = $value:expr;)*) => {$(
        #[inline(always)]
        #[allow(unused_unsafe, reason = "the instructions of WebAssembly are safe")]
        pub fn $name $(<const $rows: i32>)? ($($lanes: U16x8),+) -> U16x8 {
            // SAFETY: every machine of the target has the instructions.
            unsafe { $value }
        }
    )*};
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
mod plane;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub use neon::*;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub use sse2::*;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::*;

pub use plane::Plane2x128 as PortablePlane16x16;
