//! Matches lists of moves with puzzles.

use crate::args::format_arg::FormatArgs;
use crate::args::task::TaskArgs;
use crate::exit::{self, Exit, InvalidInput, Unreadable, UsageError};
use crate::io::input::{self, Bounds};
use crate::io::puzzles::{InputPuzzle, Inputs, files};
use crate::io::stream::Content;
use std::borrow::Cow;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use tilefall::internals::plural;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{GameKind, Status};
use tilefall::text::formats::Coordinates;
use tilefall::text::record::{self, PuzzleRecord, ResultRecord, Step};
use tilefall::text::render::timeline::{ListError, Timeline};
use tilefall::verify::lists;
use tilefall::verify::{Answer, answer};

/// A puzzle with a list.
pub struct Played {
    pub id: String,
    /// The puzzle. A Mayan puzzle has the number of moves and the mode that the answer's record names.
    pub puzzle: Puzzle,
    /// The record of the answer, with the list as its moves.
    pub answer: ResultRecord,
}

/// The arguments that name puzzles and lists, and the arguments `G` of one game.
#[derive(Debug, clap::Args)]
pub struct ListArgs<G: TaskArgs> {
    /// The puzzles: a file, directory or glob; '-' is standard input. A game that play kept has its list, too
    puzzles: PathBuf,
    /// A list as 'solve' prints it, moves separated by commas, or a file: records, a judge's output or plain lists
    /// [default: the lists that come with the puzzles]
    list: Option<String>,
    /// Only the puzzle with this id
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    pub game: G,
}

/// The source of the lists.
enum Source<'a> {
    /// The argument itself is the list of the first puzzle.
    Inline(&'a str),
    /// A file of answers.
    File(&'a Path),
    /// The file of the puzzles: lists that come with the puzzles, or the turns of a saved game.
    Puzzles,
}

impl<G: TaskArgs> ListArgs<G> {
    /// Returns the source of the lists. If the argument begins like a list, it is a list, unless a file of this name
    /// exists.
    fn source(&self) -> Source<'_> {
        let Some(list) = self.list.as_deref() else { return Source::Puzzles };
        let begins_as_list =
            list.is_empty() || list.starts_with(|c: char| c.is_ascii_digit() || "[({ ".contains(c));
        match begins_as_list && !Path::new(list).is_file() {
            true => Source::Inline(list),
            false => Source::File(Path::new(list)),
        }
    }

    /// Returns `true` if the argument is a list, not a file of lists.
    pub fn is_inline(&self) -> bool {
        matches!(self.source(), Source::Inline(_))
    }

    /// Returns the files of the puzzles, and the file of the lists if there is one.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut read: Vec<_> = files(std::slice::from_ref(&self.puzzles)).into_iter().flatten().collect();
        if let Source::File(file) = self.source() {
            read.push(file.to_owned());
        }
        read
    }

    /// Reads the puzzles and the lists for a verb, such as "replay". Prints errors of single items, and returns the
    /// exit code for these errors. Finding no list at all is an error, too.
    pub fn read(&self, verb: &str) -> anyhow::Result<(Vec<Played>, Exit)> {
        let source = self.source();
        if let Source::File(file) = source {
            input::refuse_stdin_twice(&self.puzzles, file)?;
        }
        let inputs = Inputs::one(&self.puzzles, self.format.resolve(Some(G::GAME))?, self.bounds);
        let inputs = inputs.by(self.game.columns());
        let mut exit = Exit::Done;
        let mut puzzles: Vec<InputPuzzle> = inputs.reported(&mut exit).collect();
        for named in &mut puzzles {
            self.game.set(&mut named.puzzle.task);
        }
        if let Some(other) = puzzles.iter().find(|named| named.puzzle.task.game() != G::GAME) {
            let found = other.puzzle.task.game();
            anyhow::bail!("{}: {}", other.place(), found.wrong_game(G::GAME));
        }
        // An inline list is for the first puzzle, or for the puzzle with the id of `--id`.
        if let (Source::Inline(_), Some(id)) = (&source, &self.id) {
            puzzles.retain(|named| named.id() == *id);
        }
        let mut lists = Vec::new();
        if let Some(first) = puzzles.first() {
            let coordinates = self.game.coordinates();
            let bad;
            (lists, bad) = match source {
                Source::Inline(list) => {
                    let (list, note) = lists::one(list.as_bytes(), &first.puzzle, coordinates)
                        .map_err(|error| UsageError(format!("the list: {error}")))?;
                    note.iter().for_each(|note| exit::note(&format!("the list: {note}")));
                    (bare(&puzzles, vec![Answer::list(1, None, list)]), false)
                }
                Source::File(results) => in_file(results, first, coordinates, &puzzles, self.bounds)?,
                Source::Puzzles => with_puzzles(&self.puzzles, &puzzles, self.bounds)?,
            };
            exit = if bad { exit.max(Exit::BadInput) } else { exit };
        }
        lists.retain(|played| self.id.as_ref().is_none_or(|id| played.id == *id));
        // After a failure the lists are incomplete, so a missing list is no error of its own.
        if lists.is_empty() && exit != Exit::Failed {
            let of = self.id.as_ref().map_or(String::new(), |id| format!(" for the id '{id}'"));
            exit::print_error(&format!("there is no list to {verb}{of}"));
            exit = exit.max(Exit::BadInput);
        }
        Ok((lists, exit))
    }
}

