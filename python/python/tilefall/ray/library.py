"""The library in place of the `tilefall` program: nothing has to be on a node but this package."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from .. import ReadError, read, read_file, solve_many
from .._solve import DEFAULTS
from .program import Refused, Solved


@dataclass(frozen=True)
class Library:
    """Cuts, solves and joins in the process that calls it, as `Program` does with the program.

    Unlike the program it refuses an input with a mistake in it, and a piece that was begun is solved as a whole again.
    """

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
        """Joins results in input order into a file, which is there whole or not at all."""
        lines = [line for path in results for line in path.read_bytes().splitlines(keepends=True)]
        lines.sort(key=lambda line: int(json.loads(line)["index"]))
        beside = out.with_name(f".{out.name}.new")
        beside.write_bytes(b"".join(lines))
        beside.replace(out)

    def solve(self, game: str, name: str, piece: dict[str, bytes], options: Sequence[str]) -> Solved:
        """Solves a piece on the node that this is called on."""
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
    """The keywords of `solve` that words of the command line mean: `--nodes 1e6 --no-timings`.

    Raises:
        Refused: If one is unknown or has a bad value.
    """
    words = _Words(prog="solve", add_help=False, allow_abbrev=False)
    words.add_argument("--no-timings", dest="timings", action="store_false", default=argparse.SUPPRESS)
    words.add_argument("--time", dest="timeout", type=float, default=argparse.SUPPRESS)
    whole = ("nodes", "seed", "target", "clear_bonus", "moves", "max_solutions", "memory", "threads")
    for name, default in DEFAULTS.items():
        flag = f"--{name.replace('_', '-')}"
        if name in whole:
            words.add_argument(flag, type=_whole, default=argparse.SUPPRESS)
        elif default is False:
            words.add_argument(flag, action="store_true", default=argparse.SUPPRESS)
        elif name in ("goal", "score", "left_penalty", "method"):
            words.add_argument(flag, default=argparse.SUPPRESS)
    return vars(words.parse_args(list(options)))


def _whole(text: str) -> int:
    number = float(text) if "e" in text.lower() else int(text)
    if number != int(number):
        raise ValueError(f"{text} is no whole number")
    return int(number)
