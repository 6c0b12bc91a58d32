//! Boards as pictures.
//!
//! - [`text`]: for terminals and plain text

pub mod text;
