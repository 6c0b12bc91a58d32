//! Registers of 128 bits with instructions that every machine of the target has: eight lanes of 16 bits.
//!
//! There is one file per architecture, all with the same functions. As every machine that can run the program has
//! these registers, nothing is detected at run time:
//!
//! - `sse2`: x86-64
//! - `neon`: 64-bit ARM
//! - `wasm`: WebAssembly, in builds with `simd128`
//!
//! Other targets have no such module.

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
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
