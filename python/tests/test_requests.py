"""The tables in `tests/data` that all front ends share: requests with their records, and calls that are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tilefall

DATA = Path(__file__).parents[2] / "tests/data"
TABLE = [json.loads(line) for line in (DATA / "requests.jsonl").read_text().splitlines()]
CALLS = json.loads((DATA / "wrong_calls.json").read_text())["calls"]
PUZZLES = {
    "samegame": tilefall.SameGameBoard("2133 / 2113 / 1223"),
    "mayan": tilefall.MayanBoard("21. / 12. / 12."),
}
API: Any = tilefall


def keywords(request: dict[str, Any]) -> dict[str, Any]:
    """Returns the keywords for a request: its fields, and the fields of its objects."""
    names = {"time": "timeout", "moves": "max_moves"}
    found: dict[str, Any] = {}
    for name, value in request.items():
        found |= keywords(value) if name in ("limits", "record", "parts") else {names.get(name, name): value}
    return found


@pytest.mark.parametrize("row", TABLE, ids=lambda row: json.dumps(row["request"]))
def test_a_request_has_the_record_of_the_program(row: dict[str, Any]) -> None:
    assert API.solve(row["puzzle"], **keywords(row["request"])).to_json().rstrip() == row["record"]


def number(found: dict[str, Any]) -> Any:
    """Returns a JSON object unchanged, or as a number if it names one that JSON cannot express: NaN, Infinity."""
    return float(found["number"]) if "number" in found else found


@pytest.mark.parametrize(
    "call", CALLS, ids=lambda call: " ".join([call["verb"], call["game"], call["argument"]])
)
def test_a_wrong_call_names_its_argument(call: dict[str, Any]) -> None:
    game, verb, name = call["game"], call["verb"], call.get("python", call["argument"])
    function = {"analyse": API.analyze}.get(verb) or getattr(API, verb)
    first = {"generate": game, "read": "11"}.get(verb, PUZZLES[game])
    words = {"max_moves" if game == "mayan" else "nodes": 1} if verb == "solve" else {}
    for value in json.loads(json.dumps(call["wrong"]), object_hook=number):
        # Row 0, column 0 is wrong in the other front ends; here it is the first cell of an array.
        if (verb, game, value) == ("analyse", "samegame", [[0, 0]]):
            continue
        with pytest.raises((TypeError, ValueError, IndexError)) as caught:
            given = {**words, name: value}
            function(given.pop("puzzle", given.pop("game", first)), **given)
            pytest.fail(f"{name}={value!r} is not refused")
        assert re.search(call.get("says", name), str(caught.value)), (value, caught.value)
