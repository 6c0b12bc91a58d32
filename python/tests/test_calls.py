"""Searches of puzzles as they come, calls that an event ends, hints, results files, and the program in the package."""

from __future__ import annotations

import inspect
import itertools
import json
import math
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Program, Records, python

import tilefall
from tilefall import MayanBoard, SameGameBoard, batch
from tilefall.gym import SameGameEnv

MAYAN = MayanBoard("21... / 12... / 12...")
PUZZLES = tilefall.generate(rows=6, cols=6, colors=3, seed=1, count=5)
LARGE = tilefall.generate(seed=3)[0]


def test_an_iterator_yields_the_results_of_a_list() -> None:
    words: dict[str, Any] = {"nodes": 300, "timings": False}
    expected = tilefall.solve_many(PUZZLES, **words)
    text = batch.convert(PUZZLES, "jsonl")
    for threads in (1, 3, None):
        for source in (PUZZLES, iter(PUZZLES), text):
            found = list(tilefall.solve_iter(source, threads=threads, **words))
            assert [result.record for result in found] == [result.record for result in expected]
    (alone,) = tilefall.solve_iter(PUZZLES[0].board, **words)
    assert alone.moves == expected[0].moves
    stack = np.stack([SameGameBoard(puzzle).to_numpy() for puzzle in PUZZLES])
    assert [result.score for result in tilefall.solve_iter(stack, **words)] == [r.score for r in expected]


def test_an_iterator_takes_few_puzzles_ahead_and_ends_its_searches() -> None:
    taken: list[int] = []

    def endless() -> Iterator[tilefall.SameGamePuzzle]:
        for number in itertools.count():
            taken.append(number)
            yield PUZZLES[number % 5]

    found = tilefall.solve_iter(endless(), nodes=20, threads=2)
    assert not taken
    for number in range(10):
        assert next(found).index == number and len(taken) <= number + 4
    begun = time.monotonic()
    slow = tilefall.solve_iter(itertools.chain(PUZZLES[:1], itertools.repeat(LARGE)), timeout=60, threads=1)
    next(slow)
    slow.close()
    assert time.monotonic() - begun < 50


def test_a_timeout_is_seconds_or_a_timedelta_and_may_be_infinite() -> None:
    for timeout in (0.2, timedelta(seconds=0.2)):
        assert tilefall.solve(LARGE, timeout=timeout).stopped_by == "time"
    assert tilefall.solve("2133 / 2113 / 1223", timeout=math.inf).status == "optimal"


def test_a_hint_has_four_steps() -> None:
    hint = tilefall.hint("2133 / 2113 / 1223", game="samegame")
    assert hint.where and hint.why and hint.move and hint.line and hint.result.status == "optimal"
    place = tuple(hint.result.moves[0])
    assert hint.move.startswith(f"next: {place}: ") and hint.line.startswith(f"line: {place}, ")
    slides = tilefall.hint(MAYAN)
    assert slides.move == "next: (0, 0, 'R')" and slides.where and slides.where.startswith("look at column")
    none = tilefall.hint(SameGameBoard("12 / 21"))
    assert (none.where, none.why, none.move, none.line) == (None,) * 4


def test_an_analysis_is_that_of_the_program(records: Records, tmp_path: Path) -> None:
    record = {"game": "samegame", "rows": ["2..", "112", "221"]}
    puzzle, moves = tmp_path / "puzzle.jsonl", tmp_path / "moves.txt"
    puzzle.write_text(json.dumps(record))
    moves.write_text("2 1, 1 1")
    (expected,) = records("samegame", "analyse", str(puzzle), str(moves), "--output", "jsonl")
    found = tilefall.analyze(record, [(1, 0), (2, 0)], game="samegame")
    assert (found.unit, found.result) == (expected["unit"], expected["result"])
    own = [(position.best, [move.record for move in position.line]) for position in found.positions]
    assert own == [(position["best"], position["line"]) for position in expected["positions"]]
    assert [position.move for position in found.positions] == [(1, 0), (2, 0), None]
    lost = tilefall.analyze(MAYAN.to_puzzle().with_task(max_moves=1), [(2, 0, "R")])
    assert (lost.lost_at, lost.lost_proven) == (0, True) and lost.positions[0].line == [(0, 0, "R")]


