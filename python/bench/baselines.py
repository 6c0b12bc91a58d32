"""The page of baselines, docs/baselines.md: players on the test boards, mean score and 95 % confidence interval.

python python/bench/baselines.py --seconds 1
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from tilefall.benchmarks import Evaluation, evaluate, load

PAGE = Path(__file__).resolve().parents[2] / "docs/baselines.md"
START, END = "<!-- table -->\n", "<!-- /table -->\n"
BOARDS = {"random": 1000, "greedy": 1000, "tabu": 1000, "policy": 1000, "nrpa": 100, "solver": 100}
"""The number of boards that each player plays."""


def cells(found: Evaluation) -> str:
    """Returns two cells of the table: the mean with its interval, and the share of cleared boards."""
    low, high = found.board_interval
    return f"{found.mean:,.0f} ± {(high - low) / 2:,.0f} | {100 * found.cleared:.0f} %"


def main() -> None:
    """Plays, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1, help="for a board of NRPA and the solver")
    args = parser.parse_args()
    sets = [load(name) for name in ("test10", "test15")]
    heads = "10x10, 4 colors | cleared | 15x15, 5 colors | cleared"
    lines = [f"| player | boards | {heads} |", "| --- " * 6 + "|"]
    for name, count in BOARDS.items():
        few = [replace(each, puzzles=each.puzzles[:count], best=each.best[:count]) for each in sets]
        found = [cells(evaluate(name, each, seconds=args.seconds)) for each in few]
        time = f", {args.seconds:g} s" if name in ("nrpa", "solver") else ""
        lines.append(f"| {name}{time} | {count:,} | {' | '.join(found)} |")
        print(lines[-1], flush=True)
    before, rest = PAGE.read_text().split(START)
    PAGE.write_text(before + START + "\n".join(lines) + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
