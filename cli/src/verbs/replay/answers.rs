//! Matching lists with puzzles.

use crate::args::task::TaskArgs;
use crate::error::{InvalidInput, Unreadable, UsageError};
use crate::exit::{self, Exit};
use crate::io::embedded::{self, Content};
use crate::io::input;
use crate::io::item::InputPuzzle;
use crate::io::lines::{self, Bounds, Lines};
use crate::io::puzzles::Inputs;
use std::io::BufRead;
use std::path::Path;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{GameKind, ReadError, Status, plural};
use tilefall::text::formats::Coordinates;
use tilefall::text::formats::scan::without_mark;
use tilefall::text::record::{self, PuzzleRecord, ResultRecord, Step};
use tilefall::text::render::timeline::{ListError, Timeline};
use tilefall::verify::lists;
use tilefall::verify::{Answer, answer};

/// A puzzle with a list.
pub struct Played {
    /// The id of the puzzle.
    pub id: String,
    /// The puzzle, with the M and the mode of the answer.
    pub puzzle: Puzzle,
    /// The answer with the list.
    pub answer: ResultRecord,
}

/// The source of the lists.
#[derive(Clone, Copy, Debug)]
pub enum Lists<'a> {
    /// A text with the list of the first puzzle, with the name of the argument.
    Inline(&'static str, &'a str),
    /// A file of answers.
    File(&'a Path),
    /// The file of the puzzles: lists that come with them, or the records of a page.
    FromPuzzles(&'a Path),
}

/// Lists, and the puzzles among those of an input that they belong to.
pub struct Source<'a, G> {
    pub lists: Lists<'a>,
    /// The id of the only puzzle, if given.
    pub id: Option<&'a str>,
    /// The arguments that set the task of the puzzles.
    pub task: &'a G,
}

impl<G: TaskArgs> Source<'_, G> {
    /// Reads the puzzles and the lists. Errors of single items are printed, and are part of the exit code.
    ///
    /// # Errors
    /// If an input cannot be read, has a puzzle of the other game, or the lists are not valid.
    pub fn read(&self, inputs: &Inputs) -> anyhow::Result<(Vec<Played>, Exit)> {
        let mut exit = Exit::Done;
        let mut puzzles: Vec<InputPuzzle> = inputs.reported(&mut exit).collect();
        for named in &mut puzzles {
            self.task.set(&mut named.puzzle.task);
        }
        if let Some(other) = puzzles.iter().find(|named| named.puzzle.task.game() != G::GAME) {
            let found = other.puzzle.task.game();
            anyhow::bail!("{}: {}", other.place(), found.wrong_game(G::GAME));
        }
        // An inline list is for the first puzzle, or the one with this id.
        if let (Lists::Inline(..), Some(id)) = (&self.lists, self.id) {
            puzzles.retain(|named| named.id() == id);
        }
        let Some(first) = puzzles.first() else { return Ok((Vec::new(), exit)) };
        let coordinates = self.task.coordinates();
        let (mut lists, bad) = match self.lists {
            Lists::Inline(name, list) => {
                let (list, note) = lists::one(list.as_bytes(), &first.puzzle, coordinates)
                    .map_err(|error| UsageError(format!("{name}: {error}")))?;
                note.iter().for_each(|note| exit::note(&format!("{name}: {note}")));
                (bare(&puzzles, vec![Answer::list(1, None, list)]), false)
            }
            Lists::File(results) => in_file(results, first, coordinates, &puzzles, inputs.bounds)?,
            Lists::FromPuzzles(path) => with_puzzles(path, &puzzles, inputs.bounds)?,
        };
        lists.retain(|played| self.id.is_none_or(|id| played.id == id));
        Ok((lists, if bad { exit.max(Exit::BadInput) } else { exit }))
    }
}

/// Returns the lists that come with the puzzles, or in the page of the puzzles.
fn with_puzzles(path: &Path, puzzles: &[InputPuzzle], bounds: Bounds) -> anyhow::Result<(Vec<Played>, bool)> {
    let lists = puzzles.iter().map(|named| (named, named.puzzle.task.list()));
    let own: Vec<Played> =
        lists.filter(|(_, list)| !list.is_empty()).map(|(named, list)| Played::bare(named, list)).collect();
    if own.is_empty() && path.as_os_str() != "-" {
        let name = input::name(path);
        if let Content::Records(lines) = embedded::read(input::open(path)?, &name, bounds.text)? {
            return by_index(embedded::results(&lines), &name, puzzles, bounds);
        }
    }
    if own.is_empty() {
        let why = "the puzzles come without lists, expected a file of answers, or a list";
        return Err(UsageError(why.into()).into());
    }
    Ok((own, false))
}

