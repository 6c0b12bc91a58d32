"""Boards: from everything, played, copied, pickled, by all rules and goals of the SameGame family."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any, Literal

import numpy as np
import pytest
from test_simulator import SameGame

import tilefall
from tilefall import PRESETS, MayanBoard, SameGameBoard, solve
from tilefall.gym import SameGameEnv
from tilefall.types import Rules

DRAWING = "2133 / 2113 / 1223"
FORMER = "112 / 231 / 422"


@pytest.mark.parametrize(
    "size", "1x1x1 4x5x3 15x15x5 16x16x7 17x3x4 31x9x2 9x20x5 9x40x8 20x19x4 49x5x3 3x70x2".split()
)
@pytest.mark.parametrize("least", [1, 2, 3, 4])
def test_boards_play_as_the_rules_say(size: str, least: int) -> None:
    rows, cols, colours = map(int, size.split("x"))
    rng = np.random.default_rng(rows + cols + colours)
    cells = rng.integers(1, colours + 1, (rows, cols), dtype=np.uint8)
    board, game = SameGameBoard(cells, min_group=least), SameGame(cells.tolist(), {"min_group": least})
    assert board.playout(1).is_over and board.playout(1, "tabu").is_over and not board.moves
    assert board.playout(1, "tabu").moves == board.playout(1, "tabu").moves
    while (legal := np.array(game.mask())).any():
        assert board.action_mask().tolist() == legal.tolist() and not board.is_over
        action = int(rng.choice(np.flatnonzero(legal)))
        place = divmod(action, cols)
        assert sorted(board.group(action)) == sorted(board.group(place)) == sorted(game.group(*place))
        assert board.play(place if action % 2 else action) == game.play(action)[0]
        assert (board.to_numpy().tolist(), board.score) == (game.cells(), game.score)
    assert board.is_over and not board.action_mask().any()
    # Undoes all clicks, then redoes them.
    end, clicks = board.copy(), board.moves
    while board.undo() is not None:
        pass
    assert board.tiles == rows * cols and board.moves == []
    while board.redo() is not None:
        pass
    assert (board, board.moves, board.score) == (end, clicks, end.score)


def test_a_board_tells_what_it_is() -> None:
    board = SameGameBoard(DRAWING)
    record = {"game": "samegame", "rows": ["2133", "2113", "1223"]}
    assert SameGameBoard(board.to_numpy()) == SameGameBoard(record) == board
    assert str(board) == "2133\n2113\n1223"
    assert repr(board) == "<SameGameBoard 3x4, 12 tiles, score 0\n2 1 3 3\n2 1 1 3\n1 2 2 3>"
    assert "<table" in board._repr_html_()
    assert SameGameBoard(record | {"rules": {"score": "n1"}}).rules["score"] == "n1"
    usual = SameGameBoard(DRAWING).rules
    assert usual.keys() == Rules.__annotations__.keys()
    assert SameGameBoard(DRAWING, score="n1", clear_bonus=7).rules == {
        **usual,
        "score": "n1",
        "clear_bonus": 7,
    }
    assert [group.cell for group in board.groups()] == board.legal_moves() == [(1, 0), (2, 1), (1, 1), (0, 2)]
    assert board.copy().play(board.groups()[3]) == 4
    assert board.color((2, 1)) == board[2, 1] == 2 and board.counts() == [4, 4, 4]


def test_boards_of_text_keep_their_letters_and_take_options() -> None:
    puzzle = tilefall.read("RBB\nRRB\n")[0]
    assert puzzle.format == "rows" and str(SameGameBoard(puzzle)) == "RBB\nRRB"
    assert str(SameGameBoard(tilefall.read("100\n122\n", empty="0")[0])) == "1..\n122"
    assert str(SameGameBoard(tilefall.read("122\n1..\n", rows_from="bottom")[0])) == "1..\n122"
    assert tilefall.read("1..\n212\n", game="mayan")[0].game == "mayan"


def test_an_illegal_click_changes_nothing() -> None:
    board = SameGameBoard(DRAWING)
    cells: list[Any] = [(3, 0), (-1, 0), (0, 4), 12, -1]
    for cell in cells:
        with pytest.raises(IndexError, match="expected"):
            board.play(cell)
    with pytest.raises(ValueError, match=r"^\(2, 0\): the tile stands alone, expected"):
        board.play((2, 0))
    assert board.moves == []


def test_mayan_boards_play_and_name_moves() -> None:
    board = MayanBoard("21... / 12... / 12...")
    assert board.shape == (3, 5) and board.tiles == 6 and not board.cleared
    legal = np.flatnonzero(board.action_mask())
    assert len(legal) == len(board.legal_moves())
    for action, move in zip(
        sorted(legal), sorted(board.legal_moves(), key=lambda move: move.index), strict=True
    ):
        a, b = board.copy(), board.copy()
        assert a.play(int(action)) == b.play(move) and a == b
    assert board.play((0, 0, "R")) == 6 and board.cleared
    assert board.undo() == (0, 0, "R") and board.redo() == (0, 0, "R")
    for move in [(2, 0, "L"), (2, 4, "R"), (9, 9, "R"), (2, 3, "R")]:
        with pytest.raises((ValueError, IndexError)):
            MayanBoard("21... / 12... / 12...").play(move)
    assert MayanBoard("111 / 222") == MayanBoard("... / ..."), "runs vanish at once"


def test_large_boards_are_played() -> None:
    board = tilefall.generate(rows=200, cols=200, colors=3)[0].board
    assert board.play(random.Random(1).choice(board.groups()).index) >= 2


def test_a_swap_of_equal_tiles_is_a_move_where_lists_have_exactly_m_moves() -> None:
    puzzle = {"game": "mayan", "rows": ["..2..", "11212"], "moves": 2, "mode": "exactly"}
    result = tilefall.solve(puzzle, game="mayan")
    assert result.moves == [(1, 0, "R"), (1, 2, "R")]
    board = MayanBoard(puzzle)
    assert (1, 0, "R") in board.legal_moves() and board.action_mask()[5]
    for played in (board, pickle.loads(pickle.dumps(board)), board.copy()):
        assert [played.play(move) for move in result.moves] == [0, 6] and played.cleared
        again = pickle.loads(pickle.dumps(played))
        assert (
            again.moves == result.moves
            and again.undo()
            and again.undo()
            and (1, 0, "R") in again.legal_moves()
        )
    skipped = tilefall.solve(puzzle, game="mayan", skip_noop=True)
    assert skipped.status == "infeasible" and tilefall.verify(puzzle, skipped, skip_noop=True)[0].proven
    assert not tilefall.verify(puzzle, skipped)[0] and tilefall.verify(puzzle, result)[0].proven
    assert tilefall.verify(puzzle, result.moves) and not tilefall.verify(puzzle, result.moves, skip_noop=True)
    other = MayanBoard(puzzle | {"mode": "within"})
    assert (1, 0, "R") not in other.legal_moves()
    with pytest.raises(ValueError, match="two equal tiles is no move"):
        other.play((1, 0, "R"))


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
    both = (result.left if goal == "left" else None, result.biggest if goal == "biggest" else None)
    assert (result.left, result.biggest) == both
    lists: list[Any] = [*found, result]
    for better in lists:
        board = SameGameBoard(FORMER, rules="former")
        sizes = played(board, better.moves)
        assert all(sizes) and (better.cleared, better.score) == (board.cleared, board.score)
        assert better.left in (None, board.tiles) and better.biggest in (None, max(sizes, default=0))
    # A list of four clicks is the shortest.
    least: dict[str, range] = {"fewest": range(5), "left": range(1), "biggest": range(max(sizes), 10)}
    assert result.bound in least.get(goal, [result.bound]) and (goal != "fewest" or result.length == 4)
    aimed = solve(FORMER, game="samegame", rules="former", target=9, nodes=5000)
    assert aimed.length is not None and aimed.length <= 9


def test_environments_of_a_preset() -> None:
    env = SameGameEnv(rows=3, cols=3, colors=4, rules="former", reward="clicks", illegal_reward=-9)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            masked = env.action_masks()
            for illegal in np.flatnonzero(~masked)[:1]:
                assert env.step(int(illegal))[1] == -9
            _, reward, over, _, info = env.step(int(masked.argmax()))
            assert reward == -1
        assert env.board.cleared and info["removed"] > 0
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
