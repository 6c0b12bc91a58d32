//! Boards and games of SameGame and the Mayan puzzle behave like the plain grid.

use super::generator;
use std::hash::{DefaultHasher, Hash, Hasher};
use tilefall::rules::grid::Grid;
use tilefall::samegame::{ClickSet, Method};
use tilefall::{mayan, samegame};

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns a grid of random tiles in columns of random heights, each at least one high.
fn grid(below: &mut impl FnMut(usize) -> usize, rows: usize, cols: usize, colours: usize) -> Grid {
    let heights: Vec<usize> = (0..cols).map(|_| 1 + below(rows)).collect();
    Grid::from_names(rows, cols, |cell| (cell.row < heights[cell.col]).then(|| 3 + below(colours) as u64))
        .unwrap()
}

/// Rows, columns and colours of boards of every representation, many at the limits of a representation.
const SIZES: [(usize, usize, usize); 17] = [
    (1, 1, 1),
    (2, 3, 2),
    (16, 16, 7),
    (15, 15, 5),
    (16, 16, 2),
    (30, 31, 2),
    (10, 10, 8),
    (16, 17, 3),
    (5, 64, 4),
    (6, 20, 12),
    (17, 5, 3),
    (17, 17, 9),
    (32, 32, 7),
    (33, 3, 4),
    (64, 3, 59),
    (65, 2, 3),
    (3, 66, 4),
];

#[test]
fn samegame_boards_play_as_the_grid_does() {
    let mut below = generator(1);
    let mut clicks = 0;
    for (rows, cols, colours) in SIZES.into_iter().cycle().take(51) {
        let mut grid = grid(&mut below, rows, cols, colours);
        let mut board = samegame::Board::try_from(&grid).unwrap();
        let mut codes = vec![9; board.cells()];
        let mut planes = vec![true; board.cells() * board.names().len()];
        let (mut painted, mut legal) = (vec![9; board.cells()], vec![true; board.cells()]);
        let mut first = vec![9_i8; board.cells()];
        while let groups = board.groups()
            && clicks < 5000
        {
            assert_eq!(groups.iter().map(|group| group.cell).collect::<Vec<_>>(), grid.groups());
            assert_eq!((board.is_over(), board.is_empty()), (grid.is_over(), grid.is_empty()));
            assert_eq!(board.tiles(), grid.tiles());
            board.colours(&mut codes);
            board.planes(&mut planes);
            let any = board.write_observation(ClickSet::First, &mut painted, &mut first);
            assert_eq!(any, !groups.is_empty());
            assert_eq!(board.write_observation(ClickSet::All, &mut painted, &mut legal), any);
            for (index, cell) in grid.cells().enumerate() {
                let drawn = (rows - 1 - cell.row) * cols + cell.col;
                assert_eq!((painted[drawn], legal[drawn]), (codes[index], grid.has_equal_neighbour(cell)));
                assert_eq!(first[drawn], i8::from(groups.iter().any(|group| group.cell == cell)));
                assert_eq!((board.index(cell), board.cell(index)), (Some(index), Some(cell)));
                assert_eq!(board.get(cell), grid.get(cell));
                assert_eq!(codes[index], grid.get(cell).map_or(0, |colour| colour + 1));
                for colour in 0..grid.colours() {
                    assert_eq!(planes[colour * board.cells() + index], grid.get(cell) == Some(colour as u8));
                }
            }
            let Some(group) = groups.get(below(groups.len().max(1))) else { break };
            let mut cells = board.group(group.cell);
            assert_eq!(cells.len(), group.size);
            let clicked = cells[below(cells.len())];
            cells.sort_unstable();
            assert_eq!(cells, grid.group(group.cell));
            assert_eq!(board.click(clicked), group.size);
            assert_eq!(grid.click(clicked), group.size);
            assert_eq!(board.to_grid(), grid);
            clicks += 1;
        }
        let (board_before, outside) = (board.clone(), samegame::Cell::new(rows, 0));
        assert_eq!((board.click(outside), board.get(outside), board.index(outside)), (0, None, None));
        assert_eq!(board, board_before);
    }
    assert!(clicks > 500, "{clicks}");
}

