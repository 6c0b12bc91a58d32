//! The `tilefall` program; everything is in the crate's library.

fn main() -> std::process::ExitCode {
    tilefall_cli::main()
}
