//! Temporary files for answers that take more memory than `--memory`.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use tilefall::internals::external_sort::Scratch;

/// An anonymous file, which is removed when the program ends. Error messages name its folder.
struct Temporary {
    file: File,
    folder: PathBuf,
}

/// Creates an empty temporary file.
///
/// # Errors
/// If the file cannot be created.
pub fn scratch() -> io::Result<Box<dyn Scratch>> {
    let folder = std::env::temp_dir();
    match tempfile::tempfile_in(&folder) {
        Ok(file) => Ok(Box::new(Temporary { file, folder })),
        Err(error) => Err(named(&folder, "created", &error)),
    }
}

fn named(folder: &std::path::Path, done: &str, error: &io::Error) -> io::Error {
    let message = format!("{}: a temporary file cannot be {done}: {error}", folder.display());
    io::Error::new(error.kind(), message)
}

impl Read for Temporary {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read(bytes).map_err(|error| named(&self.folder, "read", &error))
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| named(&self.folder, "written", &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Temporary {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to).map_err(|error| named(&self.folder, "read", &error))
    }
}
