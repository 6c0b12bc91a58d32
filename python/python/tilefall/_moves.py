"""Cells, moves and groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .types import Side


class Cell(NamedTuple):
    """A cell, which is a move of SameGame: a click."""

    row: int
    """The row, from 1 at the bottom."""
    col: int
    """The column, from 1 at the left."""


class MayanMove(NamedTuple):
    """A move of the Mayan puzzle: the tile at (x, y) moves to a side."""

    x: int
    """The column, from 0 at the left."""
    y: int
    """The row, from 0 at the bottom."""
    side: Side
    """The side."""


@dataclass(frozen=True)
class Group:
    """A group of equal tiles that can be removed: a move."""

    cell: Cell
    """The first cell: the lowest cell of the leftmost column."""
    size: int
    """The number of tiles."""
    color: int
    """The number of the color, as in `to_numpy`."""
    index: int
    """The index of the first cell."""


Move: TypeAlias = Cell | MayanMove
"""A move of either game."""
