"""Boards, solvers and fast environments for SameGame and the Mayan puzzle.

- `Board`, `MayanBoard`: boards to play on; `Puzzle`: a board with its task
- `read`, `read_file`, `formats`: reading puzzles in every format
- `PRESETS`: the rules of known games of the SameGame family, each a `Preset`
- `solve`, `solve_many`: searches, which return a `Result`; `Interrupted`: the exception after Ctrl-C
- `simulate`, `verify`, `generate`, `replay`: like the verbs of the command line
- `tilefall.gym`: environments for Gymnasium (``pip install './python[gym]'`` in a clone)
- `tilefall.ray`: the runner for Ray clusters (``pip install './python[ray]'`` in a clone)
"""

from ._interrupt import Interrupted
from ._page import Replay
from ._replay import replay
from ._result import Improvement, Result
from ._rules import PRESETS, Preset
from ._solve import solve, solve_many
from ._tilefall import Board, Group, MayanBoard, Puzzle, ReadError, formats, read
from ._verbs import Verdict, generate, read_file, simulate, verify

__all__ = [
    "PRESETS",
    "Board",
    "Group",
    "Improvement",
    "Interrupted",
    "MayanBoard",
    "Preset",
    "Puzzle",
    "ReadError",
    "Replay",
    "Result",
    "Verdict",
    "formats",
    "generate",
    "read",
    "read_file",
    "replay",
    "simulate",
    "solve",
    "solve_many",
    "verify",
]
