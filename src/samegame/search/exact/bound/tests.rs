//! Tests that no bound is below the best score.

use super::merging::{MergeFacts, MergeQueries, PresentColours};
use super::touch_order::ClickEffect;
use super::{BoundEvaluator, Cutoff, OpenClick};
use crate::bits::cpu::Portable;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Goal, LeftPenalty, Rules, Score};
use crate::samegame::repr::packed::Packed;
use crate::samegame::repr::{BoardRepr, Cells as _, below};
use crate::samegame::search::exact::points::PointTable;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

fn counts_of(grid: &Grid) -> Vec<usize> {
    (0..grid.colours()).map(|colour| grid.count(colour as Colour)).collect()
}

/// Returns the highest value that a game on a board can add, by playing all games; `known` stores the values.
pub(in super::super) fn truth(grid: &Grid, scores: &PointTable, known: &mut HashMap<Grid, i64>) -> i64 {
    if let Some(&value) = known.get(grid) {
        return value;
    }
    let children = grid.groups().into_iter().map(|first| {
        let mut next = grid.clone();
        let removed = next.click(first);
        scores.points(removed) + truth(&next, scores, known)
    });
    let value = children.max().unwrap_or_else(|| scores.at_end(&counts_of(grid)));
    known.insert(grid.clone(), value);
    value
}

/// Returns the rules of test case `number`, and their point table for boards of up to `tiles` tiles.
fn case(number: usize, tiles: usize) -> (Rules, PointTable) {
    let rules = Rules {
        score: [Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count][number % 5],
        clear_bonus: [0, 1000, 7][number / 5 % 3],
        left_penalty: if number.is_multiple_of(3) { LeftPenalty::N2 } else { LeftPenalty::None },
        ..Rules::USUAL
    };
    let goal = if number % 10 == 9 { Goal::Clear } else { Goal::Score };
    (rules, PointTable::new(goal, rules, tiles))
}

#[test]
fn no_bound_is_below_the_truth() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut below_rough = 0;
    for number in 0..60 {
        let (rows, cols) = (2 + below(&mut rng, 4), 2 + below(&mut rng, 4));
        let colours = 2 + below(&mut rng, 4);
        let grid = Grid::from_names(rows, cols, |_| Some(below(&mut rng, colours) as u64)).unwrap();
        let (rules, scores) = case(number, grid.tiles());
        let mut known = HashMap::new();
        truth(&grid, &scores, &mut known);
        let mut bounds = BoundEvaluator::new(scores.clone(), rules, cols);
        for (grid, &value) in known.iter().take(400) {
            let counts = counts_of(grid);
            let rough = scores.upper_bound(&counts);
            assert!(rough >= value, "{rough} < {value}: {grid:?}");
            let board = Packed::<8, 1, 3>::from_grid(grid).unwrap();
            let most = bounds.by_stretches(&board, counts.len());
            assert!(most >= value, "{most} < {value}: {grid:?}");
            below_rough += usize::from(most < rough);
        }
    }
    // The test has reached enough boards on which the bound by stretches is lower.
    assert!(below_rough > 100, "{below_rough}");
}

/// Counts of the clicks that were checked, and of the proofs about them.
#[derive(Debug, Default)]
struct Tally {
    clicks: usize,
    cut_before_click: usize,
    /// Clicks cut by a proof from the board after the click alone.
    seen: usize,
    proven: usize,
    handed_down: usize,
}

/// Returns the sets of colours that can come first, as defined in [`touch_order`](super::touch_order), after clicks of
/// the colours `clicked`. Uses no stored facts.
fn first_of<B: BoardRepr>(board: &B, counts: &[usize], clicked: usize) -> u32 {
    let all = (1usize << counts.len()) - 1;
    let mut first = 0;
    for set in 0..=all {
        let mut behind = set;
        while let Some(next) = (0..counts.len()).filter(|i| behind >> i & 1 == 0).find(|&i| {
            let touched = behind | clicked;
            let mut gone = B::Mask::default();
            (0..counts.len()).filter(|j| touched >> j & 1 == 1).for_each(|j| gone.add(&board.tiles(j as u8)));
            touched >> i & 1 == 1 || board.may_merge(Portable, &board.tiles(i as u8), &gone)
        }) {
            behind |= 1 << next;
        }
        first |= u32::from(behind == all) << set;
    }
    first
}

