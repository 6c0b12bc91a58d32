"""The page of baselines, docs/baselines.md: players on the same boards, mean score and standard error.

    python python/bench/baselines.py --seconds 600

Without PyTorch, or with ``--seconds 0``, the row of PPO stays as it is on the page.
"""

from __future__ import annotations

import argparse
import importlib.util
import runpy
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tilefall
from tilefall.gym import SameGameVecEnv

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/baselines.md"
START, END = "<!-- table -->\n", "<!-- /table -->\n"
BOARDS = 100
SEED = 10**9
NODES = 100_000
SIZES = [(10, 4), (15, 5)]
"""Rows and columns, and colors."""

Player = Callable[[SameGameVecEnv, NDArray[np.uint8]], NDArray[np.int64]]
Result = tuple[NDArray[np.float64], float]
"""The scores, and the fraction of boards that were cleared."""


def by_group(choose: Callable[[list[tilefall.Group]], tilefall.Group]) -> Player:
    """Returns the player that chooses one of the groups of a board."""

    def player(env: SameGameVecEnv, _: NDArray[np.uint8]) -> NDArray[np.int64]:
        groups = [env.board(at).groups() for at in range(env.num_envs)]
        return np.array([choose(found).index if found else 0 for found in groups])

    return player


def tabu(rng: np.random.Generator) -> Player:
    """Returns the player that keeps the most frequent color of a board until no other can be removed."""
    kept: list[int] = []

    def player(env: SameGameVecEnv, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        if not kept:
            kept.extend(int(np.bincount(board[board > 0]).argmax()) for board in boards)
        actions = np.zeros(env.num_envs, np.int64)
        for at, board in enumerate(boards):
            indices = np.array([group.index for group in env.board(at).groups()], np.int64)
            others = indices[board.ravel()[indices] != kept[at]]
            if len(indices):
                actions[at] = rng.choice(others if len(others) else indices)
        return actions

    return player


def played(size: int, colors: int, player: Player) -> Result:
    """Returns the result of a player."""
    env = SameGameVecEnv(BOARDS, rows=size, cols=size, colors=colors, autoreset_mode="disabled")
    boards, info = env.reset(seed=SEED)
    while info["action_mask"].any():
        boards, _, _, _, info = env.step(player(env, boards))
    return info["score"].astype(np.float64), float((boards.reshape(BOARDS, -1) == 0).all(1).mean())


def solved(size: int, colors: int) -> Result:
    """Returns the result of the solver."""
    seeds = range(SEED, SEED + BOARDS)
    puzzles = [tilefall.generate(rows=size, cols=size, colors=colors, seed=seed)[0] for seed in seeds]
    results = tilefall.solve_many(puzzles, nodes=NODES)
    return np.array([result.score for result in results], np.float64), float(
        np.mean([bool(result.cleared) for result in results])
    )


def trained(seconds: float) -> Player | None:
    """Returns the player of examples/ppo.py after a training on the smaller boards; None without PyTorch."""
    if not seconds or importlib.util.find_spec("torch") is None:
        return None
    ppo = runpy.run_path(str(ROOT / "python/examples/ppo.py"))
    size, colors = SIZES[0]
    words = ["--seconds", str(seconds), "--size", str(size), "--colors", str(colors)]
    player: Player = ppo["learned"](ppo["train"](ppo["arguments"]().parse_args(words)), colors)
    return player


def shown(result: Result | None) -> str:
    """Returns the cells of a result in the table."""
    if result is None:
        return "- | -"
    scores, cleared = result
    error = scores.std(ddof=1) / len(scores) ** 0.5
    return f"{scores.mean():,.0f} ± {error:,.0f} | {100 * cleared:.0f} %"


def main() -> None:
    """Plays, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=600, help="how long PPO is trained")
    args = parser.parse_args()
    text = PAGE.read_text()
    before, rest = text.split(START)
    old, after = rest.split(END)
    heads = " | ".join(f"{size}x{size}, {colors} colors | cleared" for size, colors in SIZES)
    lines = [f"| player | {heads} |", "| --- " * (1 + 2 * len(SIZES)) + "|"]
    rng = np.random.default_rng(1)
    players: dict[str, Callable[[], Player]] = {
        "random": lambda: by_group(lambda groups: groups[rng.integers(len(groups))]),
        "greedy": lambda: by_group(lambda groups: max(groups, key=lambda group: group.size)),
        "tabu": lambda: tabu(rng),
    }
    for name, make in players.items():
        results = [played(size, colors, make()) for size, colors in SIZES]
        lines.append(f"| {name} | {' | '.join(map(shown, results))} |")
        print(lines[-1], flush=True)
    begun = time.monotonic()
    solver = [solved(size, colors) for size, colors in SIZES]
    print(f"the solver took {time.monotonic() - begun:.0f} s", flush=True)
    learned = trained(args.seconds)
    if learned is not None:
        result = played(*SIZES[0], learned)
        lines.append(f"| PPO, {args.seconds:.0f} s | {shown(result)} | {shown(None)} |")
    else:
        lines += [line for line in old.splitlines() if line.startswith("| PPO,")]
    lines.append(f"| solver | {' | '.join(map(shown, solver))} |")
    print("\n".join(lines))
    PAGE.write_text(before + START + "\n".join(lines) + "\n" + END + after)


if __name__ == "__main__":
    main()
