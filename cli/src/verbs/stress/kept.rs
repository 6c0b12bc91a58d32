//! Sets of inputs in a folder: `NAME.in` with the answer in `NAME.ans` and, for a click, its row and column in `NAME.args`.

use crate::exit::{InvalidInput, UsageError, file_error};
use crate::io::disk;
use anyhow::bail;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tilefall::stress::{ContestTask, FailingInput, Input, Stress};

/// Reads the inputs of a folder, sorted by name, with the paths of the `.in` files; a missing folder has no inputs.
pub fn read(folder: &Path, task: ContestTask) -> anyhow::Result<(Vec<Input>, Vec<PathBuf>)> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            bail!(UsageError(format!("{}: a file, expected a folder", folder.display())))
        }
        Err(error) => return Err(file_error(folder, "read")(error)),
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "in"));
    paths.sort();
    let read = |path: &PathBuf| -> anyhow::Result<Input> {
        let text = fs::read(path).map_err(file_error(path, "read"))?;
        let arguments = fs::read_to_string(path.with_extension("args")).unwrap_or_default();
        let mut numbers = arguments.split_whitespace().map_while(|word| word.parse().ok());
        let click = [(); 2].map(|()| numbers.next().unwrap_or(0));
        let input = Input::read(task, &text, click);
        Ok(input.map_err(|error| InvalidInput(format!("{}:{error}", path.display())))?)
    };
    let inputs = paths.iter().map(read).collect::<anyhow::Result<_>>()?;
    Ok((inputs, paths))
}

/// Writes a failing input to a new file in `folder` and returns the path. For an input of `stress.kept`, which already
/// has a file, only returns the path of this file from `paths`.
pub fn write(
    folder: &Path,
    stress: &Stress,
    paths: &[PathBuf],
    found: &FailingInput,
) -> anyhow::Result<PathBuf> {
    let text = found.input.text();
    let is_kept = |input: &Input| input.text() == text && input.click() == found.input.click();
    if let Some(at) = stress.kept.iter().position(is_kept) {
        return Ok(paths[at].clone());
    }
    fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
    let names = (1..).map(|number| format!("{}-{number:02}", stress.task.name()));
    let is_free = |name: &String| !folder.join(format!("{name}.in")).exists();
    let name = names.into_iter().find(is_free).unwrap_or_default();
    write_files(folder, &name, &found.input, &found.expected())?;
    Ok(folder.join(format!("{name}.in")))
}

/// Writes the files of an input: `NAME.in`, `NAME.ans` and, for a click, `NAME.args`.
pub fn write_files(folder: &Path, name: &str, input: &Input, answer: &[u8]) -> anyhow::Result<()> {
    let [row, col] = input.click();
    let arguments = format!("{row} {col}\n");
    let is_click = matches!(input.task, ContestTask::Click(_));
    let files: [(&str, &[u8]); 3] = [("in", &input.text()), ("ans", answer), ("args", arguments.as_bytes())];
    for (ending, text) in files.into_iter().take(2 + usize::from(is_click)) {
        disk::replace(&folder.join(format!("{name}.{ending}")), text)?;
    }
    Ok(())
}
