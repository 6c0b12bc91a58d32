//! The boards that SameGame is played on, and the choice among them.
//!
//! A board [`AtRest`] is settled by construction: nothing floats, no column is skipped. Cells are 0-based from
//! the bottom left. Colours are those of the [`Grid`](crate::grid::Grid) that the board was made from; a packed board keeps
//! neither names nor size, so the way back ([`AtRest::to_grid`]) takes that grid again.
//!
//! | kind | board | cells of 3 / 6 planes |
//! | --- | --- | --- |
//! | up to 16×16 | [`Packed`](packed::Packed) of 16-bit lanes, 4 words | 96 / 192 bytes |
//! | up to 16×64 | [`Packed`](packed::Packed) of 16-bit lanes, 16 words | 384 / 768 bytes |
//! | up to 32×32 and 7 colours | [`Packed`](packed::Packed) of 32-bit lanes, 16 words | 384 bytes |
//! | up to 32×64 | [`Packed`](packed::Packed) of 32-bit lanes, 32 words | 768 / 1536 bytes |
//! | up to 64×64 | [`Packed`](packed::Packed) of 64-bit lanes, 64 words | 1536 / 3072 bytes |
//! | any | [`Grid`](crate::grid::Grid) | |
//!
//! Three planes hold up to 7 colours, six up to 62. The choice is made once, at the border:
//!
//! ```
//! use tilefall::bits::cpu::Portable;
//! use tilefall::{base::Cell, grid::Grid};
//! use tilefall::samegame::board::{AtRest, Visitor, with_board};
//! struct FirstClick;
//! impl Visitor for FirstClick {
//!     type Out = usize;
//!     fn visit<B: AtRest>(self, mut board: B) -> usize {
//!         board.click(Portable, Cell::new(0, 0))
//!     }
//! }
//! let grid = Grid::parse("1.. / 122").unwrap();
//! assert_eq!(with_board(&grid, FirstClick).unwrap(), 2);
//! ```
//!
//! - `at_rest`: what every kind can do
//! - `kinds`: the kinds, and the choice
//! - [`packed`], with `mask`, `gather` and `paint`: boards of lanes; `plain`: the grid
//! - `draw`: random bits of a set
//! - `abreast`: many boards in step

pub(super) mod abreast;
mod at_rest;
mod draw;
mod gather;
mod kinds;
mod mask;
pub mod packed;
mod paint;
pub(super) mod plain;

pub(crate) use at_rest::settled;
pub use at_rest::{AtRest, BoardError, Cells, Meeting};
pub use draw::below;
pub(super) use draw::draw;
pub(super) use kinds::run_on;
pub use kinds::{Kind, Visitor, with_board, with_few, with_kind};
