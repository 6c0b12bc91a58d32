//! [`SameGameBoard`] and [`MayanBoard`]: boards to play on.

use crate::argument::{Keywords, Word, argument, named, optional};
use crate::array::{array, converted, drawing, number};
use crate::cells::{no_state, table, to_python};
use crate::env::Policy;
use crate::error::{american, library_error, value};
use crate::input::{Place, index_of_slide};
use crate::moves::{PyStep, group};
use crate::puzzle::Puzzle;
use crate::request::{self, RULES};
use crate::source;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tilefall::internals::plural;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{self, MayanTask, SameGameTask, Task};
use tilefall::rules::{Cell, Colour, GameKind, Mode, Move, Random, RuleParts, Rules};
use tilefall::samegame::ClickSet;
use tilefall::{mayan, samegame};

/// Defines the Python class of a board: the members that both games share, and `$own`, the methods of one game. In
/// Python, a move is the argument `$name`; the method `$place` of [`Place`] converts the argument to a `$step`.
macro_rules! board {
    ($(#[$doc:meta])* $class:ident, $game:ty, $step:ty, $name:literal, $place:ident, { $($own:tt)* }) => {
        $(#[$doc])*
        #[pyclass(module = "tilefall", frozen, eq)]
        #[derive(Debug)]
        pub struct $class {
            /// The game. It is locked only while no Python code can run, so that locking cannot deadlock.
            game: Mutex<$game>,
        }

        impl PartialEq for $class {
            fn eq(&self, other: &$class) -> bool {
                std::ptr::eq(self, other) || {
                    let parts = |board: &$class| {
                        let game = board.game();
                        (game.board().clone(), $class::task(&game, true))
                    };
                    parts(self) == parts(other)
                }
            }
        }

        impl $class {
            /// Creates the board of a game.
            pub fn holding(game: $game) -> $class {
                $class { game: Mutex::new(game) }
            }

            /// Locks the game. Python code must not run until the guard is dropped.
            fn game(&self) -> MutexGuard<'_, $game> {
                self.game.lock().unwrap_or_else(PoisonError::into_inner)
            }

            /// Converts an argument to a cell (SameGame) or a move (Mayan) of this board.
            fn place(&self, given: &Bound<'_, PyAny>) -> PyResult<$step> {
                let ((rows, cols), name) = (self.shape(), $name);
                let place = argument::<Place>(name, given)?.$place(rows, cols);
                place.map_err(|error| named(given.py(), &format!("argument '{name}'"), error))
            }

            /// Returns `grid` as a puzzle with the rules of this game.
            fn puzzle<'py>(&self, py: Python<'py>, grid: Grid) -> PyResult<Bound<'py, Puzzle>> {
                let task = $class::task(&self.game(), false);
                Puzzle::of(puzzle::Puzzle::new(grid, task)).typed(py)
            }
        }

        #[pymethods]
        impl $class {
            /// The number of rows, including empty ones.
            #[getter]
            fn rows(&self) -> usize {
                self.game().board().rows()
            }

            /// The number of columns, including empty ones.
            #[getter]
            fn cols(&self) -> usize {
                self.game().board().cols()
            }

            /// ``(rows, cols)``, the shape of the array.
            #[getter]
            fn shape(&self) -> (usize, usize) {
                let game = self.game();
                (game.board().rows(), game.board().cols())
            }

            /// The names of the colors of the board before all moves, ascending.
            #[getter]
            fn names(&self) -> Vec<u64> {
                self.game().board().names().to_vec()
            }

            /// Whether the board is empty.
            #[getter]
            fn cleared(&self) -> bool {
                self.game().board().is_empty()
            }

            /// Whether there is no legal move.
            #[getter]
            fn is_over(&self) -> bool {
                self.game().is_over()
            }

            /// The moves played so far; for a board of an environment, the moves of the current episode.
            #[getter]
            fn moves(&self) -> Vec<PyStep> {
                let shape = self.shape();
                let moves = self.game().played();
                moves.into_iter().map(|step| PyStep::of(step, shape)).collect()
            }

            /// The board before all moves, as a puzzle.
            #[getter]
            fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Puzzle>> {
                let grid = self.game().start().to_grid();
                self.puzzle(py, grid)
            }

            /// Returns the legal moves, one for each different outcome. SameGame: the first cell of every group, by
            /// columns from the left, each from the bottom. Mayan: by x, then y, then right before left. A swap is
            /// listed as the right move of its left tile, so a left move goes into an empty cell. A swap of two equal
            /// tiles is left out, unless the board was given for lists of exactly M moves.
            fn legal_moves(&self) -> Vec<PyStep> {
                let shape = self.shape();
                let moves = self.game().moves();
                moves.into_iter().map(|found| PyStep::of(found, shape)).collect()
            }

            /// Converts an index or a tuple to a move, a tuple with the attribute ``index``. It need not be legal.
            ///
            /// Raises IndexError outside the board.
            #[pyo3(name = "move", signature = (place, /))]
            fn move_of(&self, place: &Bound<'_, PyAny>) -> PyResult<PyStep> {
                Ok(PyStep::of(self.place(place)?, self.shape()))
            }

            /// Returns ``board.to_numpy()[key]``.
            fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                self.to_numpy(key.py(), false)?.get_item(key)
            }

            /// Undoes the last move and returns it; None at the start.
            fn undo(&self) -> Option<PyStep> {
                let shape = self.shape();
                self.game().undo().map(|step| PyStep::of(step, shape))
            }

            /// Redoes the last undone move and returns it; None if there is none.
            fn redo(&self) -> Option<PyStep> {
                let shape = self.shape();
                self.game().redo().map(|step| PyStep::of(step, shape))
            }

            /// Returns a new array [rows, cols], uint8, the top row first: 0 for empty, else the number of the color as
            /// in ``str(board)``: the color in the text, or one more if the text has tiles named 0. With ``dense``, or
            /// if a color has no number up to 62, colors are numbered from 1 in the order of ``names``.
            #[pyo3(signature = (*, dense = false))]
            fn to_numpy<'py>(&self, py: Python<'py>, dense: bool) -> PyResult<Bound<'py, PyAny>> {
                let grid = self.game().board().to_grid();
                array(py, &grid, dense)
            }

            /// Returns the array of `to_numpy`, for ``np.asarray(board)``.
            #[pyo3(signature = (dtype = None, copy = None))]
            fn __array__<'py>(
                &self,
                py: Python<'py>,
                dtype: Option<&Bound<'py, PyAny>>,
                copy: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                converted(self.to_numpy(py, false)?, dtype, copy)
            }

            /// Returns the current board as a puzzle: SameGame with the board's rules, Mayan without a number of moves.
            fn to_puzzle<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Puzzle>> {
                let grid = self.game().board().to_grid();
                self.puzzle(py, grid)
            }

            /// Returns an independent copy with the same cells, rules and moves.
            fn copy(&self) -> $class {
                $class::holding(self.game().clone())
            }

            fn __copy__(&self) -> $class {
                self.copy()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> $class {
                self.copy()
            }

            fn __str__(&self) -> String {
                drawing(&self.game().board().to_grid(), "")
            }

            fn __repr__(&self) -> String {
                let game = self.game();
                let (grid, title) = (game.board().to_grid(), $class::title(&game));
                let (rows, cols) = (grid.rows(), grid.cols());
                format!(concat!("<", stringify!($class), " {}x{}, {}\n{}>"), rows, cols, title, drawing(&grid, " "))
            }

            fn _repr_html_(&self) -> String {
                let game = self.game();
                table(&game.board().to_grid(), &$class::title(&game))
            }

            /// Returns the start, the moves including undone ones, and the number of moves played, to be pickled.
            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
                let mut game = self.game().clone();
                let played = game.played().len();
                while game.redo().is_some() {}
                let shape = (game.board().rows(), game.board().cols());
                let moves = game.played().into_iter().map(|step| PyStep::of(step, shape)).collect();
                let (grid, task) = (game.start().to_grid(), $class::task(&game, true));
                let start = Puzzle::of(puzzle::Puzzle::new(grid, task)).typed(py)?;
                Ok((py.get_type::<$class>().getattr("_restore")?, (start, moves, played)))
            }

            #[staticmethod]
            fn _restore(start: Puzzle, moves: Vec<Place>, played: usize) -> PyResult<$class> {
                let board = $class::of(&start)?;
                let ((rows, cols), undone) = (board.shape(), moves.len().checked_sub(played));
                for place in moves {
                    board.game().play(place.$place(rows, cols)?).map_err(|_| no_state())?;
                }
                (0..undone.ok_or_else(no_state)?).for_each(|_| _ = board.undo());
                Ok(board)
            }

            $($own)*
        }
    };
}

