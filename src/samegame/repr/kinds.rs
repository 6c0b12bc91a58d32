//! The kinds of board representations, and the choice among them.

use super::board_repr::{BoardError, BoardRepr};
use super::packed::Packed;
use crate::base::MAX_COLOURS;
use crate::bits::cpu::{CpuPath, CpuToken as _, Kernel, Portable, dispatch_on};
use crate::grid::Grid;

/// A computation that is compiled once per kind of board.
pub trait Visitor {
    /// The result type.
    type Out;
    /// Runs the computation.
    fn visit<B: BoardRepr>(self, board: B) -> Self::Out;
}

/// Runs a kernel on `path`, or on the portable path for boards without SIMD registers: large boards gain at most a
/// fifth from newer instructions, which is not worth compiling every search twice.
pub(in crate::samegame) fn dispatch_for<B: BoardRepr, K: Kernel>(path: CpuPath, kernel: K) -> K::Out {
    if B::HAS_SIMD { dispatch_on(path, kernel) } else { Portable.call(kernel) }
}

/// Runs a visitor on the smallest representation that supports the grid.
///
/// # Errors
/// Returns an error if the grid is not settled.
pub fn with_board<V: Visitor>(grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
    let smallest = Kind::ALL.iter().copied().find(|kind| kind.holds(grid)).unwrap_or(Kind::Plain);
    with_kind(smallest, grid, visitor)
}

/// Runs a visitor on the smallest of a few representations that supports the grid: 16×16, 16×64 and 32×32 with up to 7
/// colours, 64×64, or any size. For code that is large when compiled, and loses little on a board larger than needed.
///
/// # Errors
/// Returns an error if the grid is not settled.
pub fn with_search_board<V: Visitor>(grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
    match () {
        _ if Kind::Lanes16x16.holds(grid) => Ok(visitor.visit(Packed::<16, 4, 3>::from_grid(grid)?)),
        _ if Kind::Lanes16x64.holds(grid) => Ok(visitor.visit(Packed::<16, 16, 3>::from_grid(grid)?)),
        _ if Kind::Lanes32x32.holds(grid) => Ok(visitor.visit(Packed::<32, 16, 3>::from_grid(grid)?)),
        _ if Kind::Lanes64x64Many.holds(grid) => Ok(visitor.visit(Packed::<64, 64, 6>::from_grid(grid)?)),
        _ => Ok(visitor.visit(<Grid as BoardRepr>::from_grid(grid)?)),
    }
}

/// Defines the packed kinds: name, bits of a lane, words, planes.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $bits:literal, $words:literal, $planes:literal;)*) => {
        /// A kind of board representation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[$doc])* $name,)*
            /// The plain grid: any size and up to 62 colours.
            Plain,
        }

        impl Kind {
            /// All kinds, smaller ones first, and of equal size the one with fewer planes first.
            pub const ALL: &[Kind] = &[$(Kind::$name,)* Kind::Plain];

            /// Returns the maximum numbers of rows, columns and colours.
            pub fn limits(self) -> (usize, usize, usize) {
                match self {
                    $(Kind::$name => Packed::<$bits, $words, $planes>::LIMITS,)*
                    Kind::Plain => (usize::MAX, usize::MAX, MAX_COLOURS),
                }
            }
        }

        /// Runs a visitor on a board of the given kind.
        ///
        /// # Errors
        /// Returns an error if the grid is not settled, or too large for the kind.
        pub fn with_kind<V: Visitor>(kind: Kind, grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
            match kind {
                $(Kind::$name => Ok(visitor.visit(Packed::<$bits, $words, $planes>::from_grid(grid)?)),)*
                Kind::Plain => Ok(visitor.visit(<Grid as BoardRepr>::from_grid(grid)?)),
            }
        }
    };
}

kinds! {
    /// Up to 16×16 and 7 colours.
    Lanes16x16: 16, 4, 3;
    /// Up to 16×16 and 62 colours.
    Lanes16x16Many: 16, 4, 6;
    /// Up to 16×64 and 7 colours.
    Lanes16x64: 16, 16, 3;
    /// Up to 16×64 and 62 colours.
    Lanes16x64Many: 16, 16, 6;
    /// Up to 32×32 and 7 colours.
    Lanes32x32: 32, 16, 3;
    /// Up to 64×64 and 62 colours.
    Lanes64x64Many: 64, 64, 6;
}

impl Kind {
    /// Returns whether the kind supports the size and the colours of the grid.
    pub fn holds(self, grid: &Grid) -> bool {
        let (rows, cols, colours) = self.limits();
        grid.rows() <= rows && grid.cols() <= cols && grid.colours() <= colours
    }
}
