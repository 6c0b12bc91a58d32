//! Hints from a list of moves, in three steps: where to look, the next move, and the whole list.

use crate::base::notation::format_moves;
use crate::base::plural::{plural, points};
use crate::base::{Cell, Colour, Move, Rules, Step};
use crate::grid::{ColumnBoard, Grid};

/// Returns the three hints of a list of clicks. Rows and columns count from 1 at the bottom left.
///
/// # Panics
/// If the list is empty.
pub fn clicks(board: &Grid, rules: Rules, line: &[Cell]) -> [String; 3] {
    let mut after = ColumnBoard::new(board);
    let mut taken: Vec<(usize, Option<Colour>)> = Vec::new();
    for &cell in line {
        let colour = after.get(cell);
        taken.push((after.click_by(&rules, cell), colour));
    }
    let label = |colour: Option<Colour>| colour.map_or(".".into(), |colour| board.label(colour));
    let (first, cell) = (taken[0], line[0]);
    let largest = taken.iter().skip(1).max_by_key(|(size, _)| *size).filter(|(size, _)| *size > first.0);
    let look = match largest {
        Some((size, colour)) if *colour != first.1 => {
            format!("keep colour {} together: {size} tiles of it go at once later", label(*colour))
        }
        _ => {
            let third = ["left", "middle", "right"][cell.col * 3 / board.cols()];
            format!("look at colour {} in the {third} of the board", label(first.1))
        }
    };
    let (tiles, points) = (plural(first.0, "tile"), points(rules.score.points(first.0 as u64)));
    [
        look,
        format!("next: {}, {tiles} of colour {}, {points}", Step::from(cell), label(first.1)),
        format!("line: {}", format_moves(line.iter().copied())),
    ]
}

/// Returns the three hints of a list of Mayan moves. The first one is the two columns of the next move.
///
/// # Panics
/// If the list is empty.
pub fn slides(line: &[Move]) -> [String; 3] {
    let [left, right] = line[0].columns();
    [
        format!("look at columns {left} and {right}"),
        format!("next: {}", line[0]),
        format!("line: {}", format_moves(line.iter().copied())),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Side;

    #[test]
    fn a_colour_is_kept_for_a_larger_group_later() {
        let board = Grid::parse("22. / 11. / 221").unwrap();
        let [look, next, line] = clicks(&board, Rules::default(), &[Cell::new(1, 0), Cell::new(0, 0)]);
        assert_eq!(look, "keep colour 2 together: 4 tiles of it go at once later");
        assert_eq!(
            (next.as_str(), line.as_str()),
            ("next: 2 1, 2 tiles of colour 1, 0 points", "line: 2 1, 1 1")
        );
        let [look, ..] = clicks(&board, Rules::default(), &[Cell::new(1, 0)]);
        assert_eq!(look, "look at colour 1 in the left of the board");
    }

    #[test]
    fn a_move_left_is_between_the_columns_of_its_ends() {
        let line = [Move::new(2, 1, Side::Left), Move::new(0, 3, Side::Right)];
        let texts = ["look at columns 1 and 2", "next: 2 1 L", "line: 2 1 L, 0 3 R"].map(str::to_owned);
        assert_eq!(slides(&line), texts);
    }
}
