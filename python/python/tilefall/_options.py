"""The checks of keywords."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from ._argument import is_default, shown
from .types import Game, MayanOptions, SameGameOptions

DEFAULTS: dict[str, Any] = {
    **{"method": "auto", "seed": 1, "want": "one", "skip_noop": False},
    **{"memory": 256 << 20, "stats": False, "timings": True},
}
"""The defaults of the keywords of searches that are not None."""
_OTHER_NAMES = {
    **dict.fromkeys(("time", "time_limit", "max_time", "limit", "seconds"), "timeout"),
    **dict.fromkeys(("workers", "n_jobs", "jobs", "cores", "num_threads", "processes"), "threads"),
    **dict.fromkeys(("moves", "steps", "m"), "max_moves"),
    **{
        "n": "count",
        "num": "count",
        "colours": "colors",
        "n_colors": "colors",
        **{"width": "cols", "height": "rows", "size": "rows"},
    },
    **{"callback": "on_found", "max_nodes": "nodes", "iterations": "nodes", "n_envs": "num_envs"},
}
"""Names that people try, and the keyword that they mean."""

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def unknown(name: str, known: Iterable[str]) -> str:
    """Returns the message for an unknown keyword, with the keyword that was probably meant, or all known keywords."""
    # Imported here, because only mistakes need the module.
    from difflib import get_close_matches

    names = list(known)
    close = [other for other in [_OTHER_NAMES.get(name.lower())] if other in names]
    close = close or get_close_matches(name, names, 1, 0.5)
    return f"no keyword {name!r}" + (
        f", did you mean {close[0]!r}?" if close else f", expected {', '.join(sorted(names))}"
    )


def signed(kinds: Iterable[Any], defaults: Mapping[str, Any]) -> Callable[[FunctionT], FunctionT]:
    """Gives a function a signature with the keywords of several `TypedDict`, their types and their defaults."""

    def sign(function: FunctionT) -> FunctionT:
        own = inspect.signature(function)
        known = [each for each in own.parameters.values() if each.kind is not each.VAR_KEYWORD]
        types = {name: hint for kind in kinds for name, hint in kind.__annotations__.items()}
        more = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=defaults.get(name),
                annotation=getattr(hint, "__forward_arg__", hint),
            )
            for name, hint in types.items()
            if name not in own.parameters
        ]
        function.__signature__ = own.replace(parameters=[*known, *more])  # type: ignore[attr-defined]
        return function

    return sign


def complete(
    function: str, game: Game, given: Mapping[str, Any], kinds: tuple[Any, Any], defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns all keywords of a function for a game. A keyword that is not given has its default, or is None.

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
        raise TypeError(f"{function} has {unknown(name, names)}")
    return {name: defaults.get(name) for name in names} | dict(given)


def completed(
    function: str,
    game: Game,
    given: Mapping[str, Any],
    kinds: tuple[Any, Any] = (SameGameOptions, MayanOptions),
) -> dict[str, Any]:
    """Returns all keywords of a search, like `complete`.

    Raises:
        TypeError: If a keyword is unknown, or has no effect on puzzles of the game.
    """
    keywords = complete(function, game, given, kinds, {})
    if isinstance(keywords["timeout"], timedelta):
        keywords["timeout"] = keywords["timeout"].total_seconds()
    if is_default(keywords["timeout"], math.inf):
        keywords["timeout"] = None
    return keywords


def dumps(name: str, value: Any) -> str:
    """Returns the value of the keyword of this name as JSON."""

    def plain(part: Any) -> Any:
        # Converts a number of NumPy, or rules that are a mapping but no dict.
        return part.item() if hasattr(part, "item") else dict(part)

    try:
        return json.dumps(value, default=plain, allow_nan=False)
    except (TypeError, ValueError):
        raise TypeError(f"argument {name!r}: found {shown(value)}, expected a value of JSON") from None
