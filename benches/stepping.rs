//! Plays on the public board as a learning program does: writes the colours and the mask of legal clicks after each
//! click. The games are random, on boards of 15×15 and 20×20 with 5 colours; the rate is in clicks per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use tilefall::Cancel;
use tilefall::samegame::generate::{GenerateOptions, make_board};
use tilefall::samegame::{Board, Cell, ClickSet};

/// Returns square boards, each with the clicks of a random game.
fn games(size: usize) -> Vec<(Board, Vec<Cell>)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let game = |_| {
        let start =
            Board::from_names(size, size, |_| Some(rng.next_u64() % 5)).expect("a full board is settled");
        let (mut board, mut clicks) = (start.clone(), Vec::new());
        while let groups = board.groups()
            && !groups.is_empty()
        {
            let cell = groups[rng.next_u64() as usize % groups.len()].cell;
            board.click(cell);
            clicks.push(cell);
        }
        (start, clicks)
    };
    (0..20).map(game).collect()
}

/// Plays the games and calls `look` with each board after a click.
fn play(games: &[(Board, Vec<Cell>)], mut look: impl FnMut(&Board)) {
    for (start, clicks) in games {
        let mut board = start.clone();
        for &cell in clicks {
            black_box(board.click(cell));
            look(&board);
        }
        black_box(&board);
    }
}

fn stepping(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("stepping");
    for size in [15, 20] {
        let games = games(size);
        let clicks = games.iter().map(|(_, clicks)| clicks.len()).sum::<usize>();
        group.throughput(Throughput::Elements(clicks as u64));
        let (mut colours, mut mask) = (vec![0; size * size], vec![false; size * size]);
        group.bench_function(format!("click, colours and legal mask as drawn, {size}x{size}x5"), |bencher| {
            bencher.iter(|| {
                play(&games, |board| {
                    _ = board.write_observation(ClickSet::All, black_box(&mut colours), black_box(&mut mask))
                })
            });
        });
    }
    group.finish();
    let wish = GenerateOptions::default();
    let mut number = 0;
    criterion.bench_function("stepping/a new board, 15x15x5", |bencher| {
        bencher.iter(|| {
            number += 1;
            make_board(&wish, 1, number, &Cancel::new())
        });
    });
}

criterion_group!(benches, stepping);
criterion_main!(benches);
