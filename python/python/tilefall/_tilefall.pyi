"""The private extension module of `tilefall`; import `tilefall` instead."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Literal, SupportsIndex, TypeVar, final, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray
from typing_extensions import Self, Unpack, disjoint_base

from . import _moves
from . import types as _types

_Place = SupportsIndex | tuple[int, int]
_Slide = SupportsIndex | tuple[int, int, str]
_Stepped = tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]

_MoveT = TypeVar("_MoveT")
_PuzzleT = TypeVar("_PuzzleT")
_BoardT_co = TypeVar("_BoardT_co", covariant=True)

__version__: str

@disjoint_base
class Puzzle:
    """A board with its task, as `read` and `generate` return it and `solve` takes it: a ``SameGamePuzzle`` or a
    ``MayanPuzzle``. Immutable.

    Two puzzles are equal if their boards and tasks are; ids are not compared.
    """
    @property
    def id(self) -> str:
        """The id, by default ``NAME#POSITION``: the name of the text, and the position in the text from 1."""
    @property
    def game(self) -> _types.Game:
        """``"samegame"`` or ``"mayan"``."""
    @property
    def shape(self) -> tuple[int, int]:
        """``(rows, cols)``, the shape of the array."""
    @property
    def format(self) -> str:
        """The name of the format that the puzzle was read in."""
    @property
    def index(self) -> int | None:
        """The index of the puzzle in its batch, or None if the puzzle record has no index."""
    @property
    def board(self) -> SameGameBoard | MayanBoard:
        """A new board to play on, a ``SameGameBoard`` or a ``MayanBoard``."""
    @property
    def given_moves(self) -> Sequence[_moves.Cell | _moves.MayanMove]:
        """The moves in the text of the puzzle; empty if the text has only the board."""
    @property
    def origin(self) -> dict[str, Any] | None:
        """The options and the measurements of a generated puzzle; None for any other puzzle."""
    @property
    def hash(self) -> str:
        """The puzzle hash: 16 hexadecimal digits, the same on every machine."""
    @property
    def answer(self) -> dict[str, Any] | None:
        """The result record that proves the properties of a generated puzzle, or None."""
    @property
    def record(self) -> dict[str, Any]:
        """The puzzle record, a new dict."""
    def to_text(self, format: str | None = None) -> str:
        """Returns the text of the puzzle in a format, by default a record. In format ``"rows"``, colors are written as
        the numbers of the array.

        Raises ValueError if the format cannot hold the puzzle.
        """
    def to_numpy(self, *, dense: bool = False) -> NDArray[np.uint8]:
        """Returns the cells as an array, like ``SameGameBoard.to_numpy``."""
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]: ...
    def _repr_html_(self) -> str: ...

@final
class SameGamePuzzle(Puzzle):
    """A puzzle of the SameGame family: a board, the rules, and clicks that come with it."""
    @property
    def game(self) -> Literal["samegame"]: ...
    @property
    def board(self) -> SameGameBoard: ...
    @property
    def given_moves(self) -> list[_moves.Cell]: ...
    @property
    def rules(self) -> _types.Rules | None:
        """All rules of the puzzle, or None if the puzzle comes without rules."""
    def with_rules(self, **rules: Unpack[_types.RuleOptions]) -> SameGamePuzzle:
        """Returns the puzzle with other rules. A keyword that is None keeps the rule of the puzzle, or the default if
        the puzzle has no rules. ``rules`` is the name of a game of ``PRESETS``, or rules as in a record.

        Raises ValueError if the rules do not allow the board.
        """

@final
class MayanPuzzle(Puzzle):
    """A Mayan puzzle: a board, M, the mode, and moves that come with it."""
    @property
    def game(self) -> Literal["mayan"]: ...
    @property
    def board(self) -> MayanBoard: ...
    @property
    def given_moves(self) -> list[_moves.MayanMove]: ...
    @property
    def max_moves(self) -> int | None:
        """M, the number of moves allowed, or None."""
    @property
    def mode(self) -> _types.Mode | None:
        """The mode, ``"exactly"``, ``"within"`` or ``"shortest"``; None for the default of the format."""
    def with_task(self, *, max_moves: int | None = None, mode: _types.Mode | None = None) -> MayanPuzzle:
        """Returns the puzzle with this move limit and mode; None stands for no limit, or for the default mode."""

