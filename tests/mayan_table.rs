//! The table of proven failures: what it says was stored, word for word, whoever stores meanwhile.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use tilefall::grid::Grid;
use tilefall::mayan::board::Board;
use tilefall::mayan::solve::growing::Growing;
use tilefall::mayan::solve::table::{Key, Table};

/// Keys of so many different boards, each with the moves left with which it "fails".
fn facts(count: usize) -> Vec<(Key<3>, u32)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let key = |rng: &mut Xoshiro256PlusPlus| {
        let (heights, names) =
            (rng.next_u64(), std::array::from_fn::<u64, 35, _>(|_| rng.random_range(1..10)));
        let cell = |c: tilefall::grid::Cell| {
            (c.row < (heights >> (8 * c.col) & 7) as usize).then_some(names[c.col * 7 + c.row])
        };
        let grid = Grid::from_names(7, 5, cell).unwrap();
        Key::of(&Board::<4>::from_grid(&grid).unwrap())
    };
    let mut seen = std::collections::HashSet::new();
    let mut facts = Vec::new();
    while facts.len() < count {
        let (key, left) = (key(&mut rng), rng.random_range(1..9));
        if seen.insert(format!("{key:?}")) {
            facts.push((key, left));
        }
    }
    facts
}

fn known<const N: usize>(table: &Table<N>, (key, left): (Key<N>, u32)) -> bool {
    table.fails(&key, key.hash(), left)
}

#[test]
fn a_failure_is_of_exactly_so_many_moves_left_or_of_no_more_where_fewer_would_do() {
    for within in [false, true] {
        let table = Table::<3>::new(4, within);
        let (key, _) = facts(1)[0];
        assert!((0..20).all(|left| !known(&table, (key, left))));
        table.store(&key, key.hash(), 5);
        for left in 1..20 {
            assert_eq!(known(&table, (key, left)), left == 5 || (within && left < 5), "{left} {within}");
        }
    }
}

#[test]
fn a_table_never_holds_more_than_it_has_room_for_and_nothing_that_was_not_stored() {
    let facts = facts(5000);
    let table = Table::<3>::new(3, false);
    for (key, left) in &facts {
        table.store(key, key.hash(), *left);
    }
    let held = facts.iter().filter(|&&fact| known(&table, fact)).count();
    assert!(held <= table.capacity() && held > table.capacity() / 2, "{held} of {}", table.capacity());
    assert!(facts.iter().all(|&(key, left)| (1..9).all(|l| l == left || !known(&table, (key, l)))));
    // What goes first is what has the fewest moves left.
    let deep = facts.iter().filter(|&&fact| fact.1 == 8 && known(&table, fact)).count();
    assert!(2 * deep > held, "{deep} of {held}");
}

#[test]
fn a_larger_table_has_all_facts_of_the_smaller() {
    let facts = facts(3000);
    let table = Table::<3>::new(7, false);
    for (key, left) in &facts {
        table.store(key, key.hash(), *left);
    }
    let larger = table.grown(9);
    assert_eq!(larger.capacity(), 4 * table.capacity());
    let held = facts.iter().filter(|&&fact| known(&table, fact)).count();
    assert!(held > 500);
    assert!(facts.iter().all(|&fact| !known(&table, fact) || known(&larger, fact)));
}

/// Threads store and look up at random in tables that fill up and grow the while.
#[test]
fn several_threads_read_nothing_that_was_not_stored() {
    let facts = facts(2000);
    for (threads, most) in [(2, 1), (2, 9), (8, 0), (8, 9)] {
        for round in 0..10 {
            let table = Growing::new(Arc::new(Table::<3>::new(0, false)), most);
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let (table, facts) = (&table, &facts);
                    scope.spawn(move || {
                        let mut rng = Xoshiro256PlusPlus::seed_from_u64(100 * round + thread);
                        let mut stored = 0;
                        for _ in 0..100 {
                            let table = table.get(std::mem::take(&mut stored));
                            for _ in 0..20 {
                                let (key, left) = facts[rng.random_range(0..facts.len())];
                                table.store(&key, key.hash(), left);
                                stored += 1;
                                let (key, left) = facts[rng.random_range(0..facts.len())];
                                let asked = rng.random_range(1..9);
                                assert!(!known(&table, (key, asked)) || asked == left);
                            }
                        }
                    });
                }
            });
            let table = table.into_inner();
            assert!(table.bits() <= most);
            assert!(facts.iter().any(|&fact| known(&table, fact)));
            assert!(facts.iter().all(|&(key, left)| (1..9).all(|l| l == left || !known(&table, (key, l)))));
        }
    }
}
