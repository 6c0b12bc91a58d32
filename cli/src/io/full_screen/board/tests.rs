//! Tests of boards on the screen.

use super::*;
use anstyle::Color;

#[test]
fn a_board_larger_than_the_screen_shows_the_cell_that_has_to_be_seen() {
    let grid = Grid::from_names(60, 60, |cell| Some((cell.row + cell.col) as u64 % 3)).unwrap();
    let picture = |shown, below| Picture {
        grid: &grid,
        first: 1,
        shown,
        below,
        texts: below,
        labels: None,
        depth: Depth::None,
        mark: &|_| Mark::None,
    };
    for (width, height) in [(20, 14), (0, 0), (1, 1), (7, 3), (300, 30), (30, 100), (300, 100)] {
        for shown in [Cell::new(0, 0), Cell::new(59, 59), Cell::new(30, 7)] {
            let layout = draw(&picture(shown, 8), 0, &mut Frame::new(width, height));
            let (bottom, left) = layout.from;
            assert!((bottom..bottom + layout.rows).contains(&shown.row), "{layout:?}");
            assert!((left..left + layout.cols).contains(&shown.col), "{layout:?}");
            let part = layout.part().is_some();
            assert_eq!(part, (layout.rows, layout.cols) != (60, 60), "{layout:?}");
        }
    }
    let mut frame = Frame::new(63, 24);
    let layout = draw(&picture(Cell::new(59, 0), 2), 0, &mut frame);
    let part = "only rows 41 to 60 of 60 and columns 1 to 20 of 60 are shown";
    assert_eq!((layout.part().as_deref(), layout.bottom()), (Some(part), 22));
    assert_eq!(frame.to_string().lines().nth(21), Some(part));
    assert_eq!(window(60, 10, 59), (50, 10));
    assert_eq!(window(60, 10, 30), (25, 10));
    assert_eq!(window(5, 10, 4), (0, 5));
}

/// Returns the layout of a full board of five colours, whose first cell is empty.
fn drawn(
    (rows, cols): (usize, usize),
    labels: bool,
    depth: Depth,
    frame: &mut Frame,
    mark: &dyn Fn(Cell) -> Mark,
) -> (Grid, BoardLayout) {
    let name = |cell: Cell| (cell != Cell::new(0, 0)).then_some((cell.row * 2 + cell.col) as u64 % 5);
    let grid = Grid::from_names(rows, cols, name).unwrap();
    let shown = Cell::new(0, 0);
    let picture = Picture {
        grid: &grid,
        first: 1,
        shown,
        below: 2,
        texts: 10,
        labels: Some(true).filter(|_| labels),
        depth,
        mark,
    };
    let layout = draw(&picture, 0, frame);
    (grid, layout)
}

#[test]
fn the_largest_tiles_that_leave_room_for_the_texts_are_chosen() {
    // Width of a tile, rows in a line, with labels, texts beside the board, all visible.
    let labelled = |beside| (3, 1, true, beside, true);
    let part = (3, 1, true, false, false);
    for (board, screen, look) in [
        ((10, 15), (80, 24), [labelled(false), labelled(false), labelled(false)]),
        // The texts are cut where there are neither small tiles nor room beside the board.
        ((15, 15), (80, 24), [(2, 1, false, true, true), labelled(false), labelled(false)]),
        ((15, 15), (100, 24), [labelled(true), labelled(true), labelled(true)]),
        ((15, 15), (80, 30), [labelled(false), labelled(false), labelled(false)]),
        ((15, 15), (60, 24), [(2, 2, false, false, true), labelled(false), labelled(false)]),
        ((15, 15), (20, 12), [(1, 2, false, false, true), part, part]),
        ((20, 20), (80, 24), [(2, 2, false, false, true), labelled(false), labelled(false)]),
        ((40, 60), (80, 33), [(1, 2, false, false, true), part, part]),
        ((90, 90), (80, 24), [(2, 2, false, false, false), part, part]),
        ((7, 5), (80, 24), [labelled(false), labelled(false), labelled(false)]),
        ((7, 5), (20, 9), [(2, 2, false, false, true), part, part]),
    ] {
        for ((depth, labels), look) in
            [(Depth::True, false), (Depth::Xterm256, true), (Depth::Ansi16, false)].into_iter().zip(look)
        {
            let mut frame = Frame::new(screen.0, screen.1);
            let (_, layout) = drawn(board, labels, depth, &mut frame, &|_| Mark::None);
            let BoardLayout { wide, per_line, has_labels, is_beside, .. } = layout;
            let found = (wide, per_line, has_labels, is_beside, layout.is_whole());
            assert_eq!(found, look, "{board:?} on {screen:?}, {depth:?}, labels: {labels}");
            let texts = layout.texts(&frame);
            let room = if is_beside { (TEXT_WIDTH, screen.1) } else { (screen.0, 2) };
            assert!(texts.width >= room.0 && texts.height >= room.1, "{board:?} on {screen:?}: {texts:?}");
        }
    }
}

