"""Generating puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from ._argument import game_of, is_default
from ._interrupt import Event, Interrupted, OnInterrupt
from ._rules import NAMES, Columns, LeftPenalty
from ._tilefall import MayanPuzzle, SameGamePuzzle, generate_mayan, generate_samegame

if TYPE_CHECKING:
    from ._source import Game

Difficulty = Literal["easy", "medium", "hard"]
"""The name of a range of difficulties."""


@overload
def generate(
    game: Literal["samegame"] = "samegame",
    *,
    count: int = 1,
    seed: int = 1,
    rows: int | None = None,
    cols: int | None = None,
    colors: int | None = None,
    clearable: bool = False,
    clicks: int | None = None,
    balanced: bool = False,
    rules: str | Mapping[str, Any] | None = None,
    score: str | None = None,
    clear_bonus: int | None = None,
    clear_factor: int | None = None,
    left_penalty: LeftPenalty | None = None,
    left_points: str | None = None,
    min_group: int | None = None,
    columns: Columns | None = None,
    cancel: Event | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[SameGamePuzzle]: ...
@overload
def generate(
    game: Literal["mayan"],
    *,
    count: int = 1,
    seed: int = 1,
    rows: int | None = None,
    cols: int | None = None,
    colors: int | None = None,
    max_moves: int = 5,
    blocks: int | tuple[int, int] | None = None,
    unique: bool = False,
    solutions: tuple[int, int] | None = None,
    difficulty: Difficulty | tuple[int, int] | None = None,
    cancel: Event | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[MayanPuzzle]: ...
def generate(
    game: Game = "samegame",
    *,
    count: int = 1,
    seed: int = 1,
    rows: int | None = None,
    cols: int | None = None,
    colors: int | None = None,
    clearable: bool = False,
    clicks: int | None = None,
    balanced: bool = False,
    rules: str | Mapping[str, Any] | None = None,
    score: str | None = None,
    clear_bonus: int | None = None,
    clear_factor: int | None = None,
    left_penalty: LeftPenalty | None = None,
    left_points: str | None = None,
    min_group: int | None = None,
    columns: Columns | None = None,
    max_moves: int = 5,
    blocks: int | tuple[int, int] | None = None,
    unique: bool = False,
    solutions: tuple[int, int] | None = None,
    difficulty: Difficulty | tuple[int, int] | None = None,
    cancel: Event | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[SameGamePuzzle] | list[MayanPuzzle]:
    """Generates puzzles; puzzle k of a seed is the same on every machine and on the command line.

    Args:
        game: The game.
        count: The number of puzzles.
        seed: The seed, 0 to 2⁶⁴ - 1.
        rows: Rows; 15, or 7 for Mayan (3 to 8).
        cols: Columns; 15, or 5 for Mayan (2 to 8).
        colors: Colors, 1 to 62; 5, or for Mayan ``max_moves`` + 1, 6 at most.
        clearable: SameGame: only boards that a list clears; the list is in `Puzzle.answer`.
        clicks: SameGame: only boards that this number of clicks clears, and no fewer, proven; for small boards.
        balanced: SameGame: as many tiles of each color, or one more of some.
        rules: SameGame: the rules of the boards, here and below as `solve` takes them.
        score: SameGame: see `solve`.
        clear_bonus: SameGame: see `solve`.
        clear_factor: SameGame: see `solve`.
        left_penalty: SameGame: see `solve`.
        left_points: SameGame: see `solve`.
        min_group: SameGame: see `solve`.
        columns: SameGame: see `solve`.
        max_moves: Mayan: M, the number of moves of the shortest list, 1 to 12.
        blocks: Mayan: the number of blocks, or a range, both ends included.
        unique: Mayan: exactly one list of M moves.
        solutions: Mayan: a range for the number of lists of M moves.
        difficulty: Mayan: ``"easy"``, ``"medium"``, ``"hard"``, or a range from 0 to 100.
        cancel: A `threading.Event` that ends the call with the puzzles so far.
        on_interrupt: After Ctrl-C: ``"raise"``, or ``"return"`` for the puzzles so far.

    Raises:
        ValueError: If there is no such puzzle, or none is found.
        TypeError: If a value has the wrong type, or a keyword has no effect on puzzles of this game.
        Interrupted: After Ctrl-C, with the puzzles so far.
    """
    keywords = dict(locals())
    samegame = game_of(keywords.pop("game")) == "samegame"
    for name, default in (_MAYAN if samegame else _SAMEGAME).items():
        if not is_default(keywords[name], default):
            raise TypeError(f"{name} has no effect on {'SameGame' if samegame else 'Mayan'} puzzles")
    sizes = {"rows": 15, "cols": 15, "colors": 5} if samegame else {"rows": 7, "cols": 5}
    keywords |= {name: size for name, size in sizes.items() if keywords[name] is None}
    found, interrupted = generate_samegame(keywords) if samegame else generate_mayan(keywords)
    if interrupted and on_interrupt == "raise":
        raise Interrupted(found)
    return found


_SAMEGAME: dict[str, Any] = {"clearable": False, "clicks": None, "balanced": False, **dict.fromkeys(NAMES)}
"""Keywords of `generate` for SameGame alone, and their defaults."""
_MAYAN: dict[str, Any] = {
    "max_moves": 5,
    "blocks": None,
    "unique": False,
    "solutions": None,
    "difficulty": None,
}
"""Keywords of `generate` for Mayan puzzles alone, and their defaults."""
