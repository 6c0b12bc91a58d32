//! Compressed inputs: gzip and Zstandard, known by their first bytes, unpacked as they are read.

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError as Header};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Read};

const BUFFER: usize = 1 << 16;
/// The window that a Zstandard frame may ask for: what `zstd --ultra` uses at most.
const WINDOW: u64 = 128 << 20;

/// The bytes of a reader, unpacked if they are packed.
///
/// # Errors
/// If it cannot be read.
pub fn unpacked(mut reader: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let start = reader.fill_buf()?;
    let (gzip, zstd) = (start.starts_with(b"\x1f\x8b"), start.starts_with(b"\x28\xb5\x2f\xfd"));
    Ok(match (gzip, zstd) {
        (true, _) => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(reader))),
        (_, true) => Box::new(BufReader::with_capacity(BUFFER, Frames::new(reader))),
        _ => Box::new(reader),
    })
}

/// Zstandard frames, one after the other.
struct Frames<R> {
    reader: R,
    frame: FrameDecoder,
    /// Whether a frame is begun and not yet at its end.
    within: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(reader: R) -> Self {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(WINDOW);
        Frames { reader, frame, within: false }
    }

    /// Begins the next frame; `false` at the end of all.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.reader.fill_buf()?.is_empty() {
            match self.frame.init(&mut self.reader) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(Header::SkipFrame { length, .. })) => {
                    io::copy(&mut self.reader.by_ref().take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() && (self.within || self.begin()?) {
            self.within = true;
            while self.frame.can_collect() == 0 && !self.frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.frame.decode_blocks(&mut self.reader, one).map_err(io::Error::other)?;
            }
            let read = self.frame.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            self.within = false;
        }
        Ok(0)
    }
}
