//! Tests of the picture of a game.

use super::*;
use crate::args::palette::Depth;
use crate::verbs::play::known::Known;
use std::time::Duration;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Mode, Rules};

/// Returns a game with results of the solver and a level of the hint.
fn view(game: &Session, advice: &Advice, hint: u8) -> Controller {
    let mut view = Controller::new(game.clone(), Depth::None, true);
    view.advice = advice.clone();
    (view.hint, view.hinted) = (hint, hint_of(game, advice));
    view
}

fn picture(game: &Session, advice: &Advice, hint: u8, size: (u16, u16)) -> (String, BoardLayout) {
    let mut frame = Frame::new(size.0, size.1);
    let layout = draw(&view(game, advice, hint), None, &mut frame);
    (frame.to_string(), layout)
}

#[test]
fn a_samegame_board_is_drawn_with_its_group_and_hint() {
    let game = Session::samegame(Grid::parse("112 / 122").unwrap(), Rules::default(), None).unwrap();
    let line = vec![Step::from(Cell::new(0, 1)), Step::from(Cell::new(0, 0))];
    let advice = Advice {
        light: Light::Yes,
        line: Some(line),
        result: Some(1002),
        status: Some(Status::Optimal),
        done: true,
    };
    let (text, layout) = picture(&game, &advice, 3, (64, 13));
    insta::assert_snapshot!(text);
    assert_eq!(layout.cell_at(2, 2, 0), Some(Cell::new(0, 0)));
    assert_eq!(layout.cell_at(10, 1, 0), Some(Cell::new(1, 2)));
    assert_eq!(
        (layout.cell_at(1, 2, 0), layout.cell_at(2, 3, 0), layout.cell_at(11, 1, 0)),
        (None, None, None)
    );
}

#[test]
fn the_result_so_far_is_beside_the_best_known() {
    let rules = tilefall::rules::Preset::named("former").unwrap().rules;
    let line = [Cell::new(0, 1), Cell::new(0, 0)].map(Step::from).to_vec();
    for (goal, result, status, light) in [
        (Goal::Fewest, 2, "1 click, best known 3   6 tiles left", "cleared in 2 more clicks"),
        (Goal::Left, 0, "6 tiles left, best known 0   1 click", "0 tiles left"),
        (Goal::Biggest, 3, "largest removal 1 tile, best known 3   6 tiles left", "largest removal 3 tiles"),
    ] {
        let mut game = Session::samegame(Grid::parse("112. / 1212").unwrap(), rules, Some(goal)).unwrap();
        assert!(game.take(Step::from(Cell::new(0, 2))));
        let (line, status_of_line) = (Some(line.clone()), Some(Status::Feasible));
        let advice =
            Advice { light: Light::Yes, line, result: Some(result), status: status_of_line, done: true };
        let mut view = view(&game, &advice, 0);
        view.known.add_advice(&game, &advice);
        let mut frame = Frame::new(80, 13);
        draw(&view, None, &mut frame);
        let text = frame.to_string();
        assert!(text.contains(status) && text.contains(&format!("from here: {light}, the best")), "{text}");
    }
}

#[test]
fn a_mayan_board_counts_from_zero_and_doubt_is_shown() {
    let board = Grid::parse("21... / 12... / 12...").unwrap();
    let game = Session::mayan(board, Some(1), Mode::Within, false).unwrap();
    let advice = Advice { light: Light::Unknown, done: true, ..Advice::default() };
    insta::assert_snapshot!(picture(&game, &advice, 1, (48, 13)).0);
}

#[test]
fn the_help_on_keys_fits_a_small_terminal() {
    for (game, other) in [(GameKind::SameGame, "the block"), (GameKind::Mayan, "the group")] {
        let lines: Vec<&str> = keys::help(game).collect();
        assert!(lines.len() <= 24 && lines.iter().all(|line| line.len() <= 80 && !line.contains(other)));
    }
}

/// Returns a game on a board of 15×15 tiles, and a line that clicks the first group again and again.
fn large_game() -> (Session, Vec<Step>) {
    let name = |cell: Cell| Some((cell.row * cell.row + 3 * cell.col) as u64 % 7 % 5);
    let grid = Grid::from_names(15, 15, name).unwrap();
    let mut game = Session::samegame(grid, Rules::default(), None).unwrap();
    let start = game.clone();
    while let Some(&cell) = game.board().groups_of(2).first() {
        assert!(game.take(Step::from(cell)));
    }
    (start, game.turns().to_vec())
}

#[test]
fn a_board_of_15_by_15_fits_80_by_24_with_all_texts_and_the_list_of_moves() {
    let (mut game, line) = large_game();
    let advice = |game: &Session, status| {
        let line = line[game.turns().len()..].to_vec();
        let line = Some(line).filter(|line| !line.is_empty());
        let light = if line.is_some() { Light::Unknown } else { Light::No };
        Advice { light, line, result: Some(300), status: Some(status), done: true }
    };
    let mut known = Known::new(&game);
    for &turn in &line[..4] {
        known.add_advice(&game, &advice(&game, Status::Feasible));
        assert!(game.take(turn));
        known.follow(&game);
    }
    let picture = |game: &Session, known: &Known, card: Option<&Card>, hint: u8| {
        let mut view = view(game, &advice(game, Status::Feasible), hint);
        (view.depth, view.known) = (Depth::Xterm256, known.clone());
        let mut frame = Frame::new(80, 24);
        draw(&view, card, &mut frame);
        frame.to_string()
    };
    insta::assert_snapshot!("a_large_board_with_its_moves", picture(&game, &known, None, 0));
    let hinted = picture(&game, &known, None, 3);
    assert!(hinted.contains("q leave"), "{hinted}");
    insta::assert_snapshot!("a_large_board_with_a_hint", hinted);
    for &turn in &line[4..] {
        assert!(game.take(turn));
        known.follow(&game);
    }
    let card = Card::new(&game, &known, true, Some(Duration::from_secs(83)), Depth::Xterm256);
    insta::assert_snapshot!("a_large_board_at_the_end", picture(&game, &known, Some(&card), 0));
}
