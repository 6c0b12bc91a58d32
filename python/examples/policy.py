"""Trains the policy of `tilefall.benchmarks` in NumPy on one core, and compares it with tabu.

    pip install './python[gym]'
    python python/examples/policy.py --seconds 1200 --save policy.npz

A network learns the points that follow the board after a click. First it learns from games of tabu; then it plays, by
the sum of the points of a click and the value of the board after it, with a little noise, and learns from its games by
temporal differences. The time is that of the processor.
"""

from __future__ import annotations

import argparse
import os
import time

# The matrices are small: more threads would wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from tilefall.benchmarks import TEST_SEEDS, TRAIN_SEEDS
from tilefall.benchmarks.policy import SCALE, Floats, Network, features
from tilefall.gym import SameGameVecEnv

Turn = tuple[NDArray[np.int64], Floats, Floats, Floats, NDArray[np.bool_]]
"""A click in each game that is not over: the game, the inputs and points of the click, its whole value, its end."""


def inputs(boards: NDArray[np.uint8]) -> Floats:
    """Returns the inputs of the network, some boards at a time, which fit the cache."""
    return np.concatenate([features(boards[at : at + 512]) for at in range(0, len(boards), 512)])


class Table:
    """Many games at once, and the boards after each of their clicks."""

    def __init__(self, games: int, size: int, colors: int) -> None:
        """Makes the environments."""

        def envs(count: int) -> SameGameVecEnv:
            return SameGameVecEnv(
                count, rows=size, cols=size, colors=colors, mask="first", autoreset_mode="disabled"
            )

        self.games, self.after, self.at_once = envs(games), envs(4096), 4096
        self.after.reset(seed=0)

    def clicks(
        self, game: NDArray[np.int64], action: NDArray[np.int64]
    ) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """Returns the points, the inputs of the network and the ends of clicks on games."""
        points: list[Floats] = []
        seen: list[Floats] = []
        ended: list[NDArray[np.bool_]] = []
        for at in range(0, len(game), self.at_once):
            part = slice(at, at + self.at_once)
            count = len(game[part])
            actions = np.zeros(self.at_once, np.int64)
            actions[:count] = action[part]
            self.after.set_state(self.games.get_state(game[part].tolist()), range(count))
            boards, rewards, over, _, _ = self.after.step(actions)
            paid: Floats = (rewards[:count] / SCALE).astype(np.float32)
            points.append(paid)
            seen.append(inputs(boards[:count]))
            ended.append(np.array(over[:count], np.bool_))
        return np.concatenate(points), np.concatenate(seen), np.concatenate(ended)

    def play(
        self, network: Network, seed: int, noise: float, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], list[Turn]]:
        """Plays games of seeds to their end; returns the scores and the clicks."""
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
    """Returns boards after clicks and the points that follow, of which a part is estimated by the network."""
    follows = np.zeros(games, np.float32)
    seen: list[Floats] = []
    targets: list[Floats] = []
    for game, board, points, value, ended in reversed(turns):
        seen.append(board[~ended])
        targets.append(follows[game[~ended]])
        follows[game] = trace * (points + follows[game]) + (1 - trace) * value
    return np.concatenate(seen), np.concatenate(targets)


def tabu(size: int, colors: int, seed: int) -> tuple[Floats, Floats]:
    """Returns boards of games of tabu, and the points that follow."""
    envs = SameGameVecEnv(250, rows=size, cols=size, colors=colors, autoreset_mode="disabled")
    seen, info = envs.reset(seed=seed)
    boards: list[NDArray[np.uint8]] = []
    paid: list[NDArray[np.float64]] = []
    going: list[NDArray[np.bool_]] = []
    while info["action_mask"].any():
        boards.append(seen)
        going.append(info["action_mask"].any(1))
        seen, rewards, _, _, info = envs.step(envs.sample_actions("tabu"))
        paid.append(rewards)
    follows = np.cumsum(np.array(paid)[::-1], 0)[::-1] / SCALE
    played = np.array(going)
    return inputs(np.array(boards)[played]), follows[played].astype(np.float32)


def learn(
    network: Network, stored: list[tuple[Floats, Floats]], steps: int, rate: float, rng: np.random.Generator
) -> None:
    """Learns from examples, chosen by chance."""
    seen, targets = (np.concatenate(part) for part in zip(*stored, strict=True))
    for _ in range(steps):
        chosen = rng.integers(len(seen), size=512)
        network.learn(seen[chosen], targets[chosen], rate)


def train(args: argparse.Namespace) -> Network:
    """Trains a network for some seconds of the processor."""
    rng, begun = np.random.default_rng(args.seed), time.process_time()
    stored = [tabu(args.size, args.colors, TRAIN_SEEDS[250 * at]) for at in range(8)]
    network = Network.random(stored[0][0].shape[1], args.width, rng)
    for part in range(40):
        learn(network, stored, 100, args.rate * 0.01 ** (part / 39), rng)
    table, reported = Table(args.games, args.size, args.colors), 0.0
    stored.clear()
    scores: list[float] = []
    while (spent := time.process_time() - begun) < args.seconds:
        left = max(1 - spent / args.seconds, 0.02)
        seed = TRAIN_SEEDS.start + 10**6 + len(scores) * table.games.num_envs
        score, turns = table.play(network, seed, args.noise * left, rng)
        scores.append(float(score.mean()))
        stored = [*stored[-14:], examples(turns, args.games, args.trace)]
        learn(network, stored, 60, args.rate * left / 2, rng)
        if spent - reported > 20:
            reported = spent
            print(
                f"{spent:5.0f} s, {len(scores) * args.games} games, {np.mean(scores[-10:]):7.1f} points",
                flush=True,
            )
    return network


def main() -> None:
    """Trains and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1200, help="processor time of the training")
    parser.add_argument("--tests", type=int, default=1000, help="games of the comparison")
    parser.add_argument("--size", type=int, default=15, help="rows and columns")
    parser.add_argument("--colors", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="games at once")
    parser.add_argument("--width", type=int, default=32, help="of the hidden layers")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at first")
    parser.add_argument("--trace", type=float, default=0.8, help="lambda of temporal differences")
    parser.add_argument("--noise", type=float, default=0.05, help="of the values of clicks, at first")
    parser.add_argument("--save", help="file for the weights")
    args = parser.parse_args()
    network = train(args)
    if args.save:
        np.savez(args.save, *network.weights)
    table = Table(args.tests, args.size, args.colors)
    policy, _ = table.play(network, TEST_SEEDS[0], 0, np.random.default_rng(args.seed))
    _, info = table.games.reset(seed=TEST_SEEDS[0])
    while info["action_mask"].any():
        _, _, _, _, info = table.games.step(table.games.sample_actions("tabu"))
    for name, scores in {"tabu": info["score"], "policy": policy}.items():
        error = scores.std(ddof=1) / len(scores) ** 0.5
        print(f"{name:8} {scores.mean():8.1f} ± {error:.1f} points a game")


if __name__ == "__main__":
    main()
