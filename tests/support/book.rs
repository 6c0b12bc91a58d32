//! All that can be known of a small Mayan board, by the rule book alone: the plain grid, every move, no bound,
//! no order, no table of failures.

use std::collections::HashMap;
use tilefall::base::Move;
use tilefall::grid::Grid;

/// Every board within some moves of a first one.
pub struct Book {
    pages: Vec<Page>,
    /// Moves that are looked ahead.
    pub depth: u64,
    /// Whether every reachable board is in it, however many moves away.
    pub closed: bool,
    known: HashMap<(usize, u64), u128>,
}

struct Page {
    empty: bool,
    children: Vec<(Move, usize)>,
}

impl Book {
    /// Of a board, which settles first; `None` if it has more than `most` pages.
    pub fn of(board: &Grid, noop: bool, depth: u64, most: usize) -> Option<Book> {
        let mut first = board.clone();
        first.settle();
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut boards = vec![first];
        let mut pages: Vec<Page> = Vec::new();
        let mut end = 0;
        for _ in 0..depth {
            let begin = std::mem::replace(&mut end, boards.len());
            for at in begin..end {
                let mut children = Vec::new();
                for step in boards[at].canonical_moves(noop) {
                    let mut child = boards[at].clone();
                    child.play(step).unwrap();
                    let next = boards.len();
                    let number = *numbers.entry(child.clone()).or_insert(next);
                    if number == next {
                        boards.push(child);
                    }
                    children.push((step, number));
                }
                children.sort();
                pages.push(Page { empty: boards[at].is_empty(), children });
                if boards.len() > most {
                    return None;
                }
            }
        }
        let closed = end == boards.len();
        pages
            .extend(boards[end..].iter().map(|board| Page { empty: board.is_empty(), children: Vec::new() }));
        Some(Book { pages, depth, closed, known: HashMap::new() })
    }

    /// The number of boards in it.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Whether some list of at most `depth` moves empties the board.
    pub fn clears(&self) -> bool {
        self.pages.iter().any(|page| page.empty)
    }

    /// The number of lists of exactly this many moves, `depth` at the most.
    pub fn count(&mut self, moves: u64) -> u128 {
        assert!(moves <= self.depth);
        self.count_from(0, moves)
    }

    fn count_from(&mut self, page: usize, left: u64) -> u128 {
        if left == 0 {
            return u128::from(self.pages[page].empty);
        }
        if let Some(&count) = self.known.get(&(page, left)) {
            return count;
        }
        let children: Vec<usize> = self.pages[page].children.iter().map(|child| child.1).collect();
        let count = children.into_iter().map(|child| self.count_from(child, left - 1)).sum();
        self.known.insert((page, left), count);
        count
    }

    /// The lists of exactly this many moves, in order.
    pub fn lists(&mut self, moves: u64) -> Vec<Vec<Move>> {
        let mut found = Vec::new();
        self.count(moves);
        self.list_from(0, moves, &mut Vec::new(), &mut found);
        found
    }

    fn list_from(&mut self, page: usize, left: u64, path: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
        if self.count_from(page, left) == 0 {
            return;
        }
        if left == 0 {
            return found.push(path.clone());
        }
        for (step, child) in self.pages[page].children.clone() {
            path.push(step);
            self.list_from(child, left - 1, path, found);
            path.pop();
        }
    }
}
