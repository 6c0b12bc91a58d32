"""The vector environment against plain boards, and its documented modes, threads and arrays."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode

import tilefall
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv, make_vec

SMALL: dict[str, Any] = {"rows": 5, "cols": 6, "colors": 3}


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a random legal action for each row of the masks; 0 for a row without a legal action."""
    actions: np.ndarray = np.where(masks, rng.random(masks.shape, np.float32), -1).argmax(1)
    return actions


PUZZLES = tilefall.generate("mayan", seed=1, max_moves=2, count=40)
MAYAN: dict[str, Any] = {"max_moves": 2}
# A board has no number of moves of its own, so its episodes have `max_moves` moves.
BOARDS = [puzzle.board for puzzle in PUZZLES]
LONG: dict[str, Any] = {"boards": BOARDS, "max_moves": 30, "observation": "cells"}
KINDS: list[tuple[Any, Any, dict[str, Any]]] = [
    (SameGameVecEnv, SameGameEnv, SMALL),
    (SameGameVecEnv, SameGameEnv, {**SMALL, "observation": "planes"}),
    (SameGameVecEnv, SameGameEnv, {**SMALL, "mask": "first"}),
    (MayanVecEnv, MayanEnv, MAYAN),
    (MayanVecEnv, MayanEnv, {**MAYAN, "boards": PUZZLES, "observation": "planes", "dense": True}),
]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("kind", "one", "words"), KINDS)
def test_the_modes_are_those_of_gymnasium(
    mode: AutoresetMode, kind: Any, one: Any, words: dict[str, Any]
) -> None:
    """Compares each step with Gymnasium's own vector of single environments."""
    n, score = 5, "score" if kind is SameGameVecEnv else "moves_left"
    env = kind(n, autoreset_mode=mode, pool=False, **words)
    twin = gymnasium.vector.SyncVectorEnv([lambda: one(**words)] * n, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    assert env.observation_space == twin.observation_space and env.action_space == twin.action_space
    names, same = (score, "removed", "illegal", "action_mask"), np.testing.assert_array_equal
    seen, info = env.reset(seed=7)
    expected, known = twin.reset(seed=7)
    same(seen, expected)
    same(info["action_mask"], known["action_mask"])
    rng, ends = np.random.default_rng(1), 0
    for _ in range(60):
        actions = choose(info["action_mask"], rng)
        *own, info = env.step(actions)
        *its, known = twin.step(actions)
        assert own[0] in env.observation_space and [each.dtype for each in own] == [
            each.dtype for each in its
        ]
        for mine, other in zip(own, its, strict=True):
            same(mine, other)
        for name in names:
            same(info[name], known[name])
        assert ("final_obs" in info) == ("final_obs" in known)
        terminated = own[2]
        if "final_obs" in info:
            same(info["_final_obs"], known["_final_obs"])
            for at in np.flatnonzero(terminated):
                same(info["final_obs"][at], known["final_obs"][at])
                for name in names:
                    same(info["final_info"][name][at], known["final_info"][name][at])
        ends += terminated.sum()
        if mode is AutoresetMode.DISABLED and terminated.any():
            options = {"reset_mask": terminated.copy()}
            seen, info = env.reset(options=dict(options))
            same(seen, twin.reset(options=dict(options))[0])
    assert ends > 5


@pytest.mark.parametrize("n", [1, 3, 64])
@pytest.mark.parametrize(("kind", "words"), [(SameGameVecEnv, SMALL), (MayanVecEnv, LONG)])
def test_threads_change_nothing(n: int, kind: Any, words: dict[str, Any]) -> None:
    runs = []
    for threads in (1, 2, 5):
        env = kind(n, threads=threads, seed=3, autoreset_mode=AutoresetMode.SAME_STEP, **words)
        _, info = env.reset()
        rng, trace = np.random.default_rng(2), []
        for _ in range(40):
            seen, rewards, terminated, _, info = env.step(choose(info["action_mask"], rng))
            trace += [seen.copy(), rewards.copy(), terminated.copy(), info["action_mask"].copy()]
        runs.append(trace)
    assert all((a == b).all() for run in runs[1:] for a, b in zip(runs[0], run, strict=True))


@pytest.mark.parametrize(
    ("kind", "words"),
    [(MayanVecEnv, {"max_moves": 2}), (SameGameVecEnv, {**SMALL, "clearable": True, "reward": "clear"})],
)
def test_boards_of_a_pool_depend_on_the_seed_alone(kind: Any, words: dict[str, Any]) -> None:
    n, steps = 256, 60
    rows: list[list[Any]] = []
    for threads in (1, 2):
        env = kind(n, threads=threads, **words)
        env.reset(seed=7)
        first = env.reset(seed=5)[0].copy()
        assert (first == kind(n, pool=False, **words).reset(seed=5)[0]).all()
        rows.append([first, *(env.step(env.sample_actions())[0] for _ in range(steps))])
        twin = copy.copy(env)
        assert (env.step(actions := env.sample_actions())[0] == twin.step(actions)[0]).all()
    assert (np.array(rows[0]) == np.array(rows[1])).all()
    starts = {board.tobytes() for board in rows[0][0]}
    later = {board.tobytes() for step in rows[0][1:] for board in step if (board > 0).all()}
    assert len(starts) > n / 2 and (kind is MayanVecEnv or len(later - starts) > n / 2)


def test_arrays_are_copied_unless_shared() -> None:
    env = make_vec("samegame", 3, copy=False, **SMALL)
    first, info = env.reset(seed=1)
    masks = info["action_mask"]
    seen, *_, info = env.step(masks.argmax(1))
    assert seen is first and info["action_mask"] is masks and np.shares_memory(env.action_masks(), masks)
    env = make_vec("samegame", 3, **SMALL)
    first, info = env.reset(seed=1)
    kept = first.copy()
    seen, *_ = env.step(info["action_mask"].argmax(1))
    assert (first == kept).all() and (seen != first).any()


@pytest.mark.parametrize(("game", "words"), [("samegame", SMALL), ("mayan", LONG)])
def test_a_root_is_spread_over_all_environments(game: Any, words: dict[str, Any]) -> None:
    one, many = make_vec(game, 1, **words), make_vec(game, 6, **words)
    _, info = one.reset(seed=9)
    many.reset(seed=1)
    root = one.get_state()
    seen, spread = many.set_state(root)
    assert (seen == seen[0]).all() and (spread["action_mask"] == info["action_mask"]).all()
    state = many.get_state([0, 2])
    assert len(state) == 2 and len(root) == 1
    actions = np.flatnonzero(info["action_mask"])[:6]
    after = many.step(actions)[0].copy()
    for at, action in enumerate(actions.tolist()):
        board = one.board(0)
        board.play(action)
        assert (after[at] == board.to_numpy()).all() and many.board(at) == board
    many.set_state(state, [4, 5])
    assert many.board(5) == one.board(0) and (many.board(0).to_numpy() == after[0]).all()
    with pytest.raises(ValueError, match="expected 1 or one for each"):
        many.set_state(state)
    with pytest.raises(ValueError, match="no environment 6"):
        many.set_state(root, [6])
    other: Any = MayanVecEnv(2, boards=[tilefall.MayanBoard("1.. / 1.. / 2..")])
    with pytest.raises((TypeError, ValueError), match="expected"):
        other.set_state(root)


def test_bad_actions_change_nothing() -> None:
    env = SameGameVecEnv(3, **SMALL)
    seen, _ = env.reset(seed=1)
    before = seen.copy()
    wrong: list[Any] = [[0, 30, 0], [0, 0, -1], [0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"]]
    for bad in wrong:
        with pytest.raises((TypeError, ValueError)):
            env.step(np.array(bad))
        assert (seen == before).all()
    env.step(np.zeros(6, np.int32)[::2])
    env.close()
    for call in (lambda: env.step([0, 0, 0]), env.action_masks):
        with pytest.raises(ClosedEnvironmentError):
            call()


def test_an_action_that_begins_an_episode_is_not_looked_at() -> None:
    env = make_vec("samegame", 2, rows=2, cols=2, colors=1)
    env.reset(seed=1)
    assert env.step([0, 0])[2].all()
    _, rewards, terminated, *_ = env.step([-1, 2**40])
    assert not rewards.any() and not terminated.any()
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.DISABLED):
        other = make_vec("samegame", 2, rows=2, cols=2, colors=1, autoreset_mode=mode)
        other.reset(seed=1)
        other.step([0, 0])
        with pytest.raises(ValueError, match="action -1 of environment 1 is no cell, expected 0 to 3"):
            other.step([0, -1])
    mixed = make_vec("samegame", 2, boards=["11 / 11", "12 / 12"], order="cycle")
    mixed.reset()
    assert mixed.step([0, 0])[2].tolist() == [True, False]
    with pytest.raises(ValueError, match="action 9 of environment 1"):
        mixed.step([9, 9])
    assert mixed.step([9, 0])[2].tolist() == [False, True]


def test_masks_are_those_of_gymnasium() -> None:
    env, envs = SameGameEnv(**SMALL), SameGameVecEnv(3, **SMALL)
    mask = env.reset(seed=1)[1]["action_mask"]
    assert mask.dtype == np.int8 and mask[env.action_space.sample(mask)] == 1
    masks = envs.reset(seed=1)[1]["action_mask"]
    assert masks.dtype == np.int8 and masks[np.arange(3), envs.action_space.sample(masks)].all()


def test_sampled_actions_are_uniform() -> None:
    envs = SameGameVecEnv(4000, boards=[tilefall.SameGameBoard("112 / 132 / 133")])
    envs.reset(seed=1)
    counts = np.bincount(envs.sample_actions(), minlength=9)[envs.action_masks()[0]]
    assert counts.sum() == 4000 and (abs(counts - 4000 / len(counts)) < 130).all()


def test_arrays_that_are_not_what_they_say_are_refused() -> None:
    class Liar(np.ndarray):
        shape = property(lambda self: (4,))

        def reshape(self, *words: Any, **more: Any) -> Any:
            return np.empty(1, self.dtype)

        def tolist(self) -> Any:
            return [True]

        def astype(self, *words: Any, **more: Any) -> Any:
            return np.empty((9, 9), np.int64)

    envs = SameGameVecEnv(4, copy=False, **SMALL)
    envs.reset(seed=1)
    calls: list[Any] = [
        lambda: envs.step(np.zeros(3, np.int64).view(Liar)),
        lambda: envs.reset(options={"reset_mask": np.zeros(2, np.bool_).view(Liar)}),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="expected"):
            call()
    assert tilefall.SameGameBoard(np.array([[1, 1], [1, 2]]).view(Liar)).tiles == 4
    rewards = envs.step([0] * 4)[1]
    rewards.resize(2, refcheck=False)
    for call in (lambda: envs.step([0] * 4), envs.reset):
        with pytest.raises(ValueError, match="rewards has 2 elements, expected 4"):
            call()
