//! A table and wishes.

use super::*;
use crate::play::advice::Advice;
use tilefall::base::Rules;
use tilefall::grid::Grid;

fn table(play: Play, board: &str) -> Table {
    let mut table = Table::new(Session::new(play, Grid::parse(board).unwrap()), Depth::None, true);
    draw(&mut table);
    table
}

fn draw(table: &mut Table) -> String {
    let mut frame = Frame::new(50, 14);
    table.draw(&mut frame);
    frame.to_string()
}

#[test]
fn a_samegame_board_is_played_by_keys_and_by_the_mouse() {
    let mut table = table(Play::SameGame(Rules::default()), "112 / 122");
    for wish in [Wish::Go(0, 1), Wish::Act, Wish::Undo, Wish::Redo] {
        assert_eq!(table.answer(wish), Outside::Nothing);
    }
    assert_eq!(table.game.turns().len(), 1);
    table.answer(Wish::Undo);
    table.answer(Wish::Undo);
    assert_eq!(table.message, "this is the start");
    // The cell at the bottom left.
    table.answer(Wish::Press(2, 2));
    assert_eq!(table.game.turns().collect::<Vec<_>>(), [Turn::Click(Cell::new(0, 0))]);
    table.answer(Wish::Press(40, 2));
    assert_eq!(table.game.turns().len(), 1);
    assert_eq!([Wish::Save, Wish::Quit].map(|wish| table.answer(wish)), [Outside::Save, Outside::Quit]);
}

#[test]
fn a_game_that_was_begun_is_not_left_without_a_question() {
    let start = || table(Play::SameGame(Rules::default()), "112 / 122");
    // Nothing has happened yet.
    for (wish, outside) in
        [(Wish::New, Outside::New), (Wish::Leave, Outside::Quit), (Wish::Back, Outside::Quit)]
    {
        assert_eq!(start().answer(wish), outside);
    }
    for (wish, asked, answers) in [
        (Wish::New, "Take a new board?", &[(Wish::Yes, Outside::New), (Wish::Act, Outside::New)][..]),
        (Wish::Leave, "Leave the game?", &[(Wish::Yes, Outside::Quit), (Wish::Leave, Outside::Quit)]),
        (Wish::Back, "Leave the game?", &[(Wish::Act, Outside::Quit), (Wish::Leave, Outside::Quit)]),
    ] {
        for &(answer, outside) in
            answers.iter().chain(&[(Wish::New, Outside::Nothing), (Wish::Back, Outside::Nothing)])
        {
            let mut table = start();
            table.answer(Wish::Act);
            assert_eq!(table.answer(wish), Outside::Nothing);
            assert!(draw(&mut table).contains(asked), "{asked}");
            assert_eq!(table.answer(answer), outside, "{asked} {answer:?}");
            assert!(table.game.turns().len() == 1 && !draw(&mut table).contains(asked), "{asked} {answer:?}");
        }
    }
    // Without a folder for it the game is lost.
    let mut lost = start();
    lost.keeps = false;
    lost.answer(Wish::Act);
    lost.answer(Wish::Leave);
    assert!(draw(&mut lost).contains("It is lost: s saves it."));
    assert_eq!((lost.answer(Wish::Save), lost.question), (Outside::Save, None));
    // What is in a file, or over, is not lost.
    let mut table = start();
    table.answer(Wish::Act);
    table.saved = true;
    assert_eq!(table.answer(Wish::Leave), Outside::Quit);
    table.answer(Wish::Act);
    assert_eq!((table.game.standing(), table.answer(Wish::New)), (Standing::Won, Outside::New));
}

#[test]
fn a_game_that_was_left_is_offered() {
    for (wish, outside) in [
        (Wish::Yes, Outside::Nothing),
        (Wish::Act, Outside::Nothing),
        (Wish::New, Outside::New),
        (Wish::Drop, Outside::Drop),
        (Wish::Leave, Outside::Quit),
        (Wish::Back, Outside::Quit),
    ] {
        let mut table = table(Play::SameGame(Rules::default()), "112 / 122");
        table.question = Some(Question::GoOn);
        assert!(draw(&mut table).contains("You left this game"));
        assert_eq!((table.answer(Wish::Go(0, 1)), table.question), (Outside::Nothing, Some(Question::GoOn)));
        assert_eq!((table.answer(wish), table.question), (outside, None), "{wish:?}");
        assert_eq!(table.game.turns().len(), 0);
    }
}

