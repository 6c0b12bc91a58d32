"""Reading files, simulating, checking and generating."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ._result import Result
from ._source import Source, as_puzzle
from ._tilefall import (
    Board,
    MayanBoard,
    Puzzle,
    generate_mayan,
    generate_samegame,
    read,
    simulate_mayan,
    simulate_samegame,
)
from ._tilefall import verify as check

Game = Literal["samegame", "mayan"]


def read_file(
    path: str | os.PathLike[str], *, format: str = "auto", game: Game | None = None
) -> list[Puzzle]:
    """Reads the puzzles of a file; they are named after it.

    Args:
        path: The file.
        format: The name of a format of `formats`, or ``"auto"`` to find out.
        game: Only the readers of this game.

    Raises:
        ReadError: With the place of the first mistake.
        OSError: If the file cannot be read.
    """
    return read(Path(path).read_bytes(), format=format, game=game, name=os.fspath(path))


def simulate(
    text: str | bytes, game: Game = "samegame", *, uva758: bool = False, name: str = "<text>"
) -> str:
    """What the judge of a game prints for its input.

    Args:
        text: The input of UVa 339 (bottom row first), of UVa 758, or of Luogu P1312.
        game: ``"samegame"``: the output of UVa 339, top row first. ``"mayan"``: Yes or No, a line per puzzle.
        uva758: SameGame: the judge of UVa 758 instead.
        name: The name of the text in messages.

    Raises:
        ReadError: With the place of the first mistake.
    """
    if game == "samegame":
        return simulate_samegame(text, uva758=uva758, name=name)
    if game != "mayan":
        raise ValueError(f"game is {game!r}, expected samegame or mayan")
    if uva758:
        raise TypeError("uva758 has no effect on Mayan puzzles")
    return simulate_mayan(text, name=name)


@dataclass(frozen=True)
class Verdict:
    """What the checker says of one answer, or of a puzzle without one."""

    line: int
    """The line of the answers where it starts, from 1; 0 for a puzzle without an answer."""
    index: int | None
    """The index of the puzzle."""
    id: str
    """The id of the puzzle."""
    valid: bool
    """Whether nothing is wrong."""
    checked: bool
    """Whether there was something to check: not if the answer is an error."""
    status: str | None
    """The status that a record claims."""
    moves: int | None
    """The number of moves of the list, if it could be played."""
    score: int | None
    """SameGame: the score of the list."""
    cleared: bool | None
    """Whether the list clears the board."""
    proven: bool | None
    """If a proof is claimed: whether the checker's own search proved it."""
    bound_proven: bool
    """Whether that search proved the bound."""
    faults: list[tuple[str, str]]
    """What is wrong: a kind in one word, and a message."""

    def __bool__(self) -> bool:
        """Whether nothing is wrong."""
        return self.valid


def verify(
    puzzles: Source | Iterable[Source],
    results: str | bytes | Result | Mapping[str, Any] | Iterable[Result | Mapping[str, Any]],
    *,
    search: int = 2000,
    memory: int = 64 << 20,
    allow_noop: bool = False,
    name: str = "<results>",
) -> list[Verdict]:
    """Checks answers with the independent checker, which shares no code with the solvers.

    Args:
        puzzles: The puzzles, all of one game.
        results: Results, records, or a text: records in JSON Lines, a judge's output, or plain lists.
        search: Moves to play on each puzzle to prove its answer or find a counterexample.
        memory: Bytes for what waits.
        allow_noop: Mayan: swaps of two equal blocks are moves.
        name: The name of the text in messages.

    Returns:
        A verdict for every answer, and for every puzzle without one. ``all(verdicts)`` tells whether all is well.

    Raises:
        ReadError: If the text cannot be read, with the place.
        ValueError: If a value cannot be meant.
    """
    if isinstance(puzzles, Puzzle | Board | MayanBoard | str | bytes):
        puzzles = [puzzles]
    given = [as_puzzle(puzzle) for puzzle in puzzles]
    if isinstance(results, str | bytes):
        text = results
    else:
        several = [results] if isinstance(results, Result | Mapping) else results
        text = "".join(_line(result) + "\n" for result in several)
    game = given[0].game if given else "samegame"
    verdicts = check(given, text, game=game, search=search, memory=memory, allow_noop=allow_noop, name=name)
    return [Verdict(**verdict) for verdict in verdicts]


