"""Checking answers."""

from __future__ import annotations

import json
import os
import re
from collections import UserList
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ._argument import shown
from ._error import Interrupted
from ._options import complete, signed
from ._result import Result
from ._tilefall import MayanBoard, Puzzle, SameGameBoard, as_puzzle, as_puzzles, list_of
from ._tilefall import verify as check
from .types import Answers, Source, Sources, Step, VerifyOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class AnswerVerdict:
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
    """The number of boards that the checker's own search visited."""
    faults: list[tuple[str, str]]
    """The faults: a kind in one word, and a message."""

    def __bool__(self) -> bool:
        """Whether there are no faults."""
        return self.valid


class Verdict(UserList[AnswerVerdict]):
    """The verdicts of the checker, one for each answer. True only if everything is valid."""

    complete: bool = True
    """Whether all answers were checked; False if the call was ended before."""

    def __bool__(self) -> bool:
        """Whether everything is valid."""
        return self.valid

    @property
    def valid(self) -> bool:
        """Whether everything was checked and is valid."""
        return self.complete and all(answer.valid for answer in self)

    @property
    def faults(self) -> list[tuple[str, str]]:
        """The faults of all answers: a kind in one word, and a message."""
        return [fault for answer in self for fault in answer.faults]

    @property
    def score(self) -> int | None:
        """The score of the list, if there is one answer."""
        return self[0].score if len(self) == 1 else None

    @property
    def cleared(self) -> bool | None:
        """Whether the list clears the board, if there is one answer."""
        return self[0].cleared if len(self) == 1 else None

    @property
    def length(self) -> int | None:
        """The number of moves of the list, if there is one answer."""
        return self[0].length if len(self) == 1 else None

    def __repr__(self) -> str:
        """Returns the number of answers and the faults."""
        word = "valid" if self else "wrong" if self.faults else "incomplete"
        return f"<Verdict {word}, {len(self)} checked{f': {self.faults}' if self.faults else ''}>"


_DEFAULTS = {"search": 2000, "skip_noop": False}


@signed((VerifyOptions,), _DEFAULTS)
def verify(puzzles: Sources, results: Answers | Iterable[Step], **options: Unpack[VerifyOptions]) -> Verdict:
    """Checks answers with the independent checker, which shares only rules and formats with the solvers.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one; all of one game.
        results: Results, records, or a text or a file (`pathlib.Path`) of records in JSON Lines, a judge's output, or
            plain lists. Or a list of moves, or their indices, on one puzzle; a Mayan list has to clear the board.
        **options: The keywords below.

    - ``search``: Moves to play on each puzzle to prove its answer or find a counterexample; 2,000 by default.
    - ``skip_noop``: Mayan: swaps of two equal tiles are no moves where exactly M moves are asked for, either.
    - ``name``: The name of the results in messages, by default the name of the file.
    - ``cancel``: A `threading.Event` that ends the call with the verdicts so far.

    Records must be in the order of the puzzles, as the solver writes them.

    Returns:
        A `Verdict`, which is true only if everything is valid. It contains an `AnswerVerdict` for every answer, and for
        every puzzle without an answer. A move that cannot be made, also one outside the board, is a fault.

    Raises:
        ReadError: If the text cannot be read, with the place.
        ValueError: If a value is not valid.
        TypeError: If a value has the wrong type.
        Interrupted: After Ctrl-C, with the verdicts so far.
    """
    answers: Any = results
    if not isinstance(results, str | bytes | os.PathLike | Result | Mapping) and isinstance(
        results, Iterable
    ):
        answers = list(results)
    moves: list[Any] | None = None
    if _are_moves(puzzles, answers):
        given, moves = [as_puzzle(cast("Source", puzzles), name="puzzles")], answers
        try:
            answers = list_of(given[0], moves, name="results")
        except IndexError as error:
            fault = ("list", str(error).removeprefix("argument 'results': "))
            none = dict.fromkeys(AnswerVerdict.__annotations__)
            lacks: Any = {**none, "line": 1, "id": given[0].id, "bound_proven": False, "boards": 0}
            return Verdict([AnswerVerdict(**lacks | {"valid": False, "checked": True, "faults": [fault]})])
    else:
        given = as_puzzles(puzzles, name="puzzles")
    game = given[0].game if given else "samegame"
    keywords = complete("verify", game, options, (VerifyOptions, VerifyOptions), _DEFAULTS)
    keywords |= {"results": _text(answers), "game": game}
    found, interrupted = check(given, keywords)
    cancel = options.get("cancel")
    whole = not interrupted and not (cancel is not None and cancel.is_set())
    verdict = Verdict(AnswerVerdict(**each | {"faults": _faults(each, moves)}) for each in found)
    verdict.complete = whole
    if interrupted:
        raise Interrupted(verdict)
    return verdict


def _faults(verdict: dict[str, Any], moves: list[Any] | None) -> list[tuple[str, str]]:
    """Returns the faults of an answer. For a list of `moves`, a fault names the move as the caller gave it."""

    def given(found: re.Match[str]) -> str:
        return f"move {found[1]}, {(moves or [])[int(found[1]) - 1]}: "

    def rename(what: str) -> str:
        named = re.sub(r"^move (\d+), [^:]+: ", given, what)
        return re.sub(r" \([^()]* at the bottom left\)$", "", named)

    return [(kind, rename(what) if moves else what) for kind, what in verdict["faults"]]


def _are_moves(puzzles: Any, answers: Any) -> bool:
    """Returns True if `answers` is a list of moves. An empty list is one if `puzzles` is a single puzzle or board."""
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
