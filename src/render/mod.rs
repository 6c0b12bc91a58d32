//! Boards and lists of moves as pictures.
//!
//! - [`palette`]: colours for the eye
//! - [`text`]: as plain text; [`terminal`]: in colour
//! - [`timeline`]: what becomes of each tile while a list is played; `frame`: one board of it
//! - [`svg`]: still and moving pictures; [`html`]: one page that replays them; [`carried`]: the records in them

pub mod carried;
mod frame;
pub mod html;
pub mod palette;
pub mod svg;
pub mod terminal;
pub mod text;
pub mod timeline;
