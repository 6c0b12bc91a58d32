"""How much longer a cluster takes because parts end unevenly: the simulation behind docs/cluster.md.

    tilefall mayan solve --stats --output jsonl data/bench/mayan.jsonl > records.jsonl
    python3 docs/scale.py records.jsonl

Costs of puzzles are those of the records (nodes, at NODES_PER_SECOND); a part is a sum of many, so normal. Cores
differ in speed by a tenth (standard deviation). Each core takes the next part when it is done with one.
"""

import heapq
import json
import random
import statistics
import sys

NODES_PER_SECOND = 4.3e6
PER_PUZZLE = 3.3e-6  # seconds: read, parse, print
RUNS = 20


def slowdown(cores: int, ratio: int, mean: float, deviation: float) -> float:
    """Time of a run that takes an hour if all cores are busy to the end, in hours."""
    puzzles = 3600 / mean / ratio  # in a part
    speeds = [random.gauss(1, 0.1) for _ in range(cores)]
    free = [(0.0, core) for core in range(cores)]
    end = 0.0
    for _ in range(cores * ratio):
        at, core = heapq.heappop(free)
        at += max(0.0, random.gauss(puzzles * mean, puzzles**0.5 * deviation)) / speeds[core]
        end = max(end, at)
        heapq.heappush(free, (at, core))
    return end / 3600


def main() -> None:
    """Prints the mean cost of a puzzle and simulated times of clusters."""
    with open(sys.argv[1]) as records:
        costs = [PER_PUZZLE + json.loads(line)["nodes"] / NODES_PER_SECOND for line in records]
    mean, deviation = statistics.mean(costs), statistics.pstdev(costs)
    print(f"cost of a puzzle: mean {mean * 1e3:.1f} ms, standard deviation {deviation * 1e3:.1f} ms")
    random.seed(1)
    for cores in (64, 1000):
        for ratio in (1, 2, 4, 16, 64):
            hours = statistics.mean(slowdown(cores, ratio, mean, deviation) for _ in range(RUNS))
            print(f"{cores} cores, {ratio} parts per core: {hours:.2f} h")


main()