/// Returns the colours of the upper and the lower half of a place on the screen.
fn halves(frame: &Frame, x: u16, y: u16) -> [Option<Color>; 2] {
    let place = &frame.rows().nth(y.into()).unwrap()[usize::from(x)];
    match place.text.as_str() {
        "▀" => [place.style.get_fg_color(), place.style.get_bg_color()],
        "▄" => [place.style.get_bg_color(), place.style.get_fg_color()],
        other => panic!("{other:?}"),
    }
}

#[test]
fn small_tiles_have_their_colours_and_are_found_under_the_pointer() {
    for (board, screen) in
        [((15, 15), (80, 24)), ((15, 15), (60, 24)), ((15, 15), (20, 12)), ((16, 3), (20, 12))]
    {
        let mut frame = Frame::new(screen.0, screen.1);
        let (grid, layout) = drawn(board, false, Depth::Xterm256, &mut frame, &|_| Mark::None);
        let mut seen = 0;
        for (y, x) in (0..screen.1).flat_map(|y| (0..screen.0).map(move |x| (y, x))) {
            // A pointer that comes from above is on the upper row, and from below on the lower one.
            let cells = [usize::MAX, 0].map(|row| layout.cell_at(x, y, row));
            let [Some(upper), Some(lower)] = cells else {
                assert_eq!(cells, [None; 2]);
                continue;
            };
            seen += 1;
            let colour = |cell| match grid.get(cell) {
                Some(colour) => colour_of(Rgb::numbered(colour.into())),
                None => colour_of(EMPTY),
            };
            let is_top = layout.per_line == 2 && upper.row == lower.row;
            let wanted = [if is_top { None } else { colour(upper) }, colour(lower)];
            assert_eq!(halves(&frame, x, y), wanted, "{board:?} on {screen:?}, {upper:?}, {lower:?}");
        }
        let lines = board.0.div_ceil(layout.per_line);
        assert_eq!(seen, lines * board.1 * usize::from(layout.wide), "{board:?} on {screen:?}");
    }
}

fn colour_of(rgb: Rgb) -> Option<Color> {
    Depth::Xterm256.nearest(rgb)
}

#[test]
fn marks_can_be_seen_on_small_tiles_of_every_colour() {
    let marks = [Mark::None, Mark::Cursor, Mark::Held, Mark::Lit, Mark::Faint];
    for (depth, screen) in
        [Depth::Xterm256, Depth::True].into_iter().flat_map(|depth| [(depth, 80), (depth, 60)])
    {
        for at in (0..5).map(|col| Cell::new(3, 4 + col)) {
            let looks = marks.map(|mark| {
                let mut frame = Frame::new(screen, 24);
                let mark = |cell| if cell == at { mark } else { Mark::None };
                let (_, layout) = drawn((15, 15), false, depth, &mut frame, &mark);
                let places = (0..24).flat_map(|y| (0..screen).map(move |x| (x, y)));
                let places = places.filter(|&(x, y)| layout.cell_at(x, y, at.row) == Some(at));
                places.map(|(x, y)| halves(&frame, x, y)).collect::<Vec<_>>()
            });
            for (one, other) in (0..marks.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
                assert_ne!(
                    looks[one], looks[other],
                    "{:?}, {:?} at {at:?}, {depth:?}",
                    marks[one], marks[other]
                );
            }
        }
    }
}
