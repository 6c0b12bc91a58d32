//! Registers of 128 bits, with the vectors that every machine of a target has: eight lanes of 16 bits, half of what a plane
//! needs and a quarter of thirty-two boards abreast.
//!
//! What a register can do is one file for each kind of CPU, all with the same functions; as every machine that runs the
//! program has these registers, nothing is looked up:
//!
//! - `sse2`: x86-64
//! - `neon`: 64-bit ARM
//! - `simd128`: WebAssembly, in builds with vectors
//!
//! Other targets do without: there is no such module for them.

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub use neon::*;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::*;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub use sse2::*;
