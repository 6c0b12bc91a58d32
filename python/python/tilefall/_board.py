"""The protocol of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeVar, runtime_checkable

from ._moves import Move

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Self

    from ._tilefall import Puzzle

MoveT = TypeVar("MoveT", bound=Move)
"""The type of moves of a game."""


@runtime_checkable
class Board(Protocol[MoveT]):
    """What `SameGameBoard` (a ``Board[Cell]``) and `MayanBoard` (a ``Board[MayanMove]``) have in common.

    Methods that take a move also take its index, as in ``action_mask``.
    """

    @property
    def rows(self) -> int:
        """The number of rows, including empty ones."""
        ...

    @property
    def cols(self) -> int:
        """The number of columns, including empty ones."""
        ...

    @property
    def shape(self) -> tuple[int, int]:
        """``(rows, cols)``, the shape of the array."""
        ...

    @property
    def names(self) -> list[int]:
        """The names of the colors of the first board, ascending."""
        ...

    @property
    def cleared(self) -> bool:
        """Whether the board is empty."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether there is no legal move."""
        ...

    @property
    def moves(self) -> list[MoveT]:
        """The moves so far."""
        ...

    def legal_moves(self) -> list[MoveT]:
        """Returns the legal moves."""
        ...

    def action_mask(self) -> NDArray[np.bool_]:
        """Returns a new bool array: whether the move of an index is legal."""
        ...

    def to_index(self, move: Any, /) -> int:
        """Returns the index of a move."""
        ...

    def play(self, move: SupportsIndex | Any, /) -> int:
        """Plays a move and returns the number of tiles or blocks that vanish."""
        ...

    def undo(self) -> MoveT | None:
        """Undoes the last move and returns it; None at the start."""
        ...

    def redo(self) -> MoveT | None:
        """Redoes the last undone move and returns it; None if there is none."""
        ...

    def to_numpy(self) -> NDArray[np.uint8]:
        """Returns a new array [rows, cols], the top row first: 0 for empty."""
        ...

    def to_puzzle(self) -> Puzzle:
        """Returns the current board as a puzzle."""
        ...

    def copy(self) -> Self:
        """Returns an independent copy with the same cells and moves."""
        ...
