//! Compressed inputs: gzip and Zstandard, known by their first bytes, decompressed as they are read, with
//! their checksums compared.

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError as Header};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

const BUFFER: usize = 1 << 16;
/// The window that a Zstandard frame may ask for: what `zstd --ultra` uses at most.
const WINDOW: u64 = 128 << 20;

/// The bytes of a reader, decompressed if they are compressed.
///
/// # Errors
/// If it cannot be read.
pub fn unpacked(mut reader: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let start = reader.fill_buf()?;
    let skipped = matches!(start, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
    let (gzip, zstd) = (start.starts_with(b"\x1f\x8b"), start.starts_with(b"\x28\xb5\x2f\xfd") || skipped);
    Ok(match (gzip, zstd) {
        (true, _) => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(reader))),
        (_, true) => Box::new(BufReader::with_capacity(BUFFER, Frames::new(reader))),
        _ => Box::new(reader),
    })
}

/// A reader that keeps its failure, which the decoder may hide behind an error of its own.
struct Source<R> {
    reader: R,
    failed: Option<io::Error>,
}

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.reader.read(buffer) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                let kind = error.kind();
                self.failed = Some(error);
                Err(kind.into())
            }
            read => read,
        }
    }
}

/// Zstandard frames, one after the other.
struct Frames<R> {
    source: Source<R>,
    frame: FrameDecoder,
    /// Whether a frame is begun and not yet at its end.
    within: bool,
    /// Bytes that the frame has given so far.
    given: u64,
}

impl<R: BufRead> Frames<R> {
    fn new(reader: R) -> Self {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(WINDOW);
        Frames { source: Source { reader, failed: None }, frame, within: false, given: 0 }
    }

    /// Begins the next frame; `false` at the end of all.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.reader.fill_buf()?.is_empty() {
            match self.frame.init(&mut self.source) {
                Ok(()) => {
                    (self.within, self.given) = (true, 0);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(Header::SkipFrame { length, .. })) => {
                    let skipped = io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(cut_short());
                    }
                }
                Err(error) => return Err(self.fault(&error)),
            }
        }
        Ok(false)
    }

    /// Decodes until there is something to give, or the frame is at its end.
    fn decode(&mut self) -> io::Result<()> {
        while self.frame.can_collect() == 0 && !self.frame.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            if let Err(error) = self.frame.decode_blocks(&mut self.source, one) {
                return Err(self.fault(&error));
            }
        }
        Ok(())
    }

    /// Whether the frame that was given is what it says of itself.
    fn check(&self) -> io::Result<()> {
        let sum = self.frame.get_checksum_from_data();
        if sum.is_some() && sum != self.frame.get_calculated_checksum() {
            return Err(damaged("the checksum of the Zstandard data does not match"));
        }
        if ![0, self.given].contains(&self.frame.content_size()) {
            return Err(damaged("the Zstandard data does not have the length that it states"));
        }
        Ok(())
    }

    /// What the decoder complains of, in words.
    fn fault(&mut self, error: &FrameDecoderError) -> io::Error {
        if let Some(failed) = self.source.failed.take() {
            return failed;
        }
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        while let Some(error) = cause {
            let kind = error.downcast_ref().map(io::Error::kind);
            if kind == Some(ErrorKind::UnexpectedEof) {
                return cut_short();
            }
            cause = error.source();
        }
        match error {
            FrameDecoderError::WindowSizeTooBig { requested, .. } => damaged(format!(
                "the Zstandard data needs a window of {requested} bytes, expected at most {WINDOW}"
            )),
            FrameDecoderError::DictNotProvided { .. } => {
                damaged("the Zstandard data needs a dictionary, expected none")
            }
            _ => damaged("the Zstandard data is damaged"),
        }
    }
}

fn damaged(what: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what.into())
}

fn cut_short() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "the Zstandard data ends too early")
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() && (self.within || self.begin()?) {
            self.decode()?;
            let read = self.frame.read(buffer)?;
            self.given += read as u64;
            if read > 0 {
                return Ok(read);
            }
            self.check()?;
            self.within = false;
        }
        Ok(0)
    }
}
