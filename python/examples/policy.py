"""Trains the policy of `tilefall.benchmarks` in NumPy on one core, and compares it with tabu.

    pip install './python[gym]'
    python python/examples/policy.py --seconds 1200 --save policy.npz

A network learns to predict the points that follow a board. It learns first from games of tabu, then by temporal
differences from its own games, in which it clicks the group with the highest sum of points and predicted points, with
a little noise. Times are processor times.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import replace
from functools import partial
from typing import Any

# The matrices are small: more threads would wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from tilefall.benchmarks import TRAIN_SEEDS, evaluate, load
from tilefall.benchmarks.policy import SCALE, Floats, Network, features, policy
from tilefall.gym import SameGameVecEnv

WIDTH = 32
"""The width of the hidden layers."""
RATE = 2e-3
"""The learning rate at the start."""
TRACE = 0.8
"""The lambda of temporal differences."""
NOISE = 0.05
"""The scale of the noise on the values of clicks, at the start."""

Ends = NDArray[np.bool_]
Turn = tuple[NDArray[np.int64], Floats, Floats, Floats, Ends]
"""The clicks of one turn as arrays: game, inputs after the click, points, points plus prediction, end of the game."""


def inputs(boards: NDArray[np.uint8]) -> Floats:
    """Returns the inputs of the network for boards; computes 512 boards at a time, which fit the cache."""
    return np.concatenate([features(boards[at : at + 512]) for at in range(0, len(boards), 512)])


def envs(count: int, **words: Any) -> SameGameVecEnv:
    """Returns environments whose boards have the size and the colors of the sets ``test15`` and ``random15``."""
    return SameGameVecEnv(count, rows=15, cols=15, colors=5, autoreset_mode="disabled", **words)


class Table:
    """Many games at once, and the boards after each of their clicks."""

    def __init__(self, games: int) -> None:
        """Makes the environments."""
        self.games, self.after = envs(games, mask="first"), envs(4096)
        self.after.reset(seed=0)

    def clicks(self, game: NDArray[np.int64], action: NDArray[np.int64]) -> tuple[Floats, Floats, Ends]:
        """Returns for each click: its points, the inputs of the network after it, and whether it ends the game."""
        found: list[tuple[Floats, Floats, Ends]] = []
        for at in range(0, len(game), self.after.num_envs):
            part = slice(at, at + self.after.num_envs)
            count = len(game[part])
            self.after.set_state(self.games.get_state(game[part].tolist()), range(count))
            boards, rewards, over, _, _ = self.after.step(np.resize(action[part], self.after.num_envs))
            paid: Floats = (rewards[:count] / SCALE).astype(np.float32)
            found.append((paid, inputs(boards[:count]), over[:count]))
        points, seen, ended = zip(*found, strict=True)
        return np.concatenate(points), np.concatenate(seen), np.concatenate(ended)

    def play(
        self, network: Network, seed: int, noise: float, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], list[Turn]]:
        """Plays games with seeds from `seed` on to their end; returns the scores and the clicks."""
        _, info = self.games.reset(seed=seed)
        turns: list[Turn] = []
        while info["action_mask"].any():
            game, action = np.nonzero(info["action_mask"])
            points, seen, ended = self.clicks(game, action)
            value = points + np.where(ended, 0, network(seen))
            order = np.lexsort((value + noise * rng.gumbel(size=len(value)), game))
            chosen = order[np.append(np.flatnonzero(np.diff(game[order])), len(order) - 1)]
            actions = np.zeros(self.games.num_envs, np.int64)
            actions[game[chosen]] = action[chosen]
            turns.append((game[chosen], seen[chosen], points[chosen], value[chosen], ended[chosen]))
            _, _, _, _, info = self.games.step(actions)
        return info["score"].copy(), turns


def examples(turns: list[Turn], games: int, trace: float) -> tuple[Floats, Floats]:
    """Returns the inputs after clicks and the points that follow, which the network estimates in part."""
    follows = np.zeros(games, np.float32)
    seen: list[Floats] = []
    targets: list[Floats] = []
    for game, board, points, value, ended in reversed(turns):
        seen.append(board[~ended])
        targets.append(follows[game[~ended]])
        follows[game] = trace * (points + follows[game]) + (1 - trace) * value
    return np.concatenate(seen), np.concatenate(targets)


def tabu(seed: int) -> tuple[Floats, Floats]:
    """Returns the inputs of boards in games of tabu, and the points that follow each board."""
    games = envs(250)
    seen, info = games.reset(seed=seed)
    turns: list[tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.float64]]] = []
    while (going := info["action_mask"].any(1)).any():
        after, rewards, _, _, info = games.step(games.sample_actions("tabu"))
        turns.append((seen, going, rewards))
        seen = after
    boards, played, paid = (np.array(part) for part in zip(*turns, strict=True))
    follows = np.cumsum(paid[::-1], 0)[::-1] / SCALE
    return inputs(boards[played]), follows[played].astype(np.float32)


def learn(
    network: Network, stored: list[tuple[Floats, Floats]], steps: int, rate: float, rng: np.random.Generator
) -> None:
    """Trains the network on random examples."""
    seen, targets = (np.concatenate(part) for part in zip(*stored, strict=True))
    for _ in range(steps):
        chosen = rng.integers(len(seen), size=512)
        network.learn(seen[chosen], targets[chosen], rate)


def train(seconds: float, count: int, seed: int) -> Network:
    """Trains a network for some seconds of processor time, playing `count` games at once."""
    rng, begun = np.random.default_rng(seed), time.process_time()
    stored = [tabu(TRAIN_SEEDS[250 * at]) for at in range(8)]
    network = Network.random(stored[0][0].shape[1], WIDTH, rng)
    for part in range(40):
        learn(network, stored, 100, RATE * 0.01 ** (part / 39), rng)
    table, played = Table(count), 0
    stored.clear()
    while (spent := time.process_time() - begun) < seconds:
        left = max(1 - spent / seconds, 0.02)
        score, turns = table.play(network, TRAIN_SEEDS.start + 10**6 + played, NOISE * left, rng)
        played += count
        stored = [*stored[-14:], examples(turns, count, TRACE)]
        learn(network, stored, 60, RATE * left / 2, rng)
        print(f"{spent:5.0f} s, {played} games, {score.mean():7.1f} points", flush=True)
    return network


def main() -> None:
    """Trains and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1200, help="processor time of the training")
    parser.add_argument("--tests", type=int, default=1000, help="games of the comparison")
    parser.add_argument("--games", type=int, default=100, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="file for the weights")
    args = parser.parse_args()
    network = train(args.seconds, args.games, args.seed)
    if args.save:
        np.savez(args.save, *network.weights)
    boards = load("test15")
    boards = replace(boards, puzzles=boards.puzzles[: args.tests], best=boards.best[: args.tests])
    for player in ("tabu", partial(policy, network=network)):
        print(evaluate(player, boards))


if __name__ == "__main__":
    main()
