"""The sets of boards."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, cast

from .._argument import one_of
from .._error import ReadError
from .._generate import generate
from .._result import Result
from .._tilefall import Puzzle, SameGamePuzzle, benchmark_file, read

TRAIN_SEEDS = range(10**9)
"""Seeds of environments to learn from."""
TEST_SEEDS = range(10**9, 10**9 + 1000)
"""Seeds of the boards of the sets ``test10`` and ``test15``, which no player is to learn from."""

SETS: Mapping[str, str] = MappingProxyType(
    {
        "standard20": "20 boards of 15x15 and 5 colors that papers report on since 2003; from a folder of yours",
        "codingame50": "the 50 boards of CodinGame, 45 of which are standard boards; from a folder of yours",
        "random15": "20 random boards of 15x15 and 5 colors",
        "random8": "50 random boards of 8x8 and 4 colors, whose highest scores can be proven",
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
"""The sets: name and boards."""

Measure = Literal["score", "length", "cleared"]
"""The figure of a list: its score, its clicks if it clears the board, or whether it clears the board."""


@dataclass(frozen=True)
class Published:
    """A published total of a set."""

    total: int
    """The points of all boards."""
    method: str
    """The method."""
    authors: str
    """The authors."""
    year: str
    """The year of the publication."""
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
    """The best list known of each board, with the status ``optimal`` if it is proven; None if none is kept."""
    published: Sequence[Published] = ()
    """The published totals."""

    @property
    def measure(self) -> Measure:
        """The figure of a list."""
        return "length" if self.name == "former" else "cleared" if self.name.startswith("mayan") else "score"

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that name the boards and their order, for papers."""
        return hashlib.sha256("\n".join(puzzle.hash for puzzle in self.puzzles).encode()).hexdigest()[:16]


def load(name: str, folder: str | os.PathLike[str] | None = None) -> BoardSet:
    """Returns a set of boards.

    Args:
        name: The name, one of `SETS`.
        folder: A folder or a file with the boards of ``standard20`` or ``codingame50``, which are not this project's to
            ship, in any format; by default the one that the environment variable ``TILEFALL_STANDARD20`` or
            ``TILEFALL_CODINGAME50`` names. Boards are known by their hash, so names of files do not matter.

    Raises:
        ValueError: If there is no such set, or a board is missing.
        OSError: If the folder cannot be read.
    """
    if one_of("name", name, SETS) in _FOREIGN:
        return _FOREIGN[name](_own(name, folder))
    if folder is not None:
        raise ValueError(f"folder has no effect on the set {name}, which is part of the package")
    if name == "former":
        return _former()
    if name.startswith("test"):
        size, colors = (10, 4) if name == "test10" else (15, 5)
        made = [generate(rows=size, cols=size, colors=colors, seed=seed)[0] for seed in TEST_SEEDS]
        return BoardSet(name, made, [None] * len(made))
    path = {"random15": "bench/samegame15", "random8": "bench/samegame8x8"}.get(name, f"generated/{name}")
    puzzles = read(benchmark_file(f"data/{path}.jsonl"), name=name)
    has_answers = path.startswith("generated")
    lines = benchmark_file(f"data/{path}.answers.jsonl").splitlines() if has_answers else []
    best = [Result.from_record(line, puzzle) for line, puzzle in zip(lines, puzzles, strict=False)]
    return BoardSet(name, puzzles, best or [None] * len(puzzles))


def _own(name: str, folder: str | os.PathLike[str] | None) -> dict[str, SameGamePuzzle]:
    """Returns the boards of a folder or a file by their hashes under the usual rules."""
    variable = f"TILEFALL_{name.upper()}"
    place = folder or os.environ.get(variable)
    if place is None:
        expected = f"expected folder, or {variable} in the environment"
        raise ValueError(f"the boards of {name} are not part of the package, {expected}")
    files = sorted(Path(place).iterdir()) if Path(place).is_dir() else [Path(place)]
    boards: list[SameGamePuzzle] = []
    for file in files:
        # Other files may lie beside the boards; a board that is missing is named.
        with contextlib.suppress(ReadError, IsADirectoryError):
            boards += read(file, game="samegame")
    return {puzzle.hash: puzzle for puzzle in (board.with_rules(rules="samegame") for board in boards)}


def _ordered(name: str, own: Mapping[str, SameGamePuzzle], hashes: Sequence[str]) -> list[SameGamePuzzle]:
    for number, found in enumerate(hashes, 1):
        if found not in own:
            raise ValueError(f"board {number} of {name} is missing: none of {len(own)} has the hash {found}")
    return [own[found] for found in hashes]


def _standard(own: Mapping[str, SameGamePuzzle]) -> BoardSet:
    lines = benchmark_file("data/records/standard20.jsonl").splitlines()
    puzzles = _ordered("standard20", own, [json.loads(line)["hash"] for line in lines])
    best = [Result.from_record(line, puzzle) for line, puzzle in zip(lines, puzzles, strict=True)]
    names = [field.name for field in fields(Published) if field.name != "total"]
    rows = _rows("docs/benchmarks/published.tsv")
    return BoardSet(
        "standard20",
        puzzles,
        best,
        [Published(int(row["total"]), **{name: row[name] for name in names}) for row in rows],
    )


def _codingame(own: Mapping[str, SameGamePuzzle]) -> BoardSet:
    rows = _rows("data/records/codingame50.tsv")
    puzzles = _ordered("codingame50", own, [row["hash"] for row in rows])
    lines = [json.loads(line) for line in benchmark_file("data/records/standard20.jsonl").splitlines()]
    best: list[Result | None] = []
    for row, puzzle in zip(rows, puzzles, strict=True):
        # The list of a standard board has the same score in other colors.
        known = None if row["standard"] == "-" else lines[int(row["standard"]) - 1] | {"hash": puzzle.hash}
        best.append(known and Result.from_record(known, puzzle))
    return BoardSet("codingame50", puzzles, best)


def _former() -> BoardSet:
    puzzles: list[Puzzle] = []
    best: list[Result | None] = []
    for day, (rows, clicks) in enumerate(json.loads(benchmark_file("data/days.json"))["former"]):
        record = {"v": 1, "id": f"former/{day + 1:03}", "game": "samegame", "rows": rows.split("/")}
        (puzzle,) = read(json.dumps(record | {"rules": "former"}), format="jsonl", game="samegame")
        moves = [[int(digit, 36) for digit in clicks[at : at + 2]] for at in range(0, len(clicks), 2)]
        known: dict[str, Any] = {
            "v": 1,
            "index": day,
            "id": record["id"],
            "status": "optimal",
            "moves": moves,
        }
        puzzles.append(puzzle)
        best.append(Result.from_record(known | {"cleared": True, "bound": len(moves)}, puzzle))
    return BoardSet("former", puzzles, best)


def _rows(path: str) -> list[dict[str, str]]:
    """Returns the rows of a table with tabs between the cells, after lines of comments."""
    lines = [line for line in benchmark_file(path).splitlines() if not line.startswith("#")]
    return cast("list[dict[str, str]]", list(csv.DictReader(lines, delimiter="\t")))


_FOREIGN: dict[str, Callable[[Mapping[str, SameGamePuzzle]], BoardSet]] = {
    "standard20": _standard,
    "codingame50": _codingame,
}
