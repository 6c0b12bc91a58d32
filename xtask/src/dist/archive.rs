//! `.tar.gz` files with equal bytes for equal contents: names in order, one time, no owner.

use super::context::Context;
use anyhow::Context as _;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};

/// Writes an archive with one folder. Each of `contents` is a path in that folder (empty for the folder itself) and a file or
/// folder on disk.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write(
    context: &Context,
    name: &str,
    folder: &str,
    contents: &[(&str, PathBuf)],
) -> anyhow::Result<()> {
    let path = context.out.join(name);
    let mut files = BTreeMap::new();
    for (place, source) in contents {
        collect(source, &Path::new(folder).join(place), &mut files)?;
    }
    let file = File::create(&path).with_context(|| path.display().to_string())?;
    let mut archive = Builder::new(GzEncoder::new(BufWriter::new(file), Compression::best()));
    for (place, source) in &files {
        append(&mut archive, place, source, context.epoch).with_context(|| source.display().to_string())?;
    }
    Ok(archive.into_inner()?.finish()?.into_inner()?.sync_all()?)
}

/// Appends a file or folder, and everything in it, to a map from places in the archive to files on disk.
fn collect(source: &Path, place: &Path, files: &mut BTreeMap<PathBuf, PathBuf>) -> anyhow::Result<()> {
    if source.is_dir() {
        for entry in std::fs::read_dir(source)? {
            let entry = entry?;
            collect(&entry.path(), &place.join(entry.file_name()), files)?;
        }
    }
    files.insert(place.components().collect(), source.to_owned());
    Ok(())
}

/// Appends one file or folder to an archive.
fn append<W: std::io::Write>(
    archive: &mut Builder<W>,
    place: &Path,
    source: &Path,
    epoch: u64,
) -> anyhow::Result<()> {
    let mut header = Header::new_ustar();
    header.set_mtime(epoch);
    header.set_uid(0);
    header.set_gid(0);
    if source.is_dir() {
        header.set_entry_type(EntryType::Directory);
        header.set_mode(0o755);
        header.set_size(0);
        return Ok(archive.append_data(&mut header, place, std::io::empty())?);
    }
    let bytes = std::fs::read(source)?;
    header.set_mode(if is_program(source)? { 0o755 } else { 0o644 });
    header.set_size(bytes.len() as u64);
    Ok(archive.append_data(&mut header, place, &*bytes)?)
}

/// Returns `true` if a file may be executed.
fn is_program(source: &Path) -> anyhow::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        Ok(std::fs::metadata(source)?.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    Ok(source.extension() == Some("exe".as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_files_give_equal_archives_in_order() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = root.join("../target/stage-test");
        std::fs::create_dir_all(&folder).unwrap();
        let (root, out, stage) = (root.to_owned(), folder.clone(), folder.clone());
        let (version, profile) = ("1.0.0".to_owned(), "dist".to_owned());
        let context =
            Context { target: root.clone(), root, out, stage, version, profile, epoch: 1_000_000_000 };
        let contents = [("x/src", context.root.join("src")), ("b", context.root.join("Cargo.toml"))];
        let reversed = [contents[1].clone(), contents[0].clone()];
        write(&context, "one.tar.gz", "one", &contents).unwrap();
        let first = std::fs::read(folder.join("one.tar.gz")).unwrap();
        write(&context, "one.tar.gz", "one", &reversed).unwrap();
        assert!(first == std::fs::read(folder.join("one.tar.gz")).unwrap());
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&*first));
        let mut names = Vec::new();
        for entry in archive.entries().unwrap() {
            let entry = entry.unwrap();
            let header = entry.header();
            assert_eq!(
                (header.mtime().unwrap(), header.uid().unwrap(), header.gid().unwrap()),
                (1_000_000_000, 0, 0)
            );
            assert_eq!(header.mode().unwrap(), if header.entry_type().is_dir() { 0o755 } else { 0o644 });
            names.push(entry.path().unwrap().display().to_string());
        }
        assert!(names.is_sorted() && names.contains(&"one/x/src/dist/mod.rs".to_owned()), "{names:?}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
