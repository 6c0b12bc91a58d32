//! Facts about a position that help a player, and their sentences.

use super::sentence::Sentence;
use crate::mayan::InfeasibleReason;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, plural, points};
use serde::Serialize;

/// A fact about a position, which is proven or the result of a replay. "The tiles" of a fact are the tiles on the cells
/// of its [`Reason`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fact {
    /// SameGame: no list removes any of the tiles. They are all tiles of the colour, or never meet its other tiles.
    Stuck {
        /// The colour of the tiles.
        colour: Colour,
        /// The number of the tiles.
        tiles: usize,
        /// Whether no other tiles have the colour.
        whole: bool,
    },
    /// SameGame: no list clears the board. Each of the colours has too few tiles for two clicks, so all its tiles must
    /// go at once, but no colour can go first. If columns stay, this may hold for the tiles in a part of the columns.
    Deadlock {
        /// The colours, ascending.
        colours: Vec<Colour>,
    },
    /// SameGame: no list clears the board, because the board after each click has [`Stuck`](Fact::Stuck) tiles or a
    /// [`Deadlock`](Fact::Deadlock).
    EveryClickLoses,
    /// SameGame: every list that clears the board removes the tiles by one click. They are not one group now.
    Together {
        /// The colour of the tiles.
        colour: Colour,
        /// The number of the tiles.
        tiles: usize,
        /// Whether no other tiles have the colour.
        whole: bool,
    },
    /// SameGame: in no list does one click remove all tiles of the colour.
    Apart {
        /// The colour of the tiles.
        colour: Colour,
        /// The number of the tiles.
        tiles: usize,
    },
    /// SameGame: the hint's list clears the board; no list that starts with another click clears it.
    OnlyClick,
    /// SameGame: the hint's list clears the board. The tiles are a group; no list that clicks them first clears it.
    Avoid {
        /// The colour of the tiles.
        colour: Colour,
        /// The number of the tiles.
        tiles: usize,
        /// The fact about the board after the click: [`Stuck`](Fact::Stuck) or [`Deadlock`](Fact::Deadlock).
        loss: Box<Fact>,
    },
    /// SameGame: the tiles are in several groups now. After the first clicks of the hint's list the tiles are one
    /// group, which the next click removes.
    Joins {
        /// The number of clicks before the tiles are one group, at least 1.
        clicks: usize,
        /// The number of tiles that the first click removes, and their colour.
        first: (usize, Colour),
        /// The colour of the tiles.
        colour: Colour,
        /// The number of the tiles.
        tiles: usize,
        /// The points for the tiles, if the goal is the score.
        points: Option<i64>,
    },
    /// SameGame: the hint's list clears the board in this number of clicks, and no list does so in fewer.
    FewestClicks {
        /// The number of clicks of the hint's list.
        clicks: u64,
    },
    /// Mayan: only one or two tiles of the colour are left, so they never vanish.
    TooFew {
        /// The colour of the tiles.
        colour: Colour,
        /// The number of the tiles.
        blocks: usize,
    },
    /// Mayan: the board cannot be cleared with the moves that are left.
    NoSolution {
        /// The number of moves left; `None` without a limit.
        within: Option<u64>,
        /// Whether a list must have exactly `within` moves, or may have fewer.
        exactly: bool,
        /// The reason that the solver found.
        reason: InfeasibleReason,
        /// The reason in words, for the second half of a sentence.
        why: String,
    },
    /// Mayan: in every list that clears the board within this number of moves, the tiles, which are all tiles of the
    /// colour, vanish as a vertical run in this column.
    MeetInColumn {
        /// The colour of the tiles.
        colour: Colour,
        /// The maximum number of moves of a list.
        moves: u64,
        /// The column, from 0 at the left.
        column: usize,
    },
    /// Mayan: in every list that clears the board within this number of moves, the tiles, which are all tiles of the
    /// colour, vanish as a horizontal run in three columns.
    MeetInRow {
        /// The colour of the tiles.
        colour: Colour,
        /// The maximum number of moves of a list.
        moves: u64,
        /// The run's first column, from 0 at the left.
        column: usize,
    },
    /// Mayan: the hint's list clears the board in this number of moves. No list that starts with another canonical move
    /// (see [`Grid::canonical_moves`]) does so in this number of moves, or in fewer unless the number is exact.
    OnlyMove {
        /// The number of moves of the hint's list.
        moves: u64,
        /// The number of other canonical moves.
        others: usize,
    },
    /// Mayan: the hint's list clears the board in this number of moves, and no list does so in fewer.
    FewestMoves {
        /// The number of moves of the hint's list.
        moves: u64,
    },
    /// Mayan: the tiles are the first to vanish when the hint's list is played.
    Vanish {
        /// The number of the move with which the tiles vanish, from 1.
        moves: usize,
        /// The colours of the tiles, ascending.
        colours: Vec<Colour>,
        /// The number of the tiles.
        blocks: usize,
        /// The number of blocks that vanish with this move, the blocks of later rounds included.
        total: usize,
    },
}

/// A fact about a position, with the cells that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The fact; the tiles that it mentions are the `cells`.
    pub fact: Fact,
    /// The cells, sorted; empty if the fact is about the whole board.
    pub cells: Vec<Cell>,
}

impl Reason {
    /// Creates a reason about these cells.
    pub(super) fn new(fact: Fact, cells: impl IntoIterator<Item = Cell>) -> Reason {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        Reason { fact, cells }
    }

