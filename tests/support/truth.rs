//! Checks the claims of a record about a small puzzle by brute force. Missing or superfluous fields are not checked.

use super::mayan_brute_force::BruteForce;
use super::samegame_brute_force::{Best, best};
use serde_json::Value;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::rules::{Colour, Mode, Move, Step};
use tilefall::text::record::hash;

/// The limits of brute force on a Mayan board: moves of a list, and boards.
const DEPTH: u64 = 6;
const BOARDS: usize = 20_000;

/// The facts about a puzzle, found by brute force.
pub enum Truth {
    SameGame(Best),
    /// The winning lists by length, from 0; and whether no list of any length wins.
    Mayan(Vec<Vec<Vec<Move>>>, bool),
}

impl Truth {
    /// Plays every list of a puzzle; `None` if there are too many.
    pub fn of(puzzle: &Puzzle) -> Option<Truth> {
        Some(match &puzzle.task {
            Task::SameGame(task) => Truth::SameGame(best(&puzzle.grid, task.rules.unwrap_or_default())),
            Task::Mayan(task) => {
                let mut force = BruteForce::of(&puzzle.grid, task.counts_noops(), DEPTH, BOARDS)?;
                let most = if force.count(4) > 2000 { 3 } else { 4 };
                let lists = (0..=most).map(|length| force.lists(length)).collect();
                Truth::Mayan(lists, force.closed && !force.clears())
            }
        })
    }

    /// Returns a message for the first false claim of a record; `None` if all claims are true.
    pub fn falsehood(&self, puzzle: &Puzzle, record: &Value) -> Option<String> {
        let differs = |name: &str, own: Value| {
            record
                .get(name)
                .filter(|value| !value.is_null() && **value != own)
                .map(|_| format!("another {name}"))
        };
        let other =
            differs("hash", hash(puzzle).into()).or(differs("id", "p".into())).or(differs("index", 0.into()));
        if let Some(other) = other.or(differs("game", puzzle.task.game().name().into())) {
            return Some(other);
        }
        match (self, &puzzle.task) {
            (Truth::SameGame(best), Task::SameGame(task)) => samegame(best, &puzzle.grid, task, record),
            (Truth::Mayan(lists, never), Task::Mayan(task)) => mayan(lists, *never, task, record),
            _ => unreachable!("a truth is that of its puzzle"),
        }
    }
}

fn list_of(value: &Value) -> Option<Vec<Step>> {
    serde_json::from_value(value.clone()).ok()
}

fn samegame(best: &Best, grid: &Grid, task: &SameGameTask, record: &Value) -> Option<String> {
    let rules = task.rules.unwrap_or_default();
    let (asked, status) = (&record["asked"], record["status"].as_str()?);
    let inferred = match status {
        "infeasible" => "clear",
        _ if record.get("left").is_some() => "left",
        _ if record.get("biggest").is_some() => "biggest",
        _ => "score",
    };
    let goal = asked["goal"].as_str().unwrap_or(inferred);
    // Negates the result if less is better.
    let worth = |value: i64| i128::from(value) * if matches!(goal, "fewest" | "left") { -1 } else { 1 };
    let top = match goal {
        "score" | "clear" => Some(best.score),
        "fewest" => best.fewest.map(|clicks| clicks as i64),
        "left" => Some(best.left as i64),
        _ => Some(best.biggest as i64),
    };
    if let (Some(bound), Some(top)) = (record["bound"].as_i64(), top)
        && worth(bound) < worth(top)
    {
        return Some(format!("the bound is {bound}, and a list has {top}"));
    }
    if status == "infeasible" && (best.clears() || !matches!(goal, "clear" | "fewest")) {
        return Some("there is a list".into());
    }
    let Some(list) = record.get("moves").filter(|moves| !moves.is_null()) else {
        return matches!(status, "optimal" | "feasible").then(|| "no list".into());
    };
    let (mut board, mut points, mut biggest) = (grid.clone(), 0, 0);
    let list = list_of(list)?;
    for step in &list {
        let size = step.click().map_or(0, |cell| board.click_by(&rules, cell));
        if size == 0 {
            return Some(format!("{step} removes nothing"));
        }
        (points, biggest) = (points + rules.score.points(size as u64), biggest.max(size));
    }
    let counts = (0..board.colours()).map(|colour| board.count(colour as Colour) as u64);
    let score = rules.total(points, counts);
    let facts: [(&str, Value); 4] = [
        ("score", score.into()),
        ("cleared", board.is_empty().into()),
        ("left", board.tiles().into()),
        ("biggest", biggest.into()),
    ];
    for (name, fact) in facts {
        if record.get(name).is_some_and(|value| !value.is_null() && *value != fact) {
            return Some(format!("{name} is {fact}"));
        }
    }
    let (clears, result) = (
        board.is_empty(),
        match goal {
            "score" | "clear" => score,
            "fewest" => list.len() as i64,
            "left" => board.tiles() as i64,
            _ => biggest as i64,
        },
    );
    if matches!(goal, "clear" | "fewest") && !clears {
        return Some("the list leaves tiles".into());
    }
    if let (Some("target"), Some(target)) = (record["stopped_by"].as_str(), asked["target"].as_i64())
        && worth(result) < worth(target)
    {
        return Some(format!("the target is {target}, the list has {result}"));
    }
    // If the record does not name its goal, a list that clears the board may answer the goal clear.
    let may_be_any = goal == "clear" || (asked["goal"].is_null() && goal == "score" && clears);
    (status == "optimal" && !may_be_any && Some(result) != top)
        .then(|| format!("{result}, and a list has {top:?}"))
}

