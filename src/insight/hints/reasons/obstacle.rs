//! Proofs that a SameGame board can no longer be cleared, from the places of its tiles.
//!
//! **Stuck tiles.** Tiles of one colour that are too few for a group, and that never meet other tiles of the colour,
//! stay to the end. A column with such a tile stays, too, and may separate other tiles, which are then stuck as well.
//! The search for stuck tiles is repeated until it finds no more.
//!
//! **Deadlocks.** Tiles of one colour that are enough for one group but not for two must be removed by one click, if
//! the board is to be cleared. Until this click, all of them are on the board. Such sets are put into an order one by
//! one: a set can be next if its tiles can meet although all sets that are not in the order yet stay. If sets are left
//! and none can be next, no game clears the board: the first of them to be removed could have been next.

use super::reason::{Fact, Reason};
use crate::rules::grid::{ColumnBoard, TilePlace};
use crate::rules::{Cell, Colour, Rules};
use crate::samegame::meeting::parts::Meeting;

/// Tiles of one colour that can never be in a group with the other tiles of the colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TileUnit {
    pub colour: Colour,
    /// The tiles, columns from the left, each from the bottom.
    pub tiles: Vec<TilePlace>,
}

impl TileUnit {
    /// Returns whether these are all tiles of their colour on `board`.
    pub fn is_whole(&self, board: &ColumnBoard) -> bool {
        self.tiles.len() == board.counts()[usize::from(self.colour)]
    }

    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.tiles.iter().map(|place| place.cell())
    }
}

/// Returns a proof that the board cannot be cleared, if stuck tiles or a deadlock show it.
pub(super) fn obstacle(board: &ColumnBoard, rules: &Rules) -> Option<Reason> {
    if let Some(unit) = stuck(board, rules).first() {
        let (tiles, whole) = (unit.tiles.len(), unit.is_whole(board));
        return Some(Reason::new(Fact::Stuck { colour: unit.colour, tiles, whole }, unit.cells()));
    }
    let units = deadlock(board, rules);
    let mut colours: Vec<_> = units.iter().map(|unit| unit.colour).collect();
    colours.dedup();
    (!units.is_empty())
        .then(|| Reason::new(Fact::Deadlock { colours }, units.iter().flat_map(TileUnit::cells)))
}

/// A set of tiles of a board: a flag for each tile, by column and row.
struct TileSet(Vec<Vec<bool>>);

impl TileSet {
    fn new(board: &ColumnBoard) -> TileSet {
        TileSet((0..board.columns()).map(|col| vec![false; board.height(col)]).collect())
    }

    fn get(&self, place: TilePlace) -> bool {
        self.0[place.col as usize][place.row as usize]
    }

    fn set(&mut self, places: &[TilePlace], value: bool) {
        places.iter().for_each(|place| self.0[place.col as usize][place.row as usize] = value);
    }
}

/// Returns the tiles of each colour, indexed by colour; columns from the left, each from the bottom.
fn by_colour(board: &ColumnBoard) -> Vec<Vec<TilePlace>> {
    let mut tiles = vec![Vec::new(); board.counts().len()];
    for place in board.places() {
        if let Some(colour) = board.get(place.cell()) {
            tiles[usize::from(colour)].push(place);
        }
    }
    tiles
}

/// Returns sets of tiles that stay in every game. The proof that a set stays uses only the sets before it in the list.
pub(super) fn stuck(board: &ColumnBoard, rules: &Rules) -> Vec<TileUnit> {
    let (min, mut tiles) = (rules.min_group as usize, by_colour(board));
    let (mut stays, mut found) = (TileSet::new(board), Vec::new());
    if min <= 1 {
        return found;
    }
    loop {
        let meeting = Meeting::new(board, rules.columns, |place| stays.get(place));
        let before = found.len();
        for (colour, tiles) in (0..).zip(&tiles) {
            let small = meeting.parts(tiles).into_iter().filter(|part| part.len() < min);
            found.extend(small.map(|tiles| TileUnit { colour, tiles }));
        }
        if found.len() == before {
            return found;
        }
        found[before..].iter().for_each(|unit| stays.set(&unit.tiles, true));
        tiles.iter_mut().for_each(|tiles| tiles.retain(|&place| !stays.get(place)));
    }
}

/// Returns the tiles of each colour in sets: tiles of different sets never meet. The board must have no stuck tiles.
pub(super) fn units(board: &ColumnBoard, rules: &Rules) -> Vec<TileUnit> {
    let meeting = Meeting::new(board, rules.columns, |_| false);
    let parts = |(colour, tiles): (Colour, &Vec<TilePlace>)| {
        meeting.parts(tiles).into_iter().map(move |tiles| TileUnit { colour, tiles })
    };
    (0..).zip(&by_colour(board)).flat_map(parts).collect()
}

/// Returns whether a set of tiles must be removed by one click if the board is to be cleared.
pub(super) fn goes_at_once(unit: &TileUnit, rules: &Rules) -> bool {
    unit.tiles.len() < (rules.min_group as usize).saturating_mul(2)
}

/// Returns the sets that cannot be put into the order of removals, on a board without stuck tiles.
fn deadlock(board: &ColumnBoard, rules: &Rules) -> Vec<TileUnit> {
    let mut waiting = units(board, rules);
    let mut stays = TileSet::new(board);
    waiting.retain(|unit| goes_at_once(unit, rules));
    waiting.iter().for_each(|unit| stays.set(&unit.tiles, true));
    loop {
        let meeting = Meeting::new(board, rules.columns, |place| stays.get(place));
        let (meet, rest): (Vec<TileUnit>, Vec<TileUnit>) =
            waiting.into_iter().partition(|unit| meeting.parts(&unit.tiles).len() == 1);
        if meet.is_empty() || rest.is_empty() {
            return rest;
        }
        meet.iter().for_each(|unit| stays.set(&unit.tiles, false));
        waiting = rest;
    }
}

/// Returns all tiles of each colour whose tiles can never all be in one group. `stuck` tiles stay in every game.
pub(super) fn apart(board: &ColumnBoard, rules: &Rules, stuck: &[TileUnit]) -> Vec<TileUnit> {
    let mut stays = TileSet::new(board);
    stuck.iter().for_each(|unit| stays.set(&unit.tiles, true));
    let separate = |(colour, tiles): &(Colour, Vec<TilePlace>)| {
        let here = |place: TilePlace| stays.get(place) || board.get(place.cell()) == Some(*colour);
        tiles.len() > 1 && Meeting::new(board, rules.columns, here).parts(tiles).len() > 1
    };
    let colours = (0..).zip(by_colour(board)).filter(separate);
    colours.map(|(colour, tiles)| TileUnit { colour, tiles }).collect()
}
