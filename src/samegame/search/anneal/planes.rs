//! The choice of bit planes for a board.

use crate::bits::cpu::{Cpu, CpuPath, CpuToken as _, Kernel, Portable, dispatch_on};
use crate::bits::plane::{Plane, WordPlane};
use crate::grid::Grid;
use crate::samegame::repr::Kind;
use crate::samegame::search::fit::Settled;

/// Code that is compiled once for each kind of planes.
pub trait PlaneKernel {
    /// The result.
    type Out;
    /// Runs the code; must be `#[inline(always)]`, like a [`Kernel`].
    fn run<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize>(self, cpu: C) -> Self::Out;
}

/// Returns `true` if there are planes for a grid: up to 64×64.
pub fn fits(grid: &Grid) -> bool {
    Kind::Lanes64x64Many.holds(grid)
}

/// Runs a kernel with the planes for a grid; `None` if the grid has more than 64 rows or columns.
pub fn with_planes<W: PlaneKernel>(path: CpuPath, board: Settled<'_>, work: W) -> Option<W::Out> {
    let grid = board.grid();
    if !fits(grid) {
        return None;
    }
    Some(match () {
        _ if Kind::Lanes16x16.holds(grid) => dispatch_on(path, NativePlanes::<_, 3, 8>(work)),
        _ if Kind::Lanes16x16Many.holds(grid) => dispatch_on(path, NativePlanes::<_, 6, 64>(work)),
        _ if Kind::Lanes16x64.holds(grid) => dispatch_on(path, WordPlanes::<_, 16, 16, 3, 8>(work)),
        _ if Kind::Lanes32x32.holds(grid) => dispatch_on(path, WordPlanes::<_, 32, 16, 3, 8>(work)),
        // With this many words, newer instructions gain nothing.
        _ => Portable.call(WordPlanes::<_, 64, 64, 6, 64>(work)),
    })
}

/// Like [`with_planes`], but only for boards of up to 16×16 and 7 colours, so that it is compiled once per
/// path.
pub fn with_small_planes<W: PlaneKernel>(path: CpuPath, board: Settled<'_>, work: W) -> Option<W::Out> {
    Kind::Lanes16x16.holds(board.grid()).then(|| dispatch_on(path, NativePlanes::<_, 3, 8>(work)))
}

/// A kernel on the native planes of the CPU path.
struct NativePlanes<W, const PLANES: usize, const COLOURS: usize>(W);

/// A kernel on planes of plain words.
struct WordPlanes<W, const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize>(W);

impl<W: PlaneKernel, const PLANES: usize, const COLOURS: usize> Kernel for NativePlanes<W, PLANES, COLOURS> {
    type Out = W::Out;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> W::Out {
        self.0.run::<C, C::Plane16x16, PLANES, COLOURS>(cpu)
    }
}

impl<W: PlaneKernel, const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize> Kernel
    for WordPlanes<W, BITS, WORDS, PLANES, COLOURS>
{
    type Out = W::Out;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> W::Out {
        self.0.run::<C, WordPlane<BITS, WORDS>, PLANES, COLOURS>(cpu)
    }
}
