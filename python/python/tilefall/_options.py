"""The keywords of searches, and their checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, TypedDict

from ._argument import is_default
from ._interrupt import Event, OnInterrupt
from ._rules import NAMES, Columns, Goal, LeftPenalty

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


class SameGameOptions(Limits, total=False):
    """The keywords of `solve` for puzzles of the SameGame family, which `solve` documents."""

    goal: Goal | None
    target: int | None
    rules: str | Mapping[str, Any] | None
    score: str | None
    clear_bonus: int | None
    clear_factor: int | None
    left_penalty: LeftPenalty | None
    left_points: str | None
    min_group: int | None
    columns: Columns | None
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


_LIMITS: dict[str, Any] = {
    "timeout": None,
    "nodes": None,
    "memory": 256 << 20,
    "threads": None,
    "stats": False,
    "timings": True,
    "cancel": None,
    "on_interrupt": "raise",
}
_DEFAULTS: dict[Game, dict[str, Any]] = {
    "samegame": {
        "goal": None,
        "target": None,
        **dict.fromkeys(NAMES),
        "method": "auto",
        "seed": 1,
        "start": None,
        "on_found": None,
        **_LIMITS,
    },
    "mayan": {
        "max_moves": None,
        "mode": None,
        "want": "one",
        "max_solutions": None,
        "allow_noop": False,
        "on_found": None,
        **_LIMITS,
    },
}
"""The keywords of each game, and their defaults."""
_CONFLICTS: dict[Game, tuple[tuple[str, str, str], ...]] = {
    "samegame": (("target", "goal", "clear"), ("seed", "method", "exact")),
    "mayan": (("allow_noop", "mode", "shortest"),),
}
"""Keywords that have no effect with a value of another keyword."""


def completed(function: str, game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Returns all keywords of a search, those that are not given with their defaults.

    Raises:
        TypeError: If a keyword is unknown, or has no effect on puzzles of the game or next to another one.
    """
    defaults = _DEFAULTS[game]
    keywords = defaults | given
    if isinstance(keywords.get("timeout"), timedelta):
        keywords["timeout"] = keywords["timeout"].total_seconds()
    if len(keywords) > len(defaults):
        name = next(name for name in given if name not in defaults)
        other: Game = "mayan" if game == "samegame" else "samegame"
        if name in _DEFAULTS[other]:
            title = "SameGame" if game == "samegame" else "Mayan"
            raise TypeError(f"{name} has no effect on {title} puzzles")
        raise TypeError(f"{function} has no keyword {name!r}")
    for name, cause, setting in _CONFLICTS[game]:
        value = keywords[cause]
        if isinstance(value, str) and value == setting and not is_default(keywords[name], defaults[name]):
            raise TypeError(f"{name} has no effect with {cause}={setting!r}")
    if keywords["stats"] is True and keywords["timings"] is False and keywords["nodes"] is None:
        raise TypeError("stats has no effect with timings=False, unless nodes is given")
    return keywords
