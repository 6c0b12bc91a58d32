//! [`Text`]: the decompressed text of an argument, or of the file that it names.

use crate::argument::Argument;
use crate::error::{no_memory, read_error};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::io::{Cursor, Read as _};
use tilefall::rules::ReadError;
use tilefall::text::decompress::{decompressed, is_compressed};

/// The maximum size of a decompressed text: 256 MiB.
pub const MAX_UNPACKED: usize = 256 << 20;

/// A text, and the name of its file, if any.
pub struct Text {
    /// The decompressed text.
    pub bytes: Vec<u8>,
    /// The name of the file.
    file: Option<String>,
}

impl Text {
    /// Returns the text of a `str`, of `bytes` or of the file of a path (`os.PathLike`); `None` for any other object.
    /// Decompresses gzip and Zstandard.
    ///
    /// # Errors
    /// An `OSError` if the file cannot be read, a [`ReadError`](crate::error::ReadError) for corrupt data and for
    /// more than `max_unpacked` bytes.
    pub fn of(argument: &Argument<'_>, max_unpacked: usize) -> PyResult<Option<Text>> {
        let object = argument.object();
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Some(Text { bytes: text.to_str()?.as_bytes().to_vec(), file: None }));
        }
        let (bytes, file) = match object.cast::<PyBytes>() {
            Ok(bytes) => (bytes.as_bytes().to_vec(), None),
            Err(_) if object.hasattr("__fspath__")? => {
                let py = object.py();
                let path = py.import("os")?.call_method1("fsdecode", (object,));
                let path = path.map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
                    true => argument.wrong("a file (os.PathLike)"),
                    false => error,
                })?;
                let file = py.import("io")?.call_method1("open", (&path, "rb"))?;
                let bytes = file.call_method0("read");
                file.call_method0("close")?;
                (bytes?.extract::<Vec<u8>>()?, Some(path.extract()?))
            }
            Err(_) => return Ok(None),
        };
        let name = file.as_deref().unwrap_or("<bytes>");
        let bytes = object.py().detach(|| unpacked(bytes, name, max_unpacked))?;
        Ok(Some(Text { bytes, file }))
    }

    /// Like [`of`](Self::of), for an argument that must be a text.
    ///
    /// # Errors
    /// Returns the errors of [`of`](Self::of), and a `TypeError` for any other object.
    pub fn expected(argument: &Argument<'_>, max_unpacked: usize) -> PyResult<Text> {
        let text = Text::of(argument, max_unpacked)?;
        text.ok_or_else(|| argument.wrong("text (str or bytes) or a file (pathlib.Path)"))
    }

    /// Returns the name of the file, if any.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the name for messages: `name` if given, or the name of the file.
    pub fn named(&self, name: Option<String>) -> String {
        name.or_else(|| self.file.clone()).unwrap_or_else(|| "<text>".into())
    }
}

/// Decompresses bytes if they are compressed.
fn unpacked(bytes: Vec<u8>, name: &str, most: usize) -> PyResult<Vec<u8>> {
    const PIECE: usize = 1 << 16;
    if !is_compressed(&bytes) {
        return Ok(bytes);
    }
    let bad = |message: String| read_error(name, &ReadError::at(&[], 0, message));
    let failed = |error: std::io::Error| bad(format!("the compressed data cannot be read: {error}"));
    let mut reader = decompressed(Cursor::new(bytes)).map_err(failed)?;
    let mut text: Vec<u8> = Vec::new();
    loop {
        text.try_reserve(PIECE).map_err(|_| no_memory(name, text.len() + PIECE))?;
        if reader.by_ref().take(PIECE as u64).read_to_end(&mut text).map_err(failed)? == 0 {
            return Ok(text);
        }
        if text.len() > most {
            return Err(bad(format!(
                "the decompressed text is longer than {most} bytes, expected at most that (max_unpacked)"
            )));
        }
    }
}
