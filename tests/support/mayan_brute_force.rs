//! Brute force on a small Mayan board: the plain grid, every move, no bound, no move ordering, no transposition table.

use std::collections::HashMap;
use tilefall::rules::Move;
use tilefall::rules::grid::Grid;

/// The graph of all boards that can be reached from a first board in at most `depth` moves.
pub struct BruteForce {
    nodes: Vec<Node>,
    /// The maximum number of moves that the graph covers.
    pub depth: u64,
    /// Whether the graph contains every reachable board, after any number of moves.
    pub closed: bool,
    known: HashMap<(usize, u64), u128>,
}

struct Node {
    empty: bool,
    children: Vec<(Move, usize)>,
}

impl BruteForce {
    /// Settles a board and explores it to `depth` moves; `None` if there are more than `max_boards` boards.
    pub fn of(board: &Grid, noop: bool, depth: u64, max_boards: usize) -> Option<BruteForce> {
        let mut first = board.clone();
        first.settle();
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut boards = vec![first];
        let mut nodes: Vec<Node> = Vec::new();
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
                nodes.push(Node { empty: boards[at].is_empty(), children });
                if boards.len() > max_boards {
                    return None;
                }
            }
        }
        let closed = end == boards.len();
        nodes
            .extend(boards[end..].iter().map(|board| Node { empty: board.is_empty(), children: Vec::new() }));
        Some(BruteForce { nodes, depth, closed, known: HashMap::new() })
    }

    pub fn boards(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if some list of at most `depth` moves empties the board.
    pub fn clears(&self) -> bool {
        self.nodes.iter().any(|node| node.empty)
    }

    /// Returns the number of lists of exactly `moves` moves that empty the board; `moves` is at most `depth`.
    pub fn count(&mut self, moves: u64) -> u128 {
        assert!(moves <= self.depth);
        self.count_from(0, moves)
    }

    fn count_from(&mut self, node: usize, left: u64) -> u128 {
        if left == 0 {
            return u128::from(self.nodes[node].empty);
        }
        if let Some(&count) = self.known.get(&(node, left)) {
            return count;
        }
        let children: Vec<usize> = self.nodes[node].children.iter().map(|child| child.1).collect();
        let count = children.into_iter().map(|child| self.count_from(child, left - 1)).sum();
        self.known.insert((node, left), count);
        count
    }

    /// Returns the lists of exactly `moves` moves that empty the board, sorted.
    pub fn lists(&mut self, moves: u64) -> Vec<Vec<Move>> {
        let mut found = Vec::new();
        self.count(moves);
        self.list_from(0, moves, &mut Vec::new(), &mut found);
        found
    }

    fn list_from(&mut self, node: usize, left: u64, path: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
        if self.count_from(node, left) == 0 {
            return;
        }
        if left == 0 {
            return found.push(path.clone());
        }
        for (step, child) in self.nodes[node].children.clone() {
            path.push(step);
            self.list_from(child, left - 1, path, found);
            path.pop();
        }
    }
}
