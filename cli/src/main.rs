//! The `tilefall` program; the code is in the library of this crate.

fn main() -> std::process::ExitCode {
    tilefall_cli::main()
}
