//! [`MayanCore`]: one Mayan environment.

use super::config::{finite, in_planes, spread};
use super::source::{Order, of_one_size};
use crate::error::value;
use crate::generate::MayanWish;
use crate::input::{self, one_of, slide_of};
use crate::mayan::MayanBoard;
use crate::number::Whole;
use crate::puzzle::Puzzle;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilefall::base::{Mode, StopFlag};
use tilefall::mayan::generate::{Wish, make};
use tilefall::mayan::{self, Board};
use tilefall::puzzle::Task;

/// The words of an environment.
#[derive(FromPyObject)]
pub struct Words {
    #[pyo3(item)]
    wish: MayanWish,
    #[pyo3(item)]
    boards: Option<Vec<Puzzle>>,
    #[pyo3(item)]
    order: String,
    #[pyo3(item)]
    reward: String,
    #[pyo3(item)]
    potential: Option<String>,
    #[pyo3(item)]
    gamma: f64,
    #[pyo3(item)]
    illegal_reward: f64,
    #[pyo3(item)]
    observation: String,
}

/// A puzzle to begin with.
#[derive(Clone, Debug)]
struct Start {
    board: Board,
    moves: u64,
    /// Whether a board that is empty before the last move fails.
    exactly: bool,
}

/// Where the episode stands.
#[derive(Clone, Debug)]
struct Lane {
    board: Board,
    left: u64,
    exactly: bool,
    over: bool,
}

/// Where a Mayan environment stands. It does not change.
#[pyclass(module = "tilefall", frozen)]
#[derive(Debug)]
pub struct MayanState(Lane);

/// One Mayan environment, without Gymnasium.
#[pyclass(module = "tilefall")]
#[derive(Debug)]
pub struct MayanCore {
    /// What puzzles are made for; `None` if they are of a list.
    wish: Option<Wish>,
    /// Puzzles of a list.
    given: Vec<Start>,
    order: Order,
    rows: usize,
    cols: usize,
    colours: usize,
    planes: bool,
    /// Whether blocks that vanish are paid, or the clear board alone.
    blocks: bool,
    shaped: bool,
    gamma: f64,
    illegal: f64,
    seed: u64,
    episode: Option<u64>,
    lane: Lane,
}

type Seen<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);
type Stepped<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

/// Puzzles of a list, with their numbers of moves or this one.
fn given(puzzles: &[Puzzle], moves: u64) -> PyResult<Vec<Start>> {
    let start = |puzzle: &Puzzle| {
        let Task::Mayan(task) = &puzzle.puzzle.task else {
            return Err(value(format!("{}: this is no Mayan puzzle", puzzle.named())));
        };
        let board = Board::try_from(&puzzle.puzzle.grid.relabelled(0)).map_err(value)?;
        let exactly = task.mode == Some(Mode::Exactly);
        Ok(Start { board, moves: task.moves.unwrap_or(moves), exactly })
    };
    let starts = puzzles.iter().map(start).collect::<PyResult<Vec<_>>>()?;
    let Some(first) = starts.first() else {
        return Err(value("boards is empty, expected one board or more"));
    };
    let size = (first.board.rows(), first.board.cols());
    puzzles.iter().try_for_each(|puzzle| of_one_size(puzzle, size))?;
    Ok(starts)
}

impl MayanCore {
    /// The puzzle of the next episode.
    fn start(&self, episode: u64) -> Result<Start, String> {
        if let Some(wish) = &self.wish {
            let made = make(wish, self.seed, episode, &StopFlag::new(), |_| false);
            let made = made.map_err(|why| why.to_string())?;
            let board = Board::try_from(&made.grid.relabelled(0)).map_err(|unfit| unfit.to_string())?;
            return Ok(Start { board, moves: wish.moves, exactly: false });
        }
        Ok(self.given[self.order.pick(self.seed, episode, episode, self.given.len())].clone())
    }

    fn worth(&self) -> f64 {
        -(self.lane.board.blocks() as f64) / (self.rows * self.cols) as f64
    }

    fn seen<'py>(&self, py: Python<'py>, removed: usize) -> PyResult<Seen<'py>> {
        let (board, cells) = (&self.lane.board, self.rows * self.cols);
        let codes = (0..cells).map(|at| {
            let cell = input::cell_of(at as i64, self.rows, self.cols)?;
            board.get(cell).map(|colour| board.names()[usize::from(colour)] as u8 + 1)
        });
        let codes: Vec<u8> = codes.map(Option::unwrap_or_default).collect();
        let seen = if self.planes {
            let mut planes = vec![0; self.colours * cells];
            spread(&codes, &mut planes);
            PyArray1::from_vec(py, planes).reshape([self.colours, self.rows, self.cols])?.into_any()
        } else {
            PyArray1::from_vec(py, codes).reshape([self.rows, self.cols])?.into_any()
        };
        let mut mask = vec![false; 2 * cells];
        if !self.lane.over {
            for step in board.moves() {
                mask[input::action_of_slide(step, self.rows, self.cols)] = true;
            }
        }
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), PyArray1::from_vec(py, mask))?;
        info.set_item(intern!(py, "moves_left"), self.lane.left)?;
        info.set_item(intern!(py, "removed"), removed)?;
        Ok((seen, info))
    }
}

