"""Values of arguments: words, sources, defaults, and their text in messages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any


def shown(value: Any) -> str:
    """Returns the text of a value for messages: the repr, or the type if the repr is long."""
    text = repr(value)
    return text if len(text) <= 60 and "\n" not in text else f"of type {type(value).__name__}"


def is_default(value: Any, default: Any) -> bool:
    """Returns True if a value is the default; an array never is, because arrays cannot be compared."""
    return value is default or (isinstance(value, str | int | float) and bool(value == default))


def one_of(name: str, value: Any, known: Iterable[str]) -> Any:
    """Returns the value of an argument, after a check that it is one of the known words.

    Raises:
        ValueError: If the word is not known.
        TypeError: If the value is no str.
    """
    if isinstance(value, str) and value in known:
        return value
    error = ValueError if isinstance(value, str) else TypeError
    raise error(f"{name} is {shown(value)}, expected one of {', '.join(known)}")


def is_source(value: object) -> bool:
    """Returns True for text, a file, a record, an array or rows of numbers, which are not a list of several sources."""
    rows = isinstance(value, list | tuple) and bool(value)
    rows = rows and (isinstance(value[0], list | tuple) or getattr(value[0], "ndim", 0) == 1)  # type: ignore[index]
    return rows or isinstance(value, str | bytes | os.PathLike | Mapping) or hasattr(value, "__array__")
