"""Steps a second of the environments, side by side: random legal play on 15x15 boards with 5 colours.

Every rival plays a while in each round, in turn, so that a busy machine slows all of them down; medians of rounds are
printed. Except with `sample_actions`, actions are chosen outside of the measured time; what is measured writes
observations and masks.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import tilefall
import tilefall.gym
from tilefall.gym.vector import BoardVecEnv

ROUNDS = 9
BOARDS = 1024

Play = Iterator[tuple[int, float]]
"""Steps, and the seconds they took, on and on."""


def chosen(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each row, each with the same chance."""
    actions: NDArray[np.int64] = np.where(masks, rng.random(masks.shape, np.float32), -1).argmax(1)
    return actions


def vector(observation: Any) -> Play:
    """1,024 boards in one thread."""
    return stepped(tilefall.gym.make_vec("samegame", BOARDS, observation=observation))


def stepped(env: BoardVecEnv[Any, Any]) -> Play:
    """Steps of a vector, which starts the next episodes."""
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    while True:
        steps, seconds = 0, 0.0
        while seconds < 0.1:
            actions = chosen(info["action_mask"], rng)
            begun = time.perf_counter()
            _, _, _, _, info = env.step(actions)
            seconds += time.perf_counter() - begun
            steps += BOARDS
        yield steps, seconds


def sampled(threads: int) -> Play:
    """1,024 boards with actions of `sample_actions`, whose time counts."""
    env = tilefall.gym.make_vec("samegame", BOARDS, threads=threads)
    env.reset(seed=1)
    actions = np.empty(BOARDS, np.int64)
    while True:
        begun = time.perf_counter()
        for _ in range(300):
            env.sample_actions(out=actions)
            env.step(actions)
        yield 300 * BOARDS, time.perf_counter() - begun


def mayan() -> Play:
    """1,024 Mayan puzzles of a list in one thread."""
    puzzles = tilefall.generate("mayan", seed=1, max_moves=3, count=1000)
    env = tilefall.gym.MayanVecEnv(BOARDS, boards=puzzles)
    return stepped(env)


def single(env: gymnasium.Env[Any, Any]) -> Play:
    """One board."""
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    while True:
        steps, seconds = 0, 0.0
        while steps < 3000:
            actions = np.flatnonzero(info["action_mask"])
            action = int(actions[rng.integers(len(actions))])
            begun = time.perf_counter()
            _, _, terminated, _, info = env.step(action)
            seconds += time.perf_counter() - begun
            steps += 1
            if terminated:
                _, info = env.reset()
        yield steps, seconds


def momaland() -> Play | None:
    """MOMAland's environment, with what an agent is shown after each step; None if it is not installed."""
    try:
        game: Any = importlib.import_module("momaland.envs.samegame.mosame_game_v0")
    except ImportError:
        return None
    return rival(game.raw_env(board_width=15, board_height=15, num_colors=5))


def rival(env: Any) -> Play:
    """One board of MOMAland."""
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    number = 1
    while True:
        steps, seconds = 0, 0.0
        while steps < 60:
            mask = env.observe(env.agent_selection)["action_mask"]
            actions = np.flatnonzero(mask)
            action = int(actions[rng.integers(len(actions))])
            begun = time.perf_counter()
            env.step(action)
            env.observe(env.agent_selection)
            seconds += time.perf_counter() - begun
            steps += 1
            if any(env.terminations.values()):
                number += 1
                env.reset(seed=number)
        yield steps, seconds


def main() -> None:
    """Plays and prints."""
    made: Any = gymnasium.make("tilefall/SameGame-v0", disable_env_checker=True)
    plays: dict[str, Play | None] = {
        "vector, 1,024 boards, one thread": vector("cells"),
        "vector, the same as planes": vector("planes"),
        "vector, with sample_actions in its time": sampled(1),
        "vector, with sample_actions, two threads": sampled(2),
        "vector, 1,024 Mayan puzzles of 3 moves": mayan(),
        "SameGameEnv.step": single(tilefall.gym.SameGameEnv()),
        "the same, unwrapped from gymnasium.make": single(made.unwrapped),
        "the same with Gymnasium's wrappers": single(made),
        "MOMAland mosame_game_v0": momaland(),
    }
    rates: dict[str, list[float]] = {name: [] for name, play in plays.items() if play}
    for _ in range(ROUNDS):
        for name, play in plays.items():
            if play:
                steps, seconds = next(play)
                rates[name].append(steps / seconds)
    base = rates.get("MOMAland mosame_game_v0")
    print(f"{'random legal play, 15x15, 5 colours':42}{'steps/s':>12}{'µs a step':>12}{'x MOMAland':>12}")
    for name, all_rates in rates.items():
        rate = median(all_rates)
        times = f"{median(a / b for a, b in zip(all_rates, base, strict=True)):12,.0f}" if base else ""
        print(f"{name:42}{rate:12,.0f}{1e6 / rate:12.3f}{times}")
    if not base:
        print("MOMAland is not installed, expected 'pip install momaland' for the comparison")


if __name__ == "__main__":
    main()
