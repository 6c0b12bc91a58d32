"""A list of results that can be converted to tables."""

from __future__ import annotations

import importlib
import importlib.util
from collections import UserList
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, TypeVar

from ._argument import one_of
from ._result import COLUMNS, MayanResult, SameGameResult
from .types import Library

ResultT = TypeVar("ResultT", bound=SameGameResult | MayanResult)

_TYPES: dict[str, dict[type, str]] = {
    "pandas": {int: "Int64", float: "Float64", bool: "boolean", str: "string"},
    "polars": {int: "Int64", float: "Float64", bool: "Boolean", str: "String"},
    "pyarrow": {int: "int64", float: "float64", bool: "bool_", str: "string"},
}
"""The types of columns by library; all types allow missing values."""


def frame(kinds: Mapping[str, type], rows: Iterable[Mapping[str, Any]], library: str | None) -> Any:
    """Returns rows as a data frame whose columns have the same names and types for any rows."""
    if library is None:
        library = next((name for name in _TYPES if importlib.util.find_spec(name)), "pandas")
    types, module = _TYPES[one_of("library", library, _TYPES)], importlib.import_module(library)
    several, columns = list(rows), dict[str, Any]()
    for name, kind in kinds.items():
        values, of = [row[name] for row in several], types[int if kind is list else kind]
        if library == "pandas":
            columns[name] = module.Series(values, dtype=object if kind is list else of)
        elif library == "polars":
            own = getattr(module, of)
            columns[name] = module.Series(name, values, module.List(own) if kind is list else own)
        else:
            own = getattr(module, of)()
            columns[name] = module.array(values, module.list_(own) if kind is list else own)
    return module.table(columns) if library == "pyarrow" else module.DataFrame(columns)


class Results(UserList[ResultT]):
    """Results in the order of their puzzles: a list with tables. Notebooks show it as a table."""

    def to_frame(self, library: Library | None = None) -> Any:
        """Returns a data frame of a library, by default of the first that is installed of pandas, polars and PyArrow.

        The columns of `Result.to_dict` have the same types for both games and all searches, so that frames can be
        concatenated. Moves are indices, counters JSON, and the number of lists, maybe of more than 64 bits, is text.

        Raises:
            ValueError: If the library is none of these.
            ImportError: If the library is not installed.
        """
        return frame(COLUMNS, (result.row() for result in self), library)

    def to_pandas(self) -> Any:
        """Returns `to_frame` as a data frame of pandas, with the types of pandas that allow missing values."""
        return self.to_frame("pandas")

    def to_polars(self) -> Any:
        """Returns `to_frame` as a data frame of polars."""
        return self.to_frame("polars")

    def to_arrow(self) -> Any:
        """Returns `to_frame` as a table of PyArrow."""
        return self.to_frame("pyarrow")

    def _repr_html_(self) -> str:
        rows = [result.row() for result in self]
        names = [name for name in COLUMNS if any(row[name] is not None for row in rows)]
        head = "".join(f"<th>{name}</th>" for name in names)
        cells = ("".join(f"<td>{escape(str(row[name]))}</td>" for name in names) for row in rows)
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def __repr__(self) -> str:
        """Returns ``Results([...])`` with the text of each result."""
        return f"Results({self.data!r})"
