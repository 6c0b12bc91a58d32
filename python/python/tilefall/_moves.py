"""Cells, moves and groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from .types import Side


class Cell(tuple[int, int]):
    """A cell, which is a move of SameGame: ``(row, col)``, an index of the array of its board."""

    index: int  # type: ignore[assignment]
    """The index in the flat array: an action of the environments."""
    _shape: tuple[int, int]

    def __new__(cls, row: int, col: int, shape: tuple[int, int]) -> Cell:
        """A cell of a board of this shape."""
        cell = super().__new__(cls, (row, col))
        cell.index, cell._shape = row * shape[1] + col, shape
        return cell

    @property
    def row(self) -> int:
        """The row, from 0 at the top."""
        return self[0]

    @property
    def col(self) -> int:
        """The column, from 0 at the left."""
        return self[1]

    @property
    def row_column(self) -> tuple[int, int]:
        """The row from the top and the column, the index of the array."""
        return (self[0], self[1])

    @property
    def record(self) -> list[int]:
        """The cell as in records and on the command line: row and column from 1 at the bottom left."""
        return [self._shape[0] - self[0], self[1] + 1]

    def __getnewargs__(self) -> tuple[int, int, tuple[int, int]]:
        """Returns the arguments, to be copied and pickled."""
        return (*self, self._shape)

    def __repr__(self) -> str:
        """Returns the parts by name."""
        return f"Cell(row={self[0]}, col={self[1]})"


class MayanMove(tuple[int, int, Side]):
    """A move of the Mayan puzzle, ``(row, col, side)``: the tile of a cell of the array moves to a side."""

    index: int  # type: ignore[assignment]
    """The index of the cell in the flat array, for a move to the left with ``rows * cols`` added: an action of the
    environments.
    """
    _shape: tuple[int, int]

    def __new__(cls, row: int, col: int, side: Side, shape: tuple[int, int]) -> MayanMove:
        """A move on a board of this shape."""
        move = super().__new__(cls, (row, col, side))
        move._shape = shape
        move.index = row * shape[1] + col + (shape[0] * shape[1] if side == "L" else 0)
        return move

    @property
    def row(self) -> int:
        """The row, from 0 at the top."""
        return self[0]

    @property
    def col(self) -> int:
        """The column, from 0 at the left."""
        return self[1]

    @property
    def side(self) -> Side:
        """The side, ``"R"`` or ``"L"``."""
        return self[2]

    @property
    def row_column(self) -> tuple[int, int]:
        """The row from the top and the column of the tile, the index of the array."""
        return (self[0], self[1])

    @property
    def record(self) -> list[int | Side]:
        """The move as in records and on the command line: x and y, from 0 at the bottom left, and the side."""
        return [self[1], self._shape[0] - 1 - self[0], self[2]]

    def __getnewargs__(self) -> tuple[int, int, Side, tuple[int, int]]:
        """Returns the arguments, to be copied and pickled."""
        return (*self, self._shape)

    def __repr__(self) -> str:
        """Returns the parts by name."""
        return f"MayanMove(row={self[0]}, col={self[1]}, side={self[2]!r})"


@dataclass(frozen=True)
class Group:
    """A group of equal tiles that can be removed: a move."""

    cell: Cell
    """The first cell: the lowest cell of the leftmost column."""
    size: int
    """The number of tiles."""
    color: int
    """The number of the color, as in the array."""

    @property
    def index(self) -> int:
        """The index of the first cell."""
        return self.cell.index


Move: TypeAlias = Cell | MayanMove
"""A move of either game."""


def moves_of(record: list[Any] | None, shape: tuple[int, int]) -> list[Any]:
    """Returns the moves of a list as in a record, on a board of this shape."""
    return [
        Cell(shape[0] - move[0], move[1] - 1, shape)
        if len(move) == 2
        else MayanMove(shape[0] - 1 - move[1], move[0], move[2], shape)
        for move in record or ()
    ]
