"""The analysis of a list of moves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, cast, overload

from ._error import Interrupted
from ._moves import Cell, MayanMove, Move, moves_of
from ._options import DEFAULTS, completed, signed
from ._tilefall import analyze_list, as_puzzle
from .types import (
    Game,
    Limits,
    MayanSource,
    SameGameAnalyzeOptions,
    SameGameSource,
    Source,
    Status,
    Step,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

MoveT = TypeVar("MoveT", bound=Move)


@dataclass(frozen=True)
class Position(Generic[MoveT]):
    """A position of a game: what is known of the moves to come, and the move that was played."""

    at: int
    """The number of moves before the position."""
    best: int | None
    """The best known result of a whole game through the position; None if no list that reaches the goal is known."""
    bound: int | None
    """A proven bound on the result; None if no bound is known."""
    status: Status
    """Whether the result is proven, as in a `Result`."""
    line: list[MoveT]
    """The moves from the position to the best known result."""
    move: MoveT | None
    """The move that was played; None at the end."""
    points: int | None
    """SameGame: the points of the move."""
    tiles: int | None
    """The number of tiles that vanished with the move; None at the end."""
    loss: int | None
    """The loss of the move in the unit of the results; None if no loss is known."""
    loss_proven: bool | None
    """Whether the loss is proven; None if no loss is known."""


@dataclass(frozen=True)
class Analysis(Generic[MoveT]):
    """The analysis of a game: the best result still possible at each position, and what each move lost."""

    unit: str
    """The unit of all results: ``points``, ``cleared``, ``clicks``, ``left``, ``biggest`` or ``moves``."""
    result: int | None
    """The result of the game as it was played; None if it does not reach the goal."""
    lost_at: int | None
    """The number of the move, from 0, that lost the goal, as far as known; None without such a move."""
    lost_proven: bool | None
    """Whether it is proven that no list after this move reaches the goal; None without such a move."""
    positions: list[Position[MoveT]]
    """The positions, from before the first move to after the last one."""


_Moves: TypeAlias = "Iterable[Step] | None"


@overload
def analyze(
    puzzle: SameGameSource,
    moves: _Moves = None,
    *,
    game: Literal["samegame"] | None = None,
    **options: Unpack[SameGameAnalyzeOptions],
) -> Analysis[Cell]: ...
@overload
def analyze(
    puzzle: MayanSource,
    moves: _Moves = None,
    *,
    game: Literal["mayan"] | None = None,
    **options: Unpack[Limits],
) -> Analysis[MayanMove]: ...
@overload
def analyze(
    puzzle: Source,
    moves: _Moves = None,
    *,
    game: Literal["samegame"],
    **options: Unpack[SameGameAnalyzeOptions],
) -> Analysis[Cell]: ...
@overload
def analyze(
    puzzle: Source, moves: _Moves = None, *, game: Literal["mayan"], **options: Unpack[Limits]
) -> Analysis[MayanMove]: ...
@signed((SameGameAnalyzeOptions,), DEFAULTS)
def analyze(
    puzzle: Source, moves: _Moves = None, *, game: Game | None = None, **options: Any
) -> Analysis[Cell] | Analysis[MayanMove]:
    """Analyzes a list of moves: the best result still possible at each position, and what each move lost.

    Without a limit, the analysis searches a fixed number of nodes: up to a minute for a game on a usual board.

    Args:
        puzzle: The puzzle, as `solve` takes one, with its rules.
        moves: The list: moves, or their indices. By default the list that comes with the puzzle.
        game: The game of a text; a puzzle of the other game is refused.
        **options: The keywords of `solve` for both games, which hold for the whole analysis; for SameGame ``seed``, and
            ``goal`` (the highest score by default).

    Raises:
        ReadError: If the text is no puzzle.
        ValueError: If a value is not valid, or a move cannot be played.
        TypeError: If a value has the wrong type.
        Interrupted: After Ctrl-C, with the analysis so far.
    """
    given = as_puzzle(puzzle, name="puzzle", game=game)
    keywords = completed("analyze", given.game, options, (SameGameAnalyzeOptions, Limits))
    line, interrupted = analyze_list(given, given.given_moves if moves is None else moves, keywords)
    found = _analysis(json.loads(line), given.shape)
    if interrupted:
        raise Interrupted(found)
    return cast("Analysis[Cell] | Analysis[MayanMove]", found)


def _analysis(whole: dict[str, Any], shape: tuple[int, int]) -> Analysis[Any]:
    def position(found: dict[str, Any]) -> Position[Any]:
        move = moves_of([found["move"]], shape)[0] if found["move"] else None
        return Position(**{**found, "line": moves_of(found["line"], shape), "move": move})

    positions = [position(found) for found in whole["positions"]]
    return Analysis(**{**whole, "positions": positions})