/// Returns the lists that come with the puzzles or with a saved game, and whether an answer was bad.
fn with_puzzles(path: &Path, puzzles: &[InputPuzzle], bounds: Bounds) -> anyhow::Result<(Vec<Played>, bool)> {
    let lists = puzzles.iter().map(|named| (named, named.puzzle.task.list()));
    let own: Vec<Played> =
        lists.filter(|(_, list)| !list.is_empty()).map(|(named, list)| Played::bare(named, list)).collect();
    if own.is_empty() && path.as_os_str() != "-" {
        let name = input::name(path);
        if let Content::Game([_, result]) = Content::of(input::open(path)?, &name)? {
            return by_index(result, &name, puzzles, bounds);
        }
    }
    if own.is_empty() {
        let why = "the puzzles come without lists, expected a file of answers, or a list";
        return Err(UsageError(why.into()).into());
    }
    Ok((own, false))
}

/// Returns the lists of a file of answers, and whether an answer was bad.
fn in_file(
    results: &Path,
    first: &InputPuzzle,
    coordinates: Option<&'static Coordinates>,
    puzzles: &[InputPuzzle],
    bounds: Bounds,
) -> anyhow::Result<(Vec<Played>, bool)> {
    let name = input::name(results);
    let (Content::Game([_, mut reader]) | Content::Other(mut reader)) =
        Content::of(input::open(results)?, &name)?;
    let start = reader.fill_buf().map_err(|error| Unreadable::new(&name, error))?;
    if answer::opens(start) {
        return by_index(reader, &name, puzzles, bounds);
    }
    let text = input::whole(reader, &name, bounds.text)?;
    let read = lists::read(&text, &first.puzzle, coordinates);
    let read = read.map_err(|error| InvalidInput(format!("{name}:{error}")))?;
    read.note.iter().for_each(|note| exit::note(&format!("{name}: {note}")));
    if let Some(Answer { line, .. }) = read.answers.get(puzzles.len()) {
        let message = "another list begins here, expected one list for each puzzle";
        return Err(InvalidInput(format!("{name}:{line}:1: {message}")).into());
    }
    Ok((bare(puzzles, read.answers), false))
}

/// Returns the lists of result records, each with the puzzle of its index, and whether a record was bad.
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
    for read in input::records(reader, bounds.line) {
        let Answer { line, record, .. } = match read.map_err(|error| Unreadable::new(name, error))? {
            Ok(answer) => answer,
            Err(error) => {
                print_error(format!("{name}:{error}"));
                continue;
            }
        };
        let place = format!("{name}:{line}:1");
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
        let named_by = |hash: &String| record::named_by(&puzzle, hash).map(Cow::into_owned);
        let Some(puzzle) = record.hash.as_ref().map_or_else(|| Some(puzzle.clone()), named_by) else {
            print_error(format!(
                "{place}: this answer is to another puzzle than {}, or under other rules",
                named.id()
            ));
            continue;
        };
        all.push(Played { id: named.id(), puzzle, answer: record });
    }
    Ok((all, bad))
}

/// Pairs plain lists with puzzles: the first list belongs to the first puzzle, and so on.
fn bare(puzzles: &[InputPuzzle], answers: Vec<Answer>) -> Vec<Played> {
    let lists = puzzles.iter().zip(answers);
    lists.filter_map(|(named, answer)| Some(Played::bare(named, answer.record.moves?))).collect()
}

impl Played {
    /// Returns a puzzle with a record that contains only a list, without other claims.
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
    pub fn timeline(&self) -> Result<Timeline, ListError> {
        Timeline::of(&self.puzzle, self.answer.moves.as_deref().unwrap_or_default())
    }

    /// Returns the title of a replay: the id, the number of moves and the caption of the end.
    pub fn title(&self, time: &Timeline) -> String {
        let moves = self.answer.moves.as_ref().map_or(0, Vec::len);
        let what = if time.game == GameKind::SameGame { "click" } else { "move" };
        format!("{}: {}, {}", self.id, plural(moves, what), time.caption(time.steps.len()))
    }

    /// Returns the records of the puzzle and the answer as lines. `index` counts the puzzles of the page from 0.
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
                // A list that leaves blocks is no answer, so it gets no result record.
                cleared
            }
        };
        let answer = claims.then(|| answer.to_line());
        [record.to_line()].into_iter().chain(answer).collect()
    }
}
