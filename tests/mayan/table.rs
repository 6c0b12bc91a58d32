//! The table of proven failures returns exactly the stored entries, even under concurrent writes.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::internals::mayan::packed::Packed;
use tilefall::internals::mayan::solve::table::growing_table::GrowingTable;
use tilefall::internals::mayan::solve::table::{Key, Table};
use tilefall::rules::grid::Grid;

/// Returns keys of different boards, each with a number of moves left for which a failure is stored.
fn facts(count: usize) -> Vec<(Key<3>, u32)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let key = |rng: &mut Xoshiro256PlusPlus| {
        let (heights, names) =
            (rng.next_u64(), std::array::from_fn::<u64, 35, _>(|_| rng.random_range(1..10)));
        let cell = |c: tilefall::rules::Cell| {
            (c.row < (heights >> (8 * c.col) & 7) as usize).then_some(names[c.col * 7 + c.row])
        };
        let grid = Grid::from_names(7, 5, cell).unwrap();
        Key::of(&Packed::<4>::from_grid(&grid).unwrap())
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
    table.fails(&key, key.hash(), left, false)
}

#[test]
fn a_failure_is_of_exactly_so_many_moves_left_or_of_no_more_if_it_is_monotone() {
    for monotone in [false, true] {
        let table = Table::<3>::new(4);
        let (key, _) = facts(1)[0];
        assert!((0..20).all(|left| !known(&table, (key, left))));
        table.store(&key, key.hash(), 5, monotone);
        for left in 1..20 {
            let fails = table.fails(&key, key.hash(), left, monotone);
            assert_eq!(fails, left == 5 || (monotone && left < 5), "{left} {monotone}");
        }
        // A monotone failure in more moves replaces a failure in fewer moves, and not the other way round.
        table.store(&key, key.hash(), 9, monotone);
        table.store(&key, key.hash(), 3, monotone);
        assert!(
            (1..20).all(|left| known(&table, (key, left))
                == if monotone { left == 9 } else { [3, 5, 9].contains(&left) })
        );
    }
}

#[test]
fn a_table_never_holds_more_than_it_has_room_for_and_nothing_that_was_not_stored() {
    let facts = facts(5000);
    let table = Table::<3>::new(3);
    for (key, left) in &facts {
        table.store(key, key.hash(), *left, false);
    }
    let held = facts.iter().filter(|&&fact| known(&table, fact)).count();
    assert!(held <= table.capacity() && held > table.capacity() / 2, "{held} of {}", table.capacity());
    assert!(facts.iter().all(|&(key, left)| (1..9).all(|l| l == left || !known(&table, (key, l)))));
    // Entries with the fewest moves left are evicted first.
    let deep = facts.iter().filter(|&&fact| fact.1 == 8 && known(&table, fact)).count();
    assert!(2 * deep > held, "{deep} of {held}");
}

/// Threads store and look up at random in tables that fill up and grow meanwhile.
#[test]
fn several_threads_read_nothing_that_was_not_stored() {
    let facts = facts(2000);
    for (threads, most) in [(2, 1), (2, 9), (8, 0), (8, 9)] {
        for round in 0..10 {
            let table = GrowingTable::new(Table::<3>::new(0), most);
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
                                table.store(&key, key.hash(), left, false);
                                stored += 1;
                                let (key, left) = facts[rng.random_range(0..facts.len())];
                                let asked = rng.random_range(1..9);
                                assert!(!known(&table, (key, asked)) || asked == left);
                            }
                        }
                    });
                }
            });
            let table = table.get(0);
            assert!(table.bits() <= most);
            assert!(facts.iter().any(|&fact| known(&table, fact)));
            assert!(facts.iter().all(|&(key, left)| (1..9).all(|l| l == left || !known(&table, (key, l)))));
        }
    }
}

/// Returns a full board of eight rows with these colour codes.
fn full(cols: usize, codes: &[u8]) -> Grid {
    let names: Vec<u64> = (1..64).collect();
    let mut grid = Grid::empty(8, cols, &names[..62.min(*codes.iter().max().unwrap() as usize)]).unwrap();
    for (cell, &code) in std::iter::zip(grid.cells().collect::<Vec<_>>(), codes) {
        grid.set(cell, Some(code - 1));
    }
    grid
}

