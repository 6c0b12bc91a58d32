"""Data frames with a fixed schema."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._argument import one_of
from .types import Library

if TYPE_CHECKING:
    from ._result import Result

_TYPES: dict[str, dict[type, str]] = {
    "polars": {int: "Int64", float: "Float64", bool: "Boolean", str: "String"},
    "pandas": {int: "Int64", float: "Float64", bool: "boolean", str: "string"},
    "pyarrow": {int: "int64", float: "float64", bool: "bool_", str: "string"},
}
"""The types of columns, all of which have missing values."""


def frame(kinds: Mapping[str, type], rows: Iterable[Mapping[str, Any]], library: Library) -> Any:
    """Returns rows as a data frame whose columns have the same names and types for any rows."""
    types, module, several = (
        _TYPES[one_of("library", library, _TYPES)],
        importlib.import_module(library),
        list(rows),
    )
    columns: dict[str, Any] = {}
    for name, kind in kinds.items():
        values = [row[name] for row in several]
        if library == "polars":
            columns[name] = module.Series(name, values, getattr(module, types[kind]))
        elif library == "pandas":
            columns[name] = module.array(values, types[kind])
        else:
            columns[name] = module.array(values, getattr(module, types[kind])())
    return module.table(columns) if library == "pyarrow" else module.DataFrame(columns)


def to_frame(results: Iterable[Result], library: Library = "polars") -> Any:
    """Returns results as a data frame, with the columns of `Result.to_dict`.

    Names and types are the same for results of both games and of all searches, so that frames can be concatenated.
    Lists are text that `verify` reads, with commas between the moves, counters are JSON, and the number of lists, which
    may have more than 64 bits, is text.

    Args:
        results: The results.
        library: ``"polars"``, ``"pandas"``, whose types with missing values are used, or ``"pyarrow"``. It has to be
            installed.

    Raises:
        ValueError: If the library is another.
        ImportError: If the library is not installed.
    """
    from ._result import COLUMNS

    return frame(COLUMNS, (result.row() for result in results), library)
