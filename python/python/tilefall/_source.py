"""The sources of puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._tilefall import Board, MayanBoard, Puzzle

Game = Literal["samegame", "mayan"]

Source: TypeAlias = (
    Puzzle
    | Board
    | MayanBoard
    | str
    | bytes
    | os.PathLike[str]
    | Mapping[str, Any]
    | NDArray[np.integer[Any]]
)
"""An object that functions take as a puzzle:

- a `Puzzle`, or the current state of a board
- text of one puzzle (str or bytes) in any format of `formats`, or rows with ``/`` between them: ``"21 / 12"``
- the file of such a text (`pathlib.Path`); gzip and Zstandard are decompressed, in bytes, too
- a record (dict)
- an array of integers [rows, cols], the top row first: 0 for empty, k + 1 for the colour named k

An array and rows with ``/`` are boards of SameGame; `MayanBoard` makes boards of the other game from both.
"""

Sources: TypeAlias = Source | Iterable[Source]
"""All puzzles of a text or a file, or several sources."""
