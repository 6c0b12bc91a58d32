"""The sources of puzzles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ._tilefall import MayanBoard, MayanPuzzle, Puzzle, SameGameBoard, SameGamePuzzle

Game = Literal["samegame", "mayan"]
"""The name of a game."""

Text: TypeAlias = "str | bytes | os.PathLike[str]"
"""A text, or the file of one: a `pathlib.Path`, never a str. gzip and Zstandard are decompressed, in bytes, too."""


class ReadOptions(TypedDict, total=False):
    """The keywords of `tilefall.read`, which `tilefall.read` documents."""

    format: str | None
    name: str | None
    max_unpacked: int | None
    empty: str | None
    rows_from: Literal["top", "bottom"] | None


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

An array and rows with ``/`` are boards of SameGame; `MayanBoard` makes boards of the other game from both.
"""

Sources: TypeAlias = "Iterable[Source] | Source"
"""All puzzles of a text or a file, or several sources."""


def is_source(value: object) -> bool:
    """Returns True for text, a file, a record, arrays and rows of numbers, which are no lists of sources."""
    rows = isinstance(value, list | tuple) and bool(value) and isinstance(value[0], list | tuple)
    return rows or isinstance(value, str | bytes | os.PathLike | Mapping) or hasattr(value, "__array__")
