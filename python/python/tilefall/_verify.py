"""Checking answers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, overload

from ._argument import shown
from ._error import Interrupted
from ._options import complete
from ._result import Result
from ._tilefall import MayanBoard, Puzzle, SameGameBoard, as_puzzle, as_puzzles, list_of
from ._tilefall import verify as check
from .types import Answers, Source, Sources, Step, VerifyOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack


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
    length: int | None
    """The number of moves of the list, if it could be played."""
    score: int | None
    """SameGame: the score of the list."""
    cleared: bool | None
    """Whether the list clears the board."""
    proven: bool | None
    """If the answer claims a proof: whether the checker's own search proved it."""
    bound_proven: bool
    """Whether the checker's own search proved the bound."""
    boards: int
    """The number of boards of that search."""
    faults: list[tuple[str, str]]
    """The faults: a kind in one word, and a message."""

    def __bool__(self) -> bool:
        """Whether there are no faults."""
        return self.valid


_DEFAULTS = {"search": 2000, "skip_noop": False}


@overload
def verify(  # type: ignore[overload-overlap]
    puzzles: Sources, results: Answers, **options: Unpack[VerifyOptions]
) -> list[Verdict]: ...
@overload
def verify(puzzles: Source, results: Iterable[Step], **options: Unpack[VerifyOptions]) -> Verdict: ...
def verify(
    puzzles: Sources, results: Answers | Iterable[Step], **options: Unpack[VerifyOptions]
) -> list[Verdict] | Verdict:
    """Checks answers with the independent checker, which shares no code with the solvers.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one; all of one game.
        results: Results, records, or a text or a file (`pathlib.Path`) of records in JSON Lines, a judge's output, or
            plain lists. Or a list of moves, or their indices, on one puzzle; a Mayan list has to clear the board.
        **options: The keywords below.

    - ``search``: Moves to play on each puzzle to prove its answer or find a counterexample; 2,000 by default.
    - ``skip_noop``: Mayan: swaps of two equal tiles are no moves where exactly M moves are asked for, either.
    - ``name``: The name of the results in messages, by default the name of the file.
    - ``cancel``: A `threading.Event` that ends the call with the verdicts so far.

    Records stand in the order of the puzzles, as the solver writes them.

    Returns:
        A verdict for every answer, and for every puzzle without one. ``all(verdicts)`` is True if there are no faults.
        For a list of moves its verdict, which is true without faults.

    Raises:
        ReadError: If the text cannot be read, with the place.
        ValueError: If a value is not valid, or a move is outside the board.
        TypeError: If a value has the wrong type.
        Interrupted: After Ctrl-C, with the verdicts so far.
    """
    answers: Any = results
    if not isinstance(results, str | bytes | os.PathLike | Result | Mapping) and isinstance(
        results, Iterable
    ):
        answers = list(results)
    several = not _are_moves(puzzles, answers)
    if several:
        given = as_puzzles(puzzles, name="puzzles")
    else:
        given = [as_puzzle(cast("Source", puzzles), name="puzzles")]
        answers = list_of(given[0], answers, name="results")
    game = given[0].game if given else "samegame"
    keywords = complete("verify", game, options, (VerifyOptions, VerifyOptions), _DEFAULTS)
    keywords |= {"results": _text(answers), "game": game}
    found, interrupted = check(given, keywords)
    verdicts = [Verdict(**{**each, "faults": [tuple(fault) for fault in each["faults"]]}) for each in found]
    if interrupted:
        raise Interrupted(verdicts)
    return verdicts if several or not verdicts else verdicts[0]


def _are_moves(puzzles: Any, answers: Any) -> bool:
    """Returns True for a list of moves, which may be empty on a board."""
    if not isinstance(answers, list):
        return False
    if not answers:
        return isinstance(puzzles, Puzzle | SameGameBoard | MayanBoard)
    return isinstance(answers[0], tuple | list) or hasattr(answers[0], "__index__")


def _text(results: Any) -> Any:
    """Returns results and records as lines of JSON, and texts and files unchanged."""
    if isinstance(results, str | bytes | os.PathLike):
        return results
    if isinstance(results, list):
        return "".join(_line(result, f"results[{at}]") for at, result in enumerate(results))
    return _line(results, "results")


def _line(result: Any, name: str) -> str:
    """Returns a result or a record as a line of JSON."""
    if isinstance(result, Result):
        return result.to_json() + "\n"
    if not isinstance(result, Mapping):
        expected = "a Result, a record (dict), moves, text (str or bytes) or a file (pathlib.Path)"
        raise TypeError(f"{name} is {shown(result)}, expected {expected}")
    try:
        return json.dumps(dict(result)) + "\n"
    except TypeError as error:
        raise TypeError(f"{name} is no JSON: {error}") from None
