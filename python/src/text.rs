//! [`Text`]: the decompressed text of an argument, or of the file that it names.

use crate::argument::wrong;
use crate::error::{no_memory, read_error, value};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::io::{Cursor, ErrorKind, Read as _};
use std::path::Path;
use tilefall::ask::limits::MAX_TEXT;
use tilefall::rules::ReadError;
use tilefall::text::decompress::{decompressed, is_compressed};

/// A text, and the name of its file, if any.
pub struct Text {
    /// The decompressed text.
    pub bytes: Vec<u8>,
    /// The name of the file; `None` for a `str` and for `bytes`.
    file: Option<String>,
}

impl Text {
    /// Returns the text of a `str`, of `bytes` or of the file of a path (`os.PathLike`); `None` for any other object.
    /// Decompresses gzip and Zstandard.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Text>> {
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_str()?;
            let ends = [".txt", ".json", ".jsonl", ".gz", ".zst", ".in"];
            let named = || ends.iter().any(|end| text.ends_with(end)) || Path::new(text).is_file();
            if !text.contains('\n') && text.len() < 4096 && named() {
                let why = "a str is text, and this is the name of a file, expected";
                return Err(value(format!("{text:?}: {why} pathlib.Path({text:?}) for the file")));
            }
            return Ok(Some(Text { bytes: text.as_bytes().to_vec(), file: None }));
        }
        let (bytes, file) = match object.cast::<PyBytes>() {
            Ok(bytes) => (bytes.as_bytes().to_vec(), None),
            Err(_) if object.hasattr("__fspath__")? => {
                let py = object.py();
                let path = py.import("os")?.call_method1("fsdecode", (object,))?;
                let file = py.import("io")?.call_method1("open", (&path, "rb"))?;
                let bytes = file.call_method0("read");
                file.call_method0("close")?;
                (bytes?.extract::<Vec<u8>>()?, Some(path.extract()?))
            }
            Err(_) => return Ok(None),
        };
        let name = file.as_deref().unwrap_or("<bytes>");
        let bytes = object.py().detach(|| unpacked(bytes, name))?;
        Ok(Some(Text { bytes, file }))
    }

    /// Like [`of`](Self::of), for the argument `name`. An object that is neither a text nor a path is an error.
    pub fn expected(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Text> {
        Text::of(object)?.ok_or_else(|| wrong(name, object, "text (str or bytes) or a file (pathlib.Path)"))
    }

    /// Returns the name for messages: `name` if given, or the name of the file, or else `usual`.
    pub fn named(&self, name: Option<String>, usual: &str) -> String {
        name.or_else(|| self.file.clone()).unwrap_or_else(|| usual.into())
    }
}

/// Decompresses bytes if they are compressed.
fn unpacked(bytes: Vec<u8>, name: &str) -> PyResult<Vec<u8>> {
    if !is_compressed(&bytes) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let read = decompressed(Cursor::new(bytes))
        .and_then(|reader| reader.take(MAX_TEXT as u64 + 1).read_to_end(&mut text));
    let why = match read {
        Ok(_) if text.len() <= MAX_TEXT => return Ok(text),
        Ok(_) => {
            format!(
                "the decompressed text is longer than {MAX_TEXT} bytes, expected at most that, or the text itself"
            )
        }
        Err(error) if error.kind() == ErrorKind::OutOfMemory => return Err(no_memory(name, text.len())),
        Err(error) => format!("the compressed data cannot be read: {error}"),
    };
    Err(read_error(name, &ReadError::at(&[], 0, why)))
}
