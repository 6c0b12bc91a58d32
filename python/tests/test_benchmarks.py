"""The sets of boards, and evaluations of players."""

from __future__ import annotations

import functools
import math
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall import Board, SameGameBoard
from tilefall.benchmarks import SETS, TEST_SEEDS, TRAIN_SEEDS, BoardSet, acting, clock, evaluate, load
from tilefall.benchmarks.figures import _student
from tilefall.gym import SameGameVecEnv


def first(board: Board) -> None:
    """Plays the first legal move until the game is over."""
    while not board.is_over:
        moves: Any = board.legal_moves()
        board.play(moves[0])


@pytest.mark.parametrize("name", SETS)
def test_a_set_has_its_boards_and_lists(name: str) -> None:
    boards = load(name)
    assert str(len(boards.puzzles)) in SETS[name].replace(",", "").split()
    assert len(boards.best) == len(boards.puzzles) and len(boards.hash) == 16
    known = [(puzzle, best) for puzzle, best in zip(boards.puzzles, boards.best, strict=True) if best]
    for puzzle, best in known[:20]:
        board: Any = puzzle.board
        moves: Any = best.to_dict()["moves"]
        assert best.puzzle == puzzle and all(board.play(move) >= 0 for move in moves), puzzle.id
        score = best.record.get("score")
        assert board.cleared == best.cleared and (score is None or board.score == score)


def test_test_boards_are_those_of_the_environments() -> None:
    env = SameGameVecEnv(len(TEST_SEEDS), rows=10, cols=10, colors=4)
    seen, _ = env.reset(seed=TEST_SEEDS[0])
    assert np.array_equal(np.stack([puzzle.to_numpy() for puzzle in load("test10").puzzles]), seen)
    assert TRAIN_SEEDS.stop <= TEST_SEEDS.start


def test_players_are_compared_with_published_totals() -> None:
    table = evaluate("greedy", "standard20").table()
    assert table[0][1].startswith("greedy") and table[-1][:2] == ("88,614", "best lists known")
    assert len(load("standard20").published) > 10


def test_players_of_every_kind_are_evaluated() -> None:
    program = "import sys; print('1 1' if {seed} and len(sys.stdin.read().split()) == 64 else '')"
    words, names = [sys.executable, "-c", program], "random greedy tabu policy solver".split()
    players: list[Any] = [*names, first, lambda board: [(9, 9)], words]
    found = [
        evaluate(player, "random8", seconds=0.01 if player == "solver" else 10, workers=1 + at % 2)
        for at, player in enumerate(players)
    ]
    random, greedy, tabu, policy, solver, plain, wrong, printed = found
    assert random.mean < tabu.mean < policy.mean < solver.mean and greedy.mean > 0 and plain.player == "first"
    low, high = policy.board_interval
    assert low < policy.mean < high and policy.total == pytest.approx(50 * policy.mean)
    assert len(wrong.faults) == 50 and wrong.mean == 0
    assert (
        "50 of 50 lists are not valid: " in str(wrong)
        and "no cell (9, 9)" in str(wrong)
        and 0 < len(printed.faults) < 50
    )
    assert solver.boards.hash in solver.citation() and "<td>solver, 0.01 s" in solver._repr_html_()
    several = evaluate("tabu", "random8", runs=3)
    assert len(several.rows) == 150 and several.rows[0] != several.rows[50]
    assert several.board_interval != several.run_interval and math.isnan(tabu.run_interval[0])


class Clicker:
    """A player without a name of its own."""

    def __call__(self, board: Board) -> None:
        first(board)


def test_every_callable_has_a_name_and_only_some_are_told_the_time() -> None:
    players: dict[str, Any] = {"Clicker": Clicker(), "first": functools.partial(first), "greedy": "greedy"}
    for name, player in players.items():
        found = evaluate(player, "samegame-small", workers=1)
        assert (found.player, found.seconds) == (name, None)
    found = evaluate("nrpa", "samegame-small", seconds=0.01, workers=1)
    assert (found.player, found.seconds) == ("nrpa", 0.01) and "0.01 s per board" in found.citation()
    for player in ("greedy", "policy", "nrpa"):
        faults = evaluate(player, "mayan-easy", workers=1).faults
        assert len(faults) == 20 and f"the player {player} is for SameGame alone" in (faults[0].fault or "")


def test_shares_and_few_runs_have_intervals_from_tables() -> None:
    # Wilson's interval of 0 of 20, and of 20 of 20; Student's for 3 to 5 degrees of freedom.
    players: list[Any] = [lambda board: [], "solver"]
    none, every = (evaluate(player, "mayan-easy", workers=1) for player in players)
    assert none.board_interval == pytest.approx((0, 0.1611), abs=1e-4)
    assert every.board_interval == pytest.approx((0.8389, 1), abs=1e-4)
    for freedom, known in ((3, 3.1824), (4, 2.7764), (5, 2.5706), (29, 2.0452)):
        assert _student(freedom) == pytest.approx(known, rel=4e-4)


@pytest.mark.parametrize("output", ["hello", "1 1 1 1 1 x", "", "\\xff"])
def test_what_a_program_prints_is_no_list(output: str) -> None:
    program = [sys.executable, "-c", f"import os; os.write(1, b'{output}')"]
    done = evaluate(program, "mayan-easy")
    assert len(done.faults) == len(done.rows) and all(row.fault for row in done.rows)