#[test]
fn equal_samegame_boards_are_equal_however_they_were_made() {
    let mut below = generator(2);
    for (rows, cols, colours) in SIZES {
        let start = grid(&mut below, rows, cols, colours);
        let mut board = samegame::Board::try_from(&start).unwrap();
        let first = board.clone();
        while let Some(group) = board.groups().first() {
            board.click(group.cell);
            // In `drawn` and `named`, a colour without tiles has no name.
            let drawn: samegame::Board = board.to_string().parse().unwrap();
            let grid = board.to_grid();
            let named = samegame::Board::from_names(rows, cols, |cell| grid.name_at(cell)).unwrap();
            for other in [drawn, named, samegame::Board::try_from(&grid).unwrap()] {
                assert_eq!((&other, hash(&other)), (&board, hash(&board)));
            }
            assert_ne!(first, board);
            assert_ne!(hash(&first), hash(&board));
        }
    }
    let names = samegame::Board::from_names(1, 2, |cell| Some(100 + cell.col as u64)).unwrap();
    assert_eq!(names.to_string(), "01");
    let wide: samegame::Board = "11.".parse().unwrap();
    assert_ne!(wide, "11".parse().unwrap());
}

#[test]
fn samegame_games_go_back_and_forth() {
    let mut below = generator(3);
    for (rows, cols, colours) in SIZES {
        let start = samegame::Board::try_from(&grid(&mut below, rows, cols, colours)).unwrap();
        let rules = samegame::Rules { left_penalty: samegame::LeftPenalty::N2, ..samegame::Rules::default() };
        let mut game = samegame::Game::new(start.clone(), rules);
        let (mut boards, mut scores) = (vec![start.clone()], vec![game.score()]);
        while let Some(group) = game.board().groups().first().copied() {
            assert_eq!(game.play(group.cell), Ok(group.size));
            boards.push(game.board().clone());
            scores.push(game.score());
        }
        let replayed = samegame::Found::replay(&start.to_grid(), rules, game.played()).unwrap();
        assert_eq!((game.found(), game.start()), (replayed, &start));
        let clicks = game.played();
        for at in (0..clicks.len()).rev() {
            assert_eq!(game.undo(), Some(clicks[at]));
            assert_eq!((game.board(), game.score()), (&boards[at], scores[at]));
        }
        assert_eq!(game.undo(), None);
        for (at, &cell) in clicks.iter().enumerate() {
            assert_eq!(game.redo(), Some(cell));
            assert_eq!((game.board(), game.score()), (&boards[at + 1], scores[at + 1]));
        }
        assert_eq!((game.redo(), game.played()), (None, clicks.clone()));
        // A click that removes nothing keeps the redo list; a click that removes tiles clears it.
        if game.undo().is_some() {
            let outside = samegame::Cell::new(rows, cols);
            assert_eq!(game.play(outside), Err(samegame::ClickError(outside)));
            let again = game.moves()[0];
            game.clone().redo().unwrap();
            game.play(again).unwrap();
            assert_eq!(game.redo(), None);
        }
    }
}

