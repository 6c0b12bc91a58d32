//! SameGame on a graphics card.

pub mod board;
pub mod check;
pub mod device;
pub mod plain;
#[cfg(debug_assertions)]
mod twin;

#[cfg(debug_assertions)]
pub use twin::Twin;
pub mod search;
