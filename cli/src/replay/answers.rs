//! Which list goes with which puzzle.

use crate::error::{Misread, Unfit, Unreadable};
use crate::exit;
use crate::input;
use crate::item::Named;
use crate::lines::{self, Bounds, Lines};
use crate::page::{self, Carried};
use std::io::BufRead;
use std::path::Path;
use tilefall::base::{Cell, Game, Move, ReadError, Status, several};
use tilefall::formats::Coordinates;
use tilefall::formats::scan::without_mark;
use tilefall::puzzle::{Puzzle, Task};
use tilefall::record::{self, PuzzleRecord, ResultRecord, Step};
use tilefall::render::timeline::{BadList, Timeline};
use tilefall::verify::lists::{self, Counting};
use tilefall::verify::{Answer, answer};

/// A puzzle with a list.
pub struct Played {
    /// The id of the puzzle.
    pub id: String,
    /// The puzzle, with M and mode as the answer has them.
    pub puzzle: Puzzle,
    /// The answer that holds the list.
    pub answer: ResultRecord,
}

/// Where the lists are.
#[derive(Clone, Copy, Debug)]
pub enum Lists<'a> {
    /// In this text: the list of the first puzzle.
    Spelt(&'a str),
    /// In this file of answers.
    In(&'a Path),
    /// With the puzzles, or in this page that holds them.
    With(&'a Path),
}

/// The lists for these puzzles, in the order of the answers; and whether something was wrong; messages say what. Plain
/// lists are in `coordinates`, if given.
///
/// # Errors
/// If the answers cannot be read, or there are none.
pub fn of(
    lists: Lists<'_>,
    puzzles: &[Named],
    coordinates: Option<&'static Coordinates>,
    bounds: Bounds,
) -> anyhow::Result<(Vec<Played>, bool)> {
    let Some(first) = puzzles.first() else { return Ok((Vec::new(), false)) };
    let counting = first.counting(coordinates);
    match lists {
        Lists::Spelt(list) => {
            let (list, note) = lists::one(list.as_bytes(), &first.puzzle, counting)
                .map_err(|error| Unfit(format!("--moves: {error}")))?;
            note.iter().for_each(|note| exit::note(&format!("--moves: {note}")));
            Ok((bare(puzzles, vec![Answer::list(1, None, list)]), false))
        }
        Lists::In(results) => in_file(results, first, counting, puzzles, bounds),
        Lists::With(path) => with_puzzles(path, puzzles, bounds),
    }
}

/// Those that came with the puzzles, or in the page that holds them.
fn with_puzzles(path: &Path, puzzles: &[Named], bounds: Bounds) -> anyhow::Result<(Vec<Played>, bool)> {
    let own: Vec<Played> = puzzles.iter().filter_map(own).collect();
    if own.is_empty() && path.as_os_str() != "-" {
        let name = input::name(path);
        if let Carried::Records(lines) = page::carried(input::open(path)?, &name, bounds.text)? {
            return by_index(page::results(&lines), &name, puzzles, bounds);
        }
    }
    if own.is_empty() {
        let why = "the puzzles come without lists, expected a file of answers, or --moves LIST";
        return Err(Unfit(why.into()).into());
    }
    Ok((own, false))
}

/// Those of a file of answers.
fn in_file(
    results: &Path,
    first: &Named,
    counting: Counting,
    puzzles: &[Named],
    bounds: Bounds,
) -> anyhow::Result<(Vec<Played>, bool)> {
    let name = input::name(results);
    let mut reader = match page::carried(input::open(results)?, &name, bounds.text)? {
        Carried::Records(lines) => page::results(&lines),
        Carried::Nothing(reader) => reader,
    };
    let start = reader.fill_buf().map_err(|error| Unreadable::new(&name, error))?;
    if without_mark(start).trim_ascii_start().starts_with(b"{") {
        return by_index(reader, &name, puzzles, bounds);
    }
    let text = lines::whole(reader, &name, bounds.text)?;
    let read = lists::read(&text, &first.puzzle, counting);
    let read = read.map_err(|error| Misread(format!("{name}:{error}")))?;
    read.note.iter().for_each(|note| exit::note(&format!("{name}: {note}")));
    Ok((bare(puzzles, read.answers), false))
}

/// Records, each with the puzzle that it names by its index.
fn by_index(
    reader: Box<dyn BufRead + Send>,
    name: &str,
    puzzles: &[Named],
    bounds: Bounds,
) -> anyhow::Result<(Vec<Played>, bool)> {
    let (mut all, mut bad) = (Vec::new(), false);
    let mut complain = |what: String| {
        exit::complain_of(&what);
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
                complain(format!("{name}:{error}"));
                continue;
            }
        };
        let place = format!("{name}:{}:1", lines.number());
        let named =
            puzzles.iter().zip(0..).find(|(named, at)| named.puzzle.index.unwrap_or(*at) == record.index);
        let Some((named, _)) = named else {
            complain(format!("{place}: there is no puzzle of index {}", record.index));
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
            complain(format!(
                "{place}: this answer is to another puzzle than {}, or under other rules",
                named.id()
            ));
            continue;
        }
        all.push(Played { id: named.id(), puzzle, answer: record });
    }
    Ok((all, bad))
}