/// Returns the lists of a file of answers.
fn in_file(
    results: &Path,
    first: &InputPuzzle,
    coordinates: Option<&'static Coordinates>,
    puzzles: &[InputPuzzle],
    bounds: Bounds,
) -> anyhow::Result<(Vec<Played>, bool)> {
    let name = input::name(results);
    let mut reader = match embedded::read(input::open(results)?, &name, bounds.text)? {
        Content::Records(lines) => embedded::results(&lines),
        Content::Other(reader) => reader,
    };
    let start = reader.fill_buf().map_err(|error| Unreadable::new(&name, error))?;
    if without_mark(start).trim_ascii_start().starts_with(b"{") {
        return by_index(reader, &name, puzzles, bounds);
    }
    let text = lines::whole(reader, &name, bounds.text)?;
    let read = lists::read(&text, &first.puzzle, coordinates);
    let read = read.map_err(|error| InvalidInput(format!("{name}:{error}")))?;
    read.note.iter().for_each(|note| exit::note(&format!("{name}: {note}")));
    Ok((bare(puzzles, read.answers), false))
}

/// Returns the lists of result records, each with the puzzle of its index.
fn by_index(
    reader: Box<dyn BufRead + Send>,
    name: &str,
    puzzles: &[InputPuzzle],
    bounds: Bounds,
) -> anyhow::Result<(Vec<Played>, bool)> {
    let (mut all, mut bad) = (Vec::new(), false);
    let mut print_error = |what: String| {
        exit::print_located_error(&what);
        bad = true;
    };
    let (mut lines, mut line) = (Lines::new(reader, bounds.line), Vec::new());
    while let Some(read) = lines.next(&mut line).map_err(|error| Unreadable::new(name, error))? {
        let read: Result<Option<Answer>, ReadError> =
            read.and_then(|()| answer::record(&line, lines.number()).transpose());
        let record = match read {
            Ok(Some(answer)) => answer.record,
            Ok(None) => continue,
            Err(error) => {
                print_error(format!("{name}:{error}"));
                continue;
            }
        };
        let place = format!("{name}:{}:1", lines.number());
        let named =
            puzzles.iter().zip(0..).find(|(named, at)| named.puzzle.index.unwrap_or(*at) == record.index);
        let Some((named, _)) = named else {
            print_error(format!("{place}: there is no puzzle of index {}", record.index));
            continue;
        };
        if record.moves.is_none() {
            exit::note(&format!("{}: {}, no list to play", named.id(), record.status.name()));
            continue;
        }
        let mut puzzle = named.puzzle.clone();
        if let (Task::Mayan(task), Some(asked)) = (&mut puzzle.task, &record.asked) {
            (task.moves, task.mode) = (asked.moves, asked.mode);
        }
        if record.hash.as_ref().is_some_and(|hash| *hash != record::hash(&puzzle)) {
            print_error(format!(
                "{place}: this answer is to another puzzle than {}, or under other rules",
                named.id()
            ));
            continue;
        }
        all.push(Played { id: named.id(), puzzle, answer: record });
    }
    Ok((all, bad))
}

/// Returns plain lists, in the order of the puzzles.
fn bare(puzzles: &[InputPuzzle], answers: Vec<Answer>) -> Vec<Played> {
    let lists = puzzles.iter().zip(answers);
    lists.filter_map(|(named, answer)| Some(Played::bare(named, answer.record.moves?))).collect()
}

impl Played {
    /// Returns a puzzle with a record of a list that claims nothing else.
    fn bare(named: &InputPuzzle, moves: Vec<Step>) -> Played {
        let puzzle = named.puzzle.clone();
        let answer = ResultRecord {
            game: Some(puzzle.task.game()),
            hash: Some(record::hash(&puzzle)),
            moves: Some(moves),
            ..ResultRecord::new(0, "", Status::Feasible)
        };
        Played { id: named.id(), puzzle, answer }
    }

    /// Returns the list as a timeline.
    ///
    /// # Errors
    /// If a move cannot be played.
    pub fn timeline(&self) -> Result<Timeline, ListError> {
        Timeline::of(&self.puzzle, self.answer.moves.as_deref().unwrap_or_default())
    }

    /// Returns the title of a replay.
    pub fn title(&self, time: &Timeline) -> String {
        let moves = self.answer.moves.as_ref().map_or(0, Vec::len);
        let what = if time.game == GameKind::SameGame { "click" } else { "move" };
        format!("{}: {}, {}", self.id, plural(moves, what), time.caption(time.steps.len()))
    }

    /// Returns the records of the puzzle and the answer as lines, as puzzle `index` of a page.
    pub fn records(&self, index: u64) -> Vec<String> {
        let puzzle = Puzzle { id: Some(self.id.clone()), index: None, ..self.puzzle.clone() };
        let record = PuzzleRecord::of(&puzzle);
        let mut answer = ResultRecord { index, id: self.id.clone(), ..self.answer.clone() };
        let last = self.timeline().ok().and_then(|time| {
            let last = time.steps.last()?;
            Some((last.score, last.left == 0))
        });
        let (score, cleared) = last.unwrap_or((0, false));
        let claims = match (puzzle.task.game(), answer.asked.is_some()) {
            (_, true) => true,
            (GameKind::SameGame, false) => {
                (answer.score, answer.cleared) = (Some(score), Some(cleared));
                true
            }
            (GameKind::Mayan, false) => {
                answer.cleared = cleared.then_some(true);
                // A list that leaves blocks is no answer.
                cleared
            }
        };
        let answer = claims.then(|| answer.to_line());
        [record.to_line()].into_iter().chain(answer).collect()
    }
}
