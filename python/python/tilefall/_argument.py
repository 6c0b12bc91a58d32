"""Values of arguments: games, sources, defaults, and their text in messages."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from .types import Game


def shown(value: Any) -> str:
    """Returns a value as messages show it."""
    text = repr(value)
    return text if len(text) <= 60 and "\n" not in text else f"of type {type(value).__name__}"


def is_default(value: Any, default: Any) -> bool:
    """Returns True if a value is the default; arrays are never, because they cannot be compared."""
    return value is default or (isinstance(value, str | int | float) and bool(value == default))


def game_of(game: Game) -> Game:
    """Returns the name of a game, after a check.

    Raises:
        ValueError: If there is no such game.
        TypeError: If the name is no str.
    """
    if not isinstance(game, str):
        raise TypeError(f"game is {shown(game)}, expected samegame or mayan")
    if game not in ("samegame", "mayan"):
        raise ValueError(f"game is {game!r}, expected samegame or mayan")
    return game


def is_source(value: object) -> bool:
    """Returns True for text, a file, a record, arrays and rows of numbers, which are no lists of sources."""
    rows = isinstance(value, list | tuple) and bool(value) and isinstance(value[0], list | tuple)
    return rows or isinstance(value, str | bytes | os.PathLike | Mapping) or hasattr(value, "__array__")
