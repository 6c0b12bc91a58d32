//! Puzzle and result records in JSON Lines, and the puzzle hash.
