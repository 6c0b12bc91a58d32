//! The program that the kernels are in C++, in place of a card; for tests.

use crate::board::Layout;
use crate::device::{Chains, Device, DeviceError, Sweep};
use std::io::{self, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The number of chains: those of a card with a single, small processor.
const MAX_CHAINS: usize = 256;

/// A running program.
pub struct Twin {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Twin {
    /// Starts the program.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(program: &std::ffi::OsStr) -> io::Result<Twin> {
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a program without pipes"));
        };
        Ok(Twin { child, input, output })
    }

    /// Sends a request with its data, and receives an answer.
    fn request(
        &mut self,
        numbers: [i32; 6],
        data: &[&[u8]],
        answers: &mut [&mut [u8]],
    ) -> Result<(), DeviceError> {
        let mut exchange = || {
            self.input.write_all(&bytes_of(&numbers))?;
            data.iter().try_for_each(|data| self.input.write_all(data))?;
            answers.iter_mut().try_for_each(|answer| self.output.read_exact(answer))
        };
        exchange().map_err(|error: io::Error| DeviceError::Failed(format!("the twin ended: {error}")))
    }
}

/// Returns numbers as bytes.
fn bytes_of(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}

impl Device for Twin {
    fn name(&self) -> &str {
        "the twin in C++"
    }

    fn chains(&self, _layout: Layout) -> usize {
        MAX_CHAINS
    }

    fn prepare(&mut self, boards: &[i32], logs: &[i32], chains: usize) -> Result<(), DeviceError> {
        let number = boards.len() / crate::board::WORDS;
        let data = [bytes_of(boards), bytes_of(logs)];
        self.request([0, chains as i32, number as i32, 0, 0, 0], &[&data[0], &data[1]], &mut [])
    }

    fn write(&mut self, chains: &Chains) -> Result<(), DeviceError> {
        let lists: Vec<u8> = chains.lists.iter().flat_map(|name| name.to_ne_bytes()).collect();
        self.request([1, 0, 0, 0, 0, 0], &[&bytes_of(&chains.heads), &lists], &mut [])
    }

    fn read(&mut self, chains: &mut Chains) -> Result<(), DeviceError> {
        let (mut heads, mut lists) = (vec![0; 4 * chains.heads.len()], vec![0; 2 * chains.lists.len()]);
        self.request([2, 0, 0, 0, 0, 0], &[], &mut [&mut heads, &mut lists])?;
        let heads = heads.as_chunks().0.iter().map(|&bytes| i32::from_ne_bytes(bytes));
        let lists = lists.as_chunks().0.iter().map(|&bytes| u16::from_ne_bytes(bytes));
        *chains = Chains { heads: heads.collect(), lists: lists.collect() };
        Ok(())
    }

    fn sweep(&mut self, sweep: &Sweep) -> Result<(), DeviceError> {
        let large = i32::from(sweep.layout == Layout::Large);
        let numbers = [
            3,
            large,
            sweep.per_board as i32,
            sweep.objective as i32,
            sweep.trials as i32,
            sweep.seed as i32,
        ];
        self.request(numbers, &[], &mut [&mut [0; 4]])
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
