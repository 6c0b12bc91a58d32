//! The baseline solver as a program: reads a board in the format of NOIP 2011 from standard input, and prints a list
//! that clears the board in exactly the given number of moves, or -1. `docs/benchmarks/peers.py` compiles it.

#[path = "mod.rs"]
mod baseline;

use std::io::Read as _;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("the input can be read");
    let mut numbers = text.split_whitespace().map(|word| word.parse::<u8>().expect("a number"));
    let moves = numbers.next().expect("the number of moves");
    let mut board = baseline::Board::default();
    for column in &mut board {
        // `take_while` also consumes the 0 that ends a column.
        for (y, block) in numbers.by_ref().take_while(|&block| block != 0).enumerate() {
            column[y] = block;
        }
    }
    let mut path = Vec::new();
    if baseline::search(&board, usize::from(moves), false, &mut path) {
        for (x, y, side) in path {
            println!("{x} {y} {side}");
        }
    } else {
        println!("-1");
    }
}