/// Changes each bit of each cell of a board: the key must change, but not the bits of the moves left.
fn every_bit_counts<const B: usize, const N: usize>(cols: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(B as u64);
    let most = (1u8 << B) - 1;
    for _ in 0..3 {
        let mut codes: Vec<u8> = (0..8 * cols).map(|_| rng.random_range(1..most)).collect();
        let key = |codes: &[u8]| {
            let mut planes = [0u64; B];
            for (bit, code) in codes.iter().enumerate() {
                (0..B).for_each(|k| planes[k] |= u64::from(code >> k & 1) << bit);
            }
            let board = Packed::<B>::from_grid(&full(cols, codes)).unwrap();
            Key::<N>::of(&board)
        };
        let table = Table::<N>::new(0);
        let first = key(&codes);
        table.store(&first, first.hash(), 0xff, false);
        assert!(known(&table, (key(&codes), 0xff)));
        for at in 0..codes.len() {
            for bit in 0..B {
                let old = codes[at];
                codes[at] ^= 1 << bit;
                if (1..=most.min(62)).contains(&codes[at]) {
                    let other = key(&codes);
                    assert_ne!(other, first, "bit {bit} of cell {at}");
                    assert!(!known(&table, (other, 0xff)), "bit {bit} of cell {at}");
                    // A table of one bucket holds both keys.
                    table.store(&other, other.hash(), 1, false);
                    assert!(known(&table, (other, 1)) && known(&table, (first, 0xff)));
                }
                codes[at] = old;
            }
        }
    }
}

#[test]
fn keys_tell_boards_of_every_number_of_colours_apart() {
    // On five columns up to 3, 7, 15 and 62 colours, on eight columns up to 15 and 62.
    every_bit_counts::<2, 2>(5);
    every_bit_counts::<3, 2>(5);
    every_bit_counts::<4, 3>(5);
    every_bit_counts::<4, 5>(8);
    every_bit_counts::<6, 7>(5);
    every_bit_counts::<6, 7>(8);
}

/// Two boards alternate in one entry while other threads read, store and copy entries: a mixture of both is never
/// found.
#[test]
fn no_reader_and_no_pourer_ever_sees_half_of_an_entry() {
    // Plane 3 is full; each of the others has one of two patterns.
    let board = |mixed: u64| {
        let pattern = |plane: u64, bit: u64| (bit + plane).is_multiple_of(3) != (mixed >> plane & 1 == 1);
        let code = |bit| 8 + (0..3).map(|plane| u8::from(pattern(plane, bit)) << plane).sum::<u8>();
        let codes: Vec<u8> = (0..64).map(code).collect();
        Key::<5>::of(&Packed::<4>::from_grid(&full(8, &codes)).unwrap())
    };
    let keys: [Key<5>; 8] = std::array::from_fn(|mixed| board(mixed as u64));
    let table = Table::<5>::new(0);
    // One more entry fits beside these two, which are never evicted because they have the most moves left.
    for mixed in [1, 2] {
        table.store(&keys[mixed], keys[mixed].hash(), 9, false);
    }
    let stop = std::sync::atomic::AtomicBool::new(false);
    let over = || stop.load(std::sync::atomic::Ordering::Relaxed);
    let sound = |table: &Table<5>| {
        for mixed in [3, 4, 5, 6] {
            assert!((1..10).all(|left| !known(table, (keys[mixed], left))), "{mixed}");
        }
        assert!([0, 7].iter().all(|&mixed| !known(table, (keys[mixed], 9))));
    };
    std::thread::scope(|scope| {
        for turn in 0..2 {
            let (table, keys) = (&table, &keys);
            scope.spawn(move || {
                for at in (turn..).step_by(1) {
                    let key = &keys[if at % 2 == 0 { 0 } else { 7 }];
                    table.store(key, key.hash(), 1 + (at / 2 % 3) as u32, false);
                    if over() {
                        break;
                    }
                }
            });
        }
        for _ in 0..2000 {
            sound(&table);
            let larger = Table::new(1);
            table.copy_into(0..1, &larger);
            sound(&larger);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

/// Threads look up and copy entries while a table is replaced by a larger one: no entry is lost.
#[test]
fn a_table_that_grows_under_several_threads_keeps_every_fact() {
    let facts = facts(40_000);
    for _ in 0..5 {
        let small = Table::<3>::new(12);
        for (key, left) in &facts {
            small.store(key, key.hash(), *left, false);
        }
        let held: Vec<_> = facts.iter().filter(|&&fact| known(&small, fact)).collect();
        assert!(held.len() > small.capacity() / 2);
        let table = GrowingTable::new(small, 14);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, held) = (&table, &held);
                scope.spawn(move || {
                    // The thread that finds the table full installs the larger one.
                    let larger = table.get(if thread == 0 { 1 << 20 } else { 0 });
                    let missing = held.iter().filter(|&&&fact| !known(&larger, fact)).count();
                    assert!(missing <= held.len());
                    table.get(0);
                });
            }
        });
        let table = table.get(0);
        assert_eq!(table.bits(), 14);
        assert_eq!(held.iter().filter(|&&&fact| !known(&table, fact)).count(), 0);
    }
}
