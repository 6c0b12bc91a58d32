"""A small trained policy for SameGame, in NumPy: looks one click ahead, and values the board after each click.

`python/examples/policy.py` trains the network. Its inputs are counts by color, the most frequent color first.
"""

from __future__ import annotations

import functools
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from .._moves import Cell
from .._tilefall import MayanBoard, SameGameBoard

COLORS = 5
"""The number of colors that the network distinguishes; further colors count as the last of these."""
SCALE = 500.0
"""The number of points that a value of 1 stands for."""
_SHIFTS = np.arange(COLORS) * 12
_CODES = np.array([0, *(1 << int(shift) for shift in _SHIFTS)], np.int64)

Floats = NDArray[np.float32]


def features(boards: NDArray[np.uint8]) -> Floats:
    """Returns the inputs of the network for boards [n, rows, cols], float32 [n, inputs].

    Args:
        boards: Cells as in observations of the environments.
    """
    n = len(boards)
    code = _CODES[np.minimum(boards, COLORS)]
    full = boards > 0
    across = (boards[:, :, 1:] == boards[:, :, :-1]) & full[:, :, 1:]
    along = (boards[:, 1:] == boards[:, :-1]) & full[:, 1:]
    touched = np.zeros(boards.shape, np.bool_)
    touched[:, :, 1:] |= across
    touched[:, :, :-1] |= across
    touched[:, 1:] |= along
    touched[:, :-1] |= along

    def by_color(chosen: NDArray[np.bool_] | None, code: NDArray[np.int64]) -> NDArray[np.int64]:
        """Counts the chosen cells of each color, with one sum that has 12 bits for each color."""
        found = code if chosen is None else np.where(chosen, code, 0)
        sums: NDArray[np.int64] = found.reshape(n, -1).sum(1)
        return (sums[:, None] >> _SHIFTS) & 4095

    falling = by_color(boards[:, 1:, 1:] == boards[:, :-1, :-1], code[:, 1:, 1:])
    rising = by_color(boards[:, 1:, :-1] == boards[:, :-1, 1:], code[:, 1:, :-1])
    parts = [
        by_color(None, code),
        by_color(across, code[:, :, 1:]),
        by_color(along, code[:, 1:]),
        by_color(~touched, code),
        falling + rising,
        by_color(None, np.bitwise_or.reduce(code, axis=1)),
    ]
    order = np.argsort(-parts[0], axis=1, kind="stable")
    count, beside, above, single, diagonal, columns = (np.take_along_axis(part, order, 1) for part in parts)
    heights = full.sum(1)
    steps = np.abs(np.diff(heights.astype(np.int64), axis=1)).sum(1)
    whole = (
        count.sum(1) / 200,
        (heights > 0).sum(1) / 15,
        steps / 30,
        heights.max(1) / 15,
        single.sum(1) / 50,
    )
    each = (
        count / 30,
        count**2 / 3600,
        beside / 20,
        above / 20,
        single / 10,
        diagonal / 20,
        columns / 8,
        (beside + above) / np.maximum(count, 1),
        count == 0,
        count == 1,
    )
    return np.concatenate([*each, np.stack(whole, 1)], 1).astype(np.float32)


class Network:
    """Two hidden layers, trained by Adam."""

    def __init__(self, weights: list[Floats]) -> None:
        """A network of weights and biases, layer by layer."""
        self.weights = weights
        self._means = [np.zeros_like(each) for each in weights]
        self._squares = [np.zeros_like(each) for each in weights]
        self._steps = 0

    @classmethod
    def random(cls, inputs: int, width: int, rng: np.random.Generator) -> Network:
        """Makes a network whose output is 0."""
        sizes = [(inputs, width), (width, width), (width, 1)]
        weights: list[Floats] = []
        for rows, cols in sizes:
            weights.append(rng.normal(0, rows**-0.5 if cols > 1 else 0.0, (rows, cols)).astype(np.float32))
            weights.append(np.zeros(cols, np.float32))
        return cls(weights)

    def _layers(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        a, b, c, d, e, f = self.weights
        first: Floats = np.maximum(inputs @ a + b, 0)
        second: Floats = np.maximum(first @ c + d, 0)
        return first, second, (second @ e + f)[:, 0]

    def __call__(self, inputs: Floats) -> Floats:
        """Returns the values of boards."""
        return self._layers(inputs)[2]

    def learn(self, inputs: Floats, targets: Floats, rate: float) -> None:
        """Moves the values of boards towards targets: one step of Adam on the squared errors."""
        first, second, values = self._layers(inputs)
        last = ((values - targets) / len(inputs))[:, None]
        before = (last @ self.weights[4].T) * (second > 0)
        start = (before @ self.weights[2].T) * (first > 0)
        slopes = [
            step
            for left, right in ((inputs, start), (first, before), (second, last))
            for step in (left.T @ right, right.sum(0))
        ]
        self._steps += 1
        for weight, mean, square, slope in zip(self.weights, self._means, self._squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            weight -= rate * mean / (1 - 0.9**self._steps) / size


@functools.cache
def trained() -> Network:
    """Returns the trained network of the package."""
    with resources.files(__package__).joinpath("policy.npz").open("rb") as file:
        stored = np.load(file)
        return Network([stored[name] for name in stored.files])


def of_samegame(board: object, player: str) -> SameGameBoard:
    """Returns `board`, after a check that it is a SameGame board; the error names the player."""
    if not isinstance(board, SameGameBoard):
        raise ValueError(f"the player {player} is for SameGame alone, expected random or solver")
    return board


def policy(board: SameGameBoard | MayanBoard, *, network: Network | None = None) -> list[Cell]:
    """Clicks the group whose points plus the value of the board after it, by default of `trained`, are the highest."""
    network, game = network or trained(), of_samegame(board, "policy").copy()
    while groups := game.groups():
        after = [game.copy() for _ in groups]
        for each, group in zip(after, groups, strict=True):
            each.play(group.cell)
        points = np.array([each.score - game.score for each in after]) / SCALE
        cells = np.stack([each.to_numpy() for each in after])
        # Numbers from 1 for the colors that are left.
        dense = np.searchsorted(np.unique(np.append(cells, 0)), cells).astype(np.uint8)
        values = network(features(dense))
        ended = np.array([each.is_over for each in after])
        best = int((points + np.where(ended, 0, values)).argmax())
        game.play(groups[best].cell)
    return game.moves
