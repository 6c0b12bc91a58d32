//! The kinds of board representations, and the choice among them.

use super::board_repr::{BoardRepr, PackError};
use super::packed::Packed;
use crate::bits::cpu::{Cpu, CpuPath, CpuToken as _, Kernel, Portable, dispatch};
use crate::rules::MAX_COLOURS;
use crate::rules::grid::Grid;

/// A computation that is compiled once per kind of board, and for some kinds once per CPU path.
pub trait BoardKernel {
    /// The result type of [`run`](Self::run).
    type Out;
    /// The kinds that the computation is compiled for.
    const KINDS: &'static [Kind];
    /// Whether to compile for every CPU path also on kinds without SIMD registers. By default it is `false`: newer
    /// instructions speed up such kinds by at most a fifth, which is not worth compiling every search twice.
    const EVERY_PATH: bool = false;
    /// Runs the computation. Must be `#[inline(always)]`, like [`Kernel::run`].
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) -> Self::Out;
}

/// A [`BoardKernel`] and its board, as one [`Kernel`].
struct OnBoard<K, B>(K, B);

impl<C: Cpu, K: BoardKernel, B: BoardRepr> Kernel<C> for OnBoard<K, B> {
    type Out = K::Out;

    #[inline(always)]
    fn run(self, cpu: C) -> K::Out {
        self.0.run(cpu, self.1)
    }
}

/// Runs a kernel on a board, on `path` if the kernel is compiled for it, else on the portable path.
fn run_on<K: BoardKernel, B: BoardRepr>(path: CpuPath, kernel: K, board: B) -> K::Out {
    let work = OnBoard(kernel, board);
    if const { K::EVERY_PATH || B::HAS_SIMD } { dispatch(path, work) } else { Portable.call(work) }
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
            /// All kinds by size, smallest first; kinds of equal size by number of planes, smallest first.
            pub const ALL: &[Kind] = &[$(Kind::$name,)* Kind::Plain];

            /// Returns the maximum numbers of rows, columns and colours.
            fn limits(self) -> (usize, usize, usize) {
                match self {
                    $(Kind::$name => Packed::<$bits, $words, $planes>::LIMITS,)*
                    Kind::Plain => (usize::MAX, usize::MAX, MAX_COLOURS),
                }
            }
        }

        /// Converts a grid to a board of this kind and runs a kernel on the board.
        ///
        /// # Panics
        /// Panics if the kernel is not compiled for the kind.
        pub fn dispatch_board<K: BoardKernel>(
            path: CpuPath,
            kind: Kind,
            grid: &Grid,
            kernel: K,
        ) -> Result<K::Out, PackError> {
            match kind {
                $(Kind::$name if const { Kind::$name.is_in(K::KINDS) } => {
                    Ok(run_on(path, kernel, Packed::<$bits, $words, $planes>::from_grid(grid)?))
                })*
                Kind::Plain if const { Kind::Plain.is_in(K::KINDS) } => {
                    Ok(run_on(path, kernel, <Grid as BoardRepr>::from_grid(grid)?))
                }
                _ => panic!("the kernel is not compiled for {kind:?}"),
            }
        }
    };
}

kinds! {
    /// Up to 8×8 and 7 colours.
    Lanes8x8: 8, 1, 3;
    /// Up to 16×16 and 7 colours.
    Lanes16x16: 16, 4, 3;
    /// Up to 16×16 and 62 colours.
    Lanes16x16Many: 16, 4, 6;
    /// Up to 16×32 and 7 colours.
    Lanes16x32: 16, 8, 3;
    /// Up to 16×64 and 7 colours.
    Lanes16x64: 16, 16, 3;
    /// Up to 16×64 and 62 colours.
    Lanes16x64Many: 16, 16, 6;
    /// Up to 32×24 and 7 colours.
    Lanes32x24: 32, 12, 3;
    /// Up to 32×32 and 7 colours.
    Lanes32x32: 32, 16, 3;
    /// Up to 64×64 and 7 colours.
    Lanes64x64: 64, 64, 3;
    /// Up to 64×64 and 62 colours.
    Lanes64x64Many: 64, 64, 6;
}

impl Kind {
    /// Returns whether the kind supports the size and the colours of the grid.
    pub fn holds(self, grid: &Grid) -> bool {
        let (rows, cols, colours) = self.limits();
        grid.rows() <= rows && grid.cols() <= cols && grid.colours() <= colours
    }

    /// Returns the first of `kinds` that supports the size and the colours of the grid.
    pub fn first_that_holds(kinds: &[Kind], grid: &Grid) -> Option<Kind> {
        kinds.iter().copied().find(|kind| kind.holds(grid))
    }

    const fn is_in(self, kinds: &[Kind]) -> bool {
        let mut at = 0;
        while at < kinds.len() {
            if kinds[at] as usize == self as usize {
                return true;
            }
            at += 1;
        }
        false
    }
}
