"""The sets of boards."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal

from .._argument import one_of
from .._generate import generate
from .._result import Result
from .._rules import PRESETS
from .._tilefall import Puzzle, SameGamePuzzle, benchmark_file, read

TRAIN_SEEDS = range(10**9)
"""Seeds of environments to learn from."""
TEST_SEEDS = range(10**9, 10**9 + 1000)
"""Seeds of the boards of the sets ``test10`` and ``test15``, which no player is to learn from."""

SETS: Mapping[str, str] = MappingProxyType(
    {
        "standard20": "20 boards of 15x15 and 5 colors that papers report on since 2003",
        "codingame50": "the 50 boards of CodinGame, 45 of which are standard boards",
        "random15": "20 random boards of 15x15 and 5 colors",
        "random8": "50 random boards of 8x8 and 4 colors, with the highest scores, proven",
        "test10": "1,000 boards of 10x10 and 4 colors, of the test seeds",
        "test15": "1,000 boards of 15x15 and 5 colors, of the test seeds",
        "samegame-small": "20 boards of 6x6 and 3 colors, with the highest scores, proven",
        "samegame-clearable": "20 boards of 10x15 and 4 colors that can be cleared",
        "samegame-large": "5 boards of 15x15 and 5 colors with as many tiles of each",
        "former": "400 boards of Former, 9x7 and 4 colors, with the fewest clicks, proven",
        "mayan-easy": "20 Mayan puzzles of 3 moves, with shortest lists, proven",
        "mayan-medium": "20 Mayan puzzles of 4 moves",
        "mayan-hard": "20 Mayan puzzles of 5 moves",
        "mayan-hardest": "5 Mayan puzzles of 7 moves",
    }
)
"""The names of the sets, and what boards they have."""

_PATHS: Mapping[str, str] = {
    "standard20": "standard/standard20",
    "codingame50": "standard/codingame50",
    "random15": "bench/samegame15",
    "random8": "bench/samegame8x8",
}

Measure = Literal["score", "length", "cleared"]
"""The figure of a list: its score, its clicks if it clears the board, or whether it clears the board."""


@dataclass(frozen=True)
class Published:
    """A published total of a set, under the rules of its boards."""

    total: int
    """The points of all boards."""
    method: str
    """The method of the player."""
    authors: str
    """The authors of the publication."""
    year: str
    """The year of the publication."""
    effort: str
    """The budget, as far as known, else ``-``."""
    source: str
    """The publication, or the text that quotes it."""
    evidence: str
    """``quoted`` if the total was seen in another text than its source, ``second-hand`` if it was not seen."""


@dataclass(frozen=True)
class BoardSet:
    """A set of boards."""

    name: str
    """The name, one of `SETS`."""
    puzzles: Sequence[Puzzle]
    """The boards."""
    best: Sequence[Result | None]
    """The best list known of each board, with the status ``optimal`` if it is proven; None if no list is stored."""
    published: Sequence[Published] = ()
    """The totals that papers report for the set."""

    @property
    def measure(self) -> Measure:
        """The figure by which lists are compared; it follows from the game, the rules and their usual goal."""
        first = self.puzzles[0]
        if not isinstance(first, SameGamePuzzle):
            return "cleared"
        goals = {preset.goal for preset in PRESETS.values() if first.rules in (preset.rules, None)}
        return "length" if goals == {"fewest"} else "score"

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that name the boards and their order, for papers."""
        return hashlib.sha256("\n".join(puzzle.hash for puzzle in self.puzzles).encode()).hexdigest()[:16]


def load(name: str) -> BoardSet:
    """Returns the set of boards with this name, one of `SETS`.

    Raises:
        ValueError: If there is no such set.
    """
    if one_of("name", name, SETS) == "former":
        return _former()
    if name.startswith("test"):
        size, colors = (10, 4) if name == "test10" else (15, 5)
        made = [generate(rows=size, cols=size, colors=colors, seed=seed)[0] for seed in TEST_SEEDS]
        return BoardSet(name, made, [None] * len(made))
    path = _PATHS.get(name, f"generated/{name}")
    puzzles = read(benchmark_file(f"data/{path}.jsonl"), name=name)
    if name == "random15":
        return BoardSet(name, puzzles, [None] * len(puzzles))
    lines = benchmark_file(f"data/{path}.answers.jsonl").splitlines()
    best = [Result.from_record(line, puzzle) for line, puzzle in zip(lines, puzzles, strict=True)]
    return BoardSet(name, puzzles, best, _published() if name == "standard20" else ())


def _former() -> BoardSet:
    puzzles: list[Puzzle] = []
    best: list[Result | None] = []
    for day, (rows, clicks) in enumerate(json.loads(benchmark_file("data/days.json"))["former"]):
        record = {
            "game": "samegame",
            "id": f"former/{day + 1:03}",
            "rows": rows.split("/"),
            "rules": "former",
        }
        (puzzle,) = read(json.dumps(record), format="jsonl", game="samegame")
        moves = [[int(digit, 36) for digit in clicks[at : at + 2]] for at in range(0, len(clicks), 2)]
        known: dict[str, Any] = {"v": 1, "index": day, "id": puzzle.id, "status": "optimal", "cleared": True}
        puzzles.append(puzzle)
        best.append(Result.from_record(known | {"moves": moves, "bound": len(moves)}, puzzle))
    return BoardSet("former", puzzles, best)


def _published() -> list[Published]:
    table = benchmark_file("docs/benchmarks/published.tsv").splitlines()
    rows = csv.DictReader((line for line in table if not line.startswith("#")), delimiter="\t")
    names = [field.name for field in fields(Published) if field.name != "total"]
    return [Published(int(row["total"]), **{name: row[name] for name in names}) for row in rows]
