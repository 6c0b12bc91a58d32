//! The judges' programs, from their input to their output.
//!
//! - [`click`]: one click on a board of `.` and digits
//! - [`p1312`]: whether a list of Mayan moves clears the board
//! - [`uva339`]: UVa 339, "SameGame Simulation"
//! - [`uva758`]: UVa 758, "The Same Game"
//! - `packed_columns`: the packed board of the last two; boards that it does not hold are played on plain columns

pub mod click;
pub mod p1312;
mod packed_columns;
pub mod uva339;
pub mod uva758;
