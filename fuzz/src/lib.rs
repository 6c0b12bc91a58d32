//! What fuzz targets choose by the bytes of a fuzzer.

use tilefall::rules::GameKind;

/// The next byte; 0 at the end.
pub fn next(bytes: &mut &[u8]) -> u8 {
    let Some((&first, rest)) = bytes.split_first() else { return 0 };
    *bytes = rest;
    first
}

/// One of two games by a byte.
pub fn game(byte: u8) -> GameKind {
    if byte & 1 == 0 { GameKind::SameGame } else { GameKind::Mayan }
}