class _Board(Generic[_MoveT, _PuzzleT]):
    @property
    def rows(self) -> int:
        """The number of rows, including empty ones."""
    @property
    def cols(self) -> int:
        """The number of columns, including empty ones."""
    @property
    def shape(self) -> tuple[int, int]:
        """``(rows, cols)``, the shape of the array."""
    @property
    def names(self) -> list[int]:
        """The names of the colors of the board before all moves, ascending."""
    @property
    def tiles(self) -> int:
        """The number of tiles left."""
    @property
    def cleared(self) -> bool:
        """Whether the board is empty."""
    @property
    def is_over(self) -> bool:
        """Whether there is no legal move."""
    @property
    def moves(self) -> list[_MoveT]:
        """The moves played so far; for a board of an environment, the moves of the current episode."""
    @property
    def start(self) -> _PuzzleT:
        """The board before all moves, as a puzzle."""
    def legal_moves(self) -> list[_MoveT]:
        """Returns the legal moves, one for each different outcome. SameGame: the first cell of every group, by
        columns from the left, each from the bottom. Mayan: by x, then y, then right before left. A swap is
        listed as the right move of its left tile, so a left move goes into an empty cell. A swap of two equal
        tiles is left out, unless the board was given for lists of exactly M moves.
        """
    def move(self, place: Any, /) -> _MoveT:
        """Converts an index or a tuple to a move, a tuple with the attribute ``index``. It need not be legal.

        Raises IndexError outside the board.
        """
    @overload
    def __getitem__(self, key: tuple[SupportsIndex, SupportsIndex], /) -> np.uint8: ...
    @overload
    def __getitem__(self, key: Any, /) -> Any: ...
    def undo(self) -> _MoveT | None:
        """Undoes the last move and returns it; None at the start."""
    def redo(self) -> _MoveT | None:
        """Redoes the last undone move and returns it; None if there is none."""
    def to_numpy(self, *, dense: bool = False) -> NDArray[np.uint8]:
        """Returns a new array [rows, cols], uint8, the top row first: 0 for empty, else the number of the color as
        in ``str(board)``: the color in the text, or one more if the text has tiles named 0. With ``dense``, or
        if a color has no number up to 62, colors are numbered from 1 in the order of ``names``.
        """
    def action_mask(self) -> NDArray[np.bool_]:
        """Returns a new bool array [rows * cols]: for each cell by its index, whether a click removes tiles."""
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]: ...
    def to_puzzle(self) -> _PuzzleT:
        """Returns the current board as a puzzle: SameGame with the board's rules, Mayan without a number of moves."""
    def copy(self) -> Self:
        """Returns an independent copy with the same cells, rules and moves."""
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class SameGameBoard(_Board[_moves.Cell, SameGamePuzzle]):
    """A SameGame board to play on click by click, with score, undo and redo.

    A move is a ``Cell(row, col)``, an index of the array: the row from the top and the column from the left, both from 0,
    so that ``board[cell]`` is ``board.to_numpy()[cell]``. Methods that take a cell also take any two numbers, and the
    *index* in the flat array: cell ``i`` is ``board.to_numpy().flat[i]``.

    ``rules`` is the name of a game of ``PRESETS``, or rules as in a record; by default the rules of the source. The other
    keywords replace parts of the rules: ``score`` (points for n tiles), ``clear_bonus`` and ``clear_factor`` (for an empty
    board), ``left_penalty`` and ``left_points`` (for tiles left), ``min_group`` (the smallest group that can be clicked) and ``columns``
    (whether columns close over empty ones or stay).

    Two boards are equal if their cells and rules are; moves are not compared. A board is mutable and has no hash;
    use ``board.to_puzzle()`` as a key. Threads may share a board: calls take effect one after the other.
    """
    def __new__(
        cls, source: _types.Source, *, format: str | None = None, **rules: Unpack[_types.RuleOptions]
    ) -> SameGameBoard: ...
    @property
    def score(self) -> int:
        """The score if the game ended now: points for every removal, and the bonus or the penalty for the tiles left."""
    @property
    def rules(self) -> _types.Rules:
        """All rules, including those with default values."""
    def counts(self) -> list[int]:
        """Returns the number of tiles of each color, in the order of ``names``."""
    def groups(self) -> list[_moves.Group]:
        """Returns the groups that can be clicked, by first cell: columns from the left, each from the bottom."""
    def group(self, cell: _Place) -> list[_moves.Cell]:
        """Returns the cells of the group around a cell; a single tile is a group of one here, an empty cell has none."""
    def color(self, cell: _Place) -> int:
        """Returns the number of the color of a cell, ``board[cell]``: 0 if it is empty.

        Raises IndexError for a cell outside the board.
        """
    def play(self, cell: _Place) -> int:
        """Clicks a cell and returns the number of tiles removed.

        Raises IndexError for a cell outside the board, and ValueError for an empty cell or a group that is too small;
        the board is then unchanged.
        """
    def playout(self, seed: int, policy: Literal["random", "greedy", "tabu"] | None = None) -> SameGameBoard:
        """Returns a copy that is played to the end by a policy: "random" clicks a random one of the cells that remove
        tiles, "greedy" the largest group, and "tabu" a random group, which has the most frequent color only if no
        other group is left.
        """