def test_other_measures_are_lengths_and_clear_boards() -> None:
    clicks, puzzles = evaluate("random", "former"), evaluate("solver", "mayan-easy", seconds=5)
    assert clicks.cleared == 1 and 12 < clicks.mean < 40 and clicks.rows[0].best == 12
    assert puzzles.mean == 1 and [row.length for row in puzzles.rows] == [row.best for row in puzzles.rows]
    aimless = evaluate(acting(lambda cells, mask: mask.argmax()), "mayan-hard")
    assert aimless.mean < 0.5 and all(row.valid for row in aimless.rows)


@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow"])
def test_frames_of_both_games_are_concatenated(library: Any) -> None:
    module, arrow = pytest.importorskip(library), library == "pyarrow"
    samegame = tilefall.solve_many(tilefall.generate(rows=4, cols=4, colors=2, count=2), nodes=9, stats=True)
    mayan = tilefall.solve_many(tilefall.generate("mayan", max_moves=2, count=2), want="count", mode="within")
    record = {"v": 1, "index": 3, "id": "x", "status": "error", "error": "odd"}
    error = tilefall.Result.from_record(record, mayan[0].puzzle)
    frames = [tilefall.Results(part).to_frame(library) for part in (samegame, mayan, [error], [])]
    whole = (module.concat_tables if arrow else module.concat)(frames)
    row = samegame[0].to_dict()
    assert len(whole) == 5 and list(row) == list(whole.column_names if arrow else whole.columns)
    assert len({str(frame.dtypes if library == "pandas" else frame.schema) for frame in frames}) == 1
    known = {"goal": "score", "rows": 4, "cols": 4, "colors": 2, "game": "samegame"}
    assert row | known == row and all(tilefall.verify(samegame[0].puzzle, samegame[0].row()["moves"]))
    assert evaluate("greedy", "random8", workers=1).to_frame(library).shape == (50, 10)


def test_a_bad_game_is_counted_and_a_run_goes_on() -> None:
    """An exception ends one game. After Ctrl-C, the finished games are kept, and the run can be resumed."""
    played: list[int] = []

    def player(board: SameGameBoard) -> list[tilefall.Cell]:
        played.append(1)
        if len(played) == 3:
            raise LookupError("mine")
        if len(played) == 5:
            raise KeyboardInterrupt
        return board.legal_moves()[:1]

    with pytest.raises(tilefall.Interrupted) as caught:
        evaluate(player, "samegame-small", workers=1)
    part = caught.value.result
    assert [row.valid for row in part.rows] == [True, True, False, True]
    assert part.faults[0].fault == "LookupError: mine"
    whole = evaluate(player, "samegame-small", workers=1, done=part)
    assert list(whole.rows[:4]) == part.rows and len(whole.rows) == 20 and len(played) == 21
    assert "1 of 20 lists are not valid: LookupError: mine" in whole.citation()


def test_a_game_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A late game counts with the moves so far. Without moves, or whole lines of a program, it is not valid."""
    now, games, puzzles = [0.0], [0], load("random8").puzzles[:4]

    def wait(done: threading.Event, seconds: float) -> bool:
        assert seconds == pytest.approx(2.3)
        end = now[0] + seconds
        while now[0] < end:
            if done.wait(0.001):
                return True
        return False

    def player(board: SameGameBoard, seconds: float) -> list[tilefall.Cell] | None:
        games[0] += 1
        now[0] += 0.5
        if games[0] in (1, 4):
            return board.legal_moves()[:1]
        own = board if games[0] == 2 else board.copy()
        own.play(own.legal_moves()[0])
        now[0] += seconds
        while True:
            pass

    monkeypatch.setattr(clock, "now", lambda: now[0])
    monkeypatch.setattr(clock, "wait", wait)
    boards = BoardSet("mine", puzzles, [None] * 4)
    found = evaluate(player, boards, workers=1, seconds=2)
    facts = [(row.late, row.length, row.seconds) for row in found.rows]
    assert facts == [(False, 1, 0.5), (True, 1, 2.5), (True, None, 2.5), (False, 1, 0.5)]
    assert found.rows[1].fault is None and found.rows[2].fault == "its time was over before a move"
    assert all("2 of 4 games were ended after 2 s" in text for text in (str(found), found.citation()))

    def run(words: list[str], timeout: float, **_: Any) -> None:
        raise subprocess.TimeoutExpired(words, timeout, output=outputs.pop())

    row, col = puzzles[3].board.legal_moves()[0].record
    outputs: list[bytes | None] = [f"{row} {col}\n{row}".encode(), None, None, None]
    monkeypatch.setattr(subprocess, "run", run)
    printed = evaluate(["player"], boards, workers=1, seconds=2).rows
    assert all(row.late for row in printed) and [row.length for row in printed] == [None, None, None, 1]


def test_two_players_are_compared_in_pairs() -> None:
    tabu, policy = (evaluate(player, "samegame-small") for player in ("tabu", "policy"))
    found = policy.compare(tabu)
    assert found.difference == pytest.approx(policy.mean - tabu.mean) and found.more + found.less <= 20
    assert found.interval[0] < found.difference < found.interval[1]
    with pytest.raises(ValueError, match="same boards"):
        policy.compare(evaluate("tabu", "random8"))
    own = BoardSet("mine", load("former").puzzles[:2], [None, None])
    for boards, measure in ((own, "length"), (load("mayan-easy"), "cleared"), (load("random8"), "score")):
        assert boards.measure == measure


def test_the_policy_plays_any_board() -> None:
    for rows, cols, colors in ((3, 40, 9), (1, 1, 1)):
        (puzzle,) = tilefall.generate(rows=rows, cols=cols, colors=colors)
        board: SameGameBoard = puzzle.board
        row = evaluate("policy", BoardSet("own", [puzzle], [None]), workers=1).rows[0]
        assert row.valid == (not board.is_over)
