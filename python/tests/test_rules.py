"""The rules and goals of the SameGame family."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Literal

import numpy as np
import pytest

import tilefall
from tilefall import PRESETS, SameGameBoard, solve
from tilefall.gym import SameGameEnv

FORMER = "112 / 231 / 422"
FEWEST = 4


def played(board: SameGameBoard, moves: Any) -> list[int]:
    return [board.play(move) for move in moves]


def test_every_preset_is_a_name_for_its_rules() -> None:
    assert next(iter(PRESETS)) == "samegame" and PRESETS["former"].goal == "fewest"
    for name, preset in PRESETS.items():
        rules = SameGameBoard(FORMER, rules=name).rules
        assert rules == preset.rules and preset.source
        assert SameGameBoard(FORMER, rules=preset.rules).rules == rules
        assert SameGameBoard(FORMER).to_puzzle().with_rules(rules=name).rules == rules
        result = solve(FORMER, game="samegame", rules=name, nodes=2000)
        assert result.record["asked"]["goal"] == preset.goal
        assert result.puzzle.rules == rules
        goals: list[Literal["score", "left", "biggest"]] = ["score", "left", "biggest"]
        for goal in goals:
            given = solve(FORMER, game="samegame", rules=name, goal=goal, nodes=2000)
            assert given.record["asked"]["goal"] == goal


def test_a_keyword_replaces_its_part_of_the_rules() -> None:
    rules = SameGameBoard(FORMER, rules="former", min_group=3, score="sq").rules
    assert rules == {**PRESETS["former"].rules, "min_group": 3, "score": "sq"}
    own = SameGameBoard(FORMER, rules="former").to_puzzle()
    assert SameGameBoard(own).rules == PRESETS["former"].rules
    assert SameGameBoard(own, columns="close").rules == {**PRESETS["former"].rules, "columns": "close"}
    assert SameGameBoard(own, rules="samegame").rules == PRESETS["samegame"].rules
    assert own.with_rules(rules="samegame", clear_factor=3).rules == {
        **PRESETS["samegame"].rules,
        "clear_factor": 3,
    }


def test_single_tiles_go_and_columns_stay() -> None:
    board = SameGameBoard("112 / 132", min_group=1, columns="stay")
    assert board.action_mask().all()
    assert [group.size for group in board.groups()] == [3, 1, 2]
    assert played(board, [(1, 1), (1, 1)]) == [1, 3]
    assert str(board) == "..2\n..2"
    assert played(board, [(1, 2)]) == [2] and board.cleared and board.is_over


def test_puzzles_with_gaps_are_copied_and_read_again() -> None:
    board = SameGameBoard("121 / 121", rules="former")
    board.play((1, 1))
    puzzle = board.to_puzzle()
    assert puzzle.record["rows"] == ["1.1", "1.1"]
    for other in (
        copy.copy(puzzle),
        pickle.loads(pickle.dumps(puzzle)),
        tilefall.read(puzzle.to_text(), game="samegame")[0],
    ):
        assert other == puzzle and other.rules == PRESETS["former"].rules
    assert pickle.loads(pickle.dumps(board)).moves == [(1, 1)]
    with pytest.raises(ValueError, match="column 1 is empty"):
        puzzle.with_rules(columns="close")
    assert solve(board, nodes=100).moves
    assert all(tilefall.verify(puzzle, solve(board, goal="score", nodes=100)))


@pytest.mark.parametrize("goal", ["score", "clear", "fewest", "left", "biggest"])
def test_a_result_is_in_the_units_of_its_goal(goal: Any) -> None:
    found: list[tilefall.SameGameFound] = []
    result = solve(FORMER, game="samegame", rules="former", goal=goal, nodes=5000, on_found=found.append)
    assert result.length is not None
    board = SameGameBoard(FORMER, rules="former")
    sizes = played(board, result.moves)
    assert all(sizes) and board.cleared == result.cleared and board.score == result.score
    assert (result.left, result.biggest) == (
        board.tiles if goal == "left" else None,
        max(sizes) if goal == "biggest" else None,
    )
    for better in found:
        board = SameGameBoard(FORMER, rules="former")
        sizes = played(board, better.moves)
        assert (better.left, better.biggest, better.score) == (
            board.tiles,
            max(sizes, default=0),
            board.score,
        )
    aimed = solve(FORMER, game="samegame", rules="former", target=9, nodes=5000)
    assert aimed.length is not None and aimed.length <= 9
    bound = result.bound
    if goal == "fewest":
        assert result.cleared and len(result.moves) >= FEWEST
        assert bound is not None and bound <= FEWEST
    if goal == "left":
        assert bound == 0
    if goal == "biggest":
        assert bound is not None and bound >= max(sizes)


def test_environments_of_a_preset() -> None:
    env = SameGameEnv(rows=3, cols=3, colors=4, rules="former", reward="clicks", illegal_reward=-9)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        assert env.step(0)[1] == -1
        rewards = [-1.0]
        while True:
            masked = env.action_masks()
            if not masked.any():
                break
            if not masked.all():
                assert env.step(int(np.flatnonzero(~masked)[0]))[1] == -9
            _, reward, over, _, info = env.step(int(masked.argmax()))
            rewards.append(reward)
            if over:
                break
        assert set(rewards) == {-1.0} and env.board.cleared and info["removed"] > 0
    given = SameGameEnv(boards=[SameGameBoard(FORMER, rules="former")])
    given.reset(seed=1)
    assert given.board.rules == PRESETS["former"].rules and given.action_masks().all()
    first = SameGameEnv(boards=[SameGameBoard(FORMER)], rules="former", mask="first")
    first.reset(seed=1)
    assert first.action_masks().sum() == len(SameGameBoard(FORMER, rules="former").groups())


def test_states_contain_the_rules_of_their_boards() -> None:
    one, other = (SameGameEnv(rows=3, cols=3, colors=3, min_group=least) for least in (1, 2))
    one.reset(seed=1)
    _, info = other.set_state(one.get_state())
    assert other.board.rules["min_group"] == 1 and info["action_mask"].all()
    other.reset()
    assert other.board.rules["min_group"] == 2


def test_generated_boards_have_rules_and_a_number_of_clicks() -> None:
    made = tilefall.generate(rows=3, cols=3, colors=3, clicks=4, rules="former", count=3)
    for puzzle in made:
        assert puzzle.rules == PRESETS["former"].rules and puzzle.origin and puzzle.origin["clicks"] == 4
        assert puzzle.answer and len(puzzle.answer["moves"]) == 4
    assert all(tilefall.verify(made, [puzzle.answer or {} for puzzle in made]))
    assert (
        tilefall.generate(rows=3, cols=3, columns="stay")[0].rules
        == SameGameBoard(FORMER, columns="stay").rules
    )
    env = SameGameEnv(rows=3, cols=3, colors=2, clearable=True, columns="stay")
    env.reset(seed=1)
    assert solve(env.board, goal="clear").cleared


def test_boards_with_gaps_are_read_where_columns_stay() -> None:
    rows = "1.2 / 1.2"
    cells = np.array([[1, 0, 2], [1, 0, 2]])
    sources: list[Any] = [rows, cells, "1.2\n1.2\n"]
    for source in sources:
        assert SameGameBoard(source, columns="stay").tiles == 4
        assert SameGameBoard(source, rules="former").play((1, 2)) == 2
        assert solve(source, game="samegame", rules="former").length == 2
        assert tilefall.solve_many([source], game="samegame", columns="stay", goal="clear")[0].cleared
        with pytest.raises(ValueError, match=r"column \d is empty"):
            SameGameBoard(source)
    assert SameGameBoard(tilefall.solve(rows, game="samegame", rules="former").puzzle).tiles == 4
