//! The kinds of boards, and the choice among them.

use super::at_rest::{AtRest, BoardError};
use super::packed::Packed;
use crate::base::MAX_COLOURS;
use crate::bits::cpu::{Instructions as _, Job, Path, Portable, dispatch_on};
use crate::grid::Grid;

/// Work that is compiled once per kind of board.
pub trait Visitor {
    /// What the work gives.
    type Out;
    /// Does the work.
    fn visit<B: AtRest>(self, board: B) -> Self::Out;
}

/// Runs the job on a path, or on the portable one if these boards have no registers of a path's own: large boards gain
/// up to a fifth by newer instructions, which does not pay for compiling every search twice.
pub(in crate::samegame) fn run_on<B: AtRest, J: Job>(path: Path, job: J) -> J::Out {
    if B::PATHS { dispatch_on(path, job) } else { Portable.enter(job) }
}

/// Runs the visitor on the smallest board that holds the grid.
///
/// # Errors
/// If the grid is not settled.
pub fn with_board<V: Visitor>(grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
    let smallest = Kind::ALL.iter().copied().find(|kind| kind.holds(grid)).unwrap_or(Kind::Plain);
    with_kind(smallest, grid, visitor)
}

/// Runs the visitor on the smallest of a few kinds that holds the grid: 16×16, 16×64 and 32×32 with up to 7
/// colours, 64×64, any. For work that is large when compiled, and that little is lost for on a board too large for it.
///
/// # Errors
/// If the grid is not settled.
pub fn with_few<V: Visitor>(grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
    match () {
        _ if Kind::Lanes16x16.holds(grid) => Ok(visitor.visit(Packed::<16, 4, 3>::from_grid(grid)?)),
        _ if Kind::Lanes16x64.holds(grid) => Ok(visitor.visit(Packed::<16, 16, 3>::from_grid(grid)?)),
        _ if Kind::Lanes32x32.holds(grid) => Ok(visitor.visit(Packed::<32, 16, 3>::from_grid(grid)?)),
        _ if Kind::Lanes64x64Many.holds(grid) => Ok(visitor.visit(Packed::<64, 64, 6>::from_grid(grid)?)),
        _ => Ok(visitor.visit(<Grid as AtRest>::from_grid(grid)?)),
    }
}

/// Lists the packed kinds: name, bits of a lane, words, planes.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $bits:literal, $words:literal, $planes:literal;)*) => {
        /// A representation of SameGame boards.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[$doc])* $name,)*
            /// The plain grid, any size and up to 62 colours.
            Plain,
        }

        impl Kind {
            /// All kinds, the smaller first, of equal size the one with fewer planes.
            pub const ALL: &[Kind] = &[$(Kind::$name,)* Kind::Plain];

            /// Most rows, columns and colours that a board of this kind holds.
            pub fn limits(self) -> (usize, usize, usize) {
                match self {
                    $(Kind::$name => Packed::<$bits, $words, $planes>::LIMITS,)*
                    Kind::Plain => (usize::MAX, usize::MAX, MAX_COLOURS),
                }
            }
        }

        /// Runs the visitor on a board of the kind named.
        ///
        /// # Errors
        /// If the grid is not settled, or too large for the kind.
        pub fn with_kind<V: Visitor>(kind: Kind, grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
            match kind {
                $(Kind::$name => Ok(visitor.visit(Packed::<$bits, $words, $planes>::from_grid(grid)?)),)*
                Kind::Plain => Ok(visitor.visit(<Grid as AtRest>::from_grid(grid)?)),
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
    /// Up to 32×64 and 7 colours.
    Lanes32x64: 32, 32, 3;
    /// Up to 32×64 and 62 colours.
    Lanes32x64Many: 32, 32, 6;
    /// Up to 64×64 and 7 colours.
    Lanes64x64: 64, 64, 3;
    /// Up to 64×64 and 62 colours.
    Lanes64x64Many: 64, 64, 6;
}

impl Kind {
    /// Whether a board of this kind has room for the grid.
    pub fn holds(self, grid: &Grid) -> bool {
        let (rows, cols, colours) = self.limits();
        grid.rows() <= rows && grid.cols() <= cols && grid.colours() <= colours
    }
}
