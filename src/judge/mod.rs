//! Solutions of programming tasks: three from online judges, and one exercise.
//!
//! - [`click`]: one click on a board of `.` and digits
//! - [`p1312`]: whether a list of Mayan moves clears the board
//! - [`uva339`]: UVa 339, "SameGame Simulation"
//! - [`uva758`]: UVa 758, "The Same Game"
//!
//! `uva339` and `uva758` play on packed boards, or on a board of columns if a board is too large to be packed.

pub mod click;
pub mod p1312;
pub mod uva339;
pub mod uva758;
