//! Streaming decompression of gzip and Zstandard inputs, which are recognised by their first bytes. Checksums are
//! verified.

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError as Header};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};

const BUFFER: usize = 1 << 16;
/// The largest accepted window of a Zstandard frame, in bytes: the largest that `zstd --ultra` uses.
const WINDOW: u64 = 128 << 20;

/// Returns a reader of the decompressed bytes of `reader`, or `reader` itself if its bytes are not compressed.
///
/// # Errors
/// If the first bytes cannot be read. The returned reader reports damaged data.
///
/// ```
/// use std::io::Read as _;
/// use tilefall::text::decompress::decompressed;
/// let plain: &[u8] = b"11\n22\n";
/// let mut text = String::new();
/// decompressed(plain).unwrap().read_to_string(&mut text).unwrap();
/// assert_eq!(text, "11\n22\n");
/// ```
pub fn decompressed(mut reader: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let start = reader.fill_buf()?;
    if !Compression::is_undecided(start) {
        let compression = Compression::of(start);
        return Ok(opened(reader, compression));
    }
    // A pipe may give its first bytes one at a time.
    let mut head = Vec::new();
    while head.is_empty() || Compression::is_undecided(&head) {
        if reader.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break;
        }
    }
    let compression = Compression::of(&head);
    Ok(opened(Cursor::new(head).chain(reader), compression))
}

/// Returns a reader of the decompressed bytes of `reader`; `reader` itself if `compression` is `None`.
fn opened(
    reader: impl BufRead + Send + 'static,
    compression: Option<Compression>,
) -> Box<dyn BufRead + Send> {
    match compression {
        Some(Compression::Gzip) => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(reader))),
        Some(Compression::Zstandard) => Box::new(BufReader::with_capacity(BUFFER, Frames::new(reader))),
        None => Box::new(reader),
    }
}

/// Returns `true` if the bytes begin like data that [`decompressed`] decompresses.
pub fn is_compressed(bytes: &[u8]) -> bool {
    Compression::of(bytes).is_some()
}

enum Compression {
    Gzip,
    Zstandard,
}

impl Compression {
    /// Returns the compression format of data that begins with `start`; `None` for any other data.
    fn of(start: &[u8]) -> Option<Compression> {
        match start {
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            // The magic numbers of a Zstandard frame and of a skippable frame.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Some(Compression::Zstandard)
            }
            _ => None,
        }
    }

    /// Whether `start` is only the beginning of a magic number: the format depends on the bytes that follow.
    fn is_undecided(start: &[u8]) -> bool {
        match start {
            [0x1f] => true,
            [first, rest @ ..] if rest.len() < 3 => {
                (*first == 0x28 && [0xb5, 0x2f].starts_with(rest))
                    || (matches!(first, 0x50..=0x5f) && [0x2a, 0x4d].starts_with(rest))
            }
            _ => false,
        }
    }
}

/// A reader that keeps its last error, which the decoder may hide behind an error of its own.
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

/// A decoder of consecutive Zstandard frames.
struct Frames<R> {
    source: Source<R>,
    frame: FrameDecoder,
    /// Whether the reader is inside a frame.
    within: bool,
    /// The number of decompressed bytes read from the current frame.
    decoded: u64,
}

impl<R: BufRead> Frames<R> {
    fn new(reader: R) -> Self {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(WINDOW);
        Frames { source: Source { reader, failed: None }, frame, within: false, decoded: 0 }
    }

    /// Starts the next frame. Returns `false` at the end of the input.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.reader.fill_buf()?.is_empty() {
            match self.frame.init(&mut self.source) {
                Ok(()) => {
                    (self.within, self.decoded) = (true, 0);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(Header::SkipFrame { length, .. })) => {
                    let skipped = io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(cut_short());
                    }
                }
                Err(error) => return Err(self.decoder_error(&error)),
            }
        }
        Ok(false)
    }

    /// Decodes until bytes can be read or the frame ends.
    fn decode(&mut self) -> io::Result<()> {
        while self.frame.can_collect() == 0 && !self.frame.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            if let Err(error) = self.frame.decode_blocks(&mut self.source, one) {
                return Err(self.decoder_error(&error));
            }
        }
        Ok(())
    }

    /// Checks the checksum and the length of the decoded frame, if the frame states them.
    fn check(&self) -> io::Result<()> {
        let sum = self.frame.get_checksum_from_data();
        if sum.is_some() && sum != self.frame.get_calculated_checksum() {
            return Err(damaged("the checksum of the Zstandard data does not match"));
        }
        if ![0, self.decoded].contains(&self.frame.content_size()) {
            return Err(damaged("the Zstandard data does not have the length that it states"));
        }
        Ok(())
    }

    /// Converts an error of the decoder; an error of the underlying reader takes precedence.
    fn decoder_error(&mut self, error: &FrameDecoderError) -> io::Error {
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
            self.decoded += read as u64;
            if read > 0 {
                return Ok(read);
            }
            self.check()?;
            self.within = false;
        }
        Ok(0)
    }
}
