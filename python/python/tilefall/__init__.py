"""Boards, solvers and fast environments for SameGame and the Mayan puzzle.

- `SameGameBoard`, `MayanBoard`: boards to play on, both a `Board`; `Cell`, `MayanMove`: their moves
- `SameGamePuzzle`, `MayanPuzzle`: a board with its task, both a `Puzzle`
- `read`, `formats`: reading puzzles in every format
- `PRESETS`: the rules of known games of the SameGame family, each a `Preset`
- `solve`, `solve_many`, `solve_iter`: searches, which return a `SameGameResult` or a `MayanResult`, both a `Result`;
  `Interrupted`: the exception after Ctrl-C; `hint`: a `Hint` for the next move; `analyze`: an
  `Analysis` of a list of moves
- `read_results`: results files; `Results`: a list of results with tables
- `verify`, `generate`, `replay`, `stress`: like the verbs of the command line; `stress` takes functions, too
- `tilefall.gym`: environments for Gymnasium (``pip install './python[gym]'`` in a clone)
- `tilefall.benchmarks`: sets of boards with figures to compare with, and `evaluate`
- `tilefall.batch`: conversion of files, and the stream of tasks for Ray clusters
- `tilefall.types`: the types of all signatures
"""

from typing import TypeAlias

from ._analyze import Analysis, Position, analyze
from ._error import Interrupted, ReadError
from ._found import MayanFound, SameGameFound
from ._generate import generate
from ._hint import Hint, hint
from ._moves import Cell, Group, MayanMove, Move
from ._read import read_results
from ._replay import Replay, replay
from ._result import MayanResult, Result, SameGameResult
from ._results import Results
from ._rules import PRESETS, Preset
from ._solve import solve, solve_many
from ._solve_iter import solve_iter
from ._stress import stress
from ._tilefall import (
    MayanBoard,
    MayanPuzzle,
    Puzzle,
    SameGameBoard,
    SameGamePuzzle,
    __version__,
    formats,
    read,
)
from ._verify import AnswerVerdict, Verdict, verify

Board: TypeAlias = SameGameBoard | MayanBoard
"""A board of either game."""

__all__ = [
    "PRESETS",
    "Analysis",
    "AnswerVerdict",
    "Board",
    "Cell",
    "Group",
    "Hint",
    "Interrupted",
    "MayanBoard",
    "MayanFound",
    "MayanMove",
    "MayanPuzzle",
    "MayanResult",
    "Move",
    "Position",
    "Preset",
    "Puzzle",
    "ReadError",
    "Replay",
    "Result",
    "Results",
    "SameGameBoard",
    "SameGameFound",
    "SameGamePuzzle",
    "SameGameResult",
    "Verdict",
    "__version__",
    "analyze",
    "formats",
    "generate",
    "hint",
    "read",
    "read_results",
    "replay",
    "solve",
    "solve_iter",
    "solve_many",
    "stress",
    "verify",
]