/// Returns whether every game loses at least `excess`, whether or not it clears the board, and whichever set of `first`
/// is touched first. The colours of `touched` are gone: they lose nothing.
fn lose_enough(
    first: u32,
    touched: usize,
    counts: &[usize],
    single: bool,
    excess: i64,
    scores: &PointTable,
) -> bool {
    let least = |loss: &dyn Fn(usize) -> i32| {
        let sets = (0..1usize << counts.len()).filter(|set| first >> (set | touched) & 1 == 1);
        let of_set = |set: usize| {
            let split = (0..counts.len()).filter(|i| set >> i & 1 == 1 && counts[*i] > 0);
            split.map(|i| i64::from(loss(counts[i]))).sum()
        };
        sets.map(of_set).min().unwrap_or(i64::MAX)
    };
    let bonus = if single { 0 } else { scores.gaps()[0] };
    least(&|n| scores.split_or_left_loss(n)) >= excess - bonus
        && (single || least(&|n| scores.split_loss(n)) >= excess)
}

/// Checks the bounds of each click on a grid with the known `facts` about the grid. Then checks the grids after the
/// clicks in the same way, up to `deep` clicks further.
fn check_clicks(
    grid: &Grid,
    bounder: &mut BoundEvaluator,
    facts: MergeFacts,
    known: &mut HashMap<Grid, i64>,
    deep: usize,
    tally: &mut Tally,
) {
    let scores = bounder.scores.clone();
    let (board, counts) = (Packed::<8, 1, 3>::from_grid(grid).unwrap(), counts_of(grid));
    for first in grid.groups() {
        let (mut after, mut next) = (grid.clone(), board);
        after.click(first);
        next.click(Portable, first);
        let (value, counts_after) = (truth(&after, &scores, known), counts_of(&after));
        let rough = bounder.rough(&counts_after);
        let mut handed = MergeFacts::default();
        for enough in [value - 1, value + 5, value - 9, value, value + 1, value - 2] {
            if rough <= enough {
                continue;
            }
            let Some(mut before) = bounder.before(&board, &counts, facts) else { continue };
            let colour = grid.get(first).unwrap();
            let click = ClickEffect {
                of: Some((before.present.number(colour), counts_after[usize::from(colour)])),
                stuck: counts_after.contains(&1),
            };
            let cut_before_click =
                bounder.cut_before_click(Portable, &mut before, click, Cutoff { rough, enough });
            assert!(
                !cut_before_click || enough >= value,
                "{enough} foreseen for {value}: {first:?} of {grid:?}"
            );
            let open = OpenClick { before: Some((&mut before, click)), cutoff: Cutoff { rough, enough } };
            let fine = bounder.after_click(Portable, (&next, &counts_after), open, &mut handed);
            assert!(fine >= value, "{fine} < {value}, {enough} asked: {first:?} of {grid:?}");
            // A proof from the board before the click also holds with the board after it.
            assert!(!cut_before_click || fine <= enough, "{first:?} of {grid:?}");
            let (colour, excess) = (usize::from(colour), rough - enough);
            let sets = first_of(&board, &counts, 1 << colour);
            let touched = if counts_after[colour] == 0 { 1 << colour } else { 0 };
            let lost = lose_enough(sets, touched, &counts_after, click.stuck, excess, &scores);
            assert_eq!(lost, cut_before_click, "{enough}: {first:?} of {grid:?}");
            if let Some(mut itself) = bounder.before(&next, &counts_after, MergeFacts::NONE) {
                let none = ClickEffect { of: None, ..click };
                let seen = bounder.cut_before_click(Portable, &mut itself, none, Cutoff { rough, enough });
                assert!(!seen || enough >= value, "{enough} seen for {value}: {first:?} of {grid:?}");
                let sets = first_of(&next, &counts_after, 0);
                let lost = lose_enough(sets, 0, &counts_after, click.stuck, excess, &scores);
                assert_eq!(lost, seen, "{enough}: {first:?} of {grid:?}");
                tally.seen += usize::from(seen);
            }
            tally.clicks += 1;
            tally.cut_before_click += usize::from(cut_before_click);
            tally.proven += usize::from(fine == enough);
        }
        tally.handed_down += usize::from(handed != MergeFacts::NONE);
        if deep > 0 {
            check_clicks(&after, bounder, handed, known, deep - 1, tally);
        }
    }
}

