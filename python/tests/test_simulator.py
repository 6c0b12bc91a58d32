"""The environments, step by step, against `docs/tilefall_check.py`, which was written from the documents alone."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np
import pytest
from conftest import ROOT

from tilefall import MayanBoard
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv

sys.path.append(str(ROOT / "docs"))
CHECK: Any = importlib.import_module("tilefall_check")
RECORDS: Any = importlib.import_module("tilefall_records")

RULES: list[dict[str, Any]] = [
    {},
    {"score": "n1", "clear_bonus": 70},
    {"score": "tri", "left_penalty": "n2", "min_group": 3},
    {"score": "nn1", "clear_factor": 3, "left_penalty": "total"},
    {"score": "count", "min_group": 1, "columns": "stay"},
    {"score": "sq", "left_points": "poly:-2,1,90:6", "columns": "stay"},
]


class SameGame:
    """A board as columns of tiles from the bottom."""

    def __init__(self, cells: list[list[int]], rules: dict[str, Any]) -> None:
        self.rows, self.cols, self.points, self.score = len(cells), len(cells[0]), 0, 0
        columns = (tuple(row[col] for row in reversed(cells) if row[col]) for col in range(self.cols))
        self.board: Any = tuple(columns)
        self.begin(rules)

    def begin(self, rules: dict[str, Any]) -> None:
        self.rules = CHECK.SameGame(RECORDS.Rules(rules))

    def cells(self) -> list[list[int]]:
        cols, rows = range(self.cols), reversed(range(self.rows))
        return [[CHECK.look(self.board, x, y) or 0 for x in cols] for y in rows]

    def place(self, action: int) -> tuple[int, int]:
        """Returns the column and the height of a cell."""
        row, col = divmod(action, self.cols)
        return col, self.rows - 1 - row

    def group(self, row: int, col: int) -> list[tuple[int, int]]:
        place = self.place(row * self.cols + col)
        groups: Any = (group for group in self.rules.groups(self.board) if place in group)
        return sorted((self.rows - 1 - y, x) for x, y in next(groups, ()))

    def mask(self) -> list[bool]:
        legal: set[Any] = set().union(*self.rules.groups(self.board))
        return [self.place(action) in legal for action in range(self.rows * self.cols)]

    def play(self, action: int) -> tuple[int, float]:
        """Plays an action; returns the tiles removed and the reward."""
        before, place = self.score, self.place(action)
        group: Any = next((group for group in self.rules.groups(self.board) if place in group), None)
        if group is None:
            return 0, -0.5
        self.board = self.rules.after(self.board, group)
        self.points += self.rules.rules.points(len(group))
        left = CHECK.counts(self.board)
        self.score = self.points if self.rules.groups(self.board) else self.rules.score(left, self.points)
        return len(group), self.score - before


class Mayan(SameGame):
    """A board of the Mayan puzzle with the moves left, which are its score."""

    def begin(self, rules: dict[str, Any]) -> None:
        self.rules, self.score = CHECK.Mayan("within", None, False), rules["max_moves"]
        self.board = self.rules.settle(self.board)

    def after(self) -> dict[tuple[int, int, str], Any]:
        return {tuple(move): board for move, board in self.rules.moves(self.board)}

    def mask(self) -> list[bool]:
        after, cells = self.after(), range(self.rows * self.cols)
        return [(*self.place(cell), side) in after for side in "RL" for cell in cells]

    def play(self, action: int) -> tuple[int, float]:
        left, cell = divmod(action, self.rows * self.cols)
        (x, y), before = self.place(cell), sum(map(len, self.board))
        self.score -= 1
        if CHECK.look(self.board, x, y) is None:
            return 0, -0.5
        # A swap of two blocks is played as the right move of the left block.
        swap = left == 1 and CHECK.look(self.board, x - 1, y) is not None
        after = self.after().get((x - 1, y, "R") if swap else (x, y, "RL"[left]))
        if after is None:
            return 0, -0.5
        self.board = after
        return before - sum(map(len, after)), float(not any(after))


def boards(game: str, rng: np.random.Generator) -> list[list[list[int]]]:
    """Returns random boards to play on; Mayan boards may have runs and gaps."""
    if game == "samegame":
        return [rng.integers(1, 5, (5, 6)).tolist() for _ in range(7)]
    made = [rng.integers(1, 4, (5, 4)) for _ in range(7)]
    for cells in made:
        for col in range(4):
            cells[: rng.integers(0, 4), col] = 0
    return [cells.tolist() for cells in made]


def walk(game: str, rules: dict[str, Any], n: int, steps: int) -> int:
    """Compares steps of n environments (0 for a single environment without a vector); returns the number of steps."""
    rng, cap = np.random.default_rng(1), 40
    mayan, starts = game == "mayan", boards(game, rng)
    words: dict[str, Any] = {"boards": np.array(starts), "order": "cycle", "illegal_reward": -0.5, **rules}
    words |= {"max_episode_steps": cap}
    make: Any = (MayanVecEnv if mayan else SameGameVecEnv) if n else (MayanEnv if mayan else SameGameEnv)
    if mayan:
        words["boards"] = [MayanBoard(cells) for cells in starts]
    env = make(n, threads=1 + n % 2, **words) if n else make(**words)
    kind: Any = Mayan if mayan else SameGame
    count, score = max(n, 1), "moves_left" if mayan else "score"
    games = [kind(starts[at % 7], rules) for at in range(count)]
    episode, taken, over, compared = [0] * count, [0] * count, [False] * count, 0
    seen, info = env.reset(seed=1)
    while compared < steps:
        masks = np.reshape(info["action_mask"], (count, -1)).astype(bool)
        legal = np.where(masks, rng.random(masks.shape), -1).argmax(1)
        actions = np.where(rng.random(count) < 0.15, rng.integers(0, masks.shape[1], count), legal)
        if n == 0 and over[0]:
            seen, info = env.reset()
            given: list[Any] = [[0.0], [False], [False]]
        else:
            seen, *given, info = env.step(actions if n else int(actions[0]))
        rewards, terminated, truncated = (np.reshape(part, count) for part in given)
        seen = np.reshape(seen, (count, -1))
        for at, game_at in enumerate(games):
            removed, paid, illegal = 0, 0.0, False
            if over[at]:
                episode[at] += 1
                game_at = games[at] = kind(starts[(at + count * episode[at]) % 7], rules)
                taken[at] = 0
            else:
                removed, paid = game_at.play(int(actions[at]))
                illegal, taken[at] = removed == 0 and paid == -0.5, taken[at] + 1
                compared += 1
            mask = game_at.mask()
            ended = not any(mask) or (mayan and game_at.score == 0)
            cut = not ended and taken[at] >= cap
            over[at] = ended or cut
            shown = [ended, cut, paid, removed, illegal, game_at.score, [m and not over[at] for m in mask]]
            facts = [np.reshape(info[name], (count, -1))[at] for name in ("removed", "illegal", score)]
            own = [
                *(float(part[0]) for part in facts),
                np.reshape(info["action_mask"], (count, -1))[at].tolist(),
            ]
            assert [bool(terminated[at]), bool(truncated[at]), rewards[at], *own] == shown
            cells = [tile for row in game_at.cells() for tile in row]
            if mayan:
                colors = len(seen[at]) // len(cells) - 1
                planes = [int(tile == color) for color in range(1, colors + 1) for tile in cells]
                cells = planes + [game_at.score] * len(cells)
            assert seen[at].tolist() == cells
    return compared


KINDS = [("samegame", rules) for rules in RULES] + [("mayan", {"max_moves": most}) for most in (3, 9)]


@pytest.mark.parametrize(("game", "rules"), KINDS)
@pytest.mark.parametrize("n", [0, 1, 6])
def test_steps_are_those_of_the_rules(game: str, rules: dict[str, Any], n: int) -> None:
    assert walk(game, rules, n, 300) >= 300


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), KINDS)
@pytest.mark.parametrize("n", [0, 6])
def test_a_hundred_thousand_steps_are_those_of_the_rules(game: str, rules: dict[str, Any], n: int) -> None:
    assert walk(game, rules, n, 100_000 // 16) >= 100_000 // 16
