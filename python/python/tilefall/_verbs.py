"""Reading files, simulating, checking and generating."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._argument import is_default, shown
from ._interrupt import Interrupted, OnInterrupt
from ._result import Result
from ._rules import NAMES, Columns, LeftPenalty
from ._source import Game, Sources
from ._tilefall import (
    Puzzle,
    as_puzzles,
    generate_mayan,
    generate_samegame,
    read,
    simulate_mayan,
    simulate_samegame,
)
from ._tilefall import verify as check


def read_file(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    game: Game | None = None,
    max_unpacked: int | None = None,
    empty: str | None = None,
    rows_from: str | None = None,
) -> list[Puzzle]:
    """Reads the puzzles of a file; they are named after it. gzip and Zstandard are decompressed.

    Args:
        path: The file.
        format: The name of a format of `formats`, or ``"auto"`` to find out.
        game: Only use the readers of this game.
        max_unpacked: The maximum size of the decompressed file in bytes; 256 MiB by default.
        empty: Symbols of empty cells in boards of text (format ``"rows"``), besides ``.``.
        rows_from: The first row in boards of text: ``"top"`` or ``"bottom"``.

    Raises:
        ReadError: With the place of the first mistake.
        OSError: If the file cannot be read.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path is {shown(path)}, expected the name of a file (str or os.PathLike)")
    return read(
        Path(path),
        format=format,
        game=game,
        name=os.fspath(path),
        max_unpacked=max_unpacked,
        empty=empty,
        rows_from=rows_from,
    )


def simulate(
    text: str | bytes | os.PathLike[str],
    game: Game = "samegame",
    *,
    uva758: bool = False,
    name: str | None = None,
) -> str:
    """Returns the output of a game's judge for an input.

    Args:
        text: The input of UVa 339 (bottom row first), of UVa 758, or of Luogu P1312; or its file (`pathlib.Path`).
        game: ``"samegame"``: the output of UVa 339, top row first. ``"mayan"``: Yes or No, a line per puzzle.
        uva758: SameGame: the judge of UVa 758 instead.
        name: The name of the text in messages, by default the name of the file.

    Raises:
        ReadError: With the place of the first mistake.
    """
    if _named(game) == "samegame":
        return simulate_samegame(text, uva758=uva758, name=name)
    if uva758 is not False:
        raise TypeError("uva758 has no effect on Mayan puzzles")
    return simulate_mayan(text, name=name)


def _named(game: Game) -> Game:
    """Returns the name of a game.

    Raises:
        ValueError: If there is no such game.
        TypeError: If it is no str.
    """
    if not isinstance(game, str):
        raise TypeError(f"game is {shown(game)}, expected samegame or mayan")
    if game not in ("samegame", "mayan"):
        raise ValueError(f"game is {game!r}, expected samegame or mayan")
    return game


@dataclass(frozen=True)
class Verdict:
    """The verdict of the checker on one answer, or on a puzzle without one."""

    line: int
    """The line where the answer starts, from 1; 0 for a puzzle without an answer."""
    index: int | None
    """The index of the puzzle."""
    id: str
    """The id of the puzzle."""
    valid: bool
    """Whether there are no faults."""
    checked: bool
    """Whether there was something to check: False if the answer is an error."""
    status: str | None
    """The status that a record claims."""
    moves: int | None
    """The number of moves of the list, if it could be played."""
    score: int | None
    """SameGame: the score of the list."""
    cleared: bool | None
    """Whether the list clears the board."""
    proven: bool | None
    """If the answer claims a proof: whether the checker's own search proved it."""
    bound_proven: bool
    """Whether the checker's own search proved the bound."""
    faults: list[tuple[str, str]]
    """The faults: a kind in one word, and a message."""

    def __bool__(self) -> bool:
        """Whether there are no faults."""
        return self.valid