def test_a_position_is_an_index_of_the_array() -> None:
    board = SameGameBoard("2133 / 2113 / 1223")
    cells = board.to_numpy()
    for index, cell in enumerate(np.ndindex(board.shape)):
        move = board.move(cell)
        assert (move, move.index, move.row_column) == (board.move(index), index, cell)
        assert cells[cell] == board[cell] == board[move] == board.color(cell) == cells.flat[index]
        assert move.record == [3 - move.row, 1 + move.col]
    assert (board[1] == cells[1]).all() and (board[:, -1] == cells[:, -1]).all()
    assert all(cells[group.cell] == group.color for group in board.groups())
    result = tilefall.solve(board, start=[(0, 2)])
    assert board.move((0, 2)) in result.moves and bool(tilefall.verify(board, result.moves))
    assert sorted(move.index for move in MAYAN.legal_moves()) == np.flatnonzero(MAYAN.action_mask()).tolist()
    for index in range(30):
        slide = MAYAN.move(index)
        assert (MAYAN.move(slide), slide.index, slide.record[:2]) == (
            slide,
            index,
            [slide.col, 2 - slide.row],
        )
    for found in (result, tilefall.solve(MAYAN)):
        assert [move.record for move in found.moves] == found.record["moves"]


@pytest.mark.parametrize("text", ["2133 / 2113 / 1223", "0120 / 1012 / 2201", "RBB\nRRB\n"])
def test_a_color_is_the_number_of_the_array_where_it_is_printed_and_written(text: str) -> None:
    board = SameGameBoard(text)
    digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    printed = [[digits.find(cell) for cell in row] for row in str(board).split()]
    assert printed == board.to_numpy().tolist() == np.asarray(board.to_puzzle()).tolist()
    for again in (
        str(board),
        batch.convert([board], "rows"),
        board.to_puzzle().to_text("rows"),
        board.to_numpy(),
    ):
        assert (SameGameBoard(again).to_numpy() == board.to_numpy()).all()
    assert {group.color for group in board.groups()} <= set(board.to_numpy().ravel().tolist())


def test_a_saved_array_is_not_read_as_another_board(tmp_path: Path) -> None:
    board = SameGameBoard("2133 / 2113 / 1223")
    board.play((1, 1))
    file = tmp_path / "board.txt"
    np.savetxt(file, board.to_numpy(), fmt="%d")
    with pytest.raises(ValueError, match=r"0 may be a tile or an empty cell here; read\(text, empty=\"0\"\)"):
        SameGameBoard(file)
    assert (tilefall.read(file, game="samegame", empty="0")[0].to_numpy() == board.to_numpy()).all()
    assert tilefall.read(file, game="samegame", empty=".")[0].board.tiles == 12


def test_boards_have_moves_and_no_hash() -> None:
    for board, most in ((SameGameBoard("2133 / 2113 / 1223"), 11), (MAYAN, 29)):
        for bad in (-1, most + 1):
            with pytest.raises(IndexError, match=f"index {bad} is outside the board, expected 0 to {most}"):
                board.move(bad)
        assert isinstance(board, tilefall.Board)
        with pytest.raises(TypeError, match="unhashable"):
            hash(board)
        assert {board.to_puzzle(): 1}[board.copy().to_puzzle()] == 1


def test_results_are_rows_of_a_table_and_compare_without_times() -> None:
    one, other = (tilefall.solve(PUZZLES[0], nodes=300, stats=True) for _ in range(2))
    assert one == other and one.record != other.record and json.loads(one.to_json()) == one.record
    assert one != tilefall.solve(PUZZLES[1], nodes=300, stats=True)
    row = one.to_dict()
    assert (row["score"], row["length"], row["moves"]) == (one.score, len(one.moves), one.moves)
    assert row["stats"] == one.stats and isinstance(one.row()["stats"], str)
    lost = tilefall.solve(MayanBoard("1.... / 1...."))
    assert (lost.moves, lost.length, lost.solutions, lost.counts) == ([], None, [], {})
    assert list(lost.to_dict()) == list(row) and lost.seconds is not None and lost.nodes is not None
    won = tilefall.solve(MAYAN)
    assert won.cleared and repr(won).startswith("<MayanResult optimal, 1 move, ")
    assert tilefall.solve(MAYAN, mode="within", max_moves=1, want="count").count == 1


