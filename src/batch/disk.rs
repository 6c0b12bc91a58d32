//! Files that survive a killed process and a power loss: written under another name, then renamed, and synced
//! together with the name of the file.

use super::Error;
use std::fs::{File, Metadata};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The path with this added to its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Writes a file whole: beside, as `PATH.new`, then renamed, so that it is never seen half. Where the path is a link, the
/// file that it leads to is replaced. What is no file, but a device or a pipe, takes the text as it comes.
///
/// # Errors
/// If it cannot be written; the file that was there before is then untouched.
pub fn replace(path: &Path, text: &[u8]) -> Result<(), Error> {
    let stream = std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir());
    if stream {
        let file = File::options().write(true).open(path);
        return file.and_then(|mut file| file.write_all(text)).map_err(Error::file(path));
    }
    let target = if path.is_symlink() { path.canonicalize().ok() } else { None };
    replace_with(target.as_deref().unwrap_or(path), |file| file.write_all(text)).map(|_| ())
}

/// As [`replace`], with a function that writes; returns the file, open to read and write.
///
/// # Errors
/// Those of the function; if the file cannot be made, synced or renamed.
pub fn replace_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<File, Error> {
    let new = with_suffix(path, ".new");
    let make = || -> io::Result<File> {
        let mut options = File::options();
        let mut file = options.read(true).write(true).create(true).truncate(true).open(&new)?;
        write(&mut file)?;
        file.sync_all()?;
        std::fs::rename(&new, path)?;
        sync_folder(path)?;
        Ok(file)
    };
    make().map_err(|error| {
        let _ = std::fs::remove_file(&new);
        Error::file(path)(error)
    })
}

/// Removes a file, if it is there.
///
/// # Errors
/// If it is there and cannot be removed.
pub fn remove(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::file(path)(error)),
        _ => Ok(()),
    }
}

/// Syncs the folder of a file, where the system can: a new file without its name is lost.
///
/// # Errors
/// If the disk fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Folders that may be written but not read, and file systems that know no such thing, have no more to give.
    let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

/// What identifies a file under any path; `None` where the system does not say.
#[cfg(unix)]
pub fn identity(data: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((data.dev(), data.ino()))
}

/// What identifies a file under any path; `None` where the system does not say.
#[cfg(not(unix))]
pub fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Whether two paths lead to one file, through links too, or would if it existed.
pub fn same(one: &Path, other: &Path) -> bool {
    let known = |path: &Path| std::fs::metadata(path).ok().as_ref().and_then(identity);
    match (known(one), known(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other || canonical(one).is_some_and(|one| canonical(other) == Some(one)),
    }
}

/// The path without links; of a file that is not there, its name in its folder.
fn canonical(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    })
}
