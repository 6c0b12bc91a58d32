"""Writes the docstrings of the extension, which are those of its Rust source, into its stub for editors.

`python python/stub.py`, then `ruff format`; a test fails if they differ.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import tilefall
from tilefall import _tilefall

STUB = Path(__file__).parent / "python/tilefall/_tilefall.pyi"


def documented(text: str) -> str:
    """Returns a stub with the docstrings of what the package exports."""
    lines, tree = text.splitlines(), ast.parse(text)
    found: list[tuple[Any, str]] = []
    for node in tree.body:
        # What boards of both games have is documented in each.
        name = "SameGameBoard" if getattr(node, "name", "") == "_Board" else getattr(node, "name", "")
        owner: Any = getattr(tilefall, name, None)
        # Functions that the package wraps have their docstrings in Python.
        is_exported = owner is not None and owner is getattr(_tilefall, name, None)
        if not is_exported or not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        found.append((node, inspect.cleandoc(owner.__doc__ or "") if name == node.name else ""))
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                found.append((member, inspect.cleandoc(getattr(owner, member.name).__doc__ or "")))
    names = [(node.name, node.col_offset) for node, _ in found]
    for at in range(len(found) - 1, -1, -1):
        node, doc = found[at]
        # Of overloads the first has the text.
        if not doc or (at > 0 and names[at - 1] == names[at]):
            continue
        first = node.body[0]
        indent = " " * (node.col_offset + 4)
        shown = "\n".join(
            indent + line if line else ""
            for line in f'"""{doc}{chr(10) if chr(10) in doc else ""}"""'.split("\n")
        )
        is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if is_text and lines[first.lineno - 1].endswith(": ..."):
            lines[first.lineno - 1] = lines[first.lineno - 1].rstrip().removesuffix(" ...") + "\n" + shown
        elif is_text:
            lines[first.lineno - 1 : first.end_lineno] = [shown]
        else:
            lines.insert(first.lineno - 1 - len(getattr(first, "decorator_list", [])), shown)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text()))