@final
class MayanBoard(_Board[_moves.MayanMove, MayanPuzzle]):
    """A board of the Mayan puzzle to play on move by move, with undo and redo. Runs of the given board vanish at once.

    A move is a ``MayanMove(row, col, side)``: the cell of the array, row from the top and column from the left,
    both from 0, and ``"R"`` or ``"L"``. Methods that take a move also take any such three values, and the *index*
    of a move: the index of the cell in the flat array, plus ``rows * cols`` for a move to the left.

    Two boards are equal if their cells are, and if swaps of equal tiles are moves on both boards or on none; the
    moves played are not compared. A board is mutable and has no hash; use ``board.to_puzzle()`` as a key. Threads
    may share a board: calls take effect one after the other.
    """
    def __new__(cls, source: _types.Source, *, format: str | None = None) -> MayanBoard: ...
    def play(self, move: _Slide) -> int:
        """Plays a move and returns the number of tiles that vanish.

        Raises IndexError for a cell outside the board, and ValueError if the move crosses the edge, the cell is
        empty, or the move swaps two equal tiles; the board is then unchanged. A board that was given for lists of
        exactly M moves allows swaps of equal tiles.
        """

@final
class State:
    def __len__(self) -> int: ...

class _Core(Generic[_BoardT_co]):
    def __new__(cls, keywords: dict[str, Any]) -> Self: ...
    @property
    def size(self) -> tuple[int, int, int, int]: ...
    @property
    def arrays(self) -> dict[str, NDArray[Any]]: ...
    def reset(self, seeds: list[int], reset_mask: Any, boards: list[Puzzle] | None) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> None: ...
    def step_one(self, action: SupportsIndex) -> _Stepped: ...
    def look(self) -> _Stepped: ...
    def choose(self, policy: str) -> NDArray[np.int64]: ...
    def board(self, at: int) -> _BoardT_co: ...
    def get_state(self, indices: Any) -> State: ...
    def set_state(self, state: State, indices: Any) -> None: ...

@final
class SameGameCore(_Core[SameGameBoard]): ...

@final
class MayanCore(_Core[MayanBoard]): ...

@overload
def read(
    text: _types.Text,
    *,
    game: Literal["samegame"],
    format: str | None = None,
    name: str | None = None,
    empty: str | None = None,
    rows_from: Literal["top", "bottom"] | None = None,
) -> list[SameGamePuzzle]:
    """Reads the puzzles of a text (str or bytes) or a file (os.PathLike). gzip and Zstandard are decompressed. A puzzle
    of another game than ``game``, if given, is an error.

    ``format`` is a name of `formats`, by default any; ``name`` is the name of the text in messages. ``empty`` (symbols
    of empty cells besides ``.``) and ``rows_from`` (``"top"`` or ``"bottom"``) are for format ``"rows"``, and imply it.

    Raises ReadError with the place of the first mistake, and ValueError for an unknown format.
    """

@overload
def read(
    text: _types.Text,
    *,
    game: Literal["mayan"],
    format: str | None = None,
    name: str | None = None,
    empty: str | None = None,
    rows_from: Literal["top", "bottom"] | None = None,
) -> list[MayanPuzzle]: ...
@overload
def read(
    text: _types.Text,
    *,
    game: _types.Game | None = None,
    format: str | None = None,
    name: str | None = None,
    empty: str | None = None,
    rows_from: Literal["top", "bottom"] | None = None,
) -> list[SameGamePuzzle | MayanPuzzle]: ...
def formats() -> list[tuple[str, _types.Game | None, str]]:
    """Returns the formats: name, game (``"samegame"``, ``"mayan"`` or None for both), and description."""

def benchmark_file(path: str) -> str: ...
def presets() -> list[tuple[str, _types.Rules, _types.Goal, str]]: ...
def as_puzzle(source: Any, *, name: str, game: Any = None, keywords: Any = None) -> Puzzle: ...
def as_puzzles(sources: Any, *, name: str, game: Any = None, keywords: Any = None) -> list[Puzzle]: ...
def solve(puzzles: Sequence[Puzzle], keywords: dict[str, Any]) -> tuple[list[str], bool]: ...
def generate(game: str, keywords: dict[str, Any]) -> tuple[list[Any], bool]: ...
def verify(puzzles: list[Puzzle], keywords: dict[str, Any]) -> tuple[list[dict[str, Any]], bool]: ...
def records_of(text: _types.Text) -> list[tuple[str, _types.Game | None]]: ...
def list_of(puzzle: Puzzle, moves: Any, *, name: str = "moves") -> str: ...
def analyze_list(puzzle: Puzzle, moves: Any, keywords: dict[str, Any]) -> tuple[str, bool]: ...
def replay_page(shown: list[tuple[Puzzle, str]]) -> str: ...
def text_of(puzzles: list[Puzzle], format: str, relabel: bool) -> str: ...
def hint_texts(puzzle: Puzzle, line: str) -> list[str] | None: ...
def run_program(words: list[str]) -> int: ...
def stress_function(function: Callable[..., str], keywords: dict[str, Any]) -> str: ...
def palette() -> list[tuple[int, int, int]]: ...
