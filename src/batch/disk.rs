//! Output files that a killed process, a full disk or a loss of power leaves whole: they are written under a random
//! name, synced, and renamed together.

use super::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempPath};

/// Returns the path with `suffix` appended to its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The suffix of the name of a file that is being written.
const SUFFIX: &str = ".new";
/// The number of random characters of the name.
const RANDOM_CHARS: usize = 6;
/// The maximum length, in bytes, of a name that leaves room for a prefix, random characters and a suffix.
const MAX_NAME: usize = 240;

/// A file that is being written under the name `.NAME.xxxxxx.new`, in the folder of its final path. It is renamed at the
/// end; if dropped before, it is removed, and the old file is untouched.
#[derive(Debug)]
pub struct NewFile {
    /// The final path.
    path: PathBuf,
    temporary: TempPath,
    /// `None` while it is closed.
    file: Option<File>,
}

impl NewFile {
    /// Creates the file, with the permissions of the file that it will replace.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> Result<NewFile, Error> {
        let create = || -> io::Result<NamedTempFile<File>> {
            let old = if_exists(path.symlink_metadata())?.filter(Metadata::is_file);
            let name = path.file_name().filter(|name| name.len() <= MAX_NAME).unwrap_or_default();
            let mut prefix = OsString::from(".");
            prefix.push(name);
            prefix.push(".");
            let new = Builder::new().prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM_CHARS).make_in(
                // Created exclusively, so that an existing link of this name is not followed.
                folder(path),
                |path| options(old.as_ref()).read(true).write(true).create_new(true).open(path),
            )?;
            if let Some(old) = old {
                // It has no permission yet that the old file lacks; some file systems cannot add any.
                let _ = new.as_file().set_permissions(old.permissions());
            }
            Ok(new)
        };
        let (file, temporary) = create().map_err(Error::file(path, "created"))?.into_parts();
        Ok(NewFile { path: path.to_owned(), temporary, file: Some(file) })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.write_with(|file| file.write_all(bytes))
    }

    /// Calls a function that writes.
    ///
    /// # Errors
    /// Returns the errors of the function.
    pub fn write_with(&mut self, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
        let file = match &mut self.file {
            Some(file) => Ok(file),
            closed => OpenOptions::new().append(true).open(&self.temporary).map(|file| closed.insert(file)),
        };
        file.and_then(write).map_err(Error::file(&self.path, "written"))
    }

    /// Closes the file until more is written, so that any number of files can be written at a time.
    pub fn close(&mut self) {
        self.file = None;
    }

    /// Renames the file to its final path, and syncs it and its name. Returns the file, open for reading and writing.
    ///
    /// # Errors
    /// If the file cannot be synced or renamed, or the folder cannot be synced.
    pub fn finish(self) -> Result<File, Error> {
        let path = self.path.clone();
        let synced = || Error::file(&path, "synced");
        let file = match &self.file {
            Some(file) => file.try_clone(),
            None => File::options().read(true).write(true).open(&self.temporary),
        };
        let file = file.map_err(synced())?;
        file.sync_all().map_err(synced())?;
        self.finish_unsynced()?;
        sync_folder(&path).map_err(synced())?;
        Ok(file)
    }

    /// Renames the file to its final path without a sync: a loss of power may leave anything.
    ///
    /// # Errors
    /// If the file cannot be renamed.
    pub fn finish_unsynced(self) -> Result<(), Error> {
        let renamed = self.temporary.persist(&self.path).map_err(|error| error.error);
        renamed.map_err(Error::file(&self.path, "replaced"))
    }
}

/// Returns options that create a file with no more permissions than the old one.
fn options(old: Option<&Metadata>) -> OpenOptions {
    #[allow(unused_mut)]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    if let Some(old) = old {
        use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
        options.mode(old.mode() & 0o777);
    }
    let _ = old;
    options
}

