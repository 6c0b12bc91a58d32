//! The `tilefall` program; everything is in the library's `cli`.

fn main() -> std::process::ExitCode {
    tilefall::cli::main()
}
