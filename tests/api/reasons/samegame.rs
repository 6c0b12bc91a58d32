//! Checks facts about boards of SameGame and its family against all games.

use super::Checked;
use crate::generator;
use crate::samegame_brute_force::best;
use crate::samegame_games::{Games, Tiles};
use tilefall::insight::hints::Aim;
use tilefall::insight::hints::reasons::{Fact, Reason, of_list, reasons};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Columns, Goal, Rules, Step};

/// Checks a fact against all games. `list` contains the tiles of each click of the hint; empty without a hint.
#[track_caller]
fn check(reason: &Reason, grid: &Grid, rules: Rules, games: &Games, list: &[Tiles]) {
    let what = || format!("{reason:?}\n{grid:?} {rules:?}");
    let (cells, line_clears) =
        (games.at(&reason.cells), list.iter().fold(0, |all, group| all | group) == games.all());
    let of_colour = |colour, whole| {
        let all = games.of_colour(colour);
        if whole { cells == all } else { cells & !all == 0 && cells != all }
    };
    match &reason.fact {
        &Fact::Stuck { colour, tiles, whole } => {
            assert!(of_colour(colour, whole) && cells.count_ones() as usize == tiles, "{}", what());
            assert!(games.clicks.iter().all(|click| click.group & cells == 0), "{}", what());
        }
        Fact::Deadlock { colours } => {
            let all = colours.iter().fold(0, |all, &colour| all | games.of_colour(colour));
            assert!(cells & !all == 0 && colours.is_sorted_by(|a, b| a < b), "{}", what());
            assert!(!games.clears(0), "{}", what());
        }
        Fact::EveryClickLoses => assert!(!games.clears(0), "{}", what()),
        &Fact::Together { colour, tiles, whole } => {
            assert!(of_colour(colour, whole) && cells.count_ones() as usize == tiles, "{}", what());
            assert!(games.groups(0).iter().all(|group| group & cells != cells), "{}", what());
            for click in games.clicks.iter().filter(|click| games.clears(click.before | click.group)) {
                assert!([0, cells].contains(&(click.group & cells)), "{}", what());
            }
        }
        &Fact::Apart { colour, tiles } => {
            assert!(of_colour(colour, true) && cells.count_ones() as usize == tiles, "{}", what());
            assert!(games.clicks.iter().all(|click| click.group & cells != cells), "{}", what());
        }
        Fact::OnlyClick => {
            let mut others = games.groups(0);
            others.retain(|&group| group != list[0]);
            assert!(line_clears && others.iter().all(|&group| !games.clears(group)), "{}", what());
        }
        Fact::Avoid { colour, tiles, loss } => {
            assert!(of_colour(*colour, cells == games.of_colour(*colour)), "{}", what());
            assert!(games.groups(0).contains(&cells) && cells.count_ones() as usize == *tiles, "{}", what());
            assert!(line_clears && cells != list[0] && !games.clears(cells), "{}", what());
            if let Fact::Stuck { colour, tiles, whole } = **loss {
                let later = games.clicks.iter().filter(|click| click.before & cells == cells);
                let removed = later.fold(cells, |gone, click| gone | click.group);
                let (all, left) = (games.of_colour(colour) & !cells, games.of_colour(colour) & !removed);
                assert!(
                    left.count_ones() as usize >= tiles && whole == (all.count_ones() as usize == tiles),
                    "{}",
                    what()
                );
            }
        }
        &Fact::Joins { clicks, first, colour, tiles, points } => {
            assert_eq!(list[clicks], cells, "{}", what());
            assert!(of_colour(colour, cells == games.of_colour(colour)), "{}", what());
            assert_eq!((cells.count_ones() as usize, clicks > 0), (tiles, true), "{}", what());
            assert!(games.groups(0).iter().all(|group| group & cells != cells), "{}", what());
            let of_first = list[0] & !games.of_colour(first.1);
            assert_eq!((list[0].count_ones() as usize, of_first), (first.0, 0), "{}", what());
            assert!(points.is_none_or(|points| points == rules.score.points(tiles as u64)), "{}", what());
        }
        &Fact::FewestClicks { clicks } => {
            assert!(line_clears && clicks as usize == list.len(), "{}", what());
            assert_eq!(best(grid, rules).fewest, Some(list.len()), "{}", what());
        }
        _ => panic!("{}", what()),
    }
}

/// Returns a random list; if `clear` is set and the board can be cleared, a list that clears the board.
fn list(games: &Games, random: &mut impl FnMut(usize) -> usize, clear: bool) -> Vec<Tiles> {
    let (mut gone, mut list) = (0, Vec::new());
    loop {
        let mut groups = games.groups(gone);
        if clear && games.clears(0) {
            groups.retain(|group| games.clears(gone | group));
        }
        if groups.is_empty() {
            return list;
        }
        let group = groups[random(groups.len())];
        list.push(group);
        gone |= group;
    }
}

