"""Generating puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ._argument import one_of
from ._error import Interrupted
from ._options import complete, signed
from ._tilefall import MayanPuzzle, SameGamePuzzle
from ._tilefall import generate as made
from .types import Game, MayanGenerateOptions, SameGameGenerateOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

DEFAULTS: dict[Game, dict[str, Any]] = {
    "samegame": {"rows": 15, "cols": 15, "colors": 5, "clearable": False, "balanced": False},
    "mayan": {"rows": 7, "cols": 5, "max_moves": 5, "unique": False},
}
"""The defaults of generated boards that are not None."""


@overload
def generate(
    game: Literal["samegame"] = "samegame", **options: Unpack[SameGameGenerateOptions]
) -> list[SameGamePuzzle]: ...
@overload
def generate(game: Literal["mayan"], **options: Unpack[MayanGenerateOptions]) -> list[MayanPuzzle]: ...
@signed(
    (SameGameGenerateOptions, MayanGenerateOptions),
    {"count": 1, "seed": 1, "clearable": False, "balanced": False, "unique": False},
)
def generate(game: Game = "samegame", **options: Any) -> list[SameGamePuzzle] | list[MayanPuzzle]:
    """Generates puzzles; puzzle k of a seed is the same on every machine and on the command line.

    Args:
        game: The game.
        **options: The keywords below.

    - ``count``: The number of puzzles.
    - ``seed``: The seed, 0 to 2⁶⁴ - 1.
    - ``rows``: Rows; 15, or 7 for Mayan (3 to 8).
    - ``cols``: Columns; 15, or 5 for Mayan (2 to 8).
    - ``colors``: Colors, 1 to 62; 5, or for Mayan ``max_moves`` + 1, 6 at most.
    - ``clearable``: SameGame: only boards that a list clears; the list is in `Puzzle.answer`.
    - ``clicks``: SameGame: only boards that this number of clicks clears, and no fewer, proven; for small boards.
    - ``balanced``: SameGame: equally many tiles of each color; numbers differ by at most one.
    - ``rules``, ``score`` and so on: SameGame: the rules of the boards, as `solve` takes them.
    - ``max_moves``: Mayan: M, the number of moves of the shortest list, 1 to 12.
    - ``tiles``: Mayan: the number of tiles, or a range, both ends included.
    - ``unique``: Mayan: exactly one list of M moves.
    - ``solutions``: Mayan: a range for the number of lists of M moves.
    - ``difficulty``: Mayan: ``"easy"``, ``"medium"``, ``"hard"``, or a range from 0 to 100.
    - ``cancel``: A `threading.Event` that ends the call with the puzzles so far.

    Raises:
        ValueError: If there is no such puzzle, or none is found.
        TypeError: If a value has the wrong type, or a keyword has no effect on puzzles of this game.
        Interrupted: After Ctrl-C, with the puzzles so far.
    """
    one_of("game", game, DEFAULTS)
    defaults = {"count": 1, "seed": 1, **DEFAULTS[game]}
    keywords = complete("generate", game, options, (SameGameGenerateOptions, MayanGenerateOptions), defaults)
    found, interrupted = made(game, keywords)
    if interrupted:
        raise Interrupted(found)
    return found