def _line(result: Result | Mapping[str, Any]) -> str:
    return result.to_json() if isinstance(result, Result) else json.dumps(dict(result))


DIFFICULTIES = {"easy": (0, 35), "medium": (36, 60), "hard": (61, 100)}


def mayan_wish(
    *,
    moves: int = 5,
    blocks: int | tuple[int, int] | None = None,
    colors: int | None = None,
    rows: int = 7,
    cols: int = 5,
    unique: bool = False,
    solutions: tuple[int, int] | None = None,
    difficulty: str | tuple[int, int] | None = None,
) -> dict[str, Any]:
    """What a Mayan puzzle is to be like, as the extension takes it."""
    if isinstance(difficulty, str):
        if difficulty not in DIFFICULTIES:
            raise ValueError(f"difficulty is {difficulty!r}, expected easy, medium, hard, or (low, high)")
        difficulty = DIFFICULTIES[difficulty]
    if unique and solutions is not None:
        raise TypeError("unique and solutions exclude each other")
    return {
        "moves": moves,
        "blocks": (blocks, blocks) if isinstance(blocks, int) else blocks,
        "colors": colors,
        "rows": rows,
        "cols": cols,
        "solutions": (1, 1) if unique else solutions,
        "difficulty": difficulty,
    }


def generate(
    game: Game = "samegame",
    *,
    count: int = 1,
    seed: int = 1,
    rows: int | None = None,
    cols: int | None = None,
    colors: int | None = None,
    clearable: bool = False,
    balanced: bool = False,
    moves: int = 5,
    blocks: int | tuple[int, int] | None = None,
    unique: bool = False,
    solutions: tuple[int, int] | None = None,
    difficulty: str | tuple[int, int] | None = None,
) -> list[Puzzle]:
    """Makes puzzles; puzzle k of a seed is the same on every machine, and as the command line makes it.

    Args:
        game: Which game.
        count: The number of puzzles.
        seed: The seed, 0 to 2⁶⁴ - 1.
        rows: Rows; 15, or 7 for Mayan (3 to 8).
        cols: Columns; 15, or 5 for Mayan (2 to 8).
        colors: Colours, 1 to 62; 5, or for Mayan ``moves`` + 1, 6 at most.
        clearable: SameGame: only boards that a list clears; `Puzzle.answer` has it.
        balanced: SameGame: as many tiles of each colour, or one more of some.
        moves: Mayan: the number of moves of the shortest list, 1 to 12.
        blocks: Mayan: the number of blocks, or a range, both ends included.
        unique: Mayan: one list of M moves and no other.
        solutions: Mayan: a range for the number of lists of M moves.
        difficulty: Mayan: ``"easy"``, ``"medium"``, ``"hard"``, or a range from 0 to 100.

    Raises:
        ValueError: If there is no such puzzle, or none is found.
        KeyboardInterrupt: After Ctrl-C.
    """
    if game == "samegame":
        if (moves, blocks, unique, solutions, difficulty) != (5, None, False, None, None):
            raise TypeError(
                "moves, blocks, unique, solutions and difficulty have no effect on SameGame puzzles"
            )
        return generate_samegame(
            count=count,
            seed=seed,
            rows=15 if rows is None else rows,
            cols=15 if cols is None else cols,
            colors=5 if colors is None else colors,
            clearable=clearable,
            balanced=balanced,
        )
    if game != "mayan":
        raise ValueError(f"game is {game!r}, expected samegame or mayan")
    if clearable or balanced:
        raise TypeError("clearable and balanced have no effect on Mayan puzzles")
    wish = mayan_wish(
        moves=moves,
        blocks=blocks,
        colors=colors,
        rows=7 if rows is None else rows,
        cols=5 if cols is None else cols,
        unique=unique,
        solutions=solutions,
        difficulty=difficulty,
    )
    return generate_mayan(count=count, seed=seed, wish=wish)
