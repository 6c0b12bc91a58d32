"""Hints for the next move, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from ._options import DEFAULTS, completed, signed
from ._result import MayanResult, SameGameResult
from ._solve import solve
from ._tilefall import as_puzzle, hint_texts
from .types import Game, Limits, MayanOptions, MayanSource, SameGameOptions, SameGameSource, Source

if TYPE_CHECKING:
    from typing_extensions import Unpack

ResultT_co = TypeVar("ResultT_co", bound=SameGameResult | MayanResult, covariant=True)


@dataclass(frozen=True)
class Hint(Generic[ResultT_co]):
    """A hint in four texts, each of which gives away more; the texts are None if the search finds no move."""

    where: str | None
    """The columns to look at: ``look at column 3``."""
    why: str | None
    """The reasons, which are proven, or the effect of the list."""
    move: str | None
    """The next move and its effect, in words."""
    line: str | None
    """The moves of the whole list, as text."""
    result: ResultT_co
    """The result of the search, with its status and the list."""


@overload
def hint(
    puzzle: SameGameSource, *, game: Literal["samegame"] | None = None, **options: Unpack[SameGameOptions]
) -> Hint[SameGameResult]: ...
@overload
def hint(
    puzzle: MayanSource, *, game: Literal["mayan"] | None = None, **options: Unpack[MayanOptions]
) -> Hint[MayanResult]: ...
@overload
def hint(
    puzzle: Source, *, game: Literal["samegame"], **options: Unpack[SameGameOptions]
) -> Hint[SameGameResult]: ...
@overload
def hint(puzzle: Source, *, game: Literal["mayan"], **options: Unpack[MayanOptions]) -> Hint[MayanResult]: ...
@overload
def hint(
    puzzle: Source, *, game: None = None, **options: Unpack[Limits]
) -> Hint[SameGameResult] | Hint[MayanResult]: ...
@signed((SameGameOptions, MayanOptions), DEFAULTS | {"timeout": 1.0})
def hint(
    puzzle: Source, *, game: Game | None = None, **options: Any
) -> Hint[SameGameResult] | Hint[MayanResult] | Hint[SameGameResult | MayanResult]:
    """Searches one puzzle, for a second if no limit is given, and returns a hint in steps.

    The puzzle is the position to play on, such as a board after some moves.

    Args:
        puzzle: The puzzle, as `solve` takes one.
        game: The game of a text, for type checkers; a puzzle of the other game is refused.
        **options: The keywords of `solve`, which also documents the exceptions.
    """
    if options.get("timeout") is None and options.get("nodes") is None:
        options["timeout"] = 1.0
    search: Any = solve
    given = as_puzzle(puzzle, name="puzzle", game=game, keywords=options)
    if completed("hint", given.game, options).get("want") == "count":
        raise ValueError("argument 'want': 'count' finds no list, expected 'one', 'first' or 'all'")
    result: SameGameResult | MayanResult = search(given, **options)
    where, why, move, line = hint_texts(result.puzzle, result.to_json()) or (None,) * 4
    return Hint(where, why, move, line, result)
