//! [`MayanCore`]: one Mayan environment.

use super::config::{boards, finite, in_planes, spread};
use super::exclusive::Exclusive;
use super::source::{Order, making, of_one_size};
use crate::argument::{Argument, Keywords};
use crate::cells::{Start as Cells, no_state, restored, saved};
use crate::error::value;
use crate::generate::mayan_options;
use crate::input::{self, slide_of};
use crate::mayan::MayanBoard;
use crate::puzzle::Puzzle;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilefall::base::{Mode, StopFlag};
use tilefall::mayan::generate::{GenerateOptions, make};
use tilefall::mayan::{self, Board};
use tilefall::puzzle::Task;

/// A puzzle to start with.
#[derive(Clone, Debug)]
struct Start {
    board: Board,
    moves: u64,
    /// Whether exactly this number of moves is required: a board that is empty earlier does not count.
    exactly: bool,
}

/// The state of an episode.
#[derive(Clone, Debug)]
struct Lane {
    board: Board,
    left: u64,
    exactly: bool,
    over: bool,
}

/// The pickled parts of a lane: the cells, the names of the colours, the moves left, and the two flags.
type LaneParts = (Cells, Vec<u64>, u64, bool, bool);

impl Lane {
    fn saved(&self) -> LaneParts {
        let (cells, names) = saved(&self.board.to_grid());
        (cells, names, self.left, self.exactly, self.over)
    }

    fn restored((cells, names, left, exactly, over): LaneParts) -> PyResult<Lane> {
        let board = Board::try_from(&restored(cells, &names)?).map_err(|_| no_state())?;
        Ok(Lane { board, left, exactly, over })
    }
}

/// The state of a Mayan environment. Immutable.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct MayanState(Lane);

#[pymethods]
impl MayanState {
    // The state is immutable.
    fn __copy__(slf: Py<MayanState>) -> Py<MayanState> {
        slf
    }

    fn __deepcopy__(slf: Py<MayanState>, _memo: &Bound<'_, PyAny>) -> Py<MayanState> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (LaneParts,))> {
        Ok((py.get_type::<MayanState>().getattr("_restore")?, (self.0.saved(),)))
    }

    #[staticmethod]
    fn _restore(lane: LaneParts) -> PyResult<MayanState> {
        Ok(MayanState(Lane::restored(lane)?))
    }
}

/// One Mayan environment, without Gymnasium.
#[pyclass(module = "tilefall._tilefall", frozen)]
#[derive(Debug)]
pub struct MayanCore {
    /// The keywords of the environment, to be pickled.
    keywords: Py<PyDict>,
    /// The options for generated puzzles; `None` for puzzles of a list.
    options: Option<GenerateOptions>,
    /// Puzzles of a list.
    listed: Vec<Start>,
    order: Order,
    rows: usize,
    cols: usize,
    colours: usize,
    planes: bool,
    /// Whether the reward counts the blocks that vanish, or only the clear board.
    blocks: bool,
    shaped: bool,
    gamma: f64,
    illegal: f64,
    state: Exclusive<Episode>,
}

/// The episode of an environment.
#[derive(Debug)]
struct Episode {
    seed: u64,
    /// The number of the episode; `None` before the first.
    number: Option<u64>,
    lane: Lane,
}

/// The keywords, the seed, the number of the episode and the lane, to be pickled.
type Parts<'py> = (Bound<'py, PyDict>, u64, Option<u64>, LaneParts);

type Observed<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);
type StepResult<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

/// Returns the puzzles of a list, with `moves` for puzzles without a number of moves.
fn listed_starts(puzzles: &[Puzzle], moves: u64) -> PyResult<Vec<Start>> {
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
    /// Returns the puzzle of an episode.
    fn start(&self, seed: u64, episode: u64, stop: &StopFlag) -> Result<Start, String> {
        if let Some(options) = &self.options {
            let made = make(options, seed, episode, stop, |_| false);
            let made = made.map_err(|why| why.to_string())?;
            let board = Board::try_from(&made.grid.relabelled(0)).map_err(|unfit| unfit.to_string())?;
            return Ok(Start { board, moves: options.moves, exactly: false });
        }
        Ok(self.listed[self.order.pick(seed, episode, episode, self.listed.len())].clone())
    }

    fn potential_of(&self, board: &Board) -> f64 {
        -(board.blocks() as f64) / (self.rows * self.cols) as f64
    }

    fn seen<'py>(&self, py: Python<'py>, lane: &Lane, removed: usize) -> PyResult<Observed<'py>> {
        let (board, cells) = (&lane.board, self.rows * self.cols);
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
        if !lane.over {
            for step in board.moves() {
                mask[input::action_of_slide(step, self.rows, self.cols)] = true;
            }
        }
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), PyArray1::from_vec(py, mask))?;
        info.set_item(intern!(py, "moves_left"), lane.left)?;
        info.set_item(intern!(py, "removed"), removed)?;
        Ok((seen, info))
    }

    /// Checks that a lane has the size of this environment.
    fn fits(&self, lane: &Lane) -> PyResult<()> {
        let (rows, cols) = (lane.board.rows(), lane.board.cols());
        match (rows, cols) == (self.rows, self.cols) {
            true => Ok(()),
            false => Err(value(format!(
                "the state is of a {rows}x{cols} board, expected {}x{}",
                self.rows, self.cols
            ))),
        }
    }
}

