"""The requests of `tests/data/requests.jsonl`, which the program and the page answer with the same records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilefall

TABLE = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "tests/data/requests.jsonl").read_text().splitlines()
]
API: Any = tilefall


def keywords(request: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a request: its fields, and those of its objects."""
    names = {"time": "timeout", "moves": "max_moves"}
    found: dict[str, Any] = {}
    for name, value in request.items():
        found |= keywords(value) if name in ("limits", "record", "parts") else {names.get(name, name): value}
    return found


@pytest.mark.parametrize("row", TABLE, ids=lambda row: json.dumps(row["request"]))
def test_a_request_has_the_record_of_the_program(row: dict[str, Any]) -> None:
    assert API.solve(row["puzzle"], **keywords(row["request"])).to_json().rstrip() == row["record"]
