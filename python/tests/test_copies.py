"""Copies of all objects of the package: by copy, deepcopy and pickle."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tilefall
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv

MAYAN = tilefall.MayanBoard("21... / 12... / 12...")

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "old pickle": lambda value: pickle.loads(pickle.dumps(value, protocol=2)),
}
ways = pytest.mark.parametrize("way", WAYS)

ENVS: dict[str, Callable[[], Any]] = {
    "samegame": lambda: SameGameEnv(rows=5, cols=6, colors=3, mask="first"),
    "planes": lambda: SameGameEnv(rows=5, cols=6, colors=8, observation="planes", left_penalty="n2"),
    "large": lambda: SameGameEnv(rows=70, cols=3, colors=2),
    "clearable": lambda: SameGameEnv(rows=4, cols=4, colors=2, clearable=True),
    "boards": lambda: SameGameEnv(boards=Path("data/bench/samegame8x8.jsonl"), order="cycle"),
    "mayan": lambda: MayanEnv(max_moves=2),
    "mayan boards": lambda: MayanEnv(boards=Path("data/bench/mayan.jsonl"), order="cycle"),
}


def played(env: Any, steps: int) -> list[Any]:
    """Plays the first legal action `steps` times, over several episodes; returns observations, rewards and infos."""
    trace: list[Any] = []
    for _ in range(steps):
        legal = np.flatnonzero(env.unwrapped.action_masks())
        if len(legal):
            seen, reward, terminated, _, info = env.step(int(legal[0]))
            facts = {key: np.asarray(info[key]).tolist() for key in info}
            trace += [seen.tolist(), reward, terminated, facts]
        else:
            trace += [env.reset()[0].tolist()]
    return trace


@ways
@pytest.mark.parametrize("make", ENVS)
def test_environments(make: str, way: str) -> None:
    env = ENVS[make]()
    early = WAYS[way](env)
    env.reset(seed=5)
    early.reset(seed=5)
    assert played(early, 30) == played(env, 30)
    env.reset(seed=6)
    played(env, 2)
    other = WAYS[way](env)
    assert other.unwrapped.board == env.unwrapped.board
    ahead = played(other, 40)
    assert played(env, 40) == ahead, "the copy stands where the original stood, and does not move it"


@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
def test_wrapped_environments(way: str) -> None:
    env = gymnasium.make("tilefall/SameGame-v0", rows=4, cols=4)
    env.reset(seed=6)
    ahead = played(WAYS[way](env), 40)
    assert played(env, 40) == ahead


@ways
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (SameGameVecEnv, {"rows": 4, "cols": 4, "threads": 2}),
        (MayanVecEnv, {"boards": [MAYAN], "order": "cycle"}),
    ],
)
def test_vectors(way: str, mode: AutoresetMode, kind: Any, words: dict[str, Any]) -> None:
    envs = kind(5, autoreset_mode=mode, observation="planes", copy=False, **words)
    envs.reset(seed=2)
    envs.sample_actions()
    drawn = [each.sample_actions().tolist() for each in (WAYS[way](envs), envs)]
    assert drawn[0] == drawn[1]

    def steps(envs: Any, number: int) -> list[Any]:
        trace: list[Any] = []
        for _ in range(number):
            seen, rewards, terminated, _, info = envs.step(envs.action_masks().argmax(1))
            trace += [each.tolist() for each in (seen, rewards, terminated, info["removed"])]
        return trace

    steps(envs, 7)
    other = WAYS[way](envs)
    assert (other.action_masks() == envs.action_masks()).all()
    assert not np.shares_memory(other.action_masks(), envs.action_masks())
    ahead = steps(other, 20)
    assert steps(envs, 20) == ahead
    seen = other.step(other.action_masks().argmax(1))[0]
    assert other.step(other.action_masks().argmax(1))[0] is seen, "its arrays are its own, made once"


@ways
def test_plain_objects(way: str) -> None:
    board = tilefall.SameGameBoard("2133 / 2113 / 1223", score="nn1")
    board.play((1, 1))
    board.play((2, 1))
    board.undo()
    mayan = tilefall.MayanBoard("21. / 12. / 12.")
    mayan.play((0, 0, "R"))
    mayan.undo()
    assert WAYS[way](board).rules == board.rules and WAYS[way](board).score == board.score
    for original in (board, mayan):
        same = WAYS[way](original)
        assert same == original and same.moves == original.moves
        assert same.redo() == original.copy().redo() is not None, "what was undone can be redone"
    group = board.groups()[0]
    assert WAYS[way](group) == group and repr(WAYS[way](group)) == repr(group)
    result = tilefall.solve(board, nodes=50)
    assert WAYS[way](result) == result
    verdict = tilefall.verify(board, result)[0]
    assert WAYS[way](verdict) == verdict
    for error in (tilefall.ReadError("1:1"), tilefall.Interrupted(result)):
        first, again = ((type(e), str(e), getattr(e, "result", None)) for e in (error, WAYS[way](error)))
        assert first == again


OF = {"samegame": ("rules",), "mayan": ("max_moves", "mode")}


@ways
def test_puzzles(way: str) -> None:
    named = tilefall.read("100 200\n300 100\n", format="rows")[0]
    sources = ("noip.txt", "p1312.txt", "uva339.txt", "codingame.txt", "jsonl.jsonl")
    many = [puzzle for name in sources for puzzle in tilefall.read(Path(f"data/samples/{name}"))]
    made = tilefall.generate(rows=4, cols=4, clearable=True) + tilefall.generate("mayan", max_moves=2)
    rules = tilefall.SameGameBoard("11", score="tri", clear_bonus=7).to_puzzle()
    for puzzle in (named, rules, *many, *made):
        same = WAYS[way](puzzle)
        assert same == puzzle and hash(same) == hash(puzzle)
        assert type(same) is type(puzzle)
        names = "id game format index given_moves origin hash answer".split()
        for name in (*names, *OF[puzzle.game]):
            assert getattr(same, name) == getattr(puzzle, name), name
        assert str(same) == str(puzzle) and same.board.names == puzzle.board.names


def test_closed_environments_say_so() -> None:
    env = SameGameEnv(rows=3, cols=3)
    env.close()
    for way in WAYS.values():
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            way(env).step(0)


def test_arrays_of_boards() -> None:
    board, mayan = tilefall.SameGameBoard("21. / 122"), tilefall.MayanBoard("21. / 122")
    for source in (board, mayan, board.to_puzzle()):
        array = np.asarray(source)
        cells = [[2, 1, 0], [1, 2, 2]]
        assert array.dtype == np.uint8 and array.tolist() == cells
        assert np.asarray(source, dtype=np.float32).dtype == np.float32
        assert np.array(source).tolist() == cells and (np.stack([source, source])[1] == array).all()
        with pytest.raises(ValueError, match="copy is False"):
            np.asarray(source, copy=False)
    assert tilefall.SameGameBoard(np.asarray(board)) == board
