"""The keywords of searches, and their checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypedDict

from ._argument import is_default
from ._interrupt import Event, OnInterrupt
from ._rules import Goal, RuleOptions

if TYPE_CHECKING:
    from ._found import MayanFound, SameGameFound
    from ._source import Game

Method = Literal["auto", "anneal", "exact"]
"""The method of a SameGame search."""
Mode = Literal["exactly", "within", "shortest"]
"""The length of the lists of a Mayan search: M, at most M, or the shortest of at most M."""
Want = Literal["one", "first", "all", "count"]
"""The lists of a Mayan search: any one, the first in order, all, or their number."""
Timeout: TypeAlias = float | timedelta
"""Seconds, which may be infinite, or a `timedelta`."""
Start: TypeAlias = "Iterable[tuple[int, int] | SupportsIndex]"
"""Cells, or their indices."""


class Limits(TypedDict, total=False):
    """The keywords of `solve` for puzzles of both games, which `solve` documents."""

    timeout: Timeout | None
    nodes: int | None
    memory: int
    threads: int | None
    stats: bool
    timings: bool
    cancel: Event | None
    on_interrupt: OnInterrupt


class SameGameOptions(Limits, RuleOptions, total=False):
    """The keywords of `solve` for puzzles of the SameGame family, which `solve` documents."""

    goal: Goal | None
    target: int | None
    method: Method
    seed: int
    start: Start | None
    on_found: Callable[[SameGameFound], object] | None


class MayanOptions(Limits, total=False):
    """The keywords of `solve` for Mayan puzzles, which `solve` documents."""

    max_moves: int | None
    mode: Mode | None
    want: Want
    max_solutions: int | None
    allow_noop: bool
    on_found: Callable[[MayanFound], object] | None


_NAMES: dict[Game, frozenset[str]] = {
    "samegame": SameGameOptions.__optional_keys__,
    "mayan": MayanOptions.__optional_keys__,
}
_DEFAULTS: dict[str, Any] = {
    **{"method": "auto", "seed": 1, "want": "one", "allow_noop": False},
    **{"memory": 256 << 20, "stats": False, "timings": True, "on_interrupt": "raise"},
}
"""The defaults that are not None."""
_CONFLICTS: dict[Game, tuple[tuple[str, str, str], ...]] = {
    "samegame": (("target", "goal", "clear"), ("seed", "method", "exact")),
    "mayan": (("allow_noop", "mode", "shortest"),),
}
"""Keywords that have no effect with a value of another keyword."""


def complete(
    function: str,
    game: Game,
    given: Mapping[str, Any],
    names: Mapping[Game, frozenset[str]],
    defaults: Mapping[str, Any],
) -> dict[str, Any]:
    """Returns the keywords of a function for a game: those that are not given have their defaults, or are None.

    Raises:
        TypeError: If a keyword is unknown, or is for the other game.
    """
    for name in given:
        if name in names[game]:
            continue
        if any(name in known for known in names.values()):
            raise TypeError(
                f"{name} has no effect on {'SameGame' if game == 'samegame' else 'Mayan'} puzzles"
            )
        raise TypeError(f"{function} has no keyword {name!r}")
    return {name: defaults.get(name) for name in names[game]} | dict(given)


def completed(
    function: str, game: Game, given: Mapping[str, Any], names: Mapping[Game, frozenset[str]] = _NAMES
) -> dict[str, Any]:
    """Returns all keywords of a search, like `complete`.

    Raises:
        TypeError: If a keyword is unknown, or has no effect on puzzles of the game or next to another one.
    """
    keywords = complete(function, game, given, names, _DEFAULTS)
    if isinstance(keywords["timeout"], timedelta):
        keywords["timeout"] = keywords["timeout"].total_seconds()
    for name, cause, setting in _CONFLICTS[game]:
        value = keywords.get(cause)
        if (
            isinstance(value, str)
            and value == setting
            and not is_default(keywords.get(name), _DEFAULTS.get(name))
        ):
            raise TypeError(f"{name} has no effect with {cause}={setting!r}")
    if keywords["stats"] is True and keywords["timings"] is False and keywords["nodes"] is None:
        raise TypeError("stats has no effect with timings=False, unless nodes is given")
    return keywords
