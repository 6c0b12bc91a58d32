//! Implements [`Game`] for the Mayan puzzle.

use super::game::{Game, Policy, Size, forward_to_board};
use super::lane::{Lane, Number};
use crate::argument::Keywords;
use crate::board::MayanBoard;
use crate::error::{library_error, value};
use crate::input::{index_of_slide, slide_of};
use crate::puzzle::Puzzle;
use crate::request;
use pyo3::prelude::*;
use serde::Deserialize;
use tilefall::Cancel;
use tilefall::ask::Maker;
use tilefall::mayan::generate::{GenerateOptions, make};
use tilefall::mayan::{self, Board};
use tilefall::rules::grid::Grid;
use tilefall::rules::{GameKind, Mode, Random};

/// The reward of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reward {
    /// 1 for clearing the board.
    Clear,
    /// The number of tiles that vanish.
    Tiles,
}

/// The settings of Mayan environments that SameGame does not have.
#[derive(Clone, Debug)]
pub struct Mayan {
    reward: Reward,
    /// The number of moves allowed in puzzles that do not specify it.
    moves: u64,
}

impl Game for Mayan {
    type Board = Board;
    /// The number of moves, whether exactly this number is required (a board that is empty earlier does not count), and
    /// whether swaps of two equal tiles are moves.
    type Task = (u64, bool, bool);
    type Options = GenerateOptions;
    type PyBoard = MayanBoard;

    const KIND: GameKind = GameKind::Mayan;
    const SCORE: &str = "moves_left";
    const ACTION: &str = "move";
    const ACTIONS: usize = 2;
    const HAS_PLANE: bool = true;
    const POLICIES: &[Policy] = &[Policy::Random];

    fn of(keywords: &Keywords<'_>) -> PyResult<Mayan> {
        Ok(Mayan { reward: keywords.word("reward")?, moves: keywords.get("max_moves")? })
    }

    fn options(&self, keywords: &Keywords<'_>) -> PyResult<(GenerateOptions, Size)> {
        let Maker::Mayan(options) = request::maker(GameKind::Mayan, keywords)? else {
            return Err(value("no maker"));
        };
        let size = (options.rows, options.cols, options.colours);
        Ok((options, size))
    }

    fn is_slow(_options: &GenerateOptions) -> bool {
        true
    }

    fn make(
        options: &GenerateOptions,
        number: Number,
        cancel: &Cancel,
    ) -> Result<(Board, Self::Task), String> {
        let made = make(options, number.seed, number.episode, cancel, |_| false);
        let grid = made.map_err(|why| why.to_string())?.grid;
        Ok((Board::try_from(&grid).map_err(|why| why.to_string())?, (options.moves, false, false)))
    }

    fn given(&self, puzzle: &Puzzle) -> PyResult<(Board, Self::Task)> {
        let Some(task) = puzzle.mayan_task() else {
            return Err(value(format!("{}: this is no Mayan puzzle", puzzle.named())));
        };
        let (board, noops) =
            (Board::try_from(&puzzle.puzzle.grid).map_err(library_error)?, task.counts_noops());
        let task = (task.moves.unwrap_or(self.moves), task.mode == Some(Mode::Exactly), noops);
        Ok((board.with_noops(noops), task))
    }

    fn task(&self) -> Self::Task {
        (self.moves, false, false)
    }

    fn board(grid: &Grid, &(_, _, noops): &Self::Task) -> Result<Board, String> {
        Board::try_from(grid).map(|board| board.with_noops(noops)).map_err(|why| why.to_string())
    }

    forward_to_board!();

    fn heap_bytes(board: &Board) -> usize {
        size_of_val(board.names())
    }

    #[inline]
    fn write(&self, board: &Board, cells: &mut [u8], mask: &mut [i8]) -> bool {
        board.write_observation(cells, mask)
    }

    #[inline]
    fn play(board: &mut Board, action: i64, rows: usize, cols: usize) -> Option<usize> {
        let (before, step) = (board.blocks(), slide_of(action, rows, cols)?);
        if board.is_noop(step) && !board.counts_noops() {
            return None;
        }
        board.play(step).ok()?;
        Some(before - board.blocks())
    }

    fn first_score(&(moves, ..): &Self::Task) -> i64 {
        i64::try_from(moves).unwrap_or(i64::MAX)
    }

    // A move that cannot be played leaves the board unchanged, but counts as a move.
    #[inline]
    fn reward(&self, lane: &mut Lane<Mayan>, played: Option<usize>, has_action: bool, illegal: f64) -> f64 {
        lane.score = (lane.score - 1).max(0);
        lane.over = lane.score == 0 || !has_action;
        let won = lane.board.is_empty() && (!lane.task.1 || lane.score == 0);
        let reward = match self.reward {
            Reward::Clear => f64::from(u8::from(won)),
            Reward::Tiles => played.unwrap_or(0) as f64,
        };
        if played.is_none() { reward + illegal } else { reward }
    }

    #[inline]
    fn choose(&self, board: &Board, _policy: Policy, random: &mut Random) -> Option<usize> {
        let moves = board.moves();
        let step = *moves.get(random.below(moves.len()))?;
        Some(index_of_slide(step, board.rows(), board.cols()))
    }

    fn python(lane: &Lane<Mayan>) -> MayanBoard {
        let mut game = mayan::Game::new(Board::clone(&lane.start));
        let (rows, cols) = Self::size(&lane.board);
        let moves = lane.moves.iter().filter_map(|&action| slide_of(action.into(), rows, cols));
        // Every action in `moves` was played on this board before.
        moves.for_each(|step| _ = game.play(step));
        MayanBoard::holding(game)
    }
}
