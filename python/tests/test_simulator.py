"""The environments, step by step, against a simulator in plain Python that was written from the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv

POINTS: dict[str, Callable[[int], int]] = {
    "n2": lambda n: (n - 2) ** 2,
    "n1": lambda n: (n - 1) ** 2,
    "tri": lambda n: n * (n - 1) // 2,
    "nn1": lambda n: n * (n - 1),
    "count": lambda n: n,
    "sq": lambda n: n * n,
}
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
        self.rows, self.cols, self.rules, self.score = len(cells), len(cells[0]), rules, 0
        self.columns = [[row[col] for row in reversed(cells) if row[col]] for col in range(self.cols)]

    def cells(self) -> list[list[int]]:
        return [
            [column[height] if height < len(column) else 0 for column in self.columns]
            for height in reversed(range(self.rows))
        ]

    def group(self, row: int, col: int, cells: list[list[int]] | None = None) -> set[tuple[int, int]]:
        cells, found, todo = cells or self.cells(), set[tuple[int, int]](), [(row, col)]
        while todo and cells[row][col]:
            r, c = todo.pop()
            inside = 0 <= r < self.rows and 0 <= c < self.cols
            if inside and (r, c) not in found and cells[r][c] == cells[row][col]:
                found.add((r, c))
                todo += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        return found

    def mask(self) -> list[bool]:
        cells, sizes = self.cells(), dict[tuple[int, int], int]()
        for place in np.ndindex(self.rows, self.cols):
            if place not in sizes:
                group = self.group(place[0], place[1], cells)
                sizes |= dict.fromkeys(group or {place}, len(group))
        return [sizes[place] >= self.rules.get("min_group", 2) for place in np.ndindex(self.rows, self.cols)]

    def play(self, action: int) -> tuple[int, float]:
        """Plays an action; returns the tiles removed and the reward."""
        before, group = self.score, self.group(*divmod(action, self.cols))
        if len(group) < self.rules.get("min_group", 2):
            return 0, -0.5
        kept = self.cells()
        for row, col in group:
            kept[row][col] = 0
        self.columns = [[row[col] for row in reversed(kept) if row[col]] for col in range(self.cols)]
        if self.rules.get("columns") != "stay":
            full = [column for column in self.columns if column]
            self.columns = full + [[] for _ in range(self.cols - len(full))]
        self.score += POINTS[self.rules.get("score", "n2")](len(group))
        if not any(self.mask()):
            self.end()
        return len(group), self.score - before

    def end(self) -> None:
        left = Counter(tile for column in self.columns for tile in column)
        total, penalty = sum(left.values()), self.rules.get("left_penalty")
        if penalty == "n2":
            self.score -= sum((count - 2) ** 2 for count in left.values())
        elif penalty == "total" and total:
            self.score -= (total - 2) ** 2
        if "left_points" in self.rules and total <= 6:
            self.score += -2 * total**2 + total + 90
        if not total:
            usual = 1000 if self.rules.get("score", "n2") == "n2" else 0
            self.score += self.rules.get("clear_bonus", usual)
            self.score *= self.rules.get("clear_factor", 1)


class Mayan(SameGame):
    """A board of the Mayan puzzle with the moves left, which are its score."""

    def __init__(self, cells: list[list[int]], rules: dict[str, Any]) -> None:
        super().__init__(cells, rules)
        self.settle()
        self.score = rules["max_moves"]

    def settle(self) -> None:
        while True:
            cells, gone = self.cells(), set[tuple[int, int]]()
            for row, col in np.ndindex(self.rows, self.cols):
                for down, right in ((0, 1), (1, 0)):
                    run = [(row + down * at, col + right * at) for at in range(3)]
                    inside = run[-1][0] < self.rows and run[-1][1] < self.cols
                    if inside and cells[row][col] and len({cells[r][c] for r, c in run}) == 1:
                        gone |= set(run)
            if not gone:
                return
            for row, col in gone:
                cells[row][col] = 0
            self.columns = [[row[col] for row in reversed(cells) if row[col]] for col in range(self.cols)]

    def target(self, action: int) -> tuple[int, int, int, int | None] | None:
        """Returns column and height, the target column, and the tile there; None for no move."""
        left, cell = divmod(action, self.rows * self.cols)
        row, col = divmod(cell, self.cols)
        height, to = self.rows - 1 - row, col + (-1 if left else 1)
        if height >= len(self.columns[col]) or not 0 <= to < self.cols:
            return None
        there = self.columns[to][height] if height < len(self.columns[to]) else None
        return None if there == self.columns[col][height] else (col, height, to, there)

    def mask(self) -> list[bool]:
        found = [self.target(action) for action in range(2 * self.rows * self.cols)]
        return [
            move is not None and (at < len(found) // 2 or move[3] is None) for at, move in enumerate(found)
        ]

    def play(self, action: int) -> tuple[int, float]:
        move, before = self.target(action), sum(map(len, self.columns))
        self.score -= 1
        if move is None:
            return 0, -0.5
        col, height, to, there = move
        if there is None:
            self.columns[to].append(self.columns[col].pop(height))
        else:
            mine = self.columns[col][height]
            self.columns[col][height], self.columns[to][height] = there, mine
        self.settle()
        after = sum(map(len, self.columns))
        return before - after, float(after == 0)


def boards(game: str, rng: np.random.Generator) -> list[list[list[int]]]:
    """Boards to play on; those of the Mayan puzzle may have runs and gaps."""
    if game == "samegame":
        return [rng.integers(1, 5, (5, 6)).tolist() for _ in range(7)]
    made = [rng.integers(1, 4, (5, 4)) for _ in range(7)]
    for cells in made:
        for col in range(4):
            cells[: rng.integers(0, 4), col] = 0
    return [cells.tolist() for cells in made]


def walk(game: str, rules: dict[str, Any], n: int, steps: int) -> int:
    """Compares steps of n environments, of one without a vector for n = 0; returns their number."""
    rng, cap = np.random.default_rng(1), 40
    mayan, starts = game == "mayan", boards(game, rng)
    words: dict[str, Any] = {"boards": np.array(starts), "order": "cycle", "illegal_reward": -0.5, **rules}
    words |= {"max_episode_steps": cap}
    make: Any = (MayanVecEnv if mayan else SameGameVecEnv) if n else (MayanEnv if mayan else SameGameEnv)
    if mayan:
        from tilefall import MayanBoard

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
