"""The wrong calls that all front ends refuse: `tests/data/wrong_calls.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilefall

PUZZLES = {
    "samegame": tilefall.SameGameBoard("2133 / 2113 / 1223"),
    "mayan": tilefall.MayanBoard("21. / 12. / 12."),
}
API: Any = tilefall
CALLS = json.loads((Path(__file__).parents[2] / "tests/data/wrong_calls.json").read_text())["calls"]


def valued(value: Any) -> Any:
    """A value with the numbers that JSON lacks."""
    if isinstance(value, list):
        return [valued(each) for each in value]
    if not isinstance(value, dict):
        return value
    return (
        float(value["number"]) if "number" in value else {name: valued(each) for name, each in value.items()}
    )


@pytest.mark.parametrize(
    "call", CALLS, ids=lambda call: " ".join([call["verb"], call["game"], call["argument"]])
)
def test_a_wrong_call_names_its_argument(call: dict[str, Any]) -> None:
    game, name = call["game"], call.get("python", call["argument"])
    verbs: dict[str, Callable[[dict[str, Any]], object]] = {
        "solve": lambda words: API.solve(
            **{"puzzle": PUZZLES[game], "max_moves" if game == "mayan" else "nodes": 1} | words
        ),
        "generate": lambda words: API.generate(**{"game": game} | words),
        "analyse": lambda words: API.analyze(PUZZLES[game], **words),
        "read": lambda words: API.read("11", **words),
    }
    # Row 0, column 0 is the first cell of an array.
    first = [[[0, 0]]] if (call["verb"], game) == ("analyse", "samegame") else []
    for value in (value for value in map(valued, call["wrong"]) if value not in first):
        with pytest.raises((TypeError, ValueError, IndexError)) as caught:
            verbs[call["verb"]]({name: value})
            pytest.fail(f"{name}={value!r} is not refused")
        assert re.search(call.get("says", name), str(caught.value)), (value, caught.value)
