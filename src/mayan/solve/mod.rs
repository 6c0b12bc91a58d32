//! The solver: finds winning lists, the first or the shortest, all of them, or none with proof.
//!
//! - [`columns`], [`lanes`], [`measure`]: lower bounds on the moves left
//! - [`sleep`]: sleep sets
//! - [`table`]: proven failures
//! - [`search`]: the depth-first search of one thread

pub mod columns;
pub mod lanes;
pub mod measure;
pub mod search;
pub mod sleep;
pub mod stats;
pub mod switches;
pub mod table;

use crate::grid::Grid;
use crate::limits::{StopFlag, StopReason};
use crate::mayan::board::Board;
use measure::{Flow, Measure};
use search::{Node, Plan, Search, Verdict};
use switches::Switches;

/// quick
pub fn quick(grid: &Grid, m: u64, switches: Switches) -> (Verdict, Vec<crate::mayan::Move>, stats::Stats) {
    let mut board = Board::<4>::from_grid(grid).unwrap();
    crate::bits::cpu::dispatch(Settle(&mut board));
    let plan =
        Plan { cols: grid.cols() as u32, exactly: true, any: false, all: false, noop: false, switches };
    let stop = StopFlag::new();
    let mut sink = |_: &[crate::mayan::Move]| true;
    let table = std::sync::Arc::new(table::Table::<3>::new(6, false));
    macro_rules! go {
        ($m:ty) => {{
            let Some(measure) = <$m as Measure<4>>::of(&board, m, crate::bits::cpu::Portable::new()) else {
                return (Verdict::None, vec![], stats::Stats::default());
            };
            let mut search = Search::<4, 3, $m>::new(plan, table, 20, u64::MAX, &stop, &mut sink);
            let verdict = search.run(&Node { board, measure }, m, sleep::MoveSet::NONE);
            (verdict, search.path, search.stats)
        }};
    }
    if switches.flow { go!(Flow<16>) } else { go!(measure::Three) }
}

struct Settle<'a>(&'a mut Board<4>);
impl crate::bits::cpu::Job for Settle<'_> {
    type Out = ();
    #[inline(always)]
    fn run<C: crate::bits::cpu::Cpu>(self, cpu: C) {
        self.0.settle(cpu);
    }
}
