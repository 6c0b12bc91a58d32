"""The arguments of the callback ``on_found``."""

from __future__ import annotations

from dataclasses import dataclass

from ._moves import Cell, MayanMove


@dataclass(frozen=True)
class SameGameFound:
    """A better list of a SameGame search."""

    index: int
    """The index of the puzzle, as in its result."""
    moves: list[Cell]
    """The moves of the list."""
    score: int
    """The score under the rules of the call."""
    cleared: bool
    """Whether the list clears the board."""
    left: int
    """The number of tiles that the list leaves."""
    biggest: int
    """The number of tiles of the largest removal."""
    nodes: int
    """The number of nodes, trials or playouts so far."""
    seconds: float
    """Seconds since the start of the search."""


@dataclass(frozen=True)
class MayanFound:
    """A list of a Mayan search with ``want="all"``."""

    index: int
    """The index of the puzzle, as in its result."""
    moves: list[MayanMove]
    """The moves of the list."""