/// The pickled parts of a board: the start, the moves including undone moves, and the number of moves played.
type Parts<'py> = (Bound<'py, Puzzle>, Vec<PyStep>, usize);

board! {
    /// A SameGame board to play on click by click, with score, undo and redo.
    ///
    /// A move is a ``Cell(row, col)``, an index of the array: the row from the top and the column from the left, both from 0,
    /// so that ``board[cell]`` is ``board.to_numpy()[cell]``. Methods that take a cell also take any two numbers, and the
    /// *index* in the flat array: cell ``i`` is ``board.to_numpy().flat[i]``.
    ///
    /// ``rules`` is the name of a game of ``PRESETS``, or rules as in a record; by default the rules of the source. The other
    /// keywords replace parts of the rules: ``score`` (points for n tiles), ``clear_bonus`` and ``clear_factor`` (for an empty
    /// board), ``left_penalty`` and ``left_points`` (for tiles left), ``min_group`` (the smallest group that can be clicked) and ``columns``
    /// (whether columns close over empty ones or stay).
    ///
    /// Two boards are equal if their cells and rules are; moves are not compared. A board is mutable and has no hash;
    /// use ``board.to_puzzle()`` as a key. Threads may share a board: calls take effect one after the other.
    SameGameBoard, samegame::Game, Cell, "cell", cell, {
        #[new]
        #[pyo3(
            signature = (source, **keywords),
            text_signature = "(source, *, format=None, rules=None, score=None, clear_bonus=None, clear_factor=None, left_penalty=None, left_points=None, min_group=None, columns=None)"
        )]
        fn new(source: &Bound<'_, PyAny>, keywords: Option<Keywords<'_>>) -> PyResult<SameGameBoard> {
            let keywords = Keywords::only(source.py(), keywords, &[&["format"], RULES])?;
            let rules = request::rules(&keywords)?;
            let format = keywords.get("format")?;
            let puzzle =
                source::puzzle("source", source, Some(GameKind::SameGame), format, rules.columns())?;
            SameGameBoard::begun(&puzzle.puzzle.grid, rules.rules(puzzle.rules_of_task()))
        }

        /// The number of tiles left.
        #[getter]
        fn tiles(&self) -> usize {
            self.game().board().tiles()
        }

        /// The score if the game ended now: points for every removal, and the bonus or the penalty for the tiles left.
        #[getter]
        fn score(&self) -> i64 {
            self.game().score()
        }

        /// All rules, including those with default values.
        #[getter]
        fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            let rules = self.game().rules();
            to_python(py, &RuleParts::from(rules))
        }

        /// Returns the number of tiles of each color, in the order of ``names``.
        fn counts(&self) -> Vec<usize> {
            let game = self.game();
            let board = game.board();
            (0..board.names().len()).map(|colour| board.count(colour as Colour)).collect()
        }

        /// Returns the groups that can be clicked, by first cell: columns from the left, each from the bottom.
        fn groups<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
            let board = self.game().board().clone();
            let parts = |found: samegame::Group| {
                let color = board.get(found.cell).map_or(0, |colour| number(board.names(), colour, false));
                group(py, (PyStep::of(found.cell, (board.rows(), board.cols())), found.size, color))
            };
            board.groups().into_iter().map(parts).collect()
        }

        /// Returns the cells of the group around a cell; a single tile is a group of one here, an empty cell has none.
        fn group(&self, cell: &Bound<'_, PyAny>) -> PyResult<Vec<PyStep>> {
            let cell = self.place(cell)?;
            let shape = self.shape();
            let cells = self.game().board().group(cell);
            Ok(cells.into_iter().map(|cell| PyStep::of(cell, shape)).collect())
        }

        /// Returns the number of the color of a cell, ``board[cell]``: 0 if it is empty.
        ///
        /// Raises IndexError for a cell outside the board.
        fn color(&self, cell: &Bound<'_, PyAny>) -> PyResult<u8> {
            let cell = self.place(cell)?;
            let game = self.game();
            let board = game.board();
            Ok(board.get(cell).map_or(0, |colour| number(board.names(), colour, false)))
        }

        /// Clicks a cell and returns the number of tiles removed.
        ///
        /// Raises IndexError for a cell outside the board, and ValueError for an empty cell or a group that is too small;
        /// the board is then unchanged.
        fn play(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
            let cell = self.place(cell)?;
            let mut game = self.game();
            game.play(cell).map_err(|_| {
                let (grid, shape) = (game.board().to_grid(), (game.board().rows(), game.board().cols()));
                value(format!("{}: {}", PyStep::of(cell, shape), grid.refusal(&game.rules(), Some(cell))))
            })
        }

        /// Returns a new bool array [rows * cols]: for each cell by its index, whether a click removes tiles.
        fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
            let board = self.game().board().clone();
            let (mut cells, mut legal) = (vec![0; board.cells()], vec![false; board.cells()]);
            board.write_observation(ClickSet::All, &mut cells, &mut legal);
            PyArray1::from_vec(py, legal)
        }

        /// Returns a copy that is played to the end by a policy: "random" clicks a random one of the cells that remove
        /// tiles, "greedy" the largest group, and "tabu" a random group, which has the most frequent color only if no
        /// other group is left.
        #[pyo3(signature = (seed, policy = None))]
        fn playout(
            &self,
            py: Python<'_>,
            seed: &Bound<'_, PyAny>,
            policy: Option<&Bound<'_, PyAny>>,
        ) -> PyResult<SameGameBoard> {
            let seed: u64 = argument("seed", seed)?;
            let policy = optional::<Word<Policy>>("policy", policy)?.map_or(Policy::Random, |word| word.0);
            let policy = policy.on(ClickSet::All);
            let mut game = self.game().clone();
            py.detach(|| game.playout(policy, &mut Random::new(seed, 0)));
            Ok(SameGameBoard::holding(game))
        }
    }
}

