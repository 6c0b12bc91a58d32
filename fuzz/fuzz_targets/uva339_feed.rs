//! Law: the judge of UVa 339 gives the same output and error however its input is cut into blocks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::samegame::simulate::Simulator;

/// The output, and the error in words.
fn judged<'a>(blocks: impl Iterator<Item = &'a [u8]>) -> (Vec<u8>, Option<String>) {
    let (mut judge, mut out) = (Simulator::new(), Vec::new());
    for block in blocks {
        if judge.is_over() {
            break;
        }
        if let Err(error) = judge.feed(block, &mut out) {
            return (out, Some(error.to_string()));
        }
    }
    let done = if judge.is_over() { Ok(()) } else { judge.finish(&mut out) };
    (out, done.err().map(|error| error.to_string()))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&size, text)) = bytes.split_first() else { return };
    let whole = judged(std::iter::once(text));
    for size in [1, 1 + usize::from(size)] {
        assert_eq!(judged(text.chunks(size)), whole, "blocks of {size}");
    }
});
