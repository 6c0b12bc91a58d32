"""Arguments: their defaults, and how messages show them."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """A value as messages show it."""
    text = repr(value)
    return text if len(text) <= 60 and "\n" not in text else f"of type {type(value).__name__}"


def is_default(value: Any, default: Any) -> bool:
    """Whether a value is the default; arrays cannot be compared."""
    return value is default or (isinstance(value, str | int | float) and bool(value == default))
