"""What the environments share: boards, seeds, pictures."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np
from gymnasium.error import ClosedEnvironmentError
from numpy.typing import NDArray

from .. import Board, MayanBoard, Puzzle, read_file
from .._solve import as_puzzle
from .._tilefall import palette

Boards = str | os.PathLike[str] | Iterable[Puzzle | Board | MayanBoard]
"""Boards of an environment: a file in any format, or puzzles or boards."""

PIXELS = 24
"""Pixels of a cell."""


class Closed:
    """Stands for the boards of an environment that is closed."""

    def __getattr__(self, name: str) -> NoReturn:
        """Says so."""
        raise ClosedEnvironmentError("the environment is closed")


def puzzles_of(boards: Boards | None, game: Any) -> list[Puzzle] | None:
    """The puzzles of a file or of a list."""
    if boards is None:
        return None
    if isinstance(boards, str | os.PathLike):
        return read_file(boards, game=game)
    return [as_puzzle(board) for board in boards]


def checked(seed: int) -> int:
    """A seed, if it is one.

    Raises:
        ValueError: If it is below 0 or has more than 64 bits.
    """
    if not 0 <= int(seed) < 1 << 64:
        raise ValueError(f"seed is {seed}, expected 0 to 2**64 - 1")
    return int(seed)


def any_seed() -> int:
    """A seed that nobody chose."""
    return secrets.randbits(63)


def picture(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture, uint8 [24 * rows, 24 * cols, 3], of codes [rows, cols]."""
    colours = np.concatenate([np.full((1, 3), 28, np.uint8), palette(64)])
    image = colours[np.minimum(cells, 64)].repeat(PIXELS, 0).repeat(PIXELS, 1)
    # A dark line between the cells.
    image[::PIXELS] = 28
    image[:, ::PIXELS] = 28
    return image
