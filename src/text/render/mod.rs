//! Boards and lists of moves as pictures.
//!
//! - [`palette`]: the colours of tiles
//! - [`text`]: as plain text
//! - [`timeline`]: the path of each tile while a list is played
//! - [`svg`]: still and animated pictures; [`html`]: a page that replays lists

pub mod html;
pub mod palette;
pub mod svg;
pub mod text;
pub mod timeline;
