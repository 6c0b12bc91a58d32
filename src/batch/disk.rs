//! Output files that a killed process, a full disk or a loss of power leaves whole: written under a random name, synced,
//! and renamed together.

use super::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempPath};

/// The path with this added to its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The end of the name of a file that is being written.
const SUFFIX: &str = ".new";
/// Random characters of the name.
const RANDOM: usize = 6;
/// Bytes of a name to which a prefix, random characters and a suffix can be added.
const LONGEST: usize = 240;

/// A file that is being written under the name `.NAME.xxxxxx.new`, in the folder where it belongs. It takes its place
/// at the end; dropped before that it is removed, and the file that was there before is untouched.
#[derive(Debug)]
pub struct NewFile {
    /// The place.
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
    pub fn beside(path: &Path) -> Result<NewFile, Error> {
        let create = || -> io::Result<NamedTempFile<File>> {
            let old = found(path.symlink_metadata())?.filter(Metadata::is_file);
            let name = path.file_name().filter(|name| name.len() <= LONGEST).unwrap_or_default();
            let mut prefix = OsString::from(".");
            prefix.push(name);
            prefix.push(".");
            let new = Builder::new().prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM).make_in(
                // Created exclusively, so that a link that waits under this name is not followed.
                folder(path),
                |path| options(old.as_ref()).read(true).write(true).create_new(true).open(path),
            )?;
            if let Some(old) = old {
                // It has no permission yet that the old file has not; some file systems can add none.
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
    /// Those of the function.
    pub fn write_with(&mut self, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
        let file = match &mut self.file {
            Some(file) => Ok(file),
            closed => OpenOptions::new().append(true).open(&self.temporary).map(|file| closed.insert(file)),
        };
        file.and_then(write).map_err(Error::file(&self.path, "written"))
    }

    /// Closes the file until more is written: any number of files can be written at a time.
    pub fn close(&mut self) {
        self.file = None;
    }

    /// Puts the file in its place, and brings it to the disk with its name. Returns it, open for reading and writing.
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

    /// Puts the file in its place without a sync: a loss of power may leave anything.
    ///
    /// # Errors
    /// If the file cannot be renamed.
    pub fn finish_unsynced(self) -> Result<(), Error> {
        let renamed = self.temporary.persist(&self.path).map_err(|error| error.error);
        renamed.map_err(Error::file(&self.path, "replaced"))
    }
}

/// Options that create a file with no other permissions than those of the old one.
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

/// The name that a file will have that is being written under this one.
pub fn final_name(name: &OsStr) -> Option<&OsStr> {
    let text = name.as_encoded_bytes().strip_prefix(b".")?.strip_suffix(SUFFIX.as_bytes())?;
    let (name, random) = text.split_at_checked(text.len().checked_sub(RANDOM)?)?;
    let random = random.iter().all(u8::is_ascii_alphanumeric);
    let name = name.strip_suffix(b".").filter(|_| random)?;
    // Cut at full stops.
    str::from_utf8(name).ok().map(OsStr::new)
}

/// Removes what killed runs have left of files of these names in the folder of a path.
///
/// # Errors
/// If the folder cannot be read, or a file not be removed.
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

/// Writes a file that a user names; never is a part of it seen under its name. Where the path is a link, the
/// file that it leads to is replaced. A device or a pipe is written as it is.
///
/// # Errors
/// If it cannot be written; the file that was there before is then untouched.
pub fn replace(path: &Path, text: &[u8]) -> Result<(), Error> {
    replace_all(&[(path, text)])
}

/// As [`replace`], for several files: none is replaced before all are written.
///
/// # Errors
/// If one cannot be written.
pub fn replace_all(files: &[(&Path, &[u8])]) -> Result<(), Error> {
    let (mut new, mut streams) = (Vec::new(), Vec::new());
    for &(path, text) in files {
        let data = found(std::fs::metadata(path)).map_err(Error::file(path, "examined"))?;
        if data.is_some_and(|data| !data.is_file() && !data.is_dir()) {
            streams.push((path, text));
            continue;
        }
        let target = if path.is_symlink() { path.canonicalize().ok() } else { None };
        let mut file = NewFile::beside(target.as_deref().unwrap_or(path))?;
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

/// As [`replace`], for a name of the program's own choice: a link of this name is replaced, and not followed.
///
/// # Errors
/// As [`replace`].
pub fn replace_own(path: &Path, text: &[u8]) -> Result<(), Error> {
    let mut new = NewFile::beside(path)?;
    new.write(text)?;
    new.finish().map(drop)
}

/// Removes a file, if it is there.
///
/// # Errors
/// If it is there and cannot be removed.
pub fn remove(path: &Path) -> Result<(), Error> {
    found(std::fs::remove_file(path)).map(drop).map_err(Error::file(path, "removed"))
}

/// `None` if a file is not there.
///
/// # Errors
/// Any other error.
pub fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// The folder of a path.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder of a file, where the system can: a new file without its name is lost.
///
/// # Errors
/// If the disk fails.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    // A folder that may be written but not read cannot be opened; some file systems cannot sync one.
    let folder = match File::open(folder(path)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        folder => folder?,
    };
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
    path.canonicalize().ok().or_else(|| Some(folder(path).canonicalize().ok()?.join(path.file_name()?)))
}
