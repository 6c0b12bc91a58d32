"""Default values of arguments, and values in messages."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """Returns a value as messages show it."""
    text = repr(value)
    return text if len(text) <= 60 and "\n" not in text else f"of type {type(value).__name__}"


def is_default(value: Any, default: Any) -> bool:
    """Returns True if a value is the default; arrays are never, because they cannot be compared."""
    return value is default or (isinstance(value, str | int | float) and bool(value == default))
