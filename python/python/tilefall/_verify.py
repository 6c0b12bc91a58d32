"""Checking answers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._argument import shown
from ._interrupt import Event, Interrupted, OnInterrupt
from ._result import Result
from ._tilefall import as_puzzles
from ._tilefall import verify as check

if TYPE_CHECKING:
    from ._source import Sources, Text


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
    faults: list[tuple[str, str]]
    """The faults: a kind in one word, and a message."""

    def __bool__(self) -> bool:
        """Whether there are no faults."""
        return self.valid


def verify(
    puzzles: Sources,
    results: Text | Result | Mapping[str, Any] | Iterable[Result | Mapping[str, Any]],
    *,
    search: int = 2000,
    allow_noop: bool = False,
    name: str | None = None,
    cancel: Event | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[Verdict]:
    """Checks answers with the independent checker, which shares no code with the solvers.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one; all of one game.
        results: Results, records, or a text or a file (`pathlib.Path`) of records in JSON Lines, a judge's output, or
            plain lists.
        search: Moves to play on each puzzle to prove its answer or find a counterexample.
        allow_noop: Mayan: swaps of two equal blocks are moves.
        name: The name of the results in messages, by default the name of the file.
        cancel: A `threading.Event` that ends the call with the verdicts so far.
        on_interrupt: After Ctrl-C: ``"raise"``, or ``"return"`` for the verdicts so far.

    Records stand in the order of the puzzles, as the solver writes them.

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
        "allow_noop": allow_noop,
        "name": name,
        "cancel": cancel,
        "on_interrupt": on_interrupt,
    }
    found, interrupted = check(given, keywords)
    verdicts = [Verdict(**{**each, "faults": [tuple(fault) for fault in each["faults"]]}) for each in found]
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
