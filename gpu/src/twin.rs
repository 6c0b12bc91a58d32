//! The program that the kernels are in C++, in place of a card; for tests.

use crate::board::{CHAIN, WORDS, logs};
use crate::{Device, DeviceError, Layout, Sweep};
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

    /// Sends numbers to the program, and receives as many as there are chains.
    fn exchange(&mut self, parts: [&[i32]; 3], chains: &mut [i32]) -> io::Result<()> {
        let (Some(input), Some(output)) = (&mut self.0.stdin, &mut self.0.stdout) else { return Ok(()) };
        for part in parts.into_iter().chain([&*chains]) {
            input.write_all(&part.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>())?;
        }
        let mut bytes = vec![0; 4 * chains.len()];
        output.read_exact(&mut bytes)?;
        chains.iter_mut().zip(bytes.as_chunks().0).for_each(|(to, &from)| *to = i32::from_ne_bytes(from));
        Ok(())
    }
}

impl Device for Twin {
    fn name(&self) -> &str {
        "the twin in C++"
    }

    fn chains(&self, _layout: Layout) -> usize {
        CHAINS
    }

    fn run(
        &mut self,
        boards: &[i32],
        chains: &mut [i32],
        next: &mut dyn FnMut() -> Option<Sweep>,
    ) -> Result<(), DeviceError> {
        let [number, of_boards] = [chains.len() / CHAIN, boards.len() / WORDS];
        while let Some(Sweep { layout, per_board, objective, trials, seed }) = next() {
            let large = usize::from(layout == Layout::Large);
            let sizes = [number, of_boards, large, per_board, objective].map(|size| size as i32);
            let request = [&sizes[..], &[trials as i32, seed as i32]].concat();
            self.exchange([&request, &logs(), boards], chains).map_err(failed)?;
        }
        Ok(())
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
