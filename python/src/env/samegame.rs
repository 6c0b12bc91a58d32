//! Implements [`Game`] for SameGame.

use super::game::{Game, Policy, Size, forward_to_board};
use super::lane::{Lane, Number};
use crate::argument::Keywords;
use crate::board::SameGameBoard;
use crate::error::{american, value};
use crate::input::{cell_of, index_of};
use crate::puzzle::Puzzle;
use crate::request;
use pyo3::prelude::*;
use serde::Deserialize;
use tilefall::Cancel;
use tilefall::ask::{Maker, SameGameRequest};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Colour, GameKind, Random, Rules};
use tilefall::samegame::generate::{GenerateOptions, make_board};
use tilefall::samegame::{self, Board, ClickSet};

/// The reward of a step.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reward {
    /// The points of the click; the last click includes the bonus and the penalty.
    Score,
    /// 1 for clearing the board.
    Clear,
    /// −1 for every click that removes tiles.
    Clicks,
}

/// The settings of SameGame environments that the Mayan puzzle does not have.
#[derive(Clone, Debug)]
pub struct SameGame {
    /// The clicks that the mask allows: every cell of a group, or its first cell.
    clicks: ClickSet,
    /// The rules in the keywords, which replace the rules of a puzzle.
    overrides: SameGameRequest,
    reward: Reward,
}

impl Game for SameGame {
    type Board = Board;
    type Task = Rules;
    type Options = GenerateOptions;
    type PyBoard = SameGameBoard;

    const KIND: GameKind = GameKind::SameGame;
    const SCORE: &str = "score";
    const ACTION: &str = "cell";
    const ACTIONS: usize = 1;
    const HAS_PLANE: bool = false;
    const POLICIES: &[Policy] = &[Policy::Random, Policy::Greedy, Policy::Tabu];

    fn of(keywords: &Keywords<'_>) -> PyResult<SameGame> {
        let (clicks, reward) = (keywords.word("mask")?, keywords.word("reward")?);
        Ok(SameGame { clicks, overrides: request::rules(keywords)?, reward })
    }

    fn options(&self, keywords: &Keywords<'_>) -> PyResult<(GenerateOptions, Size)> {
        let Maker::SameGame(options) = request::maker(GameKind::SameGame, keywords)? else {
            return Err(value("no maker"));
        };
        let size = (options.rows, options.cols, options.colours);
        Ok((options, size))
    }

    fn is_slow(options: &GenerateOptions) -> bool {
        options.clearable
    }

    fn make(options: &GenerateOptions, number: Number, cancel: &Cancel) -> Result<(Board, Rules), String> {
        let board =
            make_board(options, number.seed, number.episode, cancel).map_err(|why| why.to_string())?;
        Ok((board, options.rules))
    }

    fn given(&self, puzzle: &Puzzle) -> PyResult<(Board, Rules)> {
        let rules = self.overrides.rules(puzzle.rules_of_task());
        let board = Board::with_rules(&puzzle.puzzle.grid, &rules);
        Ok((board.map_err(|why| value(format!("{}: {}", puzzle.named(), american(why))))?, rules))
    }

    fn task(&self) -> Rules {
        self.overrides.rules(None)
    }

    fn board(grid: &Grid, rules: &Rules) -> Result<Board, String> {
        Board::with_rules(grid, rules).map_err(|why| why.to_string())
    }

    forward_to_board!();

    fn heap_bytes(board: &Board) -> usize {
        board.heap_bytes()
    }

    #[inline]
    fn write(&self, board: &Board, cells: &mut [u8], mask: &mut [i8]) -> bool {
        board.write_observation(self.clicks, cells, mask)
    }

    #[inline]
    fn play(board: &mut Board, action: i64, rows: usize, cols: usize) -> Option<usize> {
        Some(board.click(cell_of(action, rows, cols)?)).filter(|&removed| removed > 0)
    }

    fn first_score(_rules: &Rules) -> i64 {
        0
    }

    #[inline]
    fn reward(
        &self,
        lane: &mut Lane<SameGame>,
        played: Option<usize>,
        has_action: bool,
        illegal: f64,
    ) -> f64 {
        let before = lane.score;
        if let Some(removed) = played {
            lane.score = before.saturating_add(lane.task.score.points(removed as u64));
        }
        lane.over = !has_action;
        if lane.over {
            lane.score = lane.task.total(lane.score, counts(&lane.board));
        }
        let reward = match self.reward {
            Reward::Score => lane.score.saturating_sub(before) as f64,
            Reward::Clear => f64::from(u8::from(lane.over && lane.board.is_empty())),
            Reward::Clicks => -f64::from(u8::from(played.is_some())),
        };
        if played.is_none() && !lane.over { reward + illegal } else { reward }
    }

    #[inline]
    fn choose(&self, board: &Board, policy: Policy, random: &mut Random) -> Option<usize> {
        let cell = board.choose(policy.on(self.clicks), random)?;
        Some(index_of(cell, board.rows(), board.cols()))
    }

    fn python(lane: &Lane<SameGame>) -> SameGameBoard {
        let mut game = samegame::Game::new(Board::clone(&lane.start), lane.task);
        let (rows, cols) = Self::size(&lane.board);
        let cells = lane.moves.iter().filter_map(|&action| cell_of(action.into(), rows, cols));
        // Every action in `moves` was played on this board before.
        cells.for_each(|cell| _ = game.play(cell));
        SameGameBoard::holding(game)
    }
}

/// Returns the number of tiles of each colour.
fn counts(board: &Board) -> impl Iterator<Item = u64> {
    (0..board.names().len()).map(|colour| board.count(colour as Colour) as u64)
}
