//! SameGame: the solver, the judge, the command line.

mod claims;
mod click;
mod goals;
mod limits;
mod outcomes;
mod resume;
mod simulate;
mod solve;
