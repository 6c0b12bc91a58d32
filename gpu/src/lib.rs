//! SameGame on a graphics card: strong lists for sets of boards.
//!
//! A card runs thousands of chains of list annealing, a chain a thread. The kernels are `gpu/kernels.cu`; they have integers alone, so
//! that they give the same bits on every card. `docs/explain/gpu.md` describes the method.
//!
//! - [`board`]: boards as a device has them, and lists that name tiles; `card`: a graphics card
//! - [`search`]: the search of a set of boards; [`result`]: what it has found, for the program and the Python package
//! - [`plain`]: the kernels again, slow and obvious; [`check`](mod@check): the comparison of a device with them
//! - `twin`: the kernels as a program in C++, in place of a card, for tests

pub mod board;
#[cfg(feature = "cuda")]
mod card;
pub mod check;
pub mod plain;
pub mod result;
pub mod search;
#[cfg(debug_assertions)]
mod twin;

pub use board::{Layout, fits};

/// Why a device cannot be used, or no longer: a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DeviceError(pub String);

/// The trials of all chains between two swaps.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// How the boards lie in words.
    pub layout: Layout,
    /// The number of chains of each board.
    pub per_board: usize,
    /// 0 for the steep objective, 1 for the plain one.
    pub objective: usize,
    /// The trials of each chain.
    pub trials: u32,
    /// The seed of the random numbers that chains share.
    pub seed: u32,
}

/// A device that runs the kernels: a card, or the program in C++. Boards and chains are numbers, as the structures of the kernels
/// have them. Every function returns an error if the device fails or has not enough memory.
pub trait Device: Send {
    /// Returns the name of the device.
    fn name(&self) -> &str;
    /// Returns the number of chains that keep the device at work.
    fn chains(&self, layout: Layout) -> usize;
    /// Copies boards and chains to the device, makes sweeps as long as there is a next one, and copies the chains back.
    fn run(
        &mut self,
        boards: &[i32],
        chains: &mut [i32],
        next: &mut dyn FnMut() -> Option<Sweep>,
    ) -> Result<(), DeviceError>;
}

/// Where to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// On the processor.
    Cpu,
    /// On a graphics card.
    Cuda,
    /// On a graphics card if there is one.
    Auto,
}

impl Choice {
    /// Opens a card, if one is chosen. `note` gets a sentence if the processor searches instead.
    ///
    /// # Errors
    /// If there is no card, but one is required.
    pub fn open(self, note: &mut dyn FnMut(String)) -> Result<Option<Box<dyn Device>>, DeviceError> {
        match self {
            Choice::Cpu => Ok(None),
            Choice::Cuda => open().map(Some),
            Choice::Auto => {
                let opened = open();
                opened
                    .as_ref()
                    .err()
                    .iter()
                    .for_each(|why| note(format!("searching on the processor: {why}")));
                Ok(opened.ok())
            }
        }
    }
}

/// Opens the first card. A debug build runs the program that `TILEFALL_TWIN` names in its place.
///
/// # Errors
/// If there is no card, no driver that reads the kernels, or no support for cards.
pub fn open() -> Result<Box<dyn Device>, DeviceError> {
    #[cfg(debug_assertions)]
    if let Some(program) = std::env::var_os("TILEFALL_TWIN") {
        return Ok(Box::new(twin::Twin::start(&program)?));
    }
    #[cfg(feature = "cuda")]
    return Ok(Box::new(card::Card::open()?));
    #[cfg(not(feature = "cuda"))]
    Err(DeviceError(
        "this program was built without support for graphics cards; that of the Python package for Linux with glibc has it".into(),
    ))
}