/// Returns the final name of a file that is being written under `name`.
pub fn final_name(name: &OsStr) -> Option<&OsStr> {
    let text = name.as_encoded_bytes().strip_prefix(b".")?.strip_suffix(SUFFIX.as_bytes())?;
    let (name, random) = text.split_at_checked(text.len().checked_sub(RANDOM_CHARS)?)?;
    let random = random.iter().all(u8::is_ascii_alphanumeric);
    let name = name.strip_suffix(b".").filter(|_| random)?;
    // The name was only cut at ASCII characters.
    str::from_utf8(name).ok().map(OsStr::new)
}

/// Removes the unfinished files that killed runs have left for these paths, which are all in one folder.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn remove_unfinished(paths: &[PathBuf]) -> Result<(), Error> {
    let Some(folder) = paths.first().map(|path| folder(path)) else { return Ok(()) };
    let mut entries = std::fs::read_dir(folder).map_err(Error::file(folder, "listed"))?;
    entries.try_for_each(|entry| {
        let entry = entry.map_err(Error::file(folder, "listed"))?;
        let name = entry.file_name();
        let ours =
            final_name(&name).is_some_and(|name| paths.iter().any(|path| path.file_name() == Some(name)));
        if ours { remove(&entry.path()) } else { Ok(()) }
    })
}

/// Writes a file that a user names, atomically. If the path is a link, its target is replaced. A device or a pipe is
/// written to directly.
///
/// # Errors
/// If the file cannot be written; the old file is then untouched.
pub fn replace(path: &Path, text: &[u8]) -> Result<(), Error> {
    replace_all(&[(path, text)])
}

/// Like [`replace`], for several files: none is replaced before all are written.
///
/// # Errors
/// If a file cannot be written.
pub fn replace_all(files: &[(&Path, &[u8])]) -> Result<(), Error> {
    let (mut new, mut streams) = (Vec::new(), Vec::new());
    for &(path, text) in files {
        let data = if_exists(std::fs::metadata(path)).map_err(Error::file(path, "examined"))?;
        if data.is_some_and(|data| !data.is_file() && !data.is_dir()) {
            streams.push((path, text));
            continue;
        }
        let target = if path.is_symlink() { path.canonicalize().ok() } else { None };
        let mut file = NewFile::create(target.as_deref().unwrap_or(path))?;
        file.write(text)?;
        file.close();
        new.push(file);
    }
    new.into_iter().try_for_each(|file| file.finish().map(drop))?;
    streams.into_iter().try_for_each(|(path, text)| {
        let file = File::options().write(true).open(path);
        file.and_then(|mut file| file.write_all(text)).map_err(Error::file(path, "written"))
    })
}

/// Like [`replace`], for a name that the program chose: a link of this name is replaced, not followed.
///
/// # Errors
/// Returns the errors of [`replace`].
pub fn replace_own(path: &Path, text: &[u8]) -> Result<(), Error> {
    let mut new = NewFile::create(path)?;
    new.write(text)?;
    new.finish().map(drop)
}

/// Removes a file, if it exists.
///
/// # Errors
/// If the file exists and cannot be removed.
pub fn remove(path: &Path) -> Result<(), Error> {
    if_exists(std::fs::remove_file(path)).map(drop).map_err(Error::file(path, "removed"))
}

/// Returns `None` instead of the error that a file does not exist.
///
/// # Errors
/// Returns any other error.
pub fn if_exists<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// Returns the folder of a path.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder of a file, where the system can: a new file is lost without its name.
///
/// # Errors
/// If the disk fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    // A folder without read permission cannot be opened; some file systems cannot sync folders.
    let folder = match File::open(folder(path)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        folder => folder?,
    };
    match folder.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

/// Returns what identifies a file under any path; `None` where the system does not provide it.
#[cfg(unix)]
pub fn file_id(data: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((data.dev(), data.ino()))
}

/// Returns what identifies a file under any path; `None` where the system does not provide it.
#[cfg(not(unix))]
pub fn file_id(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Returns `true` if two paths lead to the same file, also through links, or would if it existed.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let known = |path: &Path| std::fs::metadata(path).ok().as_ref().and_then(file_id);
    match (known(one), known(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other || canonical(one).is_some_and(|one| canonical(other) == Some(one)),
    }
}

/// Returns the path without links; for a file that does not exist, its name in its folder.
fn canonical(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| Some(folder(path).canonicalize().ok()?.join(path.file_name()?)))
}
