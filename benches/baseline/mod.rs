//! A Mayan solver in the usual style, as a baseline. It copies 5×7 arrays, tries every move in order, and prunes only
//! if a colour has one or two blocks left.

/// Colour codes by column, each column from the bottom; 0 is an empty cell.
pub type Board = [[u8; 7]; 5];

/// A move: column, row, and 1 for right or -1 for left.
pub type Step = (usize, usize, i32);

/// Finds the first list of exactly `left` moves that clears the board, and leaves it in `path`. With `equal`, swaps of
/// two equal blocks are moves.
pub fn search(board: &Board, left: usize, equal: bool, path: &mut Vec<Step>) -> bool {
    if board.iter().all(|column| column[0] == 0) {
        return left == 0;
    }
    if left == 0 || hopeless(board) {
        return false;
    }
    for x in 0..5 {
        for y in 0..7 {
            if board[x][y] == 0 {
                break;
            }
            let is_move = x < 4 && (equal || board[x + 1][y] != board[x][y]);
            if is_move && try_move(board, (x, y, 1), left, equal, path) {
                return true;
            }
            if x > 0 && board[x - 1][y] == 0 && try_move(board, (x, y, -1), left, equal, path) {
                return true;
            }
        }
    }
    false
}

fn try_move(board: &Board, step: Step, left: usize, equal: bool, path: &mut Vec<Step>) -> bool {
    let (x, y, side) = step;
    let to = (x as i32 + side) as usize;
    let mut child = *board;
    (child[x][y], child[to][y]) = (board[to][y], board[x][y]);
    fall(&mut child);
    while vanish(&mut child) {
        fall(&mut child);
    }
    path.push(step);
    if search(&child, left - 1, equal, path) {
        return true;
    }
    path.pop();
    false
}

fn hopeless(board: &Board) -> bool {
    let mut count = [0; 64];
    for &block in board.as_flattened() {
        count[usize::from(block)] += 1;
    }
    count[1..].iter().any(|&blocks| blocks == 1 || blocks == 2)
}

fn fall(board: &mut Board) {
    for column in board {
        let mut free = 0;
        for y in 0..7 {
            if column[y] != 0 {
                column.swap(free, y);
                free += 1;
            }
        }
    }
}

fn vanish(board: &mut Board) -> bool {
    let mut gone = [[false; 7]; 5];
    let mut any = false;
    for x in 0..5 {
        for y in 0..7 {
            let block = board[x][y];
            if block == 0 {
                continue;
            }
            if x < 3 && board[x + 1][y] == block && board[x + 2][y] == block {
                (gone[x][y], gone[x + 1][y], gone[x + 2][y]) = (true, true, true);
                any = true;
            }
            if y < 5 && board[x][y + 1] == block && board[x][y + 2] == block {
                (gone[x][y], gone[x][y + 1], gone[x][y + 2]) = (true, true, true);
                any = true;
            }
        }
    }
    for x in 0..5 {
        for y in 0..7 {
            if gone[x][y] {
                board[x][y] = 0;
            }
        }
    }
    any
}
