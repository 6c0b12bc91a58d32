//! Hints from a list of moves, in three steps: where to look, why, and the next move with the whole list.

use super::Aim;
use super::reasons::{Fact, Reason, Sentence, of_list};
use crate::rules::grid::Grid;
use crate::rules::notation::format_moves;
use crate::rules::{Cell, Colour, Goal, Step, plural, points};
use crate::text::render::timeline::Timeline;
use serde::Serialize;

/// The maximum number of reasons in a hint.
const MAX_REASONS: usize = 2;

/// The maximum of tiles × moves in a replay: some tenths of a second. Only the start of a longer list is replayed.
const MAX_REPLAY: usize = 1 << 26;

/// The parts of a hint, from vague to complete: each field reveals more than the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The cells to look at, sorted.
    pub look: Vec<Cell>,
    /// The reasons for the list, at most two, the most important first.
    pub reasons: Vec<Reason>,
    /// The result of the list, by the goal.
    pub gain: Gain,
    /// The first move of the list.
    pub next: Step,
    /// The tiles and the points of the next click, in words; empty for the Mayan puzzle.
    pub effect: Sentence,
    /// The whole list, including the next move.
    pub line: Vec<Step>,
}

impl Hint {
    /// Creates the hint for a list of moves from a settled board; `None` if the list is empty or a move cannot be played.
    ///
    /// ```
    /// use tilefall::rules::{Goal, Rules};
    /// use tilefall::rules::grid::Grid;
    /// use tilefall::insight::hints::{Aim, Hint};
    /// let board = Grid::parse("22. / 11. / 221").unwrap();
    /// let list = ["2 1", "1 1"].map(|step| step.parse().unwrap());
    /// let hint = Hint::new(&board, &Aim::SameGame { rules: Rules::default(), goal: Goal::Score, points: 0 }, &list).unwrap();
    /// assert_eq!(
    ///     hint.texts(&board)[1],
    ///     "if these 2 tiles of colour 1 go first, 4 tiles of colour 2 meet and pay 4 points"
    /// );
    /// ```
    pub fn new(board: &Grid, aim: &Aim, list: &[Step]) -> Option<Hint> {
        let &next = list.first()?;
        let replayed = &list[..list.len().min((MAX_REPLAY / board.tiles().max(1)).max(1))];
        let (mut reasons, timeline) = of_list(board, aim, replayed).ok()?;
        let first = timeline.steps.first().filter(|_| timeline.steps.len() == replayed.len())?;
        reasons.truncate(MAX_REASONS);
        let tiles: Vec<_> = first.lit.iter().map(|&tile| timeline.tiles[tile]).collect();
        // A hint points to tiles that matter for the list, not to tiles to avoid.
        let lights =
            |reason: &&Reason| !reason.cells.is_empty() && !matches!(reason.fact, Fact::Avoid { .. });
        let lit = reasons.iter().find(lights).map(|reason| reason.cells.clone());
        let mut own: Vec<Cell> = tiles.iter().map(|tile| tile.cell).collect();
        own.sort_unstable();
        let effect = match aim {
            Aim::SameGame { .. } => Sentence::default()
                .tiles(tiles.len(), tiles.first()?.colour)
                .text(", ")
                .text(&points(first.points)),
            Aim::Mayan { .. } => Sentence::default(),
        };
        Some(Hint {
            look: lit.unwrap_or(own),
            reasons,
            gain: if replayed.len() == list.len() {
                Gain::of(aim, &timeline)?
            } else {
                Gain::List(list.len())
            },
            next,
            effect,
            line: list.to_vec(),
        })
    }

    /// Returns texts for a terminal: where to look, the reasons, the next move, and the whole list.
    pub fn texts(&self, board: &Grid) -> [String; 4] {
        let first = usize::from(matches!(self.next, Step::Click(..)));
        let mut columns: Vec<usize> = self.look.iter().map(|cell| cell.col + first).collect();
        columns.sort_unstable();
        columns.dedup();
        let mut why: Vec<String> = self.reasons.iter().map(|reason| reason.to_text(board)).collect();
        if why.is_empty() {
            why.push(self.gain.sentence().to_text(board));
        }
        let effect = self.effect.to_text(board);
        let comma = if effect.is_empty() { "" } else { ", " };
        [
            format!("look at {}", ranges(&columns)),
            why.join("; "),
            format!("next: {}{comma}{effect}", self.next),
            format!("line: {}", format_moves(self.line.iter().copied())),
        ]
    }
}

