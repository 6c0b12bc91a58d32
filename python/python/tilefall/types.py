"""The types of the signatures of this package, for annotations, and the keywords of its functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, Protocol, SupportsIndex, TypeAlias, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ._found import MayanFound, SameGameFound
    from ._result import Result
    from ._tilefall import MayanBoard, MayanPuzzle, Puzzle, SameGameBoard, SameGamePuzzle

Game = Literal["samegame", "mayan"]
"""The name of a game."""
Side = Literal["R", "L"]
"""The side to which a tile moves: right or left."""
Status = Literal["optimal", "feasible", "infeasible", "unknown", "error"]
"""How much is proven: ``optimal`` and ``infeasible`` are proven, ``error`` means that there is no answer."""
Goal = Literal["score", "clear", "fewest", "left", "biggest"]
"""The goal of a SameGame search."""
LeftPenalty = Literal["none", "n2", "total"]
"""The penalty for tiles left at the end."""
Columns = Literal["close", "stay"]
"""Whether columns close over empty columns, or stay."""
Difficulty = Literal["easy", "medium", "hard"]
"""The name of a range of difficulties."""
Method = Literal["auto", "anneal", "exact"]
"""The method of a SameGame search."""
Mode = Literal["exactly", "within", "shortest"]
"""The length of the lists of a Mayan search: M, at most M, or the shortest of at most M."""
Want = Literal["one", "first", "all", "count"]
"""The lists of a Mayan search: any one, the first in order, all, or their number."""
Timeout: TypeAlias = float | timedelta
"""Seconds, which may be infinite, or a `timedelta`."""
Start: TypeAlias = "Iterable[tuple[int, int] | SupportsIndex]"
"""Cells of the array, or their indices."""
Library = Literal["polars", "pandas", "pyarrow"]
"""The library of a data frame."""

Text: TypeAlias = "str | bytes | os.PathLike[str]"
"""A text, or the file of one: a `pathlib.Path`, never a str. gzip and Zstandard are decompressed, in bytes, too."""
Step: TypeAlias = tuple[int, int] | tuple[int, int, str] | SupportsIndex
"""A move: row and column of the array with the side of a Mayan move, or its index."""
Array: TypeAlias = "NDArray[np.integer[Any]] | Sequence[Sequence[int]]"
"""An array or rows of integers, the top row first: 0 for empty, else the number of the color, as in `to_numpy`."""

SameGameSource: TypeAlias = "SameGamePuzzle | SameGameBoard | Array"
"""An object that is a puzzle of the SameGame family: a puzzle, the current state of a board, or an array."""

MayanSource: TypeAlias = "MayanPuzzle | MayanBoard"
"""An object that is a Mayan puzzle: a puzzle, or the current state of a board."""

Source: TypeAlias = "Puzzle | SameGameBoard | MayanBoard | Array | Text | Mapping[str, Any]"
"""An object that functions take as a puzzle:

- a `Puzzle`, or the current state of a board
- text of one puzzle (str or bytes) in any format of `formats`, or rows with ``/`` between them: ``"21 / 12"``
- the file of such a text (`pathlib.Path`); gzip and Zstandard are decompressed, in bytes, too
- a record (dict)
- an array of integers [rows, cols] or a list of rows, the top row first: 0 for empty, else the number of the color

An array and rows with ``/`` are boards of SameGame; `MayanBoard` makes a Mayan board from either of them.
"""

Sources: TypeAlias = "Iterable[Source] | Source"
"""All puzzles of a text or a file, or several sources."""

Answers: TypeAlias = "Text | Result | Mapping[str, Any] | Iterable[Result | Mapping[str, Any]]"
"""Results, records, or a text or a file of records in JSON Lines, a judge's output, or plain lists."""


class Event(Protocol):
    """An event that cancels a call, such as `threading.Event`."""

    def is_set(self) -> bool:
        """Returns True once the call is to end; called about 20 times a second."""
        ...


class Rules(TypedDict):
    """All rules of a game, as in a record."""

    score: str
    """Points for n tiles, as `tilefall.solve` takes them."""
    clear_bonus: int
    """Points for an empty board."""
    clear_factor: int
    """The factor of all points for an empty board."""
    left_penalty: LeftPenalty
    """The points subtracted for tiles left."""
    left_points: str | None
    """The points added for n tiles left."""
    min_group: int
    """The size of the smallest group that can be clicked."""
    columns: Columns
    """Whether columns close over empty ones or stay."""


class RuleOptions(TypedDict, total=False):
    """The keywords with rules, which `tilefall.solve` documents."""

    rules: str | Mapping[str, Any] | None
    score: str | None
    clear_bonus: int | None
    clear_factor: int | None
    left_penalty: LeftPenalty | None
    left_points: str | None
    min_group: int | None
    columns: Columns | None


class Limits(TypedDict, total=False):
    """The keywords of `solve` for puzzles of both games, which `solve` documents."""

    timeout: Timeout | None
    nodes: int | None
    memory: int
    threads: int | None
    stats: bool
    timings: bool
    cancel: Event | None


class SameGameOptions(Limits, RuleOptions, total=False):
    """The keywords of `solve` for puzzles of the SameGame family, which `solve` documents."""

    goal: Goal | None
    target: int | None
    method: Method
    seed: int
    start: Start | None
    on_found: Callable[[SameGameFound], object] | None


class MayanOptions(Limits, total=False):
    """The keywords of `solve` for Mayan puzzles, which `solve` documents."""

    max_moves: int | None
    mode: Mode | None
    want: Want
    max_solutions: int | None
    skip_noop: bool
    on_found: Callable[[MayanFound], object] | None


class SameGameBoardOptions(RuleOptions, total=False):
    """The keywords of generated boards of SameGame, which `generate` documents."""

    rows: int
    cols: int
    colors: int
    clearable: bool
    balanced: bool


class MayanBoardOptions(TypedDict, total=False):
    """The keywords of generated Mayan puzzles, which `generate` documents."""

    rows: int
    cols: int
    colors: int | None
    max_moves: int
    tiles: int | tuple[int, int] | None
    unique: bool
    solutions: tuple[int, int] | None
    difficulty: Difficulty | tuple[int, int] | None


class _GenerateOptions(TypedDict, total=False):
    count: int
    seed: int
    cancel: Event | None


class SameGameGenerateOptions(_GenerateOptions, SameGameBoardOptions, total=False):
    """The keywords of `generate` for boards of SameGame, which `generate` documents."""

    clicks: int | None


class MayanGenerateOptions(_GenerateOptions, MayanBoardOptions, total=False):
    """The keywords of `generate` for Mayan puzzles, which `generate` documents."""


class SameGameAnalyzeOptions(Limits, total=False):
    """The keywords of `analyze` for puzzles of the SameGame family, which `analyze` documents."""

    goal: Goal | None
    seed: int


class VerifyOptions(TypedDict, total=False):
    """The keywords of `verify`, which `verify` documents."""

    search: int
    skip_noop: bool
    name: str | None
    cancel: Event | None
