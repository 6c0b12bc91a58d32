"""Steps a second of the environments, the table of python/README.md: random legal play, with observations and masks.

    python python/bench/environments.py --write

In each round every environment plays a while, in turn. The table has medians of the rounds, in processor time, which
a busy machine changes little.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import tilefall
import tilefall.gym

ROUNDS = 9
BOARDS = 1024
README = Path(__file__).resolve().parents[1] / "README.md"
START, END = "<!-- speed -->\n", "<!-- /speed -->\n"

Play = Iterator[tuple[int, float]]
"""Endless pairs: a number of steps, and the seconds that they took."""


def vector(game: Any, **words: Any) -> Play:
    """Steps 1,024 boards; the time of `sample_actions` counts, too."""
    make: Any = tilefall.gym.make_vec
    env = make(game, BOARDS, **words)
    env.reset(seed=1)
    while True:
        steps, begun = 0, time.thread_time()
        while time.thread_time() - begun < 0.2:
            for _ in range(20):
                env.step(env.sample_actions())
            steps += 20 * BOARDS
        yield steps, time.thread_time() - begun


def single(
    mask: Callable[[], Any], step: Callable[[int], bool], reset: Callable[[], object], number: int
) -> Play:
    """Steps one board with random legal actions; only the time of the steps counts."""
    rng = np.random.default_rng(1)
    while True:
        seconds = 0.0
        for _ in range(number):
            action = int(rng.choice(np.flatnonzero(mask())))
            begun = time.thread_time()
            is_over = step(action)
            seconds += time.thread_time() - begun
            if is_over:
                reset()
        yield number, seconds


def one_board() -> Play:
    """Steps `SameGameEnv`."""
    env = tilefall.gym.SameGameEnv()
    env.reset(seed=1)
    return single(env.action_masks, lambda action: env.step(action)[2], env.reset, 3000)


def momaland() -> Play:
    """Steps MOMAland's environment; a step includes the observation after it."""
    game: Any = importlib.import_module("momaland.envs.samegame.mosame_game_v0")
    env = game.raw_env(board_width=15, board_height=15, num_colors=5)
    env.reset(seed=1)

    def step(action: int) -> bool:
        env.step(action)
        env.observe(env.agent_selection)
        return any(env.terminations.values())

    return single(lambda: env.observe(env.agent_selection)["action_mask"], step, env.reset, 60)


def main() -> None:
    """Plays, prints the table, and writes it with ``--write``."""
    puzzles = tilefall.generate("mayan", seed=1, max_moves=3, count=1000)
    samegame: dict[str, dict[str, Any]] = {
        '`make_vec("samegame", 1024)`': {},
        "`copy=False`": {"copy": False},
        '`observation="planes"`': {"observation": "planes"},
        "`rows=17, cols=17`": {"rows": 17, "cols": 17},
        "`rows=32, cols=32`": {"rows": 32, "cols": 32},
        '`rules="former"`': {"rules": "former"},
        "`min_group=3`": {"min_group": 3},
        '`columns="stay"`': {"columns": "stay"},
        "`clearable=True`, 10x10, 4 colors": {"clearable": True, "rows": 10, "cols": 10, "colors": 4},
    }
    plays = {name: vector("samegame", **words) for name, words in samegame.items()}
    plays['`make_vec("mayan", 1024)`'] = vector("mayan")
    plays["the same with `boards` of a list"] = vector("mayan", boards=puzzles)
    plays["`SameGameEnv.step`"] = one_board()
    if importlib.util.find_spec("momaland"):
        plays["MOMAland 0.2.0 `mosame_game_v0`"] = momaland()
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(ROUNDS):
        for name, play in plays.items():
            steps, seconds = next(play)
            rates[name].append(steps / seconds)
    lines = ["| | steps/s | a step |", "| --- | --- | --- |"]
    for name, found in rates.items():
        rate = median(found)
        lines.append(f"| {name} | {round(rate, 3 - len(str(int(rate)))):,.0f} | {1e6 / rate:.3g} µs |")
    print("\n".join(lines))
    if "--write" in sys.argv:
        before, rest = README.read_text().split(START)
        README.write_text(before + START + "\n".join(lines) + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