impl SameGameBoard {
    /// Creates the board of a puzzle, with the puzzle's rules or else the default rules.
    pub fn of(puzzle: &Puzzle) -> PyResult<SameGameBoard> {
        SameGameBoard::begun(&puzzle.puzzle.grid, puzzle.rules_of_task().unwrap_or_default())
    }

    /// Creates a board that starts from a grid.
    fn begun(grid: &Grid, rules: Rules) -> PyResult<SameGameBoard> {
        let board = samegame::Board::with_rules(grid, &rules).map_err(library_error)?;
        Ok(SameGameBoard::holding(samegame::Game::new(board, rules)))
    }

    fn task(game: &samegame::Game, _saved: bool) -> Task {
        Task::SameGame(SameGameTask { rules: Some(game.rules()), clicks: Vec::new() })
    }

    fn title(game: &samegame::Game) -> String {
        format!("{}, score {}", plural(game.board().tiles(), "tile"), game.score())
    }
}

board! {
    /// A board of the Mayan puzzle to play on move by move, with undo and redo. Runs of the given board vanish at once.
    ///
    /// A move is a ``MayanMove(row, col, side)``: the cell of the array, row from the top and column from the left,
    /// both from 0, and ``"R"`` or ``"L"``. Methods that take a move also take any such three values, and the *index*
    /// of a move: the index of the cell in the flat array, plus ``rows * cols`` for a move to the left.
    ///
    /// Two boards are equal if their cells are, and if swaps of equal tiles are moves on both boards or on none; the
    /// moves played are not compared. A board is mutable and has no hash; use ``board.to_puzzle()`` as a key. Threads
    /// may share a board: calls take effect one after the other.
    MayanBoard, mayan::Game, Move, "move", slide, {
        #[new]
        #[pyo3(signature = (source, *, format = None))]
        fn new(source: &Bound<'_, PyAny>, format: Option<&Bound<'_, PyAny>>) -> PyResult<MayanBoard> {
            let format = optional("format", format)?;
            MayanBoard::of(&source::puzzle("source", source, Some(GameKind::Mayan), format, None)?)
        }

        /// The number of tiles left.
        #[getter]
        fn tiles(&self) -> usize {
            self.game().board().blocks()
        }

        /// Plays a move and returns the number of tiles that vanish.
        ///
        /// Raises IndexError for a cell outside the board, and ValueError if the move crosses the edge, the cell is
        /// empty, or the move swaps two equal tiles; the board is then unchanged. A board that was given for lists of
        /// exactly M moves allows swaps of equal tiles.
        fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
            let step = self.place(r#move)?;
            let shown = PyStep::of(step, self.shape());
            let mut game = self.game();
            if game.board().is_noop(step) && !game.board().counts_noops() {
                return Err(value(format!("{shown}: a swap of two equal tiles is no move")));
            }
            let before = game.board().blocks();
            game.play(step).map_err(|error| value(format!("{shown}: {}", american(error))))?;
            Ok(before - game.board().blocks())
        }

        /// Returns a new bool array [2 * rows * cols]: for each index of a move, whether `legal_moves` has the move.
        fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
            let (rows, cols) = self.shape();
            let mut legal = vec![false; 2 * rows * cols];
            for step in self.game().moves() {
                legal[index_of_slide(step, rows, cols)] = true;
            }
            PyArray1::from_vec(py, legal)
        }
    }
}

impl MayanBoard {
    /// Creates the board of a puzzle.
    pub fn of(puzzle: &Puzzle) -> PyResult<MayanBoard> {
        let board = mayan::Board::try_from(&puzzle.puzzle.grid).map_err(library_error)?;
        let noops = puzzle.mayan_task().is_some_and(MayanTask::counts_noops);
        Ok(MayanBoard::holding(mayan::Game::new(board.with_noops(noops))))
    }

    /// Returns the board's task. For a pickle (`saved`), the mode is `exactly` if swaps of equal tiles are moves.
    fn task(game: &mayan::Game, saved: bool) -> Task {
        let mode = (saved && game.board().counts_noops()).then_some(Mode::Exactly);
        Task::Mayan(MayanTask { mode, ..MayanTask::default() })
    }

    fn title(game: &mayan::Game) -> String {
        plural(game.board().blocks(), "tile")
    }
}