/// Plain lists, in the order of the puzzles.
fn bare(puzzles: &[Named], answers: Vec<Answer>) -> Vec<Played> {
    let with = |(named, answer): (&Named, Answer)| {
        let moves = answer.record.moves?;
        let puzzle = named.puzzle.clone();
        Some(Played { id: named.id(), answer: feasible(&puzzle, moves), puzzle })
    };
    puzzles.iter().zip(answers).filter_map(with).collect()
}

/// The list that came with a puzzle.
fn own(named: &Named) -> Option<Played> {
    let puzzle = named.puzzle.clone();
    let moves: Vec<Step> = match &puzzle.task {
        Task::SameGame(task) => task.clicks.iter().map(|&cell| cell.into()).collect(),
        Task::Mayan(task) => task.list.iter().map(|&step| step.into()).collect(),
    };
    (!moves.is_empty()).then(|| Played { id: named.id(), answer: feasible(&puzzle, moves), puzzle })
}

/// A record of a list of which nothing is claimed.
fn feasible(puzzle: &Puzzle, moves: Vec<Step>) -> ResultRecord {
    ResultRecord {
        game: Some(puzzle.task.game()),
        hash: Some(record::hash(puzzle)),
        moves: Some(moves),
        ..ResultRecord::new(0, "", Status::Feasible)
    }
}

impl Played {
    /// The list as a timeline.
    ///
    /// # Errors
    /// If a move cannot be played.
    pub fn timeline(&self) -> Result<Timeline, BadList> {
        let moves = self.answer.moves.as_deref().unwrap_or_default();
        let unlike = |at: usize| BadList { number: at + 1, why: "this is no move of the game".into() };
        match &self.puzzle.task {
            Task::SameGame(task) => {
                let cells = moves.iter().enumerate().map(|(at, step)| step.click().ok_or_else(|| unlike(at)));
                let cells = cells.collect::<Result<Vec<Cell>, _>>()?;
                Timeline::clicks(&self.puzzle.grid, &cells, task.rules.unwrap_or_default())
            }
            Task::Mayan(_) => {
                let slides =
                    moves.iter().enumerate().map(|(at, step)| step.slide().ok_or_else(|| unlike(at)));
                Timeline::slides(&self.puzzle.grid, &slides.collect::<Result<Vec<Move>, _>>()?)
            }
        }
    }

    /// What stands above a replay.
    pub fn title(&self, time: &Timeline) -> String {
        let moves = self.answer.moves.as_ref().map_or(0, Vec::len);
        let what = if time.game == Game::SameGame { "click" } else { "move" };
        format!("{}: {}, {}", self.id, several(moves, what), time.caption(time.steps.len()))
    }

    /// The lines of records of puzzle and answer, as puzzle `index` of a page.
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
            (Game::SameGame, false) => {
                (answer.score, answer.cleared) = (Some(score), Some(cleared));
                true
            }
            (Game::Mayan, false) => {
                answer.cleared = cleared.then_some(true);
                // A list that leaves blocks is no answer.
                cleared
            }
        };
        let answer = claims.then(|| answer.to_line());
        [record.to_line()].into_iter().chain(answer).collect()
    }
}
