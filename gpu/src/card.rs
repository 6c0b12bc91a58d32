//! A graphics card, through the driver that is installed. Only this file of the crate contains `unsafe`.
#![allow(unsafe_code)]

use crate::search::LADDER;
use crate::{Device, DeviceError, Layout, Sweep, board};
use cudarc::driver::sys::{self, CUdevice_attribute, CUresult};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg as _,
};
use std::sync::Arc;

/// The kernels, which `gpu/ptx.py` compiles from `gpu/kernels.cu`.
const PTX: &str = include_str!("../kernels.ptx");

/// The version of CUDA whose drivers read this PTX.
const CUDA: i32 = 11_080;

/// The threads of a block.
const BLOCK: u32 = 64;

/// A graphics card with the kernels.
pub struct Card {
    name: String,
    /// The number of chains that run at the same time, for small boards and large ones.
    chains: [usize; 2],
    stream: Arc<CudaStream>,
    /// The kernels for small boards and large ones.
    anneal: [CudaFunction; 2],
    swap: CudaFunction,
    /// The table of logarithms.
    logs: CudaSlice<i32>,
}

fn failed(error: DriverError) -> DeviceError {
    let text = || match error.error_string() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => format!("{error:?}"),
    };
    DeviceError(match error.0 {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => "the graphics card has not enough free memory".into(),
        CUresult::CUDA_ERROR_NO_DEVICE => "the driver finds no NVIDIA graphics card".into(),
        _ => format!("the graphics card failed: {}", text()),
    })
}

impl Card {
    pub fn open() -> Result<Card, DeviceError> {
        // SAFETY: loads the library of the driver by its name; its initialisation has no preconditions.
        if !unsafe { sys::is_culib_present() } {
            let why = "no driver of an NVIDIA graphics card is installed, expected libcuda.so.1 of driver 520 or later";
            return Err(DeviceError(why.into()));
        }
        let mut version = 0;
        // SAFETY: writes an integer through a valid pointer. All versions of the driver have this function, before any
        // initialisation.
        unsafe { sys::cuDriverGetVersion(&mut version) }.result().map_err(failed)?;
        if version < CUDA {
            let (major, minor) = (version / 1000, version % 1000 / 10);
            let why = format!(
                "the graphics driver is for CUDA {major}.{minor}, expected 11.8 or later (driver 520)"
            );
            return Err(DeviceError(why));
        }
        let context = CudaContext::new(0).map_err(failed)?;
        let name = context.name().map_err(failed)?;
        let (major, minor) = context.compute_capability().map_err(failed)?;
        if major < 6 {
            let why = format!("{name} has compute capability {major}.{minor}, expected 6.0 or later");
            return Err(DeviceError(why));
        }
        let load = || {
            let module = context.load_module(PTX.into())?;
            let processors =
                context.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
            let anneal = [module.load_function("anneal_small")?, module.load_function("anneal_large")?];
            let mut chains = [0; 2];
            for (chains, kernel) in chains.iter_mut().zip(&anneal) {
                let blocks = kernel.occupancy_max_active_blocks_per_multiprocessor(BLOCK, 0, None)?;
                *chains = (processors.max(1) as u32 * blocks.max(1) * BLOCK) as usize;
            }
            let (stream, swap) = (context.default_stream(), module.load_function("swap")?);
            let logs = stream.clone_htod(&board::logs())?;
            Ok(Card { name, chains, stream, anneal, swap, logs })
        };
        load().map_err(failed)
    }

    /// Makes trials with all chains, and swaps the temperatures of ladders.
    fn sweep(
        &self,
        boards: &CudaSlice<i32>,
        chains: &mut CudaSlice<i32>,
        sweep: &Sweep,
    ) -> Result<(), DriverError> {
        let number = chains.len() / board::CHAIN;
        assert!(number <= sweep.per_board * (boards.len() / board::WORDS) && sweep.objective < 2);
        let [all, ladders, per_board, objective] =
            [number, number / LADDER, sweep.per_board, sweep.objective].map(|number| number as i32);
        let trials = sweep.trials as i32;
        let mut anneal = self.stream.launch_builder(&self.anneal[usize::from(sweep.layout == Layout::Large)]);
        anneal
            .arg(&mut *chains)
            .arg(boards)
            .arg(&self.logs)
            .arg(&all)
            .arg(&per_board)
            .arg(&objective)
            .arg(&trials);
        // SAFETY: the arguments have the types of the kernel's parameters. A thread `id` below `all` writes to chain `id` alone, and
        // reads board `id / per_board` and the logarithms, as many as the kernels have. The boards have the layout of the
        // kernel. The tests check every index in the program in C++.
        unsafe { anneal.arg(&sweep.seed).launch(threads(number)) }?;
        let mut swap = self.stream.launch_builder(&self.swap);
        swap.arg(&mut *chains).arg(&self.logs).arg(&ladders).arg(&sweep.seed);
        // SAFETY: the arguments have the types of the kernel's parameters. A thread `id` below `ladders` reads and writes four chains
        // from `4 * id` on.
        unsafe { swap.launch(threads(number.div_ceil(LADDER))) }?;
        self.stream.synchronize()
    }
}

/// Returns the launch of at least a number of threads.
fn threads(number: usize) -> LaunchConfig {
    let blocks = number.div_ceil(BLOCK as usize) as u32;
    LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (BLOCK, 1, 1), shared_mem_bytes: 0 }
}

impl Device for Card {
    fn name(&self) -> &str {
        &self.name
    }

    fn chains(&self, layout: Layout) -> usize {
        self.chains[usize::from(layout == Layout::Large)]
    }

    fn run(
        &mut self,
        boards: &[i32],
        chains: &mut [i32],
        next: &mut dyn FnMut() -> Option<Sweep>,
    ) -> Result<(), DeviceError> {
        let mut run = || {
            let (boards, mut on_card) = (self.stream.clone_htod(boards)?, self.stream.clone_htod(&*chains)?);
            while let Some(sweep) = next() {
                self.sweep(&boards, &mut on_card, &sweep)?;
            }
            self.stream.memcpy_dtoh(&on_card, chains)?;
            self.stream.synchronize()
        };
        run().map_err(failed)
    }
}
