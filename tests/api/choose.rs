//! Clicks chosen by policies, compared with choices from the list of groups.

use super::generator;
use std::collections::{HashMap, HashSet};
use tilefall::rules::Random;
use tilefall::rules::grid::Grid;
use tilefall::samegame::{Board, Cell, Game, Group, PlayoutPolicy, Rules};

const POLICIES: [PlayoutPolicy; 4] =
    [PlayoutPolicy::Tiles, PlayoutPolicy::Groups, PlayoutPolicy::Greedy, PlayoutPolicy::Tabu];

/// Returns the number of choices of a policy, which are equally likely, and the cells of these choices.
fn likely(board: &Board, policy: PlayoutPolicy) -> (usize, HashSet<Cell>) {
    let mut groups = board.groups();
    let colours = 0..board.names().len() as u8;
    let most = colours.clone().map(|colour| board.count(colour)).max().unwrap_or(0);
    let tabu = colours.into_iter().find(|&colour| board.count(colour) == most);
    let is_tabu = |group: &Group| board.get(group.cell) == tabu;
    match policy {
        PlayoutPolicy::Tiles => {
            let cells: Vec<Cell> = groups.iter().flat_map(|group| board.group(group.cell)).collect();
            return (cells.len(), cells.into_iter().collect());
        }
        PlayoutPolicy::Greedy => {
            let largest = groups.iter().map(|group| group.size).max();
            let first = groups.iter().find(|group| Some(group.size) == largest).copied();
            groups = first.into_iter().collect();
        }
        PlayoutPolicy::Tabu if !groups.iter().all(is_tabu) => groups.retain(|group| !is_tabu(group)),
        PlayoutPolicy::Groups | PlayoutPolicy::Tabu => {}
    }
    (groups.len(), groups.into_iter().map(|group| group.cell).collect())
}

#[test]
fn every_click_of_a_policy_is_as_likely_as_it_is_to_be() {
    const DRAWS: usize = 3000;
    let mut below = generator(4);
    for (rows, cols, colours) in [(4, 5, 3), (6, 6, 2), (15, 3, 4), (3, 20, 3), (4, 5, 9), (66, 2, 3)] {
        for min_group in [1, 2, 3] {
            let grid = Grid::from_names(rows, cols, |_| Some(7 + below(colours) as u64)).unwrap();
            let rules = Rules { min_group, ..Rules::default() };
            let board = Board::with_rules(&grid, &rules).unwrap();
            for policy in POLICIES {
                let (all, likely) = likely(&board, policy);
                let mut counts: HashMap<Cell, usize> = HashMap::new();
                for seed in 0..DRAWS as u64 {
                    let Some(cell) = board.choose(policy, &mut Random::new(seed, 5)) else { continue };
                    *counts.entry(cell).or_default() += 1;
                }
                assert_eq!(counts.values().sum::<usize>(), if all == 0 { 0 } else { DRAWS });
                assert!(counts.keys().all(|cell| likely.contains(cell)), "{policy:?}");
                for cell in &likely {
                    let (found, expected) =
                        (counts.get(cell).copied().unwrap_or(0) as f64, DRAWS as f64 / all as f64);
                    // A tolerance of at least six standard deviations.
                    assert!(
                        (found - expected).abs() <= 6.0 * expected.sqrt(),
                        "{policy:?} {cell:?}: {found} of {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_playout_ends_and_depends_on_the_seed_alone() {
    let board: Board = "12312 / 33211 / 12133 / 21321".parse().unwrap();
    for policy in POLICIES {
        let play = |seed| {
            let mut game = Game::new(board.clone(), Rules::default());
            game.playout(policy, &mut Random::new(seed, 0));
            assert!(game.is_over());
            game
        };
        let lists: Vec<_> = (0..50).map(|seed| play(seed).played()).collect();
        assert!((0..50).zip(&lists).all(|(seed, list)| play(seed).played() == *list));
        assert_eq!(lists.iter().all(|list| *list == lists[0]), policy == PlayoutPolicy::Greedy);
    }
}

#[test]
fn a_board_without_moves_has_no_click() {
    let board: Board = "12 / 21".parse().unwrap();
    assert!(POLICIES.iter().all(|&policy| board.choose(policy, &mut Random::new(1, 1)).is_none()));
}
