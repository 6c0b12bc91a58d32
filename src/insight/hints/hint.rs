//! Hints from a list of moves, in three steps: where to look, why, and the next move with the whole list.

use super::Aim;
use super::reasons::{Fact, Reason, Sentence, of_list};
use crate::rules::grid::Grid;
use crate::rules::notation::format_moves;
use crate::rules::{Cell, Goal, Step, plural, points};
use crate::text::render::timeline::Timeline;

/// The most reasons of a hint.
const MAX_REASONS: usize = 2;

/// The most tiles times clicks of a list that is replayed as a whole: some tenths of a second.
const MAX_REPLAY: usize = 1 << 26;

/// A hint. It reveals more with each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The cells to look at, sorted.
    pub look: Vec<Cell>,
    /// The reasons for the list, at most two, the most important first.
    pub reasons: Vec<Reason>,
    /// The effect of the list, in words, for the goal.
    pub gain: Sentence,
    /// The next move.
    pub next: Step,
    /// The effect of the next move, in words.
    pub effect: Sentence,
    /// The whole list.
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
        // Tiles that the list is about, not tiles to avoid.
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
                gain(aim, &timeline)
            } else {
                Sentence::default().text(&format!("this line has {}", plural(list.len(), "click")))
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
            why.push(self.gain.to_text(board));
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

/// Returns the effect of a list in words.
fn gain(aim: &Aim, timeline: &Timeline) -> Sentence {
    let start = Sentence::default().text("this line ");
    let Some(last) = timeline.steps.last() else { return Sentence::default() };
    let (goal, turn, score) = match aim {
        // A factor also counts for the points so far.
        Aim::SameGame { rules, goal, points } if last.left == 0 => {
            let more = points.saturating_mul(i64::from(rules.clear_factor.max(1)) - 1);
            (*goal, "click", last.score.saturating_add(more))
        }
        Aim::SameGame { goal, .. } => (*goal, "click", last.score),
        Aim::Mayan { .. } => (Goal::Fewest, "move", 0),
    };
    let largest = timeline.steps.iter().rev().max_by_key(|step| step.lit.len());
    let largest = largest.and_then(|step| Some((step.lit.len(), timeline.tiles[*step.lit.first()?].colour)));
    match (goal, largest) {
        (Goal::Score, _) if last.left == 0 => {
            start.text(&format!("makes {} and clears the board", points(score)))
        }
        (Goal::Score, Some((tiles, colour))) => {
            start.text(&format!("makes {}, its largest group is ", points(score))).tiles(tiles, colour)
        }
        (Goal::Biggest, Some((tiles, colour))) => {
            start.text("removes ").tiles(tiles, colour).text(" at once")
        }
        _ if last.left == 0 => {
            start.text(&format!("clears the board in {}", plural(timeline.steps.len(), turn)))
        }
        _ => start.text(&format!("leaves {}", plural(last.left, "tile"))),
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