#[pymethods]
impl MayanCore {
    #[new]
    fn new(keywords: Keywords<'_>, seed: u64) -> PyResult<MayanCore> {
        let (options, listed) = match boards(&keywords)? {
            Some(boards) => (None, listed_starts(&boards, keywords.get("max_moves")?.number()?)?),
            None => (Some(mayan_options(&keywords)?), Vec::new()),
        };
        let made =
            options.as_ref().map_or((0, 0, 0), |options| (options.rows, options.cols, options.colours));
        let (rows, cols, colours) = listed.iter().fold(made, |(_, _, most), start| {
            (start.board.rows(), start.board.cols(), most.max(start.board.names().len()).max(1))
        });
        let board = Board::from_names(rows, cols, |_| None).map_err(value)?;
        let shaped = keywords.option("potential")?.map(|word| word.one_of(&[("tiles", ())])).transpose()?;
        let lane = Lane { board, left: 0, exactly: false, over: true };
        Ok(MayanCore {
            options,
            listed,
            order: Order::of(&keywords.get("order")?)?,
            rows,
            cols,
            colours,
            planes: in_planes(&keywords.get("observation")?)?,
            blocks: keywords.get("reward")?.one_of(&[("clear", false), ("blocks", true)])?,
            shaped: shaped.is_some(),
            gamma: finite(&keywords.get("gamma")?)?,
            illegal: finite(&keywords.get("illegal_reward")?)?,
            keywords: keywords.dict().clone().unbind(),
            state: Exclusive::new(Episode { seed, number: None, lane }),
        })
    }

    /// ``(rows, cols, colours)``.
    #[getter]
    fn size(&self) -> (usize, usize, usize) {
        (self.rows, self.cols, self.colours)
    }

    /// Starts the first episode of ``seed``; without a seed, the next episode of the current one.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<u64>) -> PyResult<Observed<'py>> {
        let mut state = self.state.lock()?;
        let next = state.number.map_or(0, |number| number.wrapping_add(1));
        let (seed, number) = seed.map_or((state.seed, next), |seed| (seed, 0));
        let start = match self.options {
            Some(_) => making(py, |stop| self.start(seed, number, stop))?,
            None => self.start(seed, number, &StopFlag::new()).map_err(PyRuntimeError::new_err)?,
        };
        let lane = Lane { board: start.board, left: start.moves, exactly: start.exactly, over: false };
        *state = Episode { seed, number: Some(number), lane };
        self.seen(py, &state.lane, 0)
    }

    /// Plays a move. A move that cannot be played changes nothing, but counts.
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<StepResult<'py>> {
        let action = Argument::new("action", action).whole()?;
        let Some(step) = action.get().and_then(|at| slide_of(at, self.rows, self.cols)) else {
            let most = 2 * self.rows * self.cols - 1;
            return Err(value(format!("action {action} is no move, expected 0 to {most}")));
        };
        let mut state = self.state.lock()?;
        let lane = &mut state.lane;
        if lane.over {
            let (seen, info) = self.seen(py, lane, 0)?;
            return Ok((seen, 0.0, true, false, info));
        }
        let (before, potential) = (lane.board.blocks(), self.potential_of(&lane.board));
        let played = lane.board.play(step).is_ok();
        let removed = before - lane.board.blocks();
        lane.left = lane.left.saturating_sub(1);
        let empty = lane.board.is_empty();
        lane.over = empty || lane.left == 0 || lane.board.moves().is_empty();
        let won = empty && (!lane.exactly || lane.left == 0);
        let mut reward = if self.blocks { removed as f64 } else { f64::from(u8::from(won)) };
        if !played {
            reward += self.illegal;
        }
        if self.shaped {
            let now = if lane.over { 0.0 } else { self.potential_of(&lane.board) };
            reward += self.gamma * now - potential;
        }
        let (seen, info) = self.seen(py, lane, removed)?;
        Ok((seen, reward, lane.over, false, info))
    }

    /// Returns the current observation, like ``reset``.
    fn look<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        self.seen(py, &self.state.lock()?.lane, 0)
    }

    /// Returns the current board.
    fn board(&self) -> PyResult<MayanBoard> {
        Ok(MayanBoard::holding(mayan::Game::new(self.state.lock()?.lane.board.clone())))
    }

    /// Returns the state of the environment.
    fn get_state(&self) -> PyResult<MayanState> {
        Ok(MayanState(self.state.lock()?.lane.clone()))
    }

    /// Restores a state.
    fn set_state(&self, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let state = Argument::new("state", state).instance::<MayanState>("a MayanState of get_state")?;
        let lane = &state.get().0;
        self.fits(lane)?;
        let mut episode = self.state.lock()?;
        episode.lane = lane.clone();
        episode.number.get_or_insert(0);
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let (seed, number, lane) = {
            let state = self.state.lock()?;
            (state.seed, state.number, state.lane.saved())
        };
        let keywords = self.keywords.bind(py).copy()?;
        Ok((py.get_type::<MayanCore>().getattr("_restore")?, (keywords, seed, number, lane)))
    }

    #[staticmethod]
    fn _restore(
        keywords: Keywords<'_>,
        seed: u64,
        number: Option<u64>,
        lane: LaneParts,
    ) -> PyResult<MayanCore> {
        let (core, lane) = (MayanCore::new(keywords, seed)?, Lane::restored(lane)?);
        core.fits(&lane)?;
        *core.state.lock()? = Episode { seed, number, lane };
        Ok(core)
    }
}
