//! A graphics card, through the driver that is installed. Only this file of the crate contains `unsafe`.
#![allow(unsafe_code)]

use crate::board::Layout;
use crate::device::{Chains, Device, DeviceError, LADDER, Sweep};
use cudarc::driver::sys::{self, CUdevice_attribute, CUresult};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg as _,
};
use std::sync::Arc;

/// The kernels, which `gpu/ptx.py` compiles from `gpu/kernels.cu`.
const PTX: &str = include_str!("../kernels.ptx");

/// The version of CUDA whose drivers read this PTX.
const CUDA: i32 = 11080;

/// The threads of a block.
const BLOCK: u32 = 64;

/// A graphics card with the kernels.
pub struct Card {
    name: String,
    /// The number of multiprocessors.
    processors: usize,
    stream: Arc<CudaStream>,
    anneal: [CudaFunction; 2],
    swap: CudaFunction,
    memory: Option<Memory>,
}

/// The memory of a search on the card.
struct Memory {
    heads: CudaSlice<i32>,
    lists: CudaSlice<u16>,
    boards: CudaSlice<i32>,
    logs: CudaSlice<i32>,
}

impl Memory {
    fn bytes(boards: usize, chains: usize) -> usize {
        4 * boards + chains * Chains::BYTES
    }
}

/// Converts an error of the driver; `bytes` were needed.
fn failed(bytes: usize) -> impl Fn(DriverError) -> DeviceError {
    move |error| match error.0 {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => DeviceError::Memory(bytes.div_ceil(1_000_000)),
        CUresult::CUDA_ERROR_NO_DEVICE => DeviceError::NoCard,
        _ => DeviceError::Failed(
            error
                .error_string()
                .map_or_else(|_| format!("{error:?}"), |text| text.to_string_lossy().into_owned()),
        ),
    }
}

impl Card {
    /// Opens the first card.
    ///
    /// # Errors
    /// If there is no card, or no driver that reads the kernels.
    pub fn open() -> Result<Card, DeviceError> {
        // SAFETY: loads the library of the driver by its name, whose initialisation has no preconditions.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::NoDriver);
        }
        let mut version = 0;
        // SAFETY: writes an integer through a valid pointer; every version of the driver has this function, and it needs no
        // initialisation.
        unsafe { sys::cuDriverGetVersion(&mut version) }.result().map_err(failed(0))?;
        if version < CUDA {
            return Err(DeviceError::OldDriver(version));
        }
        let open = || {
            let context = CudaContext::new(0)?;
            let (name, capability) = (context.name()?, context.compute_capability()?);
            Ok((context, name, capability))
        };
        let (context, name, (major, minor)) = open().map_err(failed(0))?;
        if major < 6 {
            return Err(DeviceError::OldCard(name, major, minor));
        }
        let load = || {
            let module = context.load_module(PTX.into())?;
            let processors =
                context.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
            Ok(Card {
                name,
                processors: processors.max(1) as usize,
                stream: context.default_stream(),
                anneal: [module.load_function("anneal_small")?, module.load_function("anneal_large")?],
                swap: module.load_function("swap")?,
                memory: None,
            })
        };
        load().map_err(failed(PTX.len()))
    }

    /// Returns the memory of the search, which `prepare` allocated.
    fn memory(&mut self) -> Result<&mut Memory, DeviceError> {
        self.memory.as_mut().ok_or_else(|| DeviceError::Failed("no boards were prepared".into()))
    }
}

/// Returns the launch of a number of threads.
fn threads(number: usize) -> LaunchConfig {
    LaunchConfig {
        grid_dim: (number.div_ceil(BLOCK as usize) as u32, 1, 1),
        block_dim: (BLOCK, 1, 1),
        shared_mem_bytes: 0,
    }
}

impl Device for Card {
    fn name(&self) -> &str {
        &self.name
    }

    fn chains(&self, layout: Layout) -> usize {
        // The blocks that a multiprocessor holds, by registers and shared memory, in the kernels' launch bounds.
        let blocks = if layout == Layout::Small { 16 } else { 6 };
        self.processors * blocks * BLOCK as usize
    }

    fn prepare(&mut self, boards: &[i32], logs: &[i32], chains: usize) -> Result<(), DeviceError> {
        self.memory = None;
        let new = Chains::new(chains);
        let allocate = || {
            Ok(Memory {
                heads: self.stream.clone_htod(&new.heads)?,
                lists: self.stream.clone_htod(&new.lists)?,
                boards: self.stream.clone_htod(boards)?,
                logs: self.stream.clone_htod(logs)?,
            })
        };
        self.memory = Some(allocate().map_err(failed(Memory::bytes(boards.len(), chains)))?);
        Ok(())
    }

    fn write(&mut self, chains: &Chains) -> Result<(), DeviceError> {
        let stream = self.stream.clone();
        let memory = self.memory()?;
        let mut copy = || {
            stream.memcpy_htod(&chains.heads, &mut memory.heads)?;
            stream.memcpy_htod(&chains.lists, &mut memory.lists)?;
            stream.synchronize()
        };
        copy().map_err(failed(0))
    }

    fn read(&mut self, chains: &mut Chains) -> Result<(), DeviceError> {
        let stream = self.stream.clone();
        let memory = self.memory()?;
        let mut copy = || {
            stream.memcpy_dtoh(&memory.heads, &mut chains.heads)?;
            stream.memcpy_dtoh(&memory.lists, &mut chains.lists)?;
            stream.synchronize()
        };
        copy().map_err(failed(0))
    }

    fn sweep(&mut self, sweep: &Sweep) -> Result<(), DeviceError> {
        let (stream, swap) = (self.stream.clone(), self.swap.clone());
        let anneal = self.anneal[usize::from(sweep.layout == Layout::Large)].clone();
        let Memory { heads, lists, boards, logs } = self.memory()?;
        let number = heads.len() / crate::device::field::ALL;
        let bytes = Memory::bytes(boards.len(), number);
        let boards_needed = number.div_ceil(sweep.per_board.max(1));
        assert!(boards_needed * crate::board::WORDS <= boards.len() && logs.len() == crate::board::LOGS);
        let (chains, per_board) = (number as i32, sweep.per_board as i32);
        let (objective, trials) = (sweep.objective as i32, sweep.trials as i32);
        let mut annealing = stream.launch_builder(&anneal);
        annealing.arg(&mut *heads).arg(&mut *lists).arg(&*boards).arg(&*logs);
        annealing.arg(&chains).arg(&per_board).arg(&objective).arg(&trials).arg(&sweep.seed);
        // SAFETY: the arguments have the types of the kernel's parameters. A thread of number `id` below `chains` writes to chain
        // `id` and its lists, which have room for `chains` chains, and reads board `id / per_board`, which was asserted to
        // exist, and the logarithms, of which there are 4096. The tests check every index in the program in C++.
        unsafe { annealing.launch(threads(number)) }.map_err(failed(bytes))?;
        let ladders = (number / LADDER) as i32;
        let mut swapping = stream.launch_builder(&swap);
        swapping.arg(&mut *heads).arg(&*logs).arg(&ladders).arg(&sweep.seed);
        // SAFETY: the arguments have the types of the kernel's parameters. A thread of number `id` below `ladders` reads and
        // writes four chains from `4 * id` on, of which there are `chains`.
        unsafe { swapping.launch(threads(number / LADDER)) }.map_err(failed(bytes))?;
        stream.synchronize().map_err(failed(bytes))
    }
}
