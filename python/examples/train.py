"""Learns to play SameGame in a minute, in NumPy alone, and compares itself with a random and a greedy player.

    python python/examples/train.py --seconds 60

A small network scores every cell by what lies around it; a softmax over the legal cells is the policy, which is trained
by REINFORCE: all boards play a game, and clicks that led to more points than usual at that time become more likely.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tilefall.gym import SameGameVecEnv

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]
Player = Callable[[SameGameVecEnv, NDArray[np.uint8], NDArray[np.int8]], Indices]

REACH = 2
"""How far around itself a cell looks."""


def features(boards: NDArray[np.uint8], colors: int) -> Floats:
    """What the network sees of every cell, float32 [n, rows, cols, features].

    Which neighbours are of its colour, and which are empty; how many tiles of its colour are left, as a share and as a
    rank; where it is, and how many tiles are left.
    """
    n, rows, cols = boards.shape
    counts = np.stack([(boards == code).sum((1, 2)) for code in range(1, colors + 1)], 1)
    # The rank of each colour by number, 0 for the most frequent one; code 0 is of no use.
    ranks = np.zeros((n, colors + 1), np.int64)
    ranks[:, 1:] = np.argsort(np.argsort(-counts, 1), 1)
    shares = np.zeros((n, colors + 1), np.float32)
    shares[:, 1:] = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    flat = boards.reshape(n, -1).astype(np.int64)
    rank = np.take_along_axis(ranks, flat, 1).reshape(boards.shape)
    padded = np.pad(boards, ((0, 0), (REACH, REACH), (REACH, REACH)))
    seen: list[NDArray[np.int8]] = []
    for down in range(-REACH, REACH + 1):
        for right in range(-REACH, REACH + 1):
            if (down, right) == (0, 0):
                continue
            near = padded[:, REACH + down : REACH + down + rows, REACH + right : REACH + right + cols]
            seen.append(near == boards)
            if abs(down) + abs(right) == 1:
                seen.append(near == 0)
    seen += [rank == place for place in range(colors)]
    parts = [part.astype(np.float32) for part in seen]
    parts.append(np.take_along_axis(shares, flat, 1).reshape(boards.shape))
    parts.append(np.broadcast_to(np.linspace(1, 0, rows, dtype=np.float32)[None, :, None], boards.shape))
    parts.append(np.broadcast_to(np.linspace(0, 1, cols, dtype=np.float32)[None, None, :], boards.shape))
    left = (boards > 0).mean((1, 2), dtype=np.float32)
    parts.append(np.broadcast_to(left[:, None, None], boards.shape))
    return np.stack(parts, -1)


class Policy:
    """A network of one hidden layer that scores cells, and Adam that trains it."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        """Makes a network that finds all cells about as good."""
        first = rng.normal(0, inputs**-0.5, (inputs, hidden)).astype(np.float32)
        last = rng.normal(0, 0.01, hidden).astype(np.float32)
        self.weights = [first, np.zeros(hidden, np.float32), last]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def chances(self, seen: Floats, rows: Indices, n: int) -> tuple[Floats, Floats]:
        """The chance of each legal cell (of board ``rows``, ascending), and the hidden layer."""
        first, bias, last = self.weights
        hidden = np.tanh(seen @ first + bias)
        scores = hidden @ last
        top = np.full(n, -np.inf, np.float32)
        np.maximum.at(top, rows, scores)
        raw = np.exp(scores - top[rows])
        return (raw / np.bincount(rows, raw, n)[rows]).astype(np.float32), hidden

    def gradients(self, seen: Floats, hidden: Floats, slope: Floats) -> list[Floats]:
        """The gradients of the weights, if the scores of the cells are to rise by ``slope``."""
        below = slope[:, None] * self.weights[2] * (1 - hidden**2)
        return [seen.T @ below, below.sum(0), hidden.T @ slope]

    def update(self, gradients: list[Floats], rate: float) -> None:
        """A step of Adam uphill."""
        self._updates += 1
        parts = zip(self.weights, self._means, self._squares, gradients, strict=True)
        for weight, mean, square, gradient in parts:
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            scale = np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8
            weight += rate * mean / (1 - 0.9**self._updates) / scale


def drawn(chances: Floats, rows: Indices, n: int, rng: np.random.Generator) -> Indices:
    """The place of a legal cell of each board, drawn by its chance; the first one of all for a board without any."""
    # The largest of log(chance) + Gumbel noise has the right distribution.
    keys = np.log(chances + 1e-20) + rng.gumbel(size=len(chances))
    order = np.lexsort((keys, rows))
    last = np.searchsorted(rows[order], np.arange(n), side="right") - 1
    return order[np.maximum(last, 0)]


def game(
    env: SameGameVecEnv, policy: Policy, colors: int, rng: np.random.Generator
) -> tuple[list[Any], Floats]:
    """Plays a game on every board: the steps, and the final scores."""
    n = env.num_envs
    boards, info = env.reset()
    steps: list[Any] = []
    while info["action_mask"].any():
        rows, cells = np.nonzero(info["action_mask"])
        seen = features(boards, colors).reshape(n, -1, policy.weights[0].shape[0])[rows, cells]
        chances, hidden = policy.chances(seen, rows, n)
        chosen = drawn(chances, rows, n, rng)
        alive = np.bincount(rows, minlength=n) > 0
        before = info["score"].copy()
        boards, _, _, _, info = env.step(np.where(alive, cells[chosen], 0))
        steps.append((seen, hidden, rows, chances, chosen, alive, before))
    return steps, info["score"].astype(np.float32)


def train(env: SameGameVecEnv, colors: int, seconds: float, rng: np.random.Generator) -> Policy:
    """Trains a policy for some seconds."""
    inputs = features(np.zeros((1, *env.single_observation_space.shape), np.uint8), colors).shape[-1]  # type: ignore[misc]
    policy = Policy(inputs, 32, rng)
    begun, reported, games = time.monotonic(), 0.0, 0
    scores: list[float] = []
    while (spent := time.monotonic() - begun) < seconds:
        steps, final = game(env, policy, colors, rng)
        games += env.num_envs
        scores.append(float(final.mean()))
        total = [np.zeros_like(weight) for weight in policy.weights]
        for seen, hidden, rows, chances, chosen, alive, before in steps:
            # Points from here on, against the mean of the boards that are still played.
            gain = final - before
            gain = np.where(alive, gain - gain[alive].mean(), 0) / (gain[alive].std() + 1e-3)
            slope = -chances * gain[rows]
            slope[chosen[alive]] += gain[alive]
            for sum_, part in zip(
                total, policy.gradients(seen, hidden, slope.astype(np.float32)), strict=True
            ):
                sum_ += part
        # Fast at first, and still at the end.
        rate = 0.01 * max(1 - spent / seconds, 0.1)
        policy.update([(part / env.num_envs).astype(np.float32) for part in total], rate)
        if spent - reported > 10:
            reported = spent
            print(f"{spent:4.0f} s, {games} games, {np.mean(scores[-20:]):7.1f} points", flush=True)
    return policy


def scores_of(env: SameGameVecEnv, player: Player) -> NDArray[np.int64]:
    """The score of a game on every board."""
    boards, info = env.reset(seed=10**9)
    while info["action_mask"].any():
        boards, _, _, _, info = env.step(player(env, boards, info["action_mask"]))
    scores: NDArray[np.int64] = info["score"].copy()
    return scores


def compare(
    env: SameGameVecEnv, policy: Policy, colors: int, rng: np.random.Generator
) -> dict[str, NDArray[np.int64]]:
    """The scores of three players on boards that none of them was trained on."""

    def chance(_: SameGameVecEnv, __: NDArray[np.uint8], mask: NDArray[np.int8]) -> Indices:
        actions: Indices = np.where(mask, rng.random(mask.shape), -1).argmax(1)
        return actions

    def greedy(env: SameGameVecEnv, _: NDArray[np.uint8], __: NDArray[np.int8]) -> Indices:
        def largest(index: int) -> int:
            groups = env.board(index).groups()
            return max(groups, key=lambda group: group.size).index if groups else 0

        return np.array([largest(index) for index in range(env.num_envs)])

    def learned(env: SameGameVecEnv, boards: NDArray[np.uint8], mask: NDArray[np.int8]) -> Indices:
        rows, cells = np.nonzero(mask)
        n = env.num_envs
        seen = features(boards, colors).reshape(n, -1, policy.weights[0].shape[0])[rows, cells]
        scores = np.full(mask.shape, -1, np.float32)
        scores[rows, cells] = policy.chances(seen, rows, n)[0]
        actions: Indices = scores.argmax(1)
        return actions

    players: dict[str, Player] = {"random": chance, "greedy": greedy, "learned": learned}
    return {name: scores_of(env, player) for name, player in players.items()}


def main() -> None:
    """Trains and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=60, help="how long to train")
    parser.add_argument("--games", type=int, default=500, help="games of the comparison")
    parser.add_argument("--size", type=int, default=10, help="rows and columns")
    parser.add_argument("--colors", type=int, default=4)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    words: dict[str, Any] = {"rows": args.size, "cols": args.size, "colors": args.colors}
    words["autoreset_mode"] = AutoresetMode.DISABLED
    policy = train(SameGameVecEnv(args.envs, seed=args.seed, **words), args.colors, args.seconds, rng)
    for name, scores in compare(SameGameVecEnv(args.games, **words), policy, args.colors, rng).items():
        error = scores.std(ddof=1) / len(scores) ** 0.5
        print(f"{name:8} {scores.mean():8.1f} ± {error:.1f} points a game")


if __name__ == "__main__":
    main()
