//! A device that runs the kernels, and the memory that it shares with the host.

use crate::board::Layout;

/// The number of chains of a ladder, whose temperatures are swapped.
pub const LADDER: usize = 4;

/// The most clicks of a list.
pub const CLICKS: usize = 200;

/// Fields of a chain, by their index in [`Chains::heads`].
pub mod field {
    /// The temperature, in units of value.
    pub const TEMPERATURE: usize = 0;
    /// The state of the random numbers.
    pub const RANDOM: usize = 1;
    /// The tabu colour.
    pub const TABU: usize = 2;
    /// The number of clicks of the list.
    pub const LENGTH: usize = 3;
    /// The value of the list.
    pub const VALUE: usize = 4;
    /// The points of the best list.
    pub const BEST: usize = 5;
    /// The number of clicks of the best list.
    pub const BEST_LENGTH: usize = 6;
    /// The number of fields; one is unused.
    pub const ALL: usize = 8;
}

/// The chains of all boards, as they lie in the memory of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    /// The fields of each chain.
    pub heads: Vec<i32>,
    /// The list of each chain and its best list, as names of tiles.
    pub lists: Vec<u16>,
}

impl Chains {
    /// The bytes of a chain.
    pub const BYTES: usize = 4 * field::ALL + 2 * 2 * CLICKS;

    /// Creates chains with empty lists.
    pub fn new(number: usize) -> Chains {
        Chains { heads: vec![0; field::ALL * number], lists: vec![0; 2 * CLICKS * number] }
    }

    /// Returns the number of chains.
    pub fn number(&self) -> usize {
        self.heads.len() / field::ALL
    }

    /// Returns the fields of a chain.
    pub fn head(&self, chain: usize) -> &[i32] {
        &self.heads[field::ALL * chain..][..field::ALL]
    }

    /// Returns the fields of a chain.
    pub fn head_mut(&mut self, chain: usize) -> &mut [i32] {
        &mut self.heads[field::ALL * chain..][..field::ALL]
    }

    /// Returns the list of a chain.
    pub fn list(&self, chain: usize) -> &[u16] {
        &self.lists[2 * CLICKS * chain..][..self.length(chain, field::LENGTH)]
    }

    /// Returns the best list of a chain.
    pub fn best(&self, chain: usize) -> &[u16] {
        &self.lists[2 * CLICKS * chain + CLICKS..][..self.length(chain, field::BEST_LENGTH)]
    }

    /// Returns the length of a list; a device that fails may return anything.
    fn length(&self, chain: usize, field: usize) -> usize {
        self.head(chain)[field].clamp(0, CLICKS as i32) as usize
    }

    /// Sets the list of a chain.
    pub fn set_list(&mut self, chain: usize, names: &[u16]) {
        self.lists[2 * CLICKS * chain..][..names.len()].copy_from_slice(names);
        self.head_mut(chain)[field::LENGTH] = names.len() as i32;
    }
}

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

/// A device that runs the kernels: a card, or the program that the kernels are in C++.
pub trait Device: Send {
    /// Returns the name of the device.
    fn name(&self) -> &str;

    /// Returns the most chains that are worth running at once on boards of a layout.
    fn chains(&self, layout: Layout) -> usize;

    /// Copies boards and the table of logarithms to the device, with room for a number of chains.
    ///
    /// # Errors
    /// If the device has not enough memory, or failed.
    fn prepare(&mut self, boards: &[i32], logs: &[i32], chains: usize) -> Result<(), DeviceError>;

    /// Copies the chains to the device.
    ///
    /// # Errors
    /// If the device failed.
    fn write(&mut self, chains: &Chains) -> Result<(), DeviceError>;

    /// Copies the chains from the device.
    ///
    /// # Errors
    /// If the device failed.
    fn read(&mut self, chains: &mut Chains) -> Result<(), DeviceError>;

    /// Makes trials with all chains, swaps the temperatures of ladders once, and waits until that is done.
    ///
    /// # Errors
    /// If the device has not enough memory, or failed.
    fn sweep(&mut self, sweep: &Sweep) -> Result<(), DeviceError>;
}

/// Why a device cannot be used, or no longer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The program was built without the feature `cuda`.
    #[error(
        "this program was built without support for graphics cards, expected the one in the Python package"
    )]
    Unsupported,
    /// There is no driver.
    #[error(
        "no driver of an NVIDIA graphics card is installed, expected libcuda.so.1 of a driver from 520 on"
    )]
    NoDriver,
    /// The driver finds no card.
    #[error("the driver finds no NVIDIA graphics card")]
    NoCard,
    /// The driver cannot read the kernels.
    #[error("the driver of the graphics card is for CUDA {}.{}, expected 11.8 or later (driver 520)", .0 / 1000, .0 % 1000 / 10)]
    OldDriver(i32),
    /// The card cannot run the kernels.
    #[error("{0} has compute capability {1}.{2}, expected 6.0 or later")]
    OldCard(String, i32, i32),
    /// There is not enough memory.
    #[error(
        "the graphics card has not enough free memory, expected {0} MB; a smaller --memory takes fewer chains"
    )]
    Memory(usize),
    /// The driver reports an error; the card may have been taken away.
    #[error("the graphics card failed: {0}")]
    Failed(String),
}