#[test]
fn a_mayan_block_is_picked_up_dragged_and_moved() {
    let play = Play::Mayan { moves: Some(3), mode: Mode::Within, allow_noop: false };
    let board = "21... / 12... / 12...";
    let win = [Turn::Slide(tilefall::base::Move::new(0, 2, tilefall::base::Side::Right))];
    for wishes in [
        vec![Wish::Go(2, 0), Wish::Go(1, 0), Wish::Act, Wish::Go(0, 1)],
        vec![Wish::Go(1, 0), Wish::Go(1, 0), Wish::Carry(1)],
        vec![Wish::Go(1, 0), Wish::Go(1, 0), Wish::Go(0, 1), Wish::Carry(-1)],
        vec![Wish::Press(2, 1), Wish::Point(5, 1), Wish::Release(5, 1)],
    ] {
        let mut table = table(play, board);
        for &wish in &wishes {
            table.answer(wish);
        }
        assert_eq!(table.game.turns().collect::<Vec<_>>(), win, "{wishes:?}");
        assert_eq!(table.game.standing(), Standing::Won);
    }
    let mut table = table(play, board);
    table.answer(Wish::Carry(-1));
    assert_eq!((table.message.as_str(), table.game.turns().len()), ("this block cannot go there", 0));
    let mut equal = self::table(play, "11.1.");
    equal.answer(Wish::Carry(1));
    let refused = (equal.message.as_str(), equal.game.turns().len());
    assert_eq!(refused, ("a swap of two equal blocks is no move", 0));
}

#[test]
fn while_a_board_is_looked_for_the_player_may_stay() {
    let mut table = table(Play::SameGame(Rules::default()), "112 / 122");
    table.question = Some(Question::Wait);
    for wish in [Wish::Act, Wish::New, Wish::Hint] {
        assert_eq!((table.answer(wish), table.question), (Outside::Nothing, Some(Question::Wait)));
    }
    assert!(draw(&mut table).contains("esc stay with this one"));
    assert_eq!((table.answer(Wish::Back), table.question), (Outside::Stay, None));
    table.question = Some(Question::Wait);
    assert_eq!(table.answer(Wish::Quit), Outside::Quit);
}

#[test]
fn hints_are_given_step_by_step_and_the_help_hides_the_board() {
    let mut table = table(Play::SameGame(Rules::default()), "112 / 122");
    let begun = std::time::Instant::now();
    while table.adviser.advice().status.is_none() {
        table.listen();
        assert!(begun.elapsed().as_secs() < 30);
    }
    assert!(!draw(&mut table).contains("hint:"));
    table.answer(Wish::Hint);
    let first = draw(&mut table);
    assert!(first.contains("hint: look at colour 1") && !first.contains("next: 1"), "{first}");
    table.answer(Wish::Hint);
    let second = draw(&mut table);
    assert!(second.contains("next: 1 1, 3 tiles of colour 1, 1 point"), "{second}");
    table.answer(Wish::Hint);
    assert!(draw(&mut table).contains("2 clicks, 1002 points from here, optimal"));
    table.answer(Wish::Hint);
    let page = draw(&mut table);
    assert!(
        page.starts_with("hint: look") && page.contains("optimal") && !page.contains("q leave"),
        "{page}"
    );
    table.answer(Wish::Hint);
    assert!(draw(&mut table).contains("optimal"));
    table.answer(Wish::Hint);
    assert!(!draw(&mut table).contains("next: 1"));
    table.answer(Wish::Help);
    assert!(draw(&mut table).contains("move the cursor"));
    table.answer(Wish::Act);
    assert!(draw(&mut table).contains("can be cleared") && table.game.turns().len() == 0);
}

#[test]
fn the_steps_of_a_hint_are_of_one_line_until_the_board_changes() {
    let mut table = table(Play::SameGame(Rules::default()), "112 / 122");
    let hint = |clicks: [&str; 2]| {
        let line = clicks.map(|click| Turn::of(click.parse().unwrap()).unwrap()).to_vec();
        screen::hint_of(&table.game, &Advice { line: Some(line), ..Advice::default() }).unwrap()
    };
    let (one, other) = (hint(["1 1", "1 1"]), hint(["1 2", "1 1"]));
    assert_ne!(one.steps[..2], other.steps[..2]);
    let begun = std::time::Instant::now();
    while !table.adviser.advice().done {
        table.listen();
        assert!(begun.elapsed().as_secs() < 30);
    }
    // The solver has another line than the one that the first step was of.
    table.hinted = Some(one);
    for _ in 0..2 {
        table.answer(Wish::Hint);
    }
    assert!(draw(&mut table).contains("next: 1 1, "), "{}", draw(&mut table));
    table.answer(Wish::Act);
    table.answer(Wish::Undo);
    assert!(table.hinted.is_none() && table.hint == 0);
}