def verify(
    puzzles: Sources,
    results: str
    | bytes
    | os.PathLike[str]
    | Result
    | Mapping[str, Any]
    | Iterable[Result | Mapping[str, Any]],
    *,
    search: int = 2000,
    memory: int = 64 << 20,
    allow_noop: bool = False,
    name: str | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[Verdict]:
    """Checks answers with the independent checker, which shares no code with the solvers.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one; all of one game.
        results: Results, records, or a text or a file (`pathlib.Path`) of records in JSON Lines, a judge's output, or
            plain lists.
        search: Moves to play on each puzzle to prove its answer or find a counterexample.
        memory: Bytes for puzzles and answers that wait for each other.
        allow_noop: Mayan: swaps of two equal blocks are moves.
        name: The name of the results in messages, by default the name of the file.
        on_interrupt: After Ctrl-C: ``"raise"``, or ``"return"`` for the verdicts so far.

    Returns:
        A verdict for every answer, and for every puzzle without one. ``all(verdicts)`` is True if there are no faults.

    Raises:
        ReadError: If the text cannot be read, with the place.
        ValueError: If a value is not valid.
        TypeError: If a value has the wrong type.
        Interrupted: After Ctrl-C, with the verdicts so far.
    """
    given = as_puzzles(puzzles, name="puzzles")
    keywords = {
        "results": _text(results),
        "game": given[0].game if given else "samegame",
        "search": search,
        "memory": memory,
        "allow_noop": allow_noop,
        "name": name,
        "on_interrupt": on_interrupt,
    }
    found, interrupted = check(given, keywords)
    verdicts = [Verdict(**verdict) for verdict in found]
    if interrupted and on_interrupt == "raise":
        raise Interrupted(verdicts)
    return verdicts


def _text(results: Any) -> Any:
    """Returns results and records as lines of JSON, and texts and files unchanged."""
    if isinstance(results, str | bytes | os.PathLike):
        return results
    if isinstance(results, Result | Mapping):
        return _line(results, "results")
    try:
        several = list(results)
    except TypeError:
        raise TypeError(
            f"results is {shown(results)}, expected results, records (dict), text (str or bytes) or a file"
            " (pathlib.Path)"
        ) from None
    return "".join(_line(result, f"results[{at}]") for at, result in enumerate(several))


def _line(result: Any, name: str) -> str:
    """Returns a result or a record as a line of JSON."""
    if isinstance(result, Result):
        return result.to_json() + "\n"
    if not isinstance(result, Mapping):
        raise TypeError(f"{name} is {shown(result)}, expected a Result or a record (dict)")
    try:
        return json.dumps(dict(result)) + "\n"
    except TypeError as error:
        raise TypeError(f"{name} is no JSON: {error}") from None


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
    min_group: int | None = None,
    columns: Columns | None = None,
    moves: int = 5,
    blocks: int | tuple[int, int] | None = None,
    unique: bool = False,
    solutions: tuple[int, int] | None = None,
    difficulty: str | tuple[int, int] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[Puzzle]:
    """Generates puzzles; puzzle k of a seed is the same on every machine and on the command line.

    Args:
        game: The game.
        count: The number of puzzles.
        seed: The seed, 0 to 2⁶⁴ - 1.
        rows: Rows; 15, or 7 for Mayan (3 to 8).
        cols: Columns; 15, or 5 for Mayan (2 to 8).
        colors: Colours, 1 to 62; 5, or for Mayan ``moves`` + 1, 6 at most.
        clearable: SameGame: only boards that a list clears; the list is in `Puzzle.answer`.
        clicks: SameGame: only boards that this number of clicks clears, and no fewer, proven; for small boards.
        balanced: SameGame: as many tiles of each colour, or one more of some.
        rules: SameGame: the rules of the boards, here and below as `solve` takes them.
        score: SameGame: see `solve`.
        clear_bonus: SameGame: see `solve`.
        clear_factor: SameGame: see `solve`.
        left_penalty: SameGame: see `solve`.
        min_group: SameGame: see `solve`.
        columns: SameGame: see `solve`.
        moves: Mayan: the number of moves of the shortest list, 1 to 12.
        blocks: Mayan: the number of blocks, or a range, both ends included.
        unique: Mayan: exactly one list of M moves.
        solutions: Mayan: a range for the number of lists of M moves.
        difficulty: Mayan: ``"easy"``, ``"medium"``, ``"hard"``, or a range from 0 to 100.
        on_interrupt: After Ctrl-C: ``"raise"``, or ``"return"`` for the puzzles so far.

    Raises:
        ValueError: If there is no such puzzle, or none is found.
        TypeError: If a value has the wrong type, or a keyword has no effect on puzzles of this game.
        Interrupted: After Ctrl-C, with the puzzles so far.
    """
    keywords = dict(locals())
    samegame = _named(keywords.pop("game")) == "samegame"
    for name, default in (_MAYAN if samegame else _SAMEGAME).items():
        if not is_default(keywords[name], default):
            raise TypeError(f"{name} has no effect on {'SameGame' if samegame else 'Mayan'} puzzles")
    sizes = {"rows": 15, "cols": 15, "colors": 5} if samegame else {"rows": 7, "cols": 5}
    keywords |= {name: size for name, size in sizes.items() if keywords[name] is None}
    puzzles, interrupted = (generate_samegame if samegame else generate_mayan)(keywords)
    if interrupted and on_interrupt == "raise":
        raise Interrupted(puzzles)
    return puzzles


_SAMEGAME: dict[str, Any] = {"clearable": False, "clicks": None, "balanced": False, **dict.fromkeys(NAMES)}
"""Keywords of `generate` for SameGame alone, and their defaults."""
_MAYAN: dict[str, Any] = {
    "moves": 5,
    "blocks": None,
    "unique": False,
    "solutions": None,
    "difficulty": None,
}
"""Keywords of `generate` for Mayan puzzles alone, and their defaults."""