#[test]
fn no_bound_of_a_click_is_below_the_truth() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut tally = Tally::default();
    for number in 0..1000 {
        let (rows, cols) = (3 + below(&mut rng, 3), 3 + below(&mut rng, 3));
        let colours = 3 + below(&mut rng, 3);
        let grid = random_grid(&mut rng, rows, cols, colours);
        let (rules, scores) = case(number, grid.tiles());
        check_clicks(
            &grid,
            &mut BoundEvaluator::new(scores, rules, cols),
            MergeFacts::default(),
            &mut HashMap::new(),
            3,
            &mut tally,
        );
    }
    let Tally { clicks, cut_before_click, seen, proven, handed_down } = tally;
    assert!(
        clicks > 10_000
            && cut_before_click > 1000
            && seen > 1000
            && proven > cut_before_click
            && handed_down > 1000,
        "{tally:?}"
    );
}

/// Returns `true` if the tiles of colour `i` may meet while the colours of `set` are touched, without stored facts.
fn truly_may_merge(board: &Packed<8, 1, 3>, present: &PresentColours, i: usize, set: usize) -> bool {
    let mut gone = Default::default();
    for (_, &colour) in present.colours().iter().enumerate().filter(|(j, _)| set >> j & 1 == 1) {
        <Packed<8, 1, 3> as BoardRepr>::Mask::add(&mut gone, &board.tiles(colour));
    }
    board.may_merge(Portable, &board.tiles(present.colours()[i]), &gone)
}

#[test]
fn known_facts_agree_with_the_board() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut meet, mut apart, mut after) = (0, 0, 0);
    for _ in 0..300 {
        let (rows, cols) = (2 + below(&mut rng, 7), 2 + below(&mut rng, 7));
        let colours = 2 + below(&mut rng, 4);
        let grid = random_grid(&mut rng, rows, cols, colours);
        let board = Packed::<8, 1, 3>::from_grid(&grid).unwrap();
        let present = PresentColours::of(&counts_of(&grid)).unwrap();
        let others = |i: usize| (0..=present.all()).filter(move |set| set >> i & 1 == 0);
        // In random order, so that some queries are answered by facts about other sets.
        let mut merges = MergeQueries::of(&board, &present, MergeFacts::default());
        let mut asked: Vec<_> =
            (0..present.colours().len()).flat_map(|i| others(i).map(move |set| (i, set))).collect();
        asked.shuffle(&mut rng);
        for (i, set) in asked {
            let truth = truly_may_merge(&board, &present, i, set);
            assert_eq!(merges.may_merge(Portable, i, set), truth, "{i} {set:b}: {grid:?}");
            *(if truth { &mut meet } else { &mut apart }) += 1;
        }
        for first in grid.groups() {
            let j = present.number(grid.get(first).unwrap());
            let mut next = board;
            next.click(Portable, first);
            for i in (0..present.colours().len()).filter(|&i| i != j) {
                for set in others(i).filter(|set| !merges.may_merge(Portable, i, set | 1 << j)) {
                    assert!(
                        !truly_may_merge(&next, &present, i, set),
                        "{i} {set:b} after {first:?}: {grid:?}"
                    );
                    after += 1;
                }
            }
        }
    }
    assert!(meet > 1000 && apart > 1000 && after > 5000, "{meet} {apart} {after}");
}

/// Returns a settled grid with columns of random heights.
pub(in super::super) fn random_grid(
    rng: &mut Xoshiro256PlusPlus,
    rows: usize,
    cols: usize,
    colours: usize,
) -> Grid {
    let heights: Vec<usize> = (0..cols).map(|_| 1 + below(rng, rows)).collect();
    let colour = |cell: Cell| (cell.row < heights[cell.col]).then(|| below(rng, colours) as u64);
    Grid::from_names(rows, cols, colour).unwrap()
}
