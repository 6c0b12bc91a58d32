//! Corrupt or truncated compressed inputs never give other puzzles than were compressed.

use crate::support::memory::packed;
use crate::support::{Run, tilefall};
use std::fmt::Write as _;

const WORDS: &str = "convert --to jsonl";

/// Returns records of puzzles, all different.
fn puzzles(number: u32) -> String {
    (0..number).fold(String::new(), |mut text, at| {
        writeln!(text, "{{\"game\":\"samegame\",\"rows\":[\"{at}1{}\"]}}", at % 7).unwrap();
        text
    })
}

/// Decompresses with the library, as the program does; returns the text or the error.
fn read(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let reader = std::io::Cursor::new(bytes.to_vec());
    let mut text = Vec::new();
    let mut unpacked = tilefall::text::decompress::decompressed(reader).map_err(|error| error.to_string())?;
    std::io::Read::read_to_end(&mut unpacked, &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

#[test]
fn every_flipped_bit_of_a_packed_file_is_an_error_or_changes_nothing() {
    for number in [1, 40] {
        let text = puzzles(number);
        for (name, bytes) in ["gzip", "zstd"].into_iter().zip(packed(text.as_bytes(), 1)) {
            assert_eq!(read(&bytes).as_deref(), Ok(text.as_bytes()), "{name}");
            let (mut same, mut told) = (0, 0);
            for bit in 0..bytes.len() * 8 {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                match read(&flipped) {
                    Ok(read) if read == text.as_bytes() => same += 1,
                    // A file without the magic number is not decompressed, and no reader accepts it.
                    Ok(read) if read == flipped => {
                        assert!(bit < 32, "{name}, bit {bit} is read as it stands");
                        let run = tilefall(WORDS, &flipped);
                        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{name}, bit {bit}");
                    }
                    Ok(_) => panic!("{name}, bit {bit} of {} puzzles is read as something else", number),
                    Err(error) => {
                        assert!(!error.contains('{') && !error.contains('('), "{name}, bit {bit}: {error}");
                        told += 1;
                    }
                }
            }
            assert!(told > bytes.len() * 6, "{name}: {told} told, {same} the same, {} bytes", bytes.len());
        }
    }
}

#[test]
fn a_packed_input_that_comes_byte_by_byte_is_unpacked() {
    let text = puzzles(4);
    let packed = packed(text.as_bytes(), 1);
    let plain = ["", "(", "(\u{35}", "P*M", "P*", "112\n"].map(|text| text.as_bytes().to_vec());
    let cases = packed.into_iter().map(|bytes| (bytes, text.clone().into_bytes()));
    for (bytes, expected) in cases.chain(plain.into_iter().map(|text| (text.clone(), text))) {
        for size in 1..5 {
            let reader = std::io::BufReader::with_capacity(size, std::io::Cursor::new(bytes.clone()));
            let mut read = Vec::new();
            let mut unpacked = tilefall::text::decompress::decompressed(reader).unwrap();
            std::io::Read::read_to_end(&mut unpacked, &mut read).unwrap();
            assert!(read == expected, "blocks of {size}");
        }
    }
}

#[test]
fn a_packed_file_that_is_cut_anywhere_is_an_error() {
    let text = puzzles(40);
    for (name, bytes) in ["gzip", "zstd"].into_iter().zip(packed(text.as_bytes(), 1)) {
        for end in 4..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "{name} cut at {end}");
        }
    }
    // Cuts a skippable frame, in its content and in its header.
    let [_, zstd] = packed(text.as_bytes(), 1);
    let skip = [0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    assert_eq!(read(&[&skip[..], &zstd].concat()).as_deref(), Ok(text.as_bytes()));
    assert_eq!(read(&[&zstd[..], &skip, &zstd].concat()), Ok([text.as_bytes(), text.as_bytes()].concat()));
    for end in 1..skip.len() {
        assert!(read(&[&zstd[..], &skip[..end]].concat()).is_err(), "a skipped frame cut at {end}");
    }
    assert!(read(&[&zstd[..], b"more"].concat()).is_err());
}

#[test]
fn a_damaged_packed_file_is_bad_input_with_a_message() {
    let [gzip, zstd] = packed(puzzles(40).as_bytes(), 1);
    for (bytes, at) in [(&gzip, gzip.len() - 6), (&zstd, zstd.len() - 2)] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        let Run { err, code, .. } = tilefall(WORDS, &bytes);
        assert_eq!((err.lines().count(), code), (1, Some(1)), "{err}");
        assert!(err.starts_with("<stdin>: cannot be read: ") && err.contains("checksum"), "{err}");
    }
}
