"""The checks of keywords."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from ._argument import is_default
from .types import Game, MayanOptions, SameGameOptions

_DEFAULTS: dict[str, Any] = {
    **{"method": "auto", "seed": 1, "want": "one", "allow_noop": False},
    **{"memory": 256 << 20, "stats": False, "timings": True},
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
    kinds: tuple[Any, Any],
    defaults: Mapping[str, Any],
) -> dict[str, Any]:
    """Returns the keywords of a function for a game: those that are not given have their defaults, or are None.

    Args:
        function: The name of the function.
        game: The game.
        given: The keywords of the call.
        kinds: The keywords of the function for SameGame and for Mayan, each a `TypedDict`.
        defaults: The defaults that are not None.

    Raises:
        TypeError: If a keyword is unknown, or is for the other game.
    """
    names, others = (kind.__optional_keys__ for kind in (kinds if game == "samegame" else reversed(kinds)))
    for name in given:
        if name in names:
            continue
        if name in others:
            title = "SameGame" if game == "samegame" else "Mayan"
            raise TypeError(f"{name} has no effect on {title} puzzles")
        raise TypeError(f"{function} has no keyword {name!r}")
    return {name: defaults.get(name) for name in names} | dict(given)


def completed(
    function: str,
    game: Game,
    given: Mapping[str, Any],
    kinds: tuple[Any, Any] = (SameGameOptions, MayanOptions),
) -> dict[str, Any]:
    """Returns all keywords of a search, like `complete`.

    Raises:
        TypeError: If a keyword is unknown, or has no effect on puzzles of the game or next to another one.
    """
    keywords = complete(function, game, given, kinds, _DEFAULTS)
    if isinstance(keywords["timeout"], timedelta):
        keywords["timeout"] = keywords["timeout"].total_seconds()
    for name, cause, setting in _CONFLICTS[game]:
        if is_default(keywords.get(cause), setting) and not is_default(
            keywords.get(name), _DEFAULTS.get(name)
        ):
            raise TypeError(f"{name} has no effect with {cause}={setting!r}")
    if keywords["stats"] is True and keywords["timings"] is False and keywords["nodes"] is None:
        raise TypeError("stats has no effect with timings=False, unless nodes is given")
    return keywords
