//! The judges' programs, from their input to their output.
//!
//! - [`click`]: one click on a board of `.` and digits
//! - [`p1312`]: whether a list of Mayan moves clears the board
//! - [`uva339`]: UVa 339, "SameGame Simulation"
//! - [`uva758`]: UVa 758, "The Same Game"
//!
//! The last two play on the packed boards of the solvers, or on a board of columns if the board is too large for those.

pub mod click;
pub mod p1312;
pub mod uva339;
pub mod uva758;
