"""The sources of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from ._tilefall import MayanBoard, MayanPuzzle, Puzzle, SameGameBoard, SameGamePuzzle

Game = Literal["samegame", "mayan"]
"""The name of a game."""

Text: TypeAlias = "str | bytes | os.PathLike[str]"
"""A text, or the file of one (`pathlib.Path`); gzip and Zstandard are decompressed, in bytes, too."""

Array: TypeAlias = "NDArray[np.integer[Any]]"
"""An array of integers [rows, cols], the top row first: 0 for empty, k + 1 for the color named k."""

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
- an array of integers [rows, cols], the top row first: 0 for empty, k + 1 for the color named k

An array and rows with ``/`` are boards of SameGame; `MayanBoard` makes boards of the other game from both.
"""

Sources: TypeAlias = "Source | Iterable[Source]"
"""All puzzles of a text or a file, or several sources."""
