//! Output files that stay whole if the process is killed, the disk is full or the power fails: they are written
//! under a random name, synced, and renamed together.

use crate::exit::file_error;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Returns the path with `suffix` appended to its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The suffix of the name of a file that is being written.
const SUFFIX: &str = ".new";
/// The number of random characters in the name of a file that is being written.
const RANDOM_CHARS: usize = 6;
/// File names of more bytes are left out of the temporary name, which would become too long.
const MAX_NAME: usize = 240;

/// A file that is being written under the name `.NAME.xxxxxx.new`, in the folder of its final path. `finish` renames
/// the file. A drop without `finish` removes the file, and leaves the old file at the final path as it is.
#[derive(Debug)]
pub struct NewFile {
    /// The final path.
    path: PathBuf,
    file: NamedTempFile<File>,
}

impl NewFile {
    /// Creates the file with a text, and with the permissions of the old file at `path`, if there is one.
    pub fn create(path: &Path, text: &[u8]) -> anyhow::Result<NewFile> {
        let create = || -> io::Result<NamedTempFile<File>> {
            let old = if_exists(path.symlink_metadata())?.filter(Metadata::is_file);
            let name = path.file_name().filter(|name| name.len() <= MAX_NAME).unwrap_or_default();
            let mut prefix = OsString::from(".");
            prefix.push(name);
            prefix.push(".");
            let new = Builder::new().prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM_CHARS).make_in(
                // Created exclusively, so that an existing link of this name is not followed.
                folder(path),
                |path| options(old.as_ref()).write(true).create_new(true).open(path),
            )?;
            if let Some(old) = old {
                // Some file systems cannot set permissions. The new file then has at most the permissions of the old
                // file.
                let _ = new.as_file().set_permissions(old.permissions());
            }
            Ok(new)
        };
        let mut file = create().map_err(file_error(path, "created"))?;
        file.as_file_mut().write_all(text).map_err(file_error(path, "written"))?;
        Ok(NewFile { path: path.to_owned(), file })
    }

    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Syncs the file, renames it to its final path, and syncs its name. Returns the open file.
    pub fn finish(self) -> anyhow::Result<File> {
        let NewFile { path, file } = self;
        file.as_file().sync_all().map_err(file_error(&path, "synced"))?;
        let file = file.persist(&path).map_err(|error| file_error(&path, "replaced")(error.error))?;
        sync_folder(&path).map_err(file_error(&path, "synced"))?;
        Ok(file)
    }
}

/// Returns options that create a file with no more permissions than `old` has.
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

/// Returns the final name of a file that is being written: `a.txt` for `.a.txt.x7Kq2b.new`. `None` for any other name.
pub fn final_name(name: &OsStr) -> Option<&OsStr> {
    let text = name.as_encoded_bytes().strip_prefix(b".")?.strip_suffix(SUFFIX.as_bytes())?;
    let (name, random) = text.split_at_checked(text.len().checked_sub(RANDOM_CHARS)?)?;
    let random = random.iter().all(u8::is_ascii_alphanumeric);
    let name = name.strip_suffix(b".").filter(|_| random)?;
    // A UTF-8 name stays UTF-8, because all cuts are at ASCII characters.
    str::from_utf8(name).ok().map(OsStr::new)
}

/// Removes the unfinished files that killed runs have left for a path.
pub fn remove_unfinished(path: &Path) -> anyhow::Result<()> {
    let folder = folder(path);
    for entry in std::fs::read_dir(folder).map_err(file_error(folder, "listed"))? {
        let entry = entry.map_err(file_error(folder, "listed"))?;
        if final_name(&entry.file_name()).is_some_and(|name| path.file_name() == Some(name)) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Writes a file that a user names, atomically. If the path is a link, its target is replaced. A device or a pipe is
/// written to directly.
pub fn replace(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    replace_all(&[(path, text)])
}

/// Like [`replace`], for several files: no file is replaced before all files are written.
pub fn replace_all(files: &[(&Path, &[u8])]) -> anyhow::Result<()> {
    let (mut new, mut streams) = (Vec::new(), Vec::new());
    for &(path, text) in files {
        if examined(path, path.metadata())?.is_some_and(|data| !data.is_file() && !data.is_dir()) {
            streams.push((path, text));
            continue;
        }
        let target = if path.is_symlink() { path.canonicalize().ok() } else { None };
        new.push(NewFile::create(target.as_deref().unwrap_or(path), text)?);
    }
    new.into_iter().try_for_each(|file| file.finish().map(drop))?;
    streams.into_iter().try_for_each(|(path, text)| {
        let file = File::options().write(true).open(path);
        file.and_then(|mut file| file.write_all(text)).map_err(file_error(path, "written"))
    })
}

/// Like [`replace`], for a name that the program chose: a link of this name is replaced, not followed.
pub fn replace_own(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    NewFile::create(path, text)?.finish().map(drop)
}

/// Removes a file, if it exists.
pub fn remove(path: &Path) -> anyhow::Result<()> {
    if_exists(std::fs::remove_file(path)).map(drop).map_err(file_error(path, "removed"))
}

/// Converts the error that a file does not exist to `None`.
pub fn if_exists<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// Returns `data`, the metadata of `path`; `None` if there is no such file.
///
/// # Errors
/// If the path cannot be examined.
pub fn examined(path: &Path, data: io::Result<Metadata>) -> anyhow::Result<Option<Metadata>> {
    if_exists(data).map_err(file_error(path, "examined"))
}

/// Returns the folder of a path; `.` for a bare file name.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder of a file, if the system can: without this, a power failure may lose a new file.
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

/// Returns device and inode, which identify a file under any path; `None` if the system lacks them.
#[cfg(unix)]
pub fn file_id(data: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((data.dev(), data.ino()))
}

/// Returns device and inode, which identify a file under any path; `None` if the system lacks them.
#[cfg(not(unix))]
pub fn file_id(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Returns `true` if a path leads to an open file, or if the system cannot tell.
pub fn leads_to(path: &Path, file: &File) -> io::Result<bool> {
    let there = if_exists(std::fs::metadata(path))?;
    Ok(!cfg!(unix) || there.as_ref().and_then(file_id) == file_id(&file.metadata()?))
}

/// Returns the error for an open file whose path no longer leads to it.
pub fn moved() -> io::Error {
    io::Error::other("another program removed or replaced it while it was written")
}

/// Returns `true` if two paths lead to the same file, even through links, or would if the file existed.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let known = |path: &Path| std::fs::metadata(path).ok().as_ref().and_then(file_id);
    match (known(one), known(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other || canonical(one).is_some_and(|one| canonical(other) == Some(one)),
    }
}

/// Returns the path without links; of a missing file, only the path of the folder is resolved.
fn canonical(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| Some(folder(path).canonicalize().ok()?.join(path.file_name()?)))
}