#[test]
fn mayan_boards_play_as_the_grid_does() {
    let mut below = generator(4);
    let sizes = [(7, 5, 4), (7, 5, 3), (8, 8, 16), (8, 8, 5), (3, 1, 2), (1, 8, 2), (6, 7, 40)];
    let mut played = 0;
    for (rows, cols, colours) in sizes.into_iter().cycle().take(28) {
        let mut grid = grid(&mut below, rows, cols, colours);
        let mut game = mayan::Game::new(mayan::Board::try_from(&grid).unwrap());
        grid.settle();
        let mut boards = vec![game.board().clone()];
        for _ in 0..40 {
            let board = game.board();
            assert_eq!(board.to_grid(), grid);
            assert_eq!(game.moves(), grid.canonical_moves(false));
            assert_eq!((game.is_won(), board.blocks()), (grid.is_empty(), grid.tiles()));
            let drawn: mayan::Board = board.to_string().parse().unwrap();
            assert_eq!((&drawn, hash(&drawn)), (board, hash(board)));
            let mut codes = vec![0; board.cells()];
            let mut planes = vec![true; board.cells() * board.names().len()];
            let (mut painted, mut shown) = (vec![9; board.cells()], vec![true; 2 * board.cells()]);
            assert_eq!(board.write_observation(&mut painted, &mut shown), !game.moves().is_empty());
            board.colours(&mut codes);
            board.planes(&mut planes);
            for (index, cell) in grid.cells().enumerate() {
                assert_eq!(codes[index], grid.get(cell).map_or(0, |colour| colour + 1));
                let of_cell = |side| mayan::Move::new(cell.col as u8, cell.row as u8, side);
                let legal =
                    [mayan::Side::Right, mayan::Side::Left].map(|side| game.moves().contains(&of_cell(side)));
                let drawn = (rows - 1 - cell.row) * cols + cell.col;
                assert_eq!(painted[drawn], codes[index]);
                assert_eq!([shown[drawn], shown[board.cells() + drawn]], legal);
                for colour in 0..board.names().len() {
                    assert_eq!(planes[colour * board.cells() + index], grid.get(cell) == Some(colour as u8));
                }
            }
            // Any move, also one that cannot be played or is not canonical.
            let side = [mayan::Side::Right, mayan::Side::Left][below(2)];
            let step = mayan::Move::new(below(cols + 1) as u8, below(rows + 1) as u8, side);
            assert_eq!(game.play(step), grid.play(step));
            if game.played().len() == boards.len() {
                boards.push(game.board().clone());
                played += 1;
            }
        }
        let steps = game.played();
        for at in (0..steps.len()).rev() {
            assert_eq!((game.undo(), game.board()), (Some(steps[at]), &boards[at]));
        }
        assert_eq!((game.undo(), game.board(), game.start()), (None, &boards[0], &boards[0]));
        for (at, &step) in steps.iter().enumerate() {
            assert_eq!((game.redo(), game.board()), (Some(step), &boards[at + 1]));
        }
        assert_eq!((game.redo(), game.played()), (None, steps));
    }
    assert!(played > 200, "{played}");
}

#[test]
fn unfit_boards_are_refused_by_one_error() {
    use samegame::{BoardError, Cell, PackError};
    use tilefall::rules::Refusal;
    let same = |drawing: &str| drawing.parse::<samegame::Board>().unwrap_err();
    assert_eq!(same("1. / .1"), BoardError::Unsettled(PackError::Floating(Cell::new(1, 0))));
    assert_eq!(same(".1 / .1"), BoardError::Unsettled(PackError::Gap(0)));
    assert_eq!(same("1 / 11"), BoardError::Drawing);
    assert!(matches!(
        samegame::Board::from_names(1, 63, |cell| Some(cell.col as u64)),
        Err(BoardError::Grid(_))
    ));
    let refused = BoardError::Refused(Refusal::TooLarge { rows: 1, cols: 10_001 });
    assert_eq!(samegame::Board::from_names(1, 10_001, |_| Some(1)).unwrap_err(), refused);
    let wide = samegame::Board::from_names(1, 65, |_| Some(1)).unwrap();
    let annealed = samegame::Solver::new().method(Method::Anneal).solve(&wide).unwrap();
    assert_eq!(annealed.found.unwrap().score, 63 * 63 + 1000);
    let mayan = |drawing: &str| drawing.parse::<mayan::Board>().unwrap_err();
    assert_eq!(mayan("1. / .1"), mayan::BoardError::Floating(mayan::Cell::new(1, 0)));
    assert_eq!(mayan("111111111"), mayan::BoardError::Size { rows: 1, cols: 9 });
    assert_eq!(mayan("?"), mayan::BoardError::Drawing);
}
