//! Parts of the solver that can be left out, to see what they give and to test each against the rest.

use crate::bits::cpu::Path;

/// Which parts are at work. All are by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// The flow lanes over exact columns; without it, only "a colour has one or two blocks".
    pub flow: bool,
    /// Sleep sets.
    pub sleep: bool,
    /// The table of failures.
    pub table: bool,
    /// The CPU path to use; the best one if none is named.
    pub cpu: Option<Path>,
}

impl Switches {
    /// Nothing but the colour count: the plain search that the others are checked against.
    pub const PLAIN: Switches =
        Switches { flow: false, sleep: false, table: false, cpu: Some(Path::Portable) };

    /// The CPU path to run on.
    pub fn path(&self) -> Path {
        self.cpu.unwrap_or_else(Path::best)
    }
}

impl Default for Switches {
    fn default() -> Self {
        Switches { flow: true, sleep: true, table: true, cpu: None }
    }
}
