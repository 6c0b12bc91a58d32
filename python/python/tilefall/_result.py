"""The results of searches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from ._argument import shown
from ._moves import Cell, MayanMove, Move, moves_of
from ._tilefall import MayanPuzzle, Puzzle, SameGamePuzzle, records_of
from .types import RuleOptions, Status

if TYPE_CHECKING:
    from ._replay import Replay

T_co = TypeVar("T_co", covariant=True)
PuzzleT_co = TypeVar("PuzzleT_co", bound=Puzzle, covariant=True)
MoveT = TypeVar("MoveT", bound=Move)

COLUMNS: dict[str, type] = {
    **{"index": int, "id": str, "game": str, "status": str, "goal": str, "rows": int, "cols": int},
    **{"colors": int, "length": int, "score": int, "cleared": bool, "left": int, "biggest": int},
    **{"bound": int, "count": str, "moves": list, "nodes": int, "seconds": float},
    **{"stopped_by": str, "error": str, "stats": str},
}
"""The columns of a table of results, and their types."""


class Field(Generic[T_co]):
    """An attribute with the value of a field of the record; None if the record does not have the field."""

    def __set_name__(self, owner: type[Result], name: str) -> None:
        """Stores the name of the attribute, which is the name of the field."""
        self._name = name

    def __get__(self, result: Result, owner: type[Result] | None = None) -> T_co:
        """Returns the value in the record of a result."""
        return cast("T_co", result.record.get(self._name))


class Result:
    """The result of one puzzle, a `SameGameResult` or a `MayanResult`. Immutable.

    A property that does not apply is None. Two results are equal if their records are, without times, and their
    puzzles.
    """

    __slots__ = ("_line", "_own", "_puzzle", "_record")
    _line: str
    _own: Mapping[str, Any]
    _puzzle: Puzzle | None
    _record: dict[str, Any] | None

    status: Field[Status] = Field()
    """``optimal`` or ``infeasible`` (proven), ``feasible``, ``unknown`` or ``error``."""
    cleared: Field[bool | None] = Field()
    """Whether the list clears the board."""
    nodes: Field[int | None] = Field()
    """Nodes of a tree search, trials of an annealer, or playouts."""
    seconds: Field[float | None] = Field()
    """The time of the search in seconds."""
    stopped_by: Field[str | None] = Field()
    """The limit that stopped the search: ``time``, ``nodes``, ``trials``, ``target``, ``interrupt``, ..."""
    stats: Field[dict[str, Any] | None] = Field()
    """Counters of the search, with ``stats=True``."""
    index: Field[int] = Field()
    """The number of the puzzle in its batch, from 0."""
    id: Field[str] = Field()
    """The id of the puzzle."""
    error: Field[str | None] = Field()
    """The error message, if the status is ``error``."""

    def __init__(self, line: str, puzzle: Puzzle | None, own: Mapping[str, Any]) -> None:
        """Creates the result of a record, a line of JSON. The options `own` of the call replace rules of the puzzle."""
        self._line, self._puzzle, self._own, self._record = line.rstrip("\n"), puzzle, own, None

    @staticmethod
    def from_record(
        record: Mapping[str, Any] | str, puzzle: Puzzle | None = None
    ) -> SameGameResult | MayanResult:
        """Returns the result of a record, such as the attribute `record` or the text of `to_json`.

        Args:
            record: The record (dict), or a line of JSON.
            puzzle: The puzzle of the result, for `puzzle` and `replay`.

        Raises:
            ReadError: If the record is not valid.
            ValueError: If neither the record nor the puzzle names a game, or they name different games.
            TypeError: If a value has the wrong type.
        """
        if not isinstance(record, str | Mapping):
            raise TypeError(f"record is {shown(record)}, expected a record (dict) or a line of JSON (str)")
        if puzzle is not None and not isinstance(puzzle, Puzzle):
            raise TypeError(f"puzzle is {shown(puzzle)}, expected a Puzzle or None")
        line = record if isinstance(record, str) else json.dumps(dict(record), ensure_ascii=False)
        found = records_of(line)
        if len(found) != 1:
            raise ValueError(f"found {len(found)} records, expected one")
        return recorded(*found[0], puzzle)

    @property
    def record(self) -> dict[str, Any]:
        """The record, field by field as the program writes it. Do not change it."""
        if self._record is None:
            self._record = json.loads(self._line)
        return cast("dict[str, Any]", self._record)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with the rules (SameGame) or with M and the mode (Mayan) of the call.

        Raises:
            ValueError: If the result was read without its puzzle.
        """
        return self._asked(self._given())

    def _given(self) -> Puzzle:
        if self._puzzle is None:
            raise ValueError(f"{self.id}: this result was read without its puzzle, expected puzzles")
        return self._puzzle

    def _asked(self, puzzle: Puzzle) -> Puzzle:
        """Returns a puzzle with the task of the call."""
        raise NotImplementedError

    @property
    def length(self) -> int | None:
        """The number of moves of the list; None without a list."""
        moves = self.record.get("moves")
        return None if moves is None else len(moves)

    def to_json(self) -> str:
        """Returns the record as one line of JSON, without a newline."""
        return self._line

    def to_dict(self) -> dict[str, Any]:
        """Returns a flat dict for a row of a table: the same keys for all results, None if not known.

        ``moves`` is the list, and ``stats`` a dict of counters. Only SameGame has a goal. Rows, columns, colors and
        moves are known if the puzzle is. `Results.to_frame` makes a data frame of many results.
        """
        known: dict[str, Any] = {
            "game": self.record.get("game") or (self._puzzle and self._puzzle.game),
            "goal": self.record.get("asked", {}).get("goal"),
        }
        if self._puzzle is None:
            known["moves"] = None
        else:
            rows, cols = self._puzzle.shape
            known |= {"rows": rows, "cols": cols, "colors": len(self._puzzle.board.names)}
        return {name: known.get(name, getattr(self, name, None)) for name in COLUMNS}

    def row(self) -> dict[str, Any]:
        """Returns the row of the result in a data frame: moves as indices, counters as JSON, the count as text."""
        found = self.to_dict()
        moves, stats = found["moves"], found["stats"]
        listed = None if self.length is None or moves is None else [move.index for move in moves]
        count = None if found["count"] is None else str(found["count"])
        return found | {"count": count, "moves": listed, "stats": stats and json.dumps(stats)}

    def replay(self) -> Replay:
        """Returns a page that replays the list.

        Raises:
            ValueError: If there is no list, or the result was read without its puzzle.
        """
        # Imported here, because the module imports this one.
        from ._replay import replay

        return replay(self)

    def _key(self) -> tuple[Any, ...]:
        """Returns the parts that `==` compares."""
        record = {name: value for name, value in self.record.items() if name != "seconds"}
        if "stats" in record:
            stats = record["stats"].items()
            record["stats"] = {name: value for name, value in stats if not name.endswith("seconds")}
        return type(self), record, self._puzzle and self._asked(self._puzzle)

    def __eq__(self, other: object) -> bool:
        """Whether two results have the same record, without times, and the same puzzle."""
        return self._key() == other._key() if isinstance(other, Result) else NotImplemented

    def _repr_html_(self) -> str:
        shown_as_page = self.record.get("moves") and self._puzzle is not None
        return self.replay()._repr_html_() if shown_as_page else f"<code>{self!r}</code>"

    def __repr__(self) -> str:
        """Returns the status and the main fields."""
        names = ("score", "cleared", "left", "biggest", "bound", "count", "stopped_by", "error")
        parts = [f"{name}={self.record[name]!r}" for name in names if name in self.record]
        if self.length is not None:
            parts.insert(0, f"{self.length} move{'' if self.length == 1 else 's'}")
        return f"<{type(self).__name__} {', '.join([self.status, *parts])}>"


