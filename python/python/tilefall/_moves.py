"""Cells, moves and groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from .types import Side

Shape = tuple[int, int]


class _Placed:
    """A tuple that begins with row and column."""

    @property
    def row(self) -> int:
        """The row, from 0 at the top."""
        return self.row_column[0]

    @property
    def col(self) -> int:
        """The column, from 0 at the left."""
        return self.row_column[1]

    @property
    def row_column(self) -> tuple[int, int]:
        """The row from the top and the column, the index of the array."""
        return cast("tuple[int, int]", tuple(cast("tuple[Any, ...]", self)[:2]))


class Cell(_Placed, tuple[int, int]):
    """A cell, which is a move of SameGame: ``(row, col)``, an index of the array of its board."""

    index: int  # type: ignore[assignment]
    """The index in the flat array: an action of the environments."""
    record: list[int]
    """The cell as in records and on the command line: row and column from 1 at the bottom left."""
    _shape: Shape

    def __new__(cls, row: int, col: int, shape: Shape) -> Cell:
        """A cell of a board of this shape."""
        cell = super().__new__(cls, (row, col))
        cell.index, cell.record, cell._shape = row * shape[1] + col, [shape[0] - row, col + 1], shape
        return cell

    def __getnewargs__(self) -> tuple[int, int, Shape]:
        """Returns the arguments, to be copied and pickled."""
        return (*self, self._shape)

    def __repr__(self) -> str:
        """Returns the parts by name."""
        return f"Cell(row={self[0]}, col={self[1]})"


class MayanMove(_Placed, tuple[int, int, Side]):
    """A move of the Mayan puzzle, ``(row, col, side)``: the tile of a cell of the array moves to a side."""

    index: int  # type: ignore[assignment]
    """The index of the cell in the flat array, plus ``rows * cols`` for a move to the left: an action of the
    environments.
    """
    record: list[int | Side]
    """The move as in records and on the command line: x and y, from 0 at the bottom left, and the side."""
    _shape: Shape

    def __new__(cls, row: int, col: int, side: Side, shape: Shape) -> MayanMove:
        """A move on a board of this shape."""
        move = super().__new__(cls, (row, col, side))
        move.index = row * shape[1] + col + (shape[0] * shape[1] if side == "L" else 0)
        move.record, move._shape = [col, shape[0] - 1 - row, side], shape
        return move

    @property
    def side(self) -> Side:
        """The side, ``"R"`` or ``"L"``."""
        return self[2]

    def __getnewargs__(self) -> tuple[int, int, Side, Shape]:
        """Returns the arguments, to be copied and pickled."""
        return (*self, self._shape)

    def __repr__(self) -> str:
        """Returns the parts by name."""
        return f"MayanMove(row={self[0]}, col={self[1]}, side={self[2]!r})"


@dataclass(frozen=True)
class Group:
    """A group of equal tiles that can be removed. As a move, a group stands for its first cell."""

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

    def __index__(self) -> int:
        """Returns `index`, so that a group can stand for the index of a move."""
        return self.index


Move: TypeAlias = Cell | MayanMove
"""A move of either game."""


def moves_of(record: list[Any] | None, shape: Shape) -> list[Any]:
    """Converts the moves of a record to moves on a board of this shape."""
    return [
        Cell(shape[0] - move[0], move[1] - 1, shape)
        if len(move) == 2
        else MayanMove(shape[0] - 1 - move[1], move[0], move[2], shape)
        for move in record or ()
    ]
