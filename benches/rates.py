"""Compares the rates that README.md states with what the program of today does: `python3 benches/rates.py`.

Fails if one is below 0.8 of what is printed, with both figures. Takes two minutes on an idle machine.
"""

import json
import re
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
PROGRAM = ROOT / "target/release/tilefall"
CRITERION = ROOT / "target/criterion"
LOWEST = 0.8


def printed(words):
    """Returns the numbers in the only sentence of the page like this, each written as `#`."""
    found = re.findall(re.escape(words).replace("\\#", r"([\d.,]*\d)"), PAGE)
    if len(found) != 1:
        sys.exit(f"README.md says {len(found)} times: {words}")
    numbers = found[0] if isinstance(found[0], tuple) else found
    return [float(number.replace(",", "")) for number in numbers]


def run(*command, **more):
    return subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, **more).stdout


def measured(bench, group, name):
    """Runs a benchmark of criterion; returns the median seconds of one run, and the bytes or elements of it."""
    run("cargo", "bench", "--locked", "--quiet", "--bench", bench, "--", f"{group}/{name}")
    folder = CRITERION / group / name.replace("/", "_") / "new"
    seconds = json.loads((folder / "estimates.json").read_text())["median"]["point_estimate"] / 1e9
    throughput = json.loads((folder / "benchmark.json").read_text())["throughput"] or {"Elements": 1}
    return seconds, next(iter(throughput.values()))


def of_bench():
    """Returns the mean seconds of a board of each built-in set of Mayan boards."""
    rows = [json.loads(line) for line in run(PROGRAM, "bench", "mayan", "--output", "jsonl").splitlines()]
    return {row["name"]: min(row["processor_seconds"]) / row["boards"] for row in rows if "name" in row}


def proofs():
    """Returns the median and the longest seconds of the proofs on 50 boards of 8×8 with 4 colours, on two threads."""
    solve = [PROGRAM, "samegame", "solve", "--method", "exact", "--threads", "2", "--output", "jsonl", "-"]
    boards = (ROOT / "data/bench/samegame8x8.jsonl").read_text(encoding="utf-8").splitlines()
    seconds = [json.loads(run(*solve, input=board))["seconds"] for board in boards]
    return statistics.median(seconds), max(seconds)


def rates():
    """Yields the name of each rate, the seconds that are printed, and those that were measured."""
    cpu = "avx2"
    [click, playout] = printed("5 colours: # ns; a random playout: # µs")
    seconds, number = measured("kernels", "15x15x5", f"click/{cpu}")
    yield "click", click / 1e9, seconds / number
    seconds, _ = measured("playout", "100 playouts 15x15x5", f"tiles/{cpu}")
    yield "random playout", playout / 1e6, seconds / 100
    few, many = printed("UVa 339 input: # to # MiB/s")
    for colours, rate in [(3, few), (10, many)]:
        seconds, size = measured("uva", f"uva339/{cpu}", str(colours))
        yield f"UVa 339, {colours} colours, each MiB", 1 / rate, seconds / size * (1 << 20)
    sets = of_bench()
    [first] = printed("a Mayan puzzle of 5 moves: # ms to the first list")
    yield "first list of 5 moves", first / 1e3, sets["hard5"]
    low, high = printed("no list of 7 to 10 moves: # to # ms on average")
    yield "none in 7 moves", low / 1e3, sets["none-7"]
    yield "none in 10 moves", high / 1e3, sets["none-10"]
    median, worst = printed("with its proof: # s at the median, # s at most")
    found = proofs()
    yield "proof on 8x8, median", median, found[0]
    yield "proof on 8x8, worst", worst, found[1]


def main():
    slow = []
    for name, said, seconds in rates():
        share = said / seconds
        print(f"{name}: printed {said:.3g} s, measured {seconds:.3g} s, {share:.2f} of the rate", flush=True)
        slow += [name] if share < LOWEST else []
    if slow:
        sys.exit(f"slower than README.md says: {', '.join(slow)}")


if __name__ == "__main__":
    main()