class _Typed(Result, Generic[PuzzleT_co, MoveT]):
    """A result with the types of its game."""

    __slots__ = ()

    @property
    def puzzle(self) -> PuzzleT_co:
        """The puzzle, with the rules (SameGame) or with M and the mode (Mayan) of the call.

        Raises:
            ValueError: If the result was read without its puzzle.
        """
        return cast("PuzzleT_co", super().puzzle)

    @property
    def moves(self) -> list[MoveT]:
        """The moves of the list; empty without a list.

        Raises:
            ValueError: If the result was read without its puzzle; `record` has the moves as the program writes them.
        """
        return moves_of(self.record.get("moves"), self._given().shape)


class SameGameResult(_Typed[SameGamePuzzle, Cell]):
    """The result of a puzzle of the SameGame family."""

    __slots__ = ()

    score: Field[int | None] = Field()
    """The score of the list."""
    left: Field[int | None] = Field()
    """The number of tiles left, with ``goal="left"``."""
    biggest: Field[int | None] = Field()
    """The number of tiles of the largest removal, with ``goal="biggest"``."""
    bound: Field[int | None] = Field()
    """A proven bound on the value of the goal: an upper bound on the score or the largest removal, or a lower
    bound on the number of clicks or of tiles left.
    """

    def _asked(self, puzzle: Puzzle) -> Puzzle:
        rules = {
            name: self._own[name] for name in RuleOptions.__annotations__ if self._own.get(name) is not None
        }
        # In a list of both games, a puzzle of the other game has a result with an error.
        return puzzle.with_rules(**rules) if rules and isinstance(puzzle, SameGamePuzzle) else puzzle


class MayanResult(_Typed[MayanPuzzle, MayanMove]):
    """The result of a Mayan puzzle."""

    __slots__ = ()

    bound: Field[int | None] = Field()
    """A proven lower bound on the number of moves."""

    def _asked(self, puzzle: Puzzle) -> Puzzle:
        asked = self.record.get("asked", {})
        if not isinstance(puzzle, MayanPuzzle):
            return puzzle
        return puzzle.with_task(max_moves=asked.get("moves"), mode=asked.get("mode"))

    @property
    def count(self) -> int | None:
        """The number of lists, with ``want="count"``."""
        count = self.record.get("count")
        return None if count is None else int(count)

    @property
    def counts(self) -> dict[int, int]:
        """The number of lists by length, with ``want="count"``."""
        return {item["moves"]: int(item["count"]) for item in self.record.get("counts") or ()}

    @property
    def solutions(self) -> list[list[MayanMove]]:
        """All lists, with ``want="all"``."""
        return [moves_of(moves, self._given().shape) for moves in self.record.get("solutions") or ()]


def recorded(
    line: str, named: str | None, puzzle: Puzzle | None, game: str | None = None
) -> SameGameResult | MayanResult:
    """Returns the result of a record. The games `named` in the record, of `puzzle`, and `game` must agree if given."""
    own = puzzle.game if puzzle else None
    games = {name for name in (named, own, game) if name}
    if len(games) != 1:
        about, expected = json.loads(line)["id"], game or own or "a puzzle or a game"
        raise ValueError(f"{about}: the record is of the game {named}, expected {expected}")
    return (SameGameResult if games == {"samegame"} else MayanResult)(line, puzzle, {})
