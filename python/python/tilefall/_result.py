"""The result of a search."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from ._argument import shown
from ._page import Replay, page
from ._tilefall import Puzzle

Move = tuple[int, int] | tuple[int, int, str]
"""A move as in records: ``(row, col)`` from 1 at the bottom left, or ``(x, y, side)`` from 0."""


@dataclass(frozen=True)
class Improvement:
    """A better list of a SameGame search, the argument of ``on_better``."""

    index: int
    """The index of the puzzle."""
    score: int
    """The score under the rules of the call."""
    cleared: bool
    """Whether the list clears the board."""
    left: int
    """The number of tiles left."""
    biggest: int
    """The number of tiles of the largest removal."""
    moves: list[tuple[int, int]]
    """The clicks: ``(row, col)`` from 1 at the bottom left."""
    nodes: int
    """Nodes, trials or playouts so far."""
    seconds: float
    """Seconds since the start of the search."""


@dataclass(frozen=True, repr=False)
class Result:
    """The result of one puzzle: a result record, field by field as the command line writes it, and its puzzle.

    A field that does not apply is None.
    """

    record: dict[str, Any]
    """The record as a dict."""
    puzzle: Puzzle
    """The puzzle, with the rules, or the M and the mode, of the call."""

    @property
    def status(self) -> str:
        """``optimal`` or ``infeasible`` (proven), ``feasible``, ``unknown`` or ``error``."""
        return str(self.record["status"])

    @property
    def moves(self) -> list[Move] | None:
        """The list: ``(row, col)`` from 1 at the bottom left, or ``(x, y, "R" or "L")`` from 0."""
        return _moves(self.record.get("moves"))

    @property
    def score(self) -> int | None:
        """SameGame: the score of the list."""
        return cast("int | None", self.record.get("score"))

    @property
    def cleared(self) -> bool | None:
        """Whether the list clears the board."""
        return cast("bool | None", self.record.get("cleared"))

    @property
    def left(self) -> int | None:
        """SameGame: the number of tiles left, with ``goal="left"``."""
        return cast("int | None", self.record.get("left"))

    @property
    def biggest(self) -> int | None:
        """SameGame: the number of tiles of the largest removal, with ``goal="biggest"``."""
        return cast("int | None", self.record.get("biggest"))

    @property
    def bound(self) -> int | None:
        """A proven bound. Mayan: a lower bound on the number of moves.

        SameGame: an upper bound on the score or the largest removal, or a lower bound on the clicks or the tiles left,
        by goal.
        """
        return cast("int | None", self.record.get("bound"))

    @property
    def count(self) -> int | None:
        """Mayan: the number of lists, with ``count=True``."""
        count = self.record.get("count")
        return None if count is None else int(count)

    @property
    def counts(self) -> dict[int, int] | None:
        """Mayan: the number of lists by length, with ``count=True``."""
        counts = self.record.get("counts")
        return None if counts is None else {item["moves"]: int(item["count"]) for item in counts}

    @property
    def solutions(self) -> list[list[Move]] | None:
        """Mayan: all lists, with ``all=True``."""
        lists = self.record.get("solutions")
        return None if lists is None else [_moves(item) or [] for item in lists]

    @property
    def nodes(self) -> int | None:
        """Nodes of a tree search, trials of an annealer, or playouts."""
        return cast("int | None", self.record.get("nodes"))

    @property
    def seconds(self) -> float | None:
        """The time of the search in seconds."""
        return cast("float | None", self.record.get("seconds"))

    @property
    def stopped_by(self) -> str | None:
        """The limit that stopped the search: ``time``, ``nodes``, ``trials``, ``target``, ``interrupt``, ..."""
        return cast("str | None", self.record.get("stopped_by"))

    @property
    def stats(self) -> dict[str, Any] | None:
        """Counters of the search, with ``stats=True``."""
        return cast("dict[str, Any] | None", self.record.get("stats"))

    @property
    def index(self) -> int:
        """The number of the puzzle in its batch, from 0."""
        return int(self.record["index"])

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return str(self.record["id"])

    @property
    def error(self) -> str | None:
        """The error message, if the status is ``error``."""
        return cast("str | None", self.record.get("error"))

    def to_json(self) -> str:
        """Returns the record as one line of JSON, without a newline."""
        return json.dumps(self.record, separators=(",", ":"), ensure_ascii=False)

    def replay(self) -> Replay:
        """Returns a page that replays the list."""
        return page([listed(self)])

    def _repr_html_(self) -> str:
        return self.replay()._repr_html_() if self.record.get("moves") else f"<code>{self!r}</code>"

    def __repr__(self) -> str:
        shown = ("score", "cleared", "left", "biggest", "bound", "count", "stopped_by", "error")
        parts = [f"{name}={self.record[name]!r}" for name in shown if name in self.record]
        if self.record.get("moves") is not None:
            moves = len(self.record["moves"])
            parts.insert(0, f"{moves} move{'' if moves == 1 else 's'}")
        return f"<Result {', '.join([self.status, *parts])}>"


def _moves(steps: list[list[Any]] | None) -> list[Move] | None:
    return None if steps is None else [cast("Move", tuple(step)) for step in steps]


def listed(result: Result, name: str = "result") -> tuple[Puzzle, str]:
    """Returns the puzzle and the record of a result that has a list."""
    if not isinstance(result, Result):
        raise TypeError(f"{name} is {shown(result)}, expected a Result")
    if result.moves is None:
        raise ValueError(f"{result.id}: {result.status}, no list to replay")
    return result.puzzle, result.to_json()