fn mayan(lists: &[Vec<Vec<Move>>], never: bool, task: &MayanTask, record: &Value) -> Option<String> {
    let (asked, status, mode) =
        (&record["asked"], record["status"].as_str()?, task.mode.unwrap_or(Mode::Shortest));
    for (name, own) in [
        ("mode", Value::from(mode.name())),
        ("moves", task.moves.map_or(Value::Null, Value::from)),
        ("allow_noop", task.counts_noops().into()),
    ] {
        if asked.get(name).is_some_and(|value| !value.is_null() && *value != own) {
            return Some(format!("another {name} was asked for"));
        }
    }
    let known = lists.len() as u64 - 1;
    let shortest = lists.iter().position(|lists| !lists.is_empty()).map(|length| length as u64);
    if let Some(bound) = record["bound"].as_i64()
        && (bound < 0 || shortest.is_some_and(|shortest| shortest < bound.unsigned_abs()))
    {
        return Some(format!("the bound is {bound}, and a list has {shortest:?} moves"));
    }
    // All correct answers, sorted; returns `None` if not all of them are known.
    let answers = match (mode, task.moves) {
        (Mode::Exactly, Some(most)) => lists.get(most as usize).cloned(),
        (Mode::Within, Some(most)) => lists.get(..=most as usize).map(|lists| {
            let mut all = lists.concat();
            all.sort();
            all
        }),
        (Mode::Shortest, most) => match shortest.filter(|&length| most.is_none_or(|most| length <= most)) {
            Some(length) => lists.get(length as usize).cloned(),
            None if never || most.is_some_and(|most| most <= known) => Some(Vec::new()),
            None => None,
        },
        _ => None,
    }?;
    let field = |name: &str| record.get(name).filter(|value| !value.is_null());
    let slides = |value: &Value| list_of(value)?.into_iter().map(Step::slide).collect::<Option<Vec<_>>>();
    let listed = field("moves")
        .into_iter()
        .chain(field("solutions").into_iter().flat_map(|all| all.as_array()).flatten());
    for list in listed.clone() {
        let Some(list) = slides(list) else { return Some("no list".into()) };
        let wins = match mode {
            // A feasible list may be longer than the shortest ones.
            Mode::Shortest if status == "feasible" => {
                let length = list.len() as u64;
                task.moves.is_none_or(|most| length <= most)
                    && (length > known || lists[length as usize].contains(&list))
            }
            _ => answers.contains(&list),
        };
        if !wins {
            return Some(format!("{list:?} does not win"));
        }
    }
    let want = match asked["want"].as_str() {
        Some(want) => want,
        None if field("solutions").is_some() => "all",
        None if field("count").or(field("counts")).is_some() => "count",
        None => "one",
    };
    if field("cleared") == Some(&false.into()) {
        return Some("lists that win clear the board".into());
    }
    if status == "infeasible" && !answers.is_empty() {
        return Some("a list wins".into());
    }
    for length in field("counts").and_then(Value::as_array).into_iter().flatten() {
        let (moves, count) = (length["moves"].as_u64()?, length["count"].as_str()?);
        if let Some(lists) = lists.get(usize::try_from(moves).unwrap_or(usize::MAX))
            && count.parse() != Ok(lists.len())
        {
            return Some(format!("{} lists of {moves} moves", lists.len()));
        }
    }
    if let Some(count) = field("count").and_then(Value::as_str)
        && count.parse() != Ok(answers.len())
    {
        return Some(format!("{} lists", answers.len()));
    }
    if status != "optimal" {
        return None;
    }
    let first = field("moves").and_then(slides);
    let solutions = field("solutions").and_then(Value::as_array);
    match want {
        "all" => {
            let solutions: Option<Vec<_>> = solutions.into_iter().flatten().map(slides).collect();
            (solutions != Some(answers)).then(|| "not all lists".into())
        }
        "count" => None,
        "one" if mode == Mode::Within => first.is_none().then(|| "no list".into()),
        _ => (first.as_ref() != answers.first()).then(|| "not the first list".into()),
    }
}
