//! SameGame on a graphics card: strong lists for sets of boards.
//!
//! A card runs thousands of chains of list annealing at once, a chain a thread. The kernels are `gpu/kernels.cu`; they have integers
//! alone, so that a list is the same on every card. `docs/explain/gpu.md` describes the method.
//!
//! - [`device`]: a device and the memory that it shares with the host; `card`: a graphics card
//! - [`board`]: boards in that memory, and lists that name tiles
//! - [`search`]: the search of a set of boards
//! - [`plain`]: the kernels again, slow and obvious; [`check`]: the comparison of a device with them
//! - `twin`: the kernels as a program in C++, in place of a card, for tests
//!
//! Without the feature `cuda` there is no device.

pub mod board;
#[cfg(feature = "cuda")]
mod card;
pub mod check;
pub mod device;
pub mod plain;
pub mod search;
#[cfg(debug_assertions)]
mod twin;

pub use board::fits;
pub use device::{Device, DeviceError};

/// Where to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// On the processor.
    #[default]
    Cpu,
    /// On a graphics card.
    Cuda,
    /// On a graphics card if there is one.
    Auto,
}

impl Choice {
    /// Opens a card, if one is chosen, or calls `note` with the reason why the processor has to do.
    ///
    /// # Errors
    /// Returns the errors of [`open`], if a card is required.
    pub fn open(self, note: impl FnOnce(&DeviceError)) -> Result<Option<Box<dyn Device>>, DeviceError> {
        if self == Choice::Cpu {
            return Ok(None);
        }
        match open() {
            Err(error) if self == Choice::Auto => {
                note(&error);
                Ok(None)
            }
            opened => opened.map(Some),
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
        let twin = twin::Twin::start(&program).map_err(|error| DeviceError::Failed(error.to_string()))?;
        return Ok(Box::new(twin));
    }
    open_card()
}

#[cfg(feature = "cuda")]
fn open_card() -> Result<Box<dyn Device>, DeviceError> {
    Ok(Box::new(card::Card::open()?))
}

#[cfg(not(feature = "cuda"))]
fn open_card() -> Result<Box<dyn Device>, DeviceError> {
    Err(DeviceError::Unsupported)
}
