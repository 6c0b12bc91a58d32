//! The representations of SameGame boards, and the choice among them.
//!
//! No tile of a [`BoardRepr`] floats and, if columns close, no empty column lies left of an occupied one. Cells are
//! 0-based from the bottom left. A board has the colours of the [`Grid`](crate::rules::grid::Grid) that it was created
//! from. A packed board has no colour names and no size, so [`BoardRepr::to_grid`] takes the grid again.
//!
//! | kind | board | memory with 3 / 6 planes |
//! | --- | --- | --- |
//! | up to 8×8 and 7 colours | [`Packed`](packed::Packed) of 8-bit lanes, 1 word | 24 bytes |
//! | up to 16×16 | [`Packed`](packed::Packed) of 16-bit lanes, 4 words | 96 / 192 bytes |
//! | up to 16×32 and 7 colours | [`Packed`](packed::Packed) of 16-bit lanes, 8 words | 192 bytes |
//! | up to 16×64 | [`Packed`](packed::Packed) of 16-bit lanes, 16 words | 384 / 768 bytes |
//! | up to 32×24 and 7 colours | [`Packed`](packed::Packed) of 32-bit lanes, 12 words | 288 bytes |
//! | up to 32×32 and 7 colours | [`Packed`](packed::Packed) of 32-bit lanes, 16 words | 384 bytes |
//! | up to 64×64 | [`Packed`](packed::Packed) of 64-bit lanes, 64 words | 1536 / 3072 bytes |
//! | any | [`Grid`](crate::rules::grid::Grid) | |
//!
//! Three planes represent up to 7 colours, six up to 62. The representation is chosen once, when a search starts:
//!
//! ```
//! use tilefall::internals::bits::cpu::{Cpu, CpuPath};
//! use tilefall::{rules::Cell, rules::grid::Grid};
//! use tilefall::internals::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
//! struct FirstClick;
//! impl BoardKernel for FirstClick {
//!     type Out = usize;
//!     const KINDS: &'static [Kind] = &[Kind::Lanes16x16, Kind::Plain];
//!     #[inline(always)]
//!     fn run<C: Cpu, B: BoardRepr>(self, cpu: C, mut board: B) -> usize {
//!         board.click(cpu, Cell::new(0, 0))
//!     }
//! }
//! let grid = Grid::parse("1.. / 122").unwrap();
//! let kind = Kind::first_that_holds(FirstClick::KINDS, &grid).unwrap();
//! assert_eq!(dispatch_board(CpuPath::best(), kind, &grid, FirstClick).unwrap(), 2);
//! ```
//!
//! - `board_repr`: the trait of all representations
//! - `kinds`: the kinds, and the choice among them
//! - [`packed`], with `mask`, `observation` and `codes`: boards of lanes; `plain`: the grid
//! - `random`: random numbers, and random bits of a set

mod board_repr;
pub(crate) mod codes;
mod kinds;
mod mask;
mod observation;
pub mod packed;
mod plain;
mod random;

pub(crate) use board_repr::check_settled;
pub use board_repr::{BoardRepr, Cells, ClickSet, PackError};
pub use kinds::{BoardKernel, Kind, dispatch_board};
pub(crate) use plain::random_clickable;
pub use random::below;
pub(super) use random::random_bit;
