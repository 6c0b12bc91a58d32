//! The tests of what users rely on, one file each.
