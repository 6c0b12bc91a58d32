//! Laws: the output and error of the judge of UVa 339 do not depend on how its input is divided into blocks. For input
//! that the reader accepts, the judge prints the same final boards as a replay on the plain grid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::judge::uva339::Simulator;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Task;
use tilefall::text::formats::uva339;

/// Returns the output of the judge, and its error message.
fn judged<'a>(blocks: impl Iterator<Item = &'a [u8]>) -> (Vec<u8>, Option<String>) {
    let (mut judge, mut out) = (Simulator::new(), Vec::new());
    for block in blocks {
        if judge.is_over() {
            break;
        }
        if let Err(error) = judge.feed(block, &mut out) {
            return (out, Some(error.to_string()));
        }
    }
    let done = if judge.is_over() { Ok(()) } else { judge.finish(&mut out) };
    (out, done.err().map(|error| error.to_string()))
}

/// Returns the lines that the judge prints for a final board.
fn printed(grid: &Grid) -> String {
    if grid.is_empty() {
        return "    Game Won\n".into();
    }
    let name = |cell| grid.name_at(cell).map_or(" ".into(), |name| name.to_string());
    let row = |row| (0..grid.cols()).map(|col| name(Cell::new(row, col))).collect::<Vec<_>>().join(" ");
    (0..grid.rows()).rev().map(|at| format!("    {}\n", row(at))).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&size, text)) = bytes.split_first() else { return };
    let whole = judged(std::iter::once(text));
    for size in [1, 1 + usize::from(size)] {
        assert_eq!(judged(text.chunks(size)), whole, "blocks of {size}");
    }
    let mut puzzles = Vec::new();
    // The reader skips a byte order mark. The judge does not: the command skips it when it opens the input.
    if text.starts_with(b"\xef") || uva339::FORMAT.read(text, &mut puzzles).is_err() {
        return;
    }
    let play = |(number, puzzle): (u64, tilefall::rules::puzzle::Puzzle)| {
        let Task::SameGame(task) = puzzle.task else { unreachable!("a SameGame format") };
        let mut grid = puzzle.grid;
        for click in task.clicks {
            let _ = grid.click(click);
        }
        format!("Grid {number}.\n{}", printed(&grid))
    };
    let played = (1..).zip(puzzles).map(play).collect::<Vec<_>>().join("\n");
    assert_eq!(whole, (played.into_bytes(), None));
});