fn clicks(games: &Games, list: &[Tiles]) -> Vec<Step> {
    let mut gone = 0;
    let mut click = |&group: &Tiles| {
        let cell: Cell = games.cell(gone, group.trailing_zeros() as usize).unwrap();
        gone |= group;
        cell.into()
    };
    list.iter().map(&mut click).collect()
}

fn random_board(random: &mut impl FnMut(usize) -> usize, columns: Columns) -> Grid {
    let (rows, cols) = [(3, 3), (3, 4), (4, 3), (2, 6), (5, 2), (6, 2), (1, 9)][random(7)];
    let (colours, empty) = (2 + random(3), random(3));
    let names: Vec<_> =
        (0..rows * cols).map(|_| (random(8) >= empty).then(|| random(colours) as u64 + 1)).collect();
    let mut grid = Grid::from_names(rows, cols, |cell| names[cell.col * rows + cell.row]).unwrap();
    grid.fall();
    if columns == Columns::Close {
        grid.close();
    }
    grid
}

/// Checks the facts of random boards. Returns the numbers of facts, and of boards that cannot be cleared.
fn check_boards(min_group: u32, columns: Columns, boards: usize) -> (Checked, usize) {
    let mut random = generator(u64::from(min_group) * 2 + u64::from(columns == Columns::Stay));
    let rules = Rules { min_group, columns, ..Rules::default() };
    let (mut checked, mut unclearable) = (Checked::default(), 0);
    for _ in 0..boards {
        let grid = random_board(&mut random, columns);
        let games = Games::of(&grid, rules);
        unclearable += usize::from(!games.clears(0));
        for (_, goal) in Goal::NAMED {
            let aim = Aim::SameGame { rules, goal, points: 0 };
            for reason in reasons(&grid, &aim) {
                check(&reason, &grid, rules, &games, &[]);
                checked.add(&reason);
            }
            for clear in [false, true] {
                let list = list(&games, &mut random, clear);
                if !list.is_empty() {
                    for reason in of_list(&grid, &aim, &clicks(&games, &list)).unwrap().0 {
                        check(&reason, &grid, rules, &games, &list);
                        checked.add(&reason);
                    }
                }
            }
        }
    }
    (checked, unclearable)
}

/// Kinds of facts that occur if single tiles cannot be removed, with the minimum number of facts of each kind.
const KINDS: [(&str, usize); 8] = [
    ("avoid", 300),
    ("deadlock", 150),
    ("every-click-loses", 300),
    ("fewest-clicks", 200),
    ("joins", 3000),
    ("only-click", 300),
    ("stuck", 2000),
    ("together", 1000),
];

#[test]
fn facts_are_true_under_the_usual_rules() {
    let (checked, _) = check_boards(2, Columns::Close, 2000);
    checked.at_least(&[&KINDS[..], &[("apart", 500)]].concat());
}

#[test]
fn facts_are_true_where_columns_stay() {
    let (checked, _) = check_boards(2, Columns::Stay, 2000);
    checked.at_least(&KINDS);
}

#[test]
fn facts_are_true_where_single_tiles_go() {
    let (checked, unclearable) = check_boards(1, Columns::Close, 300);
    let kinds = [("fewest-clicks", 50), ("joins", 1000)];
    checked.at_least(&kinds);
    let (stay, stuck) = check_boards(1, Columns::Stay, 300);
    stay.at_least(&kinds);
    assert_eq!(unclearable + stuck, 0, "every board can be cleared");
}

#[test]
fn facts_are_true_where_groups_are_of_three() {
    let (checked, _) = check_boards(3, Columns::Close, 2000);
    checked.at_least(&[&KINDS[..], &[("apart", 500)]].concat());
    let (checked, _) = check_boards(3, Columns::Stay, 2000);
    checked.at_least(&KINDS);
}

/// Facts name only what a player can see on the board. So they explain most boards that cannot be cleared, not all.
#[test]
fn most_boards_that_cannot_be_cleared_are_explained() {
    let (checked, unclearable) = check_boards(2, Columns::Close, 1000);
    let explained: usize =
        ["stuck", "deadlock", "every-click-loses"].iter().map(|name| checked.0[*name]).sum();
    // Four of the five goals state why a board cannot be cleared, so each of its facts is counted four times.
    assert!(explained >= unclearable * 4 * 3 / 4, "{explained} {unclearable}");
}
