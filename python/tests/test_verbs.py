"""The functions solve, verify, generate, replay and stress have the results of the program's verbs."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import Records
from test_simulator import SameGame

import tilefall

# `test_requests.py` tests the other keywords.
SOLVED: list[tuple[str, str, dict[str, Any]]] = [
    ("samegame", "samples/codingame.txt", {"nodes": 3000}),
    ("samegame", "samples/uva339.txt", {"goal": "clear", "nodes": 5000}),
    ("samegame", "bench/samegame8x8.jsonl", {"nodes": 300, "left_penalty": "n2", "clear_bonus": 50}),
    ("mayan", "samples/noip.txt", {}),
    ("mayan", "samples/noip.txt", {"mode": "within", "max_moves": 5, "want": "all", "max_solutions": 3}),
    ("mayan", "samples/p1312.txt", {"mode": "exactly", "max_moves": 2, "skip_noop": True}),
    ("mayan", "bench/mayan.jsonl", {"nodes": 2000, "stats": True}),
]


def flags(keywords: dict[str, Any]) -> list[str]:
    """Returns the arguments of the program for these keywords."""
    words: list[str] = []
    for name, value in keywords.items():
        flag = {"max_moves": "moves", "tiles": "blocks"}.get(name, name.replace("_", "-"))
        if name in ("mode", "want"):
            words.append(f"--{value}")
        elif value is True:
            words.append(f"--{flag}")
        else:
            words += [f"--{flag}", "..".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    return words


@pytest.mark.parametrize(("game", "path", "keywords"), SOLVED)
def test_results_are_those_of_the_program(
    records: Records, game: Any, path: str, keywords: dict[str, Any]
) -> None:
    words = ["--no-timings", "--output", "jsonl", *flags(keywords)]
    expected = records(game, "solve", f"data/{path}", *words)
    puzzles = tilefall.read(Path(f"data/{path}"), game=game)
    results = tilefall.solve_many(puzzles, timings=False, **keywords)
    assert [result.record for result in results] == expected
    alone = [
        tilefall.solve(puzzle, timings=False, **keywords).record | {"index": at}
        for at, puzzle in enumerate(puzzles[:3])
    ]
    assert alone == expected[:3]
    skip = bool(keywords.get("skip_noop"))
    assert all(tilefall.verify([result.puzzle for result in results], results, skip_noop=skip))


def test_improvements_are_told_and_may_end_the_search() -> None:
    board = tilefall.generate(seed=3)[0].board
    found_lists: list[tilefall.SameGameFound] = []
    result = tilefall.solve(board, nodes=3000, on_found=found_lists.append)
    assert [better.score for better in found_lists] == sorted({better.score for better in found_lists})
    assert (found_lists[-1].score, found_lists[-1].moves) == (result.score, result.moves)
    stopped = tilefall.solve(board, on_found=lambda better: better.score < 1000)
    assert stopped.stopped_by == "interrupt" and stopped.score is not None

    def broken(_: object) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        tilefall.solve(board, on_found=broken)
    lists: list[object] = []
    noip = tilefall.read(Path("data/samples/noip.txt"), game="mayan")[0]
    every = tilefall.solve(
        noip, mode="within", max_moves=4, want="all", on_found=lambda found: lists.append(found.moves)
    )
    assert lists == every.solutions and len(lists) == 10


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("how", ["false", "error", "ctrl-c"])
def test_a_callback_that_ends_the_search_is_not_called_again(how: str) -> None:
    noip = tilefall.read(Path("data/samples/noip.txt"), game="mayan")[0]
    heard: list[object] = []

    def listen(found: tilefall.MayanFound) -> bool:
        heard.append(found.moves)
        if len(heard) < 20:
            return True
        if how == "error":
            raise LookupError("mine")
        if how == "ctrl-c":
            signal.raise_signal(signal.SIGINT)
        return False

    words: dict[str, Any] = {"max_moves": 6, "mode": "within", "want": "all", "on_found": listen}
    if how == "error":
        with pytest.raises(LookupError, match="mine"):
            tilefall.solve(noip, **words)
    else:
        try:
            result = tilefall.solve(noip, **words)
        except tilefall.Interrupted as interrupted:
            assert how == "ctrl-c"
            result = interrupted.result
        assert (result.status, result.stopped_by) == ("feasible", "interrupt")
        assert result.solutions == heard
    assert len(heard) == 20


def test_several_searches_end_with_one_callback() -> None:
    heard: list[int] = []
    noip = tilefall.read(Path("data/samples/noip.txt"), game="mayan")[0]

    def listen(found: tilefall.MayanFound) -> bool:
        heard.append(found.index)
        return False

    results = tilefall.solve_many(
        [noip] * 4, max_moves=6, mode="within", want="all", threads=3, on_found=listen
    )
    assert len(heard) == 1 and sum(len(result.solutions) for result in results) == 1
    assert all(result.stopped_by == "interrupt" for result in results)


def test_slow_callbacks_do_not_outlast_the_timeout() -> None:
    noip = tilefall.read(Path("data/samples/noip.txt"), game="mayan")[0]
    heard: list[object] = []

    def listen(found: tilefall.MayanFound) -> None:
        heard.append(found.moves)
        time.sleep(0.05 if len(heard) < 30 else 0)

    result = tilefall.solve(noip, max_moves=7, mode="within", want="all", timeout=0.5, on_found=listen)
    assert (result.stopped_by, result.solutions) == ("time", heard) and len(heard) <= 11


def test_other_threads_run_and_the_timeout_is_kept() -> None:
    board = tilefall.generate(seed=3)[0].board
    counted, over = [0], threading.Event()

    def count() -> None:
        while not over.wait(0.01):
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    begun = time.monotonic()
    result = tilefall.solve(board, timeout=0.5)
    spent = time.monotonic() - begun
    over.set()
    thread.join()
    assert result.stopped_by == "time" and spent < 10 and counted[0] > 5


def test_a_puzzle_of_the_other_game_has_an_error() -> None:
    both = [tilefall.generate()[0], tilefall.read(Path("data/samples/noip.txt"))[0]]
    wrong = tilefall.solve_many(both, nodes=10)[1]
    assert wrong.status == "error" and wrong.error is not None and "Mayan" in wrong.error


def test_a_tiny_board_has_the_result_of_a_search_in_threads() -> None:
    """A tiny board is solved in the thread of the call, unless there is a callback."""

    def both(source: Any, callback: dict[str, Any], **words: Any) -> None:
        tiny, threads = (tilefall.solve(source, timings=False, **words, **more) for more in ({}, callback))
        assert tiny == threads and tilefall.solve_many([source] * 2, timings=False, **words)[0] == tiny

    for board in tilefall.generate(rows=4, cols=4, colors=3, count=20):
        both(board, {"on_found": print})
        both(board, {"on_found": print}, rules="former", nodes=50)
        both(board, {"on_found": print}, goal="clear", method="exact")
    for puzzle in tilefall.generate("mayan", max_moves=3, count=5):
        for max_moves in (2, 3):
            expected = tilefall.solve(puzzle, mode="within", max_moves=max_moves, want="all").solutions
            count = tilefall.solve(puzzle, mode="within", max_moves=max_moves, want="count").count
            assert count == len(expected)


@pytest.mark.parametrize(
    ("game", "keywords"),
    [
        ("samegame", {}),
        ("samegame", {"rows": 6, "cols": 5, "colors": 3, "clearable": True, "balanced": True}),
        ("mayan", {"max_moves": 3}),
        ("mayan", {"max_moves": 3, "unique": True, "difficulty": "medium", "tiles": (14, 20)}),
    ],
)
def test_generated_puzzles_are_those_of_the_program(
    records: Records, tmp_path: Path, game: Any, keywords: dict[str, Any]
) -> None:
    answers = tmp_path / "answers.jsonl"
    words = ["--count", "4", "--seed", "9", "--answers", str(answers), *flags(keywords)]
    expected = records(game, "generate", *words)
    puzzles = tilefall.generate(game, count=4, seed=9, **keywords)
    assert [puzzle.record for puzzle in puzzles] == expected
    lines = answers.read_text().splitlines() if answers.exists() else []
    proofs = [json.loads(line) for line in lines]
    assert [puzzle.answer for puzzle in puzzles if puzzle.answer] == proofs
    if proofs:
        assert all(tilefall.verify(puzzles, proofs))


def test_answers_and_lists_are_checked() -> None:
    puzzle = tilefall.generate(seed=2, rows=6, cols=6, colors=3)[0]
    result = tilefall.solve(puzzle, nodes=500)
    assert result.score is not None
    good = tilefall.verify(puzzle, result)
    assert good and good[0].valid and (good.score, good.faults) == (result.score, [])
    better = tilefall.verify(puzzle, result.record | {"score": result.score + 1})
    assert not better[0] and better[0].faults[0][0] == "score"
    assert tilefall.verify([puzzle, puzzle], [result])[1].faults[0][0] == "missing"
    board = tilefall.SameGameBoard("2133 / 2113 / 1223")
    one = tilefall.verify(board, [(1, 1)])
    assert (one.valid, one.score, one.cleared, one.length) == (True, 1, False, 1)
    for move, why in (
        ((2, 0), "move 1, (2, 0): the tile stands alone"),
        ((9, 1), "there is no cell (9, 1), expec"),
    ):
        wrong = tilefall.verify(board, [move])
        assert not wrong and wrong.faults[0][1].startswith(why), wrong
    assert tilefall.verify(board, board.moves).length == 0 and not tilefall.verify([board], [])
    assert tilefall.verify(tilefall.MayanBoard("21... / 12... / 12..."), [(0, 0, "R")]).cleared
    assert tilefall.verify([], []) and not tilefall.verify([board, board], board.moves)


def test_replays_are_pages(tmp_path: Path) -> None:
    noip, board = tilefall.read(Path("data/samples/noip.txt"))[0], tilefall.SameGameBoard("11 / 22")
    result, page = tilefall.solve(noip), tmp_path / "page.html"
    result.replay().save(page)
    assert page.read_text().startswith("<!doctype html>")
    shown = tilefall.replay(board, [(1, 1), (1, 1)])
    drawn = [shown, result, tilefall.Result.from_record(result.record), noip]
    parts = ["<iframe", "<iframe", "<code", "<table"]
    assert all(part in each._repr_html_() for each, part in zip(drawn, parts, strict=True))
    assert len(tilefall.replay([tilefall.solve(board), tilefall.solve(board)]).html) > len(shown.html)


def test_a_right_function_passes() -> None:
    def click(text: str, row: int, col: int) -> str:
        # The digit 0 is a color, and 0 is an empty cell of an array: so digits become numbers from 1.
        cells = [[".0123456789".find(tile) for tile in line] for line in text.split()]
        game = SameGame(cells, {})
        game.play(row * len(cells[0]) + col)
        return "".join("".join(".0123456789"[tile] for tile in line) + "\n" for line in game.cells())

    found = tilefall.stress(click, "click", rows=3, cols=4, types=3, count=100)
    assert (found["verdict"], found["tried"]) == ("passed", 100)


def test_a_wrong_function_is_caught_and_named() -> None:
    found = tilefall.stress(lambda text, row, col: text, "click", rows=2, cols=3, types=2)
    assert found["verdict"] == "wrong answer" and found["given"] == found["input"] != found["expected"]


def test_exceptions_are_errors_of_the_function() -> None:
    found = tilefall.stress(lambda text: str(1 // 0), "simulate")
    assert found["verdict"] == "runtime error" and "ZeroDivisionError" in found["how"]
    assert "test_verbs.py" in found["stderr"] and "in <lambda>" in found["stderr"]

    def stops(text: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tilefall.stress(stops)


def test_a_program_is_run() -> None:
    found = tilefall.stress([sys.executable, "-c", "print(-1)"], count=50)
    assert found["verdict"] == "wrong answer" and found["given"] == "-1\n"
