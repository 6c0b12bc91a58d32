//! The program that the kernels are in C++, in place of a card; for tests.

use crate::{Device, DeviceError, Layout, Sweep, board};
use std::ffi::OsStr;
use std::io::{self, Read as _, Write as _};
use std::process::{Child, Command, Stdio};

/// The chains of a small card.
const CHAINS: usize = 256;

/// A running program, which ends with its standard input.
pub struct Twin(Child);

fn failed(error: io::Error) -> DeviceError {
    DeviceError(format!("the graphics card failed: the twin: {error}"))
}

impl Twin {
    pub fn start(program: &OsStr) -> Result<Twin, DeviceError> {
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map(Twin).map_err(failed)
    }

    /// Sends a request with its data, and receives an answer.
    fn request(
        &mut self,
        numbers: [i32; 6],
        data: [&[i32]; 2],
        answer: &mut [i32],
    ) -> Result<(), DeviceError> {
        let (Some(input), Some(output)) = (&mut self.0.stdin, &mut self.0.stdout) else { return Ok(()) };
        let mut exchange = || {
            for numbers in [&numbers, data[0], data[1]] {
                input.write_all(
                    &numbers.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>(),
                )?;
            }
            let mut bytes = vec![0; 4 * answer.len()];
            output.read_exact(&mut bytes)?;
            answer.iter_mut().zip(bytes.as_chunks().0).for_each(|(to, &from)| *to = i32::from_ne_bytes(from));
            Ok(())
        };
        exchange().map_err(failed)
    }
}

impl Device for Twin {
    fn name(&self) -> &str {
        "the twin in C++"
    }

    fn chains(&self, _layout: Layout) -> usize {
        CHAINS
    }

    fn prepare(&mut self, boards: &[i32], logs: &[i32], chains: usize) -> Result<(), DeviceError> {
        let number = boards.len() / board::WORDS;
        self.request([0, chains as i32, number as i32, 0, 0, 0], [boards, logs], &mut [])
    }

    fn write(&mut self, chains: &[i32]) -> Result<(), DeviceError> {
        self.request([1; 6], [chains, &[]], &mut [])
    }

    fn read(&mut self, chains: &mut [i32]) -> Result<(), DeviceError> {
        self.request([2; 6], [&[], &[]], chains)
    }

    fn sweep(
        &mut self,
        &Sweep { layout, per_board, objective, trials, seed }: &Sweep,
    ) -> Result<(), DeviceError> {
        let large = i32::from(layout == Layout::Large);
        let numbers = [3, large, per_board as i32, objective as i32, trials as i32, seed as i32];
        self.request(numbers, [&[], &[]], &mut [0])
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
