"""Resets on given boards, and what environments keep of given boards: names of colors, rules, random draws."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv

LETTERS = "ABB / ABC"
TILES = [[1, 2, 2], [1, 2, 3]]
MAYAN = tilefall.MayanBoard("21... / 12... / 12...")


def small(**more: Any) -> SameGameEnv:
    return SameGameEnv(rows=2, cols=3, colors=3, **more)


def many(**more: Any) -> SameGameVecEnv:
    return SameGameVecEnv(3, rows=2, cols=3, colors=3, **more)


def test_an_episode_begins_on_a_given_board() -> None:
    env, board = small(), tilefall.SameGameBoard(LETTERS, score="n1")
    seen, info = env.reset(seed=4, options={"board": board})
    assert seen.tolist() == TILES
    assert (info["score"], info["removed"], info["action_mask"].tolist()) == (0, 0, [1, 1, 1, 1, 1, 0])
    assert env.board == board
    assert (env.board.names, env.board.rules) == (board.names, board.rules)
    assert env.step(1)[1] == 4, "(n - 1)² by the rules of the board, not (n - 2)² as usual"
    # The episode after it is the one after the first of this seed.
    twin = small()
    twin.reset(seed=4)
    assert (env.reset()[0] == twin.reset()[0]).all()


@pytest.mark.parametrize("board", [LETTERS, np.array(TILES, np.uint8), {"rows": ["ABB", "ABC"]}])
def test_boards_are_taken_as_solve_takes_them(board: Any) -> None:
    if isinstance(board, dict):
        board = tilefall.read('{"game":"samegame","rows":["ABB","ABC"]}')
    assert small().reset(options={"board": board})[0].tolist() == TILES


def test_a_mayan_episode_has_the_moves_of_its_puzzle() -> None:
    env = MayanEnv(rows=3, cols=5, max_moves=2)
    puzzle = MAYAN.to_puzzle()
    assert env.reset(options={"board": puzzle})[1]["moves_left"] == 2
    assert env.board == MAYAN
    (line,) = tilefall.read('{"game":"mayan","rows":["21...","12...","12..."],"moves":5}')
    assert env.reset(options={"board": line})[1]["moves_left"] == 5


@pytest.mark.parametrize(
    ("options", "error", "why"),
    [
        ({"board": "11 / 11"}, ValueError, "the board is 2x2, expected 2x3"),
        ({"board": "123 / 456"}, ValueError, "the board has 6 colors, expected at most 3"),
        ({"board": [LETTERS, LETTERS]}, ValueError, "board has 2 puzzles, expected one"),
        ({"board": []}, ValueError, "board has 0 puzzles, expected one"),
        ({"board": MAYAN}, (TypeError, ValueError), "board"),
        ({"bord": LETTERS}, ValueError, "options has 'bord', expected board"),
        ({"reset_mask": [True]}, ValueError, "options has 'reset_mask', expected board"),
        ([LETTERS], TypeError, "options is .*, expected a dict"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: Any, error: Any, why: str) -> None:
    env = small()
    before = env.reset(seed=1)[0]
    with pytest.raises(error, match=why):
        env.reset(options=options)
    assert (env.board.to_numpy() == before).all(), "the episode goes on"


def test_vectors_begin_on_given_boards() -> None:
    envs = many(seed=1)
    seen, _ = envs.reset(options={"boards": LETTERS})
    assert seen.tolist() == [TILES] * 3
    boards = ["ABB / ABC", "AAA / AAA", "CCC / BBB"]
    seen, info = envs.reset(options={"boards": boards, "reset_mask": np.array([False, True, True])})
    assert seen.tolist() == [TILES, [[1] * 3] * 2, [[2] * 3, [1] * 3]]
    assert info["action_mask"].sum(1).tolist() == [5, 6, 6]
    mayan = MayanVecEnv(2, rows=3, cols=5, boards=[MAYAN.to_puzzle()], max_moves=2)
    assert mayan.reset(options={"boards": MAYAN})[1]["moves_left"].tolist() == [2, 2]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"boards": boards[:2]}, "boards has 2 puzzles, expected 1 or one for each of 3 environments"),
        ({"boards": ["11 / 11", *boards[1:]]}, "the board is 2x2, expected 2x3"),
        ({"board": LETTERS}, "options has 'board', expected reset_mask or boards"),
    ]
    for options, why in wrong:
        with pytest.raises(ValueError, match=why):
            envs.reset(options=options)
    assert all(envs.board(at) == tilefall.SameGameBoard(board) for at, board in enumerate(boards)), (
        "none began"
    )


def test_given_boards_keep_their_names_and_rules() -> None:
    lines = (
        '{"game":"samegame","rows":["223","233"],"rules":{"score":"n1"}}\n'
        '{"game":"samegame","rows":["557","577"],"rules":{"clear_bonus":7}}\n'
    )
    puzzles = tilefall.read(lines)
    env = SameGameEnv(boards=puzzles, order="cycle")
    for puzzle, points in zip(puzzles, [4 + 4, 1 + 1 + 7], strict=True):
        env.reset()
        board = tilefall.SameGameBoard(puzzle)
        assert env.board == board
        assert (env.board.names, env.board.rules) == (board.names, board.rules)
        restored = pickle.loads(pickle.dumps(env))
        assert (restored.board.names, restored.board.rules) == (board.names, board.rules)
        played = 0.0
        while not env.board.is_over:
            played += env.step(int(env.action_masks().argmax()))[1]
        assert played == points
    same = SameGameEnv(boards=puzzles, order="cycle", rules="tatham")
    assert [same.reset() and same.board.rules["score"] for _ in puzzles] == ["n2", "n2"]


def test_copies_go_on_with_the_same_draws() -> None:
    envs = SameGameVecEnv(8, seed=3)
    envs.reset()
    envs.sample_actions()
    twin, restored = copy.copy(envs), pickle.loads(pickle.dumps(envs))
    drawn = [[each.sample_actions().tolist() for _ in range(3)] for each in (envs, twin, restored)]
    assert drawn[0] == drawn[1] == drawn[2]
    assert len({tuple(row) for row in drawn[0]}) == 3, "each draw differs"
