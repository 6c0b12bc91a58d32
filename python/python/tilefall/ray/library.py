"""The library in place of the `tilefall` program: nodes need only this package."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from .. import ReadError, read, read_file, solve_many
from .._solve import DEFAULTS
from .program import Refused, Solved


@dataclass(frozen=True)
class Library:
    """Cuts, solves and joins in the calling process, like `Program` with the program.

    Unlike the program it refuses an input with a mistake in it, and a piece that was begun is solved as a whole again.
    """

    def check(self, game: str, options: Sequence[str]) -> None:
        """Solves a puzzle of one tile here, so that invalid options are found before the run.

        Raises:
            Refused: If one is wrong.
        """
        piece = json.dumps(
            {"game": game, "rows": ["1"], "moves": 1} if game == "mayan" else {"game": game, "rows": ["1"]}
        )
        self.solve(game, "check.jsonl", {"check.jsonl": piece.encode()}, options)

    def shard(self, inputs: Sequence[Path], pieces: int, into: Path) -> str:
        """Cuts the inputs into pieces `into/*.jsonl`."""
        lines: list[str] = []
        try:
            for puzzle in (puzzle for path in inputs for puzzle in read_file(path)):
                record = {"v": 1, "id": puzzle.id, **puzzle.record()}
                record.setdefault("index", len(lines))
                lines.append(json.dumps(record, ensure_ascii=False) + "\n")
        except ValueError as error:
            raise Refused(str(error)) from error
        for piece in range(pieces):
            part = lines[piece * len(lines) // pieces : (piece + 1) * len(lines) // pieces]
            (into / f"{piece:06}.jsonl").write_text("".join(part), encoding="utf-8")
        return ""

    def merge(self, results: Sequence[Path], out: Path) -> None:
        """Joins results in input order into a file, which is replaced atomically."""
        lines = [line for path in results for line in path.read_bytes().splitlines(keepends=True)]
        lines.sort(key=lambda line: int(json.loads(line)["index"]))
        beside = out.with_name(f".{out.name}.new")
        beside.write_bytes(b"".join(lines))
        beside.replace(out)

    def solve(self, game: str, name: str, piece: dict[str, bytes], options: Sequence[str]) -> Solved:
        """Solves a piece on the current node."""
        keywords = keywords_of(options)
        try:
            results = solve_many(read(piece[name], name=name), **keywords) if piece[name].strip() else []
        except (TypeError, ReadError, ValueError) as error:
            raise Refused(f"{name}: {error}") from error
        if any(result.record["game"] != game for result in results if "game" in result.record):
            raise Refused(f"{name}: these are no {game} puzzles")
        text = "".join(result.to_json() + "\n" for result in results)
        beside = json.dumps({"complete": True}) + "\n"
        bad = [f"{result.id}: {result.error}" for result in results if result.status == "error"]
        files = {f"result-{name}": text.encode(), f"result-{name}.tilefall": beside.encode()}
        return Solved(files, bool(bad), "\n".join(bad))


class _Words(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Refused(message)


def keywords_of(options: Sequence[str]) -> dict[str, Any]:
    """Converts arguments of the command line, such as `--nodes 1e6 --no-timings`, to keywords of `solve`.

    Raises:
        Refused: If one is unknown or has a bad value.
    """
    words = _Words(prog="solve", add_help=False, allow_abbrev=False)
    words.add_argument("--no-timings", dest="timings", action="store_false", default=argparse.SUPPRESS)
    words.add_argument("--time", "-t", dest="timeout", type=_seconds, default=argparse.SUPPRESS)
    for name, default in DEFAULTS.items():
        flags = [f"--{name.replace('_', '-')}", *(["-j"] if name == "threads" else [])]
        if name == "memory":
            words.add_argument(*flags, type=_bytes, default=argparse.SUPPRESS)
        elif name in _WHOLE:
            words.add_argument(*flags, type=_whole, default=argparse.SUPPRESS)
        elif default is False:
            words.add_argument(*flags, action="store_true", default=argparse.SUPPRESS)
        elif name in ("goal", "score", "left_penalty", "method"):
            words.add_argument(*flags, default=argparse.SUPPRESS)
    return vars(words.parse_args(list(options)))


_WHOLE = ("nodes", "seed", "target", "clear_bonus", "moves", "max_solutions", "threads")
"""Keywords that are whole numbers."""


def _number(text: str, units: dict[str, int | Fraction], expected: str) -> Fraction:
    """Parses a number with a unit, like the program."""
    parts = re.fullmatch(r"([-+]?\d*\.?\d*(?:[eE][-+]?\d{1,3})?)([a-zA-Z]*)", text)
    try:
        if parts:
            return Fraction(parts[1]) * units[parts[2].lower()]
    except (ValueError, KeyError, ZeroDivisionError):
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is no such number, expected {expected}")


def _whole(text: str, unit: int = 1000, expected: str = "a whole number, like 250, 10k or 1e6") -> int:
    number = _number(text, {"": 1, "k": unit, "m": unit**2, "g": unit**3}, expected)
    if number.denominator != 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number, expected {expected}")
    return int(number)


def _bytes(text: str) -> int:
    return _whole(text, 1 << 10, "bytes, like 65536, 64K or 256M")


def _seconds(text: str) -> float:
    return float(
        _number(
            text,
            {"": 1, "s": 1, "ms": Fraction(1, 1000), "m": 60, "h": 3600},
            "a time, like 5, 500ms, 2m or 1h",
        )
    )