#[pymethods]
impl MayanCore {
    #[new]
    fn new(words: Words, seed: u64) -> PyResult<MayanCore> {
        let (wish, given) = match &words.boards {
            Some(boards) => (None, given(boards, words.wish.moves()?)?),
            None => (Some(words.wish.wish()?), Vec::new()),
        };
        let made = wish.as_ref().map_or((0, 0, 0), |wish| (wish.rows, wish.cols, wish.colours));
        let (rows, cols, colours) = given.iter().fold(made, |(_, _, most), start| {
            (start.board.rows(), start.board.cols(), most.max(start.board.names().len()).max(1))
        });
        let board = Board::from_names(rows, cols, |_| None).map_err(value)?;
        finite(words.gamma, words.illegal_reward)?;
        let shaped = words
            .potential
            .as_deref()
            .map(|word| one_of("potential", word, &[("tiles", true)]))
            .transpose()?;
        Ok(MayanCore {
            wish,
            given,
            order: Order::of(&words.order)?,
            rows,
            cols,
            colours,
            planes: in_planes(&words.observation)?,
            blocks: one_of("reward", &words.reward, &[("clear", false), ("blocks", true)])?,
            shaped: shaped.is_some(),
            gamma: words.gamma,
            illegal: words.illegal_reward,
            seed,
            episode: None,
            lane: Lane { board, left: 0, exactly: false, over: true },
        })
    }

    /// ``(rows, cols, colours)``.
    #[getter]
    fn size(&self) -> (usize, usize, usize) {
        (self.rows, self.cols, self.colours)
    }

    /// Begins the first episode of a seed, or the next one.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Seen<'py>> {
        let episode = match seed {
            Some(seed) => {
                self.seed = seed;
                0
            }
            None => self.episode.map_or(0, |episode| episode.wrapping_add(1)),
        };
        let start = py.detach(|| self.start(episode)).map_err(PyRuntimeError::new_err)?;
        self.episode = Some(episode);
        self.lane = Lane { board: start.board, left: start.moves, exactly: start.exactly, over: false };
        self.seen(py, 0)
    }

    /// Plays a move. One that cannot be played changes nothing, and counts.
    fn step<'py>(&mut self, py: Python<'py>, action: Whole) -> PyResult<Stepped<'py>> {
        let Some(step) = action.get().and_then(|at| slide_of(at, self.rows, self.cols)) else {
            let most = 2 * self.rows * self.cols - 1;
            return Err(value(format!("action {action} is no move, expected 0 to {most}")));
        };
        if self.lane.over {
            let (seen, info) = self.seen(py, 0)?;
            return Ok((seen, 0.0, true, false, info));
        }
        let (before, worth) = (self.lane.board.blocks(), self.worth());
        let played = self.lane.board.play(step).is_ok();
        let removed = before - self.lane.board.blocks();
        self.lane.left = self.lane.left.saturating_sub(1);
        let empty = self.lane.board.is_empty();
        self.lane.over = empty || self.lane.left == 0 || self.lane.board.moves().is_empty();
        let won = empty && (!self.lane.exactly || self.lane.left == 0);
        let mut reward = if self.blocks { removed as f64 } else { f64::from(u8::from(won)) };
        if !played {
            reward += self.illegal;
        }
        if self.shaped {
            let now = if self.lane.over { 0.0 } else { self.worth() };
            reward += self.gamma * now - worth;
        }
        let (seen, info) = self.seen(py, removed)?;
        Ok((seen, reward, self.lane.over, false, info))
    }

    /// What is seen now, as ``reset`` gives it.
    fn look<'py>(&self, py: Python<'py>) -> PyResult<Seen<'py>> {
        self.seen(py, 0)
    }

    /// The board now.
    fn board(&self) -> MayanBoard {
        MayanBoard { game: mayan::Game::new(self.lane.board.clone()) }
    }

    /// Where the environment stands.
    fn get_state(&self) -> MayanState {
        MayanState(self.lane.clone())
    }

    /// Goes back to where it stood.
    fn set_state(&mut self, state: &MayanState) -> PyResult<()> {
        let (rows, cols) = (state.0.board.rows(), state.0.board.cols());
        if (rows, cols) != (self.rows, self.cols) {
            return Err(value(format!(
                "the state is of a {rows}x{cols} board, expected {}x{}",
                self.rows, self.cols
            )));
        }
        self.lane = state.0.clone();
        self.episode.get_or_insert(0);
        Ok(())
    }
}
