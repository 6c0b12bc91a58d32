//! Law: any bytes, read in blocks of any size, are decompressed or refused. Compressed text is decompressed to the same
//! text. If one byte is changed, the result is the same text or an error, unless the magic number is no longer there.
#![no_main]

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, BufReader, Cursor, Read as _, Write as _};
use tilefall::text::decompress::{decompressed, is_compressed};
use tilefall_fuzz::next;

/// The maximum number of decompressed bytes: a few compressed bytes can expand to gigabytes.
const MOST: u64 = 1 << 22;

fn read(bytes: &[u8], block: usize) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let reader = BufReader::with_capacity(block, Cursor::new(bytes.to_vec()));
    decompressed(reader)?.take(MOST).read_to_end(&mut text)?;
    Ok(text)
}

/// Decompresses bytes in large blocks and in small ones, and checks that both give the same text or kind of error.
fn read_twice(bytes: &[u8], block: usize) -> io::Result<Vec<u8>> {
    let whole = read(bytes, 1 << 16);
    let blocks = read(bytes, block);
    match (&whole, &blocks) {
        (Ok(whole), Ok(blocks)) => assert!(whole == blocks, "blocks of {block}"),
        (Err(whole), Err(blocks)) => assert_eq!(whole.kind(), blocks.kind(), "blocks of {block}"),
        _ => panic!("blocks of {block}: {blocks:?}, whole {whole:?}"),
    }
    whole
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes;
    let [kind, block, at, flip] = [(); 4].map(|()| next(&mut bytes));
    let block = usize::from(block) + 1;
    let mut packed = match kind % 3 {
        0 => return drop(read_twice(bytes, block)),
        1 => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::new(u32::from(kind) % 10));
            encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory does not fail")
        }
        _ => compress_to_vec(bytes, CompressionLevel::Fastest),
    };
    assert_eq!(read_twice(&packed, block).expect("nothing is damaged"), bytes);
    let at = usize::from(at) * packed.len() / 256;
    packed[at] ^= flip;
    match read_twice(&packed, block) {
        Ok(text) => assert!(text == bytes || !is_compressed(&packed), "byte {at} ^ {flip}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
