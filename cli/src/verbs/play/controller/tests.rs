//! Tests of actions on a controller.

use super::*;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Goal, Mode, Rules};

fn controller(game: Session) -> Controller {
    let mut controller = of_game(game);
    draw(&mut controller);
    controller
}

fn samegame(board: &str, rules: Rules, goal: Goal) -> Session {
    Session::samegame(Grid::parse(board).unwrap(), rules, Some(goal)).unwrap()
}

fn mayan(board: &str, mode: Mode) -> Session {
    Session::mayan(Grid::parse(board).unwrap(), Some(3), mode, false).unwrap()
}

fn of_game(game: Session) -> Controller {
    Controller::new(game, Depth::None, true)
}

fn draw(controller: &mut Controller) -> String {
    draw_on(controller, 50, 14)
}

fn draw_on(controller: &mut Controller, width: u16, height: u16) -> String {
    let mut frame = Frame::new(width, height);
    controller.draw(&mut frame);
    frame.to_string()
}

/// Receives results of the solver until a condition holds.
fn listen_until(controller: &mut Controller, holds: impl Fn(&mut Controller) -> bool) {
    let begun = std::time::Instant::now();
    while !holds(controller) {
        controller.listen();
        assert!(begun.elapsed().as_secs() < 30);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[test]
fn a_game_that_is_kept_or_saved_or_over_is_not_lost() {
    let start = || controller(samegame("112 / 122", Rules::default(), Goal::Score));
    for (action, asked) in [(Action::New, "Take a new board?"), (Action::Back, "Leave the game?")] {
        for answer in [Action::New, Action::Back] {
            let mut controller = start();
            controller.handle(Action::Act);
            assert_eq!(controller.handle(action), Effect::Nothing);
            assert!(draw(&mut controller).contains(asked), "{asked}");
            assert_eq!(controller.handle(answer), Effect::Nothing, "{asked} {answer:?}");
            assert!(!draw(&mut controller).contains(asked), "{asked} {answer:?}");
        }
    }
    // Without a folder for unfinished games the game is lost.
    let mut lost = start();
    lost.keeps = false;
    lost.handle(Action::Act);
    lost.handle(Action::Leave);
    assert!(draw(&mut lost).contains("It is lost: s saves it."));
    assert_eq!((lost.handle(Action::Save), lost.question), (Effect::Save, None));
    // A game that is saved or over is not lost.
    let mut controller = start();
    controller.handle(Action::Act);
    controller.saved = true;
    assert_eq!(controller.handle(Action::Leave), Effect::Quit);
    controller.handle(Action::Act);
    assert_eq!((controller.game.state(), controller.handle(Action::New)), (GameState::Won, Effect::New));
}

#[test]
fn a_mayan_block_is_picked_up_dragged_and_moved() {
    let start = || mayan("21... / 12... / 12...", Mode::Within);
    let win = [Step::from(tilefall::rules::Move::new(0, 2, tilefall::rules::Side::Right))];
    for actions in [
        vec![Action::Go(2, 0), Action::Go(1, 0), Action::Act, Action::Go(0, 1)],
        vec![Action::Go(1, 0), Action::Go(1, 0), Action::Carry(1)],
        vec![Action::Go(1, 0), Action::Go(1, 0), Action::Go(0, 1), Action::Carry(-1)],
        vec![Action::Press(2, 1), Action::Point(5, 1), Action::Release(5, 1)],
    ] {
        let mut controller = controller(start());
        for &action in &actions {
            controller.handle(action);
        }
        assert_eq!(controller.game.turns(), win, "{actions:?}");
        assert_eq!(controller.game.state(), GameState::Won);
    }
    let mut controller = controller(start());
    controller.handle(Action::Carry(-1));
    assert_eq!(
        (controller.message.as_str(), controller.game.turns().len()),
        ("this block cannot go there", 0)
    );
    let mut equal = self::controller(mayan("11.1.", Mode::Within));
    equal.handle(Action::Carry(1));
    let refused = (equal.message.as_str(), equal.game.turns().len());
    assert_eq!(refused, ("a swap of two equal blocks is no move", 0));
}

#[test]
fn the_steps_of_a_hint_are_of_one_line_until_the_board_changes() {
    let mut controller = controller(samegame("112 / 122", Rules::default(), Goal::Score));
    let hint = |clicks: [&str; 2]| {
        let line = clicks.map(|click| click.parse().unwrap()).to_vec();
        screen::hint_of(&controller.game, &Advice { line: Some(line), ..Advice::default() }).unwrap()
    };
    let (one, other) = (hint(["1 1", "1 1"]), hint(["1 2", "1 1"]));
    assert_ne!(one.steps[..2], other.steps[..2]);
    listen_until(&mut controller, |controller| controller.advice.done);
    // The solver's line differs from the line of the first step.
    controller.hinted = Some(one);
    for _ in 0..2 {
        controller.handle(Action::Hint);
    }
    assert!(draw(&mut controller).contains("look at columns 1 and 2"), "{}", draw(&mut controller));
    controller.handle(Action::Act);
    controller.handle(Action::Undo);
    assert!(controller.hinted.is_none() && controller.hint == 0);
}

#[test]
fn a_hint_never_shows_less_than_the_best_known() {
    let former = tilefall::rules::Preset::named("former").unwrap().rules;
    let mut controller = controller(samegame("1 / 2 / 1", former, Goal::Fewest));
    // A list that clears the board is known before the fewest clicks are.
    let line: Vec<Step> = ["1 1", "1 1", "1 1"].map(|click| click.parse().unwrap()).to_vec();
    let longer = Advice { line: Some(line), ..Advice::default() };
    controller.advice = longer.clone();
    controller.handle(Action::Hint);
    assert!(controller.hinted.is_none(), "the search has not ended");
    controller.hinted = screen::hint_of(&controller.game, &longer);
    controller.hint = 3;
    listen_until(&mut controller, |controller| controller.advice.done);
    assert_eq!(controller.hint, 1);
    controller.handle(Action::Hint);
    controller.handle(Action::Hint);
    assert!(draw(&mut controller).contains("2 clicks, optimal: 2 1, 1 1"), "{}", draw(&mut controller));
}

#[test]
fn the_end_of_a_game_shows_a_card_with_stars_and_choices() {
    let former = tilefall::rules::Preset::named("former").unwrap().rules;
    let same = |goal, board| samegame(board, Rules::default(), goal);
    let single = |goal, board| samegame(board, former, goal);
    let mayan = |mode, board| mayan(board, mode);
    let (clicks, slides) = ("1 1", "0 2 R");
    let best = "the solver reaches";
    for (game, list, stars, texts) in [
        (
            same(Goal::Score, "112 / 122"),
            vec!["1 2", clicks],
            "★ ★ ★",
            ["CLEARED", "1002 points", "the best possible"],
        ),
        (same(Goal::Score, "1. / 22 / 11"), vec![clicks; 2], "★ ☆ ☆", ["no group is left", "0 points", best]),
        (
            same(Goal::Clear, "1. / 22 / 11"),
            vec![clicks; 2],
            "☆ ☆ ☆",
            ["no group is left", "1 tile left", "clears the board"],
        ),
        // No list clears it, so that there is nothing to compare with.
        (
            same(Goal::Clear, "1123 / 1124"),
            vec![clicks; 2],
            "",
            ["no group is left", "2 tiles left", "proven"],
        ),
        (
            single(Goal::Fewest, "121"),
            vec![clicks, "1 2", "1 3"],
            "★ ★ ★",
            ["CLEARED", "3 clicks", "in fewer"],
        ),
        (
            single(Goal::Fewest, "1 / 2 / 1"),
            vec!["3 1", "2 1", clicks],
            "★ ★ ☆",
            ["CLEARED", "3 clicks", "reaches 2 clicks"],
        ),
        (
            same(Goal::Left, "1. / 22 / 11"),
            vec![clicks; 2],
            "★ ★ ☆",
            ["no group is left", "1 tile left", "leaves fewer"],
        ),
        (
            same(Goal::Biggest, "112 / 122"),
            vec!["1 2", clicks],
            "★ ★ ★",
            ["CLEARED", "3 tiles", "more at once"],
        ),
        (
            mayan(Mode::Within, "21... / 12... / 12..."),
            vec![slides],
            "★ ★ ★",
            ["SOLVED", "move 1 of 3", "no list is shorter"],
        ),
        (
            mayan(Mode::Within, "21... / 12... / 12..."),
            vec!["1 2 R", "1 0 R", "1 0 R"],
            "☆ ☆ ☆",
            ["no move is left", "6 blocks left", "takes 1 move"],
        ),
    ] {
        let start = format!("{:?}", game.puzzle());
        let mut controller = controller(game);
        for step in &list {
            assert!(controller.game.state() == GameState::Going, "{start}");
            controller.take(Some(step.parse().unwrap()));
        }
        listen_until(&mut controller, |controller| {
            !draw_on(controller, 80, 24).contains("is looking for its best list")
        });
        let card = draw_on(&mut controller, 80, 24);
        let choices = ["n next board", "R again", "u undo", "q leave", "╭", "╯"];
        for text in [stars].iter().chain(&texts).chain(&choices) {
            assert!(card.contains(text), "{start} {list:?}: no {text} in\n{card}");
        }
        assert_eq!(card.contains('☆') || card.contains('★'), !stars.is_empty(), "{card}");
        assert!(card.contains(" 0:0"), "no time in\n{card}");
        let watched = card.contains("b best line");
        assert_eq!(watched, controller.best_list().is_some());
        assert_eq!(controller.handle(Action::Watch), if watched { Effect::Watch } else { Effect::Nothing });
        // A card without a frame on a small screen.
        let small = draw_on(&mut controller, 40, 9);
        assert!(small.contains(texts[0]) && !small.contains('╭'), "{small}");
        controller.handle(Action::Undo);
        assert!(!draw(&mut controller).contains("next board"));
        assert_eq!(controller.handle(Action::Watch), Effect::Nothing);
        assert!(controller.message.contains("after the end"), "{}", controller.message);
    }
}

#[test]
fn the_time_is_that_of_the_whole_game_or_unknown() {
    let mut game = samegame("112 / 122", Rules::default(), Goal::Score);
    assert!(game.take(Step::from(Cell::new(0, 1))));
    // A game that was begun before: its time is not known.
    let mut controller = of_game(game);
    controller.handle(Action::Act);
    assert!(controller.game.state() == GameState::Won && controller.time.is_none());
    // From the start again.
    controller.handle(Action::Restart);
    controller.handle(Action::Act);
    controller.handle(Action::Act);
    let time = controller.time;
    assert!(controller.game.state() == GameState::Won && time.is_some());
}