def test_results_files_are_read_with_and_without_puzzles(program: Program, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    file = Path("data/bench/samegame8x8.jsonl")
    program("samegame", "solve", str(file), "--nodes", "300", "--out", str(out))
    alone = tilefall.read_results(out, game="samegame")
    assert [result.to_json() for result in alone] == out.read_text().splitlines()
    with pytest.raises(ValueError, match="read without its puzzle"):
        alone[0].replay()
    results = tilefall.read_results(out, file)
    assert all(tilefall.verify(file, results)) and "<script" in results[0].replay().html
    assert results == tilefall.solve_many(file, nodes=300)
    for result in results:
        assert tilefall.Result.from_record(result.record, result.puzzle) == result
    with pytest.raises(ValueError, match="expected mayan"):
        tilefall.read_results(out, game="mayan")
    with pytest.raises(ValueError, match="no puzzle has the index"):
        tilefall.read_results(out, tilefall.read(file)[:1])
    out.write_text(alone[0].to_json() + "\n{")
    with pytest.raises(tilefall.ReadError) as error:
        tilefall.read_results(out)
    assert (error.value.name, error.value.line) == (str(out), 2)


def test_puzzles_are_converted_as_by_the_program(program: Program) -> None:
    for name, to in (("uva339.txt", "uva339"), ("codingame.txt", "jsonl"), ("noip.txt", "jsonl")):
        file = f"data/samples/{name}"
        assert batch.convert(Path(file), to) == program("convert", "--to", to, file)
    file = "data/samples/uva339.txt"
    relabelled = program("convert", "--to", "tatham", "--relabel", file)
    assert batch.convert(Path(file), "tatham", relabel=True) == relabelled


@pytest.mark.parametrize("how", [["-m", "tilefall"], ["-c", "from tilefall.__main__ import main; main()"]])
def test_the_package_contains_the_program(how: list[str], program: Program) -> None:
    words = ["mayan", "solve", "data/samples/noip.txt", "--output", "jsonl", "--no-timings"]
    done = python(*how, *words)
    assert (done.returncode, done.stdout) == (0, program(*words))
    bad = python(*how, "solve")
    assert bad.returncode == 2 and "'tilefall samegame solve'" in bad.stderr


def test_the_program_in_the_package_ends_with_its_exit_code_after_ctrl_c(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    both = [SameGameBoard("11 / 22").to_puzzle(), LARGE]
    puzzles.write_text(batch.convert(both, "jsonl"))
    words = ["samegame", "solve", str(puzzles), "--time", "60", "--output", "jsonl", "--threads", "1"]
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    code += "from tilefall.__main__ import main; main()"
    call = [sys.executable, "-c", code, *words]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        # Once the program has printed a result, its signal handlers are set.
        assert json.loads(process.stdout.readline())["status"] == "optimal"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err


def test_the_environments_say_what_to_install() -> None:
    done = python("-c", "import sys; sys.modules['gymnasium'] = None; import tilefall.gym")
    assert done.stderr.endswith("pip install 'tilefall[gym]', or './python[gym]' in a clone\n")


def test_keywords_are_in_signatures_and_close_ones_are_named() -> None:
    for function in (tilefall.solve, tilefall.solve_many, tilefall.solve_iter, tilefall.hint, SameGameEnv):
        parameters = inspect.signature(function).parameters
        assert parameters["min_group"].default is None and "int" in str(parameters["min_group"].annotation)
        assert all(each.kind is not each.VAR_KEYWORD for each in parameters.values())
    assert inspect.signature(tilefall.solve).parameters["seed"].default == 1
    assert "rows_from" in inspect.signature(tilefall.read).parameters
    other: dict[str, Any] = {"time_limit": 1}
    with pytest.raises(TypeError, match="no keyword 'time_limit', did you mean 'timeout'"):
        tilefall.solve("11", **other)


def test_the_package_imports_no_numpy() -> None:
    code = "import tilefall, sys; assert 'numpy' not in sys.modules; print(tilefall.__version__)"
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.count(".") == 2
