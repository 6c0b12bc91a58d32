//! The extension module of the Python package `tilefall`.
//!
//! - [`argument`]: the arguments of calls, by name; [`request`]: requests of the library; [`input`]: cells and moves;
//!   [`array`]: arrays; [`error`]: exceptions
//! - [`source`]: conversion of the objects that functions take as a puzzle; [`text`]: texts and files; [`read`]: the
//!   readers
//! - [`puzzle`]: the classes `Puzzle`, `SameGamePuzzle` and `MayanPuzzle`, with their methods in [`methods`]; [`board`]: the
//!   classes `SameGameBoard` and `MayanBoard`; [`cells`]: pickled cells, and JSON; [`moves`]: cells, moves and
//!   groups as objects of the package
//! - [`watch`]: searches with a thread for signals and callbacks; [`solve`]: the searches; [`insight`]: the analysis of a
//!   list, and hints
//! - [`convert`]: puzzles as text; [`record`]: result records as text
//! - [`generate`], [`verify`], [`replay`]: the verbs of these names
//! - [`stress`]: stress tests of functions
//! - [`env`]: the environments; [`benchmarks`]: the files of the benchmarks

mod argument;
mod array;
mod benchmarks;
mod board;
mod cells;
mod convert;
mod env;
mod error;
mod generate;
mod input;
mod insight;
mod methods;
mod moves;
mod puzzle;
mod read;
mod record;
mod replay;
mod request;
mod solve;
mod source;
mod stress;
mod text;
mod verify;
mod watch;

/// The private extension module of `tilefall`; import `tilefall` instead.
#[pyo3::pymodule]
mod _tilefall {
    use pyo3::prelude::*;
    use std::ffi::OsString;

    #[pymodule_export]
    use crate::{
        benchmarks::benchmark_file,
        board::{MayanBoard, SameGameBoard},
        convert::text_of,
        env::{MayanCore, SameGameCore, State},
        generate::generate,
        insight::{analyze_list, hint_texts},
        puzzle::{MayanPuzzle, Puzzle, SameGamePuzzle},
        read::{formats, presets, read},
        record::records_of,
        replay::{list_of, palette, replay_page},
        solve::solve,
        source::{as_puzzle, as_puzzles},
        stress::stress_function,
        verify::verify,
    };

    /// Runs the command-line program and returns its exit code. The first of the arguments `words` is the name of the
    /// program. To be called once in a process.
    #[pyfunction]
    fn run_program(py: Python<'_>, words: Vec<OsString>) -> PyResult<u8> {
        let python: OsString = py.import("sys")?.getattr("executable")?.extract()?;
        tilefall_cli::RESTART.get_or_init(|| vec![python, "-m".into(), "tilefall".into()]);
        Ok(py.detach(|| tilefall_cli::run(&words)))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // PyO3 adds the list `__all__`. Without removing the list, the stub file would have to repeat it.
        module.delattr("__all__")
    }
}