/// The result of a list of moves, by the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "of", rename_all = "kebab-case")]
pub enum Gain {
    /// The points of a list that clears the board.
    Cleared(i64),
    /// The points of a list that leaves tiles, and the size and the colour of the largest group that the list removes.
    Points(i64, usize, Colour),
    /// The size and the colour of the largest group that the list removes.
    Biggest(usize, Colour),
    /// The number of clicks of a list that clears the board.
    Clicks(usize),
    /// The number of moves of a list that clears the board.
    Moves(usize),
    /// The number of tiles that the list leaves.
    Left(usize),
    /// The number of clicks of a list that is too long to be replayed.
    List(usize),
}

impl Gain {
    fn of(aim: &Aim, timeline: &Timeline) -> Option<Gain> {
        let last = timeline.steps.last()?;
        let (goal, clears, score) = match aim {
            // The clear factor also multiplies the points made before this position.
            Aim::SameGame { rules, goal, points } if last.left == 0 => {
                let more = points.saturating_mul(i64::from(rules.clear_factor.max(1)) - 1);
                (*goal, Gain::Clicks(timeline.steps.len()), last.score.saturating_add(more))
            }
            Aim::SameGame { goal, .. } => (*goal, Gain::Left(last.left), last.score),
            Aim::Mayan { .. } if last.left == 0 => (Goal::Fewest, Gain::Moves(timeline.steps.len()), 0),
            Aim::Mayan { .. } => (Goal::Fewest, Gain::Left(last.left), 0),
        };
        let largest = timeline.steps.iter().rev().max_by_key(|step| step.lit.len());
        let largest =
            largest.and_then(|step| Some((step.lit.len(), timeline.tiles[*step.lit.first()?].colour)));
        Some(match (goal, largest) {
            (Goal::Score, _) if last.left == 0 => Gain::Cleared(score),
            (Goal::Score, Some((tiles, colour))) => Gain::Points(score, tiles, colour),
            (Goal::Biggest, Some((tiles, colour))) => Gain::Biggest(tiles, colour),
            _ => clears,
        })
    }

    /// Returns the gain in words: `this line leaves 3 tiles`.
    pub fn sentence(self) -> Sentence {
        let start = Sentence::default().text("this line ");
        let words = match self {
            Gain::Cleared(score) => format!("makes {} and clears the board", points(score)),
            Gain::Points(score, tiles, colour) => {
                let start = start.text(&format!("makes {}, its largest group is ", points(score)));
                return start.tiles(tiles, colour);
            }
            Gain::Biggest(tiles, colour) => {
                return start.text("removes ").tiles(tiles, colour).text(" at once");
            }
            Gain::Clicks(clicks) => format!("clears the board in {}", plural(clicks, "click")),
            Gain::Moves(moves) => format!("clears the board in {}", plural(moves, "move")),
            Gain::Left(tiles) => format!("leaves {}", plural(tiles, "tile")),
            Gain::List(clicks) => format!("has {}", plural(clicks, "click")),
        };
        start.text(&words)
    }
}

/// Formats ascending columns: `column 3`, `columns 1, 3 to 5 and 8`.
fn ranges(columns: &[usize]) -> String {
    let mut ranges: Vec<String> = Vec::new();
    for range in columns.chunk_by(|one, next| one + 1 == *next) {
        match range {
            [first, .., last] if range.len() > 2 => ranges.push(format!("{first} to {last}")),
            _ => ranges.extend(range.iter().map(usize::to_string)),
        }
    }
    let noun = if columns.len() == 1 { "column" } else { "columns" };
    match ranges.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{noun} {} and {last}", rest.join(", ")),
        _ => format!("{noun} {}", ranges.join("")),
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn columns_are_listed_as_in_a_sentence() {
        for (columns, text) in [
            (&[3][..], "column 3"),
            (&[1, 2], "columns 1 and 2"),
            (&[0, 1, 3], "columns 0, 1 and 3"),
            (&[1, 3, 4, 5, 8], "columns 1, 3 to 5 and 8"),
            (&[1, 2, 3], "columns 1 to 3"),
        ] {
            assert_eq!(ranges(columns), text);
        }
    }
}
