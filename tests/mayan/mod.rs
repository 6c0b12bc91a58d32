//! The Mayan puzzle: the solver, the judge, the command line.

mod analysis;
mod bounds;
mod brute;
mod claims;
mod cli;
mod cli_limits;
mod column_flow;
mod noop;
mod reach;
mod records;
mod simulate;
mod solve;
mod table;
mod threads;
