"""Trials a second of `tilefall.solve` and of the program on the same boards, one thread, in turn."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from statistics import median

import tilefall

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 9
NODES = 40_000


def main() -> None:
    """Searches and prints."""
    program = os.environ.get("TILEFALL", str(ROOT / "target/release/tilefall"))
    if not shutil.which(program):
        print(f"{program} is missing, expected 'cargo build --release' before, or TILEFALL")
        return
    path = ROOT / "data/samples/codingame.txt"
    words = ["samegame", "solve", str(path), "--output", "jsonl"]
    puzzle = tilefall.read_file(path, game="samegame")[0]
    ratios: list[float] = []
    rates: list[float] = []
    for _ in range(ROUNDS):
        call = [program, *words, "--nodes", str(NODES), "--threads", "1"]
        theirs = json.loads(subprocess.run(call, capture_output=True, check=True).stdout)
        ours = tilefall.solve(puzzle, nodes=NODES, threads=1).record
        assert ours["moves"] == theirs["moves"] and ours["nodes"] == theirs["nodes"]
        rates.append(ours["nodes"] / ours["seconds"])
        ratios.append(theirs["seconds"] / ours["seconds"])
    rate, ratio = median(rates), median(ratios)
    print(f"solve: {rate:,.0f} trials/s, {ratio:.3f} of the program's (median of {ROUNDS} pairs)")


if __name__ == "__main__":
    main()