    /// Returns the fact in words, each colour by its label on `board`.
    pub fn to_text(&self, board: &Grid) -> String {
        self.fact.sentence().to_text(board)
    }
}

impl Fact {
    /// Returns whether the fact proves that no list clears the board.
    pub fn is_loss(&self) -> bool {
        matches!(
            self,
            Fact::Stuck { .. }
                | Fact::Deadlock { .. }
                | Fact::EveryClickLoses
                | Fact::TooFew { .. }
                | Fact::NoSolution { .. }
        )
    }

    /// Returns the fact as a sentence without a full stop.
    pub fn sentence(&self) -> Sentence {
        let start = Sentence::default();
        match self {
            Fact::Stuck { .. } | Fact::Deadlock { .. } => {
                self.loss(start, false).text(": the board can no longer be cleared")
            }
            Fact::EveryClickLoses => start
                .text("after any click some tiles have no partners left: the board can no longer be cleared"),
            Fact::Together { colour, tiles, whole: true } => start
                .colour(*colour)
                .text(&format!(" has {} left, which must go with one click", plural(*tiles, "tile"))),
            Fact::Together { colour, tiles, whole: false } => {
                start.text("these ").tiles(*tiles, *colour).text(" must go with one click")
            }
            Fact::Apart { colour, tiles } => {
                start.text("the ").tiles(*tiles, *colour).text(" can no longer be joined")
            }
            Fact::OnlyClick => start.text("after any other click the board can no longer be cleared"),
            Fact::Avoid { colour, tiles, loss } => {
                loss.loss(start.text("not the ").tiles(*tiles, *colour).text(" yet: "), true)
            }
            Fact::Joins { clicks, first, colour, tiles, points: gain } => {
                let start = match clicks {
                    1 if first.0 == 1 => start.text("if this tile of ").colour(first.1).text(" goes first, "),
                    1 => start.text("if these ").tiles(first.0, first.1).text(" go first, "),
                    _ => start.text(&format!("after {}, ", plural(*clicks, "click"))),
                };
                let meet = start.tiles(*tiles, *colour).text(" meet");
                match gain {
                    Some(gain) => meet.text(" and pay ").text(&points(*gain)),
                    None => meet,
                }
            }
            Fact::FewestClicks { clicks } => {
                start.text(&format!("no list clears the board in fewer than {}", plural(*clicks, "click")))
            }
            Fact::TooFew { colour, blocks } => {
                let one = if *blocks == 1 { "it" } else { "they" };
                let blocks = plural(*blocks, "block");
                start.colour(*colour).text(&format!(" has {blocks} left, so {one} can no longer vanish"))
            }
            Fact::NoSolution { within: Some(left), exactly, why, .. } => {
                let (most, left) = (if *exactly { "exactly" } else { "at most" }, plural(*left, "move"));
                start.text(&format!("no list of {most} {left} clears the board: {why}"))
            }
            Fact::NoSolution { within: None, why, .. } => {
                start.text(&format!("the board can no longer be cleared: {why}"))
            }
            Fact::MeetInColumn { colour, moves, column } => start
                .text("the 3 blocks of ")
                .colour(*colour)
                .text(&format!(" can meet within {} only in column {column}", plural(*moves, "move"))),
            Fact::MeetInRow { colour, moves, column } => {
                start.text("the 3 blocks of ").colour(*colour).text(&format!(
                    " can meet within {} only in a row of columns {column} to {}",
                    plural(*moves, "move"),
                    column + 2
                ))
            }
            Fact::OnlyMove { moves, others } => start.text(&format!(
                "only one of {} leads to a solution of {}",
                plural(others + 1, "move"),
                plural(*moves, "move")
            )),
            Fact::FewestMoves { moves } => {
                start.text(&format!("no list clears the board in fewer than {}", plural(*moves, "move")))
            }
            Fact::Vanish { moves, colours, blocks, total } => {
                let after = match moves {
                    1 => start.text("the next move makes "),
                    _ => start.text(&format!("{} make ", plural(*moves, "move"))),
                };
                let vanish =
                    after.text(&plural(*blocks, "block")).text(" of ").colours(colours).text(" vanish");
                match total - blocks {
                    0 => vanish,
                    more => vanish.text(&format!(", and {more} more fall into place and vanish")),
                }
            }
        }
    }

    /// Appends the words for [`Fact::Stuck`] or [`Fact::Deadlock`]. With `would`, they are for the board after a click.
    fn loss(&self, start: Sentence, would: bool) -> Sentence {
        match self {
            Fact::Stuck { colour, tiles, whole } => {
                let left = start.tiles(*tiles, *colour);
                match (whole, would) {
                    (true, true) => left.text(" would be left alone"),
                    (true, false) if *tiles == 1 => left.text(" is left alone"),
                    (true, false) => left.text(" are left, too few for a click"),
                    (false, true) => left.text(" could no longer reach the others"),
                    (false, false) => left.text(" can no longer reach the others"),
                }
            }
            Fact::Deadlock { colours } => {
                start.text("the tiles of ").colours(colours).text(match (colours.len(), would) {
                    (1, true) => " could no longer meet",
                    (1, false) => " can no longer meet",
                    (_, true) => " would be in each other's way",
                    (_, false) => " are in each other's way",
                })
            }
            _ => start,
        }
    }
}
