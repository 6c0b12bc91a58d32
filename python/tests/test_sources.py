"""Sources: every function that takes a puzzle takes the same objects."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall import MayanBoard, SameGameBoard
from tilefall.gym import MayanEnv, SameGameEnv, make_vec

ROWS = ["2133", "2113", "1223"]
TEXT = "\n".join(ROWS) + "\n"
RECORD = {"game": "samegame", "rows": ROWS}
CELLS = np.array([[2, 1, 3, 3], [2, 1, 1, 3], [1, 2, 2, 3]])
# A Zstandard frame of one raw block.
ZSTD = bytes.fromhex("28b52ffd2006310000") + b"11\n22\n"

FUNCTIONS: dict[str, Callable[[Any], SameGameBoard]] = {
    "SameGameBoard": SameGameBoard,
    "solve": lambda source: SameGameBoard(tilefall.solve(source, nodes=50).puzzle),
    "solve_many": lambda source: SameGameBoard(tilefall.solve_many([source], nodes=50)[0].puzzle),
    "solve_many of one": lambda source: SameGameBoard(tilefall.solve_many(source, nodes=50)[0].puzzle),
    "verify": lambda source: _verified(source),
    "verify of several": lambda source: _verified([source]),
    "replay": lambda source: _replayed(source),
    "SameGameEnv": lambda source: SameGameBoard(SameGameEnv(boards=source).reset()[0]),
    "SameGameEnv of several": lambda source: SameGameBoard(SameGameEnv(boards=[source]).reset()[0]),
    "reset": lambda source: SameGameBoard(_reset(source)),
    "make_vec": lambda source: SameGameBoard(make_vec("samegame", 2, boards=source).reset()[0][1]),
    "solve_iter": lambda source: SameGameBoard(next(tilefall.solve_iter(source, nodes=9)).puzzle),
}


def _reset(board: Any) -> Any:
    env = SameGameEnv(rows=3, cols=4, colors=3)
    return env.reset(options={"board": board})[0]


def _verified(puzzles: Any) -> SameGameBoard:
    assert all(tilefall.verify(puzzles, "2 2\n"))
    if not isinstance(puzzles, list) or puzzles == CELLS.tolist():
        assert tilefall.verify(puzzles, [(1, 1)]).score == tilefall.verify(puzzles, [5]).score == 1
    return SameGameBoard(TEXT)


def _replayed(source: Any) -> SameGameBoard:
    assert "<script" in tilefall.replay(source, [(1, 1)]).html
    return SameGameBoard(TEXT)


def sources(folder: Path) -> dict[str, Any]:
    plain, packed = folder / "board.txt", folder / "board.txt.gz"
    plain.write_text(TEXT)
    packed.write_bytes(gzip.compress(TEXT.encode()))
    return {
        "text": TEXT,
        "bytes": TEXT.encode(),
        "rows with a slash": " / ".join(ROWS),
        "record": RECORD,
        "mapping": MappingProxyType(RECORD),
        "array": CELLS,
        "array of a small type": CELLS.astype(np.uint8),
        "rows of numbers": CELLS.tolist(),
        "board": SameGameBoard(TEXT),
        "puzzle": tilefall.read(TEXT, game="samegame")[0],
        "file": plain,
        "compressed file": packed,
        "compressed bytes": packed.read_bytes(),
    }


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_takes_every_source(function: str, tmp_path: Path) -> None:
    for name, source in sources(tmp_path).items():
        assert FUNCTIONS[function](source) == SameGameBoard(TEXT), name


def test_mayan_puzzles_come_from_every_source(tmp_path: Path) -> None:
    noip = Path("data/samples/noip.txt")
    packed = tmp_path / "noip.gz"
    packed.write_bytes(gzip.compress(noip.read_bytes()))
    (puzzle,) = tilefall.read(noip, game="mayan")
    for source in (noip, packed, noip.read_text(), noip.read_bytes(), puzzle, puzzle.record):
        assert tilefall.solve(source, game="mayan", max_moves=3, mode="exactly").moves == [
            (5, 2, "R"),
            (5, 3, "R"),
            (6, 3, "R"),
        ]
        assert MayanEnv(boards=source).reset()[1]["moves_left"] == 3
    assert MayanBoard("21. / 12. / 12.") == MayanBoard(np.array([[2, 1, 0], [1, 2, 0], [1, 2, 0]]))
    # Texts, lists, generated puzzles and observations number colors in the same way.
    (made,) = tilefall.generate("mayan", max_moves=3, difficulty="easy", seed=1)
    env = MayanEnv(max_moves=3, difficulty="easy", observation="cells")
    seen, _ = env.reset(seed=1)
    assert env.board == made.board == MayanBoard(seen) and (seen == made.board.to_numpy()).all()
    assert (env.reset(options={"board": made})[0] == seen).all()
    # 0 is an empty cell of the Mayan puzzle in every text, unless a record labels it.
    record = {"game": "mayan", "rows": ["0.", "90"]}
    assert tilefall.MayanBoard(record).to_numpy().tolist() == [[0, 0], [9, 0]]
    assert tilefall.MayanBoard(record | {"labels": {"0": "red"}}).to_numpy().tolist() == [[1, 0], [10, 1]]
    for text in ("0./90", "0 0\n9 0", "[[0, 0], [9, 0]]"):
        assert tilefall.MayanBoard(text, format=None if "/" in text else "rows") == tilefall.MayanBoard(
            record
        )
    board = MayanBoard("21. / 12. / 12.")
    assert tilefall.solve(board).moves == [(0, 0, "R")]


def test_rows_of_arrays_are_a_board_and_masked_cells_are_empty() -> None:
    board = SameGameBoard(TEXT)
    assert SameGameBoard(list(CELLS)) == board and tilefall.solve(list(CELLS), nodes=9).puzzle.board == board
    assert len(tilefall.solve_many(list(CELLS), nodes=9)) == 1
    masked = np.ma.masked_array([[9, 1], [2, 2]], [[True, False], [False, False]])
    assert SameGameBoard(masked).to_numpy().tolist() == [[0, 1], [2, 2]]


def test_several_puzzles_come_from_one_source(tmp_path: Path) -> None:
    text = "".join(json.dumps({"game": "samegame", "rows": [row]}) + "\n" for row in ROWS)
    file = tmp_path / "puzzles.jsonl"
    file.write_text(text)
    boards = [SameGameBoard(row) for row in ROWS]
    stack = np.stack([board.to_numpy() for board in boards])
    for puzzles in (text, file, boards, tuple(boards), iter(boards), stack, list(ROWS), stack.tolist()):
        assert len(tilefall.solve_many(puzzles, nodes=50)) == 3
    assert len(tilefall.verify(file, tilefall.solve_many(file, nodes=50))) == 3
    assert tilefall.solve_many([]) == [] and len(tilefall.verify([], "")) == 0
    for function in (SameGameBoard, tilefall.solve, tilefall.replay):
        with pytest.raises(ValueError, match="holds 3 puzzles, expected one"):
            function(file)
    for dense, rows in ((False, [[2, 1, 3, 3]]), (True, [[2, 1, 3, 3]])):
        assert SameGameEnv(boards=file, order="cycle", dense=dense).reset()[0].tolist() == rows
    assert (SameGameEnv(boards="21 / 12").reset()[0] == [[2, 1], [1, 2]]).all()
    for name in (str(file), "data/samples/noip.txt"):
        for call in FUNCTIONS.values():
            with pytest.raises(ValueError, match=r"the name of a file, expected pathlib.Path\("):
                call(name)


def test_a_source_that_is_none_says_what_is_expected() -> None:
    for wrong in (None, 7, 1.5, object(), {1, 2}, [[[[1]]]], True):
        for name, function in FUNCTIONS.items():
            # For environments, None means no boards; for `replay`, a set or a list may be a list of results.
            given = wrong is not None or name not in (
                "make_vec",
                "reset",
                "SameGameEnv",
                "SameGameEnv of several",
            )
            if not given or (name == "replay" and isinstance(wrong, set | list)):
                continue
            with pytest.raises(TypeError, match=r"^(argument '[a-z]+'|[a-z]+\[\d+\]): "):
                function(wrong)


def test_compressed_files_are_read_everywhere(tmp_path: Path) -> None:
    packed = tmp_path / "board.gz"
    packed.write_bytes(gzip.compress(b"11\n") + gzip.compress(b"22\n"))
    assert str(tilefall.read(packed)[0]) == "11\n22"
    (tmp_path / "board.zst").write_bytes(ZSTD)
    assert str(tilefall.read(tmp_path / "board.zst")[0]) == "11\n22"
    result = tilefall.solve("11 / 22", nodes=5)
    (tmp_path / "results.gz").write_bytes(gzip.compress(result.to_json().encode()))
    assert all(tilefall.verify("11 / 22", tmp_path / "results.gz"))


def test_bad_files_are_refused(tmp_path: Path) -> None:
    packed = tmp_path / "board.gz"
    packed.write_bytes(gzip.compress(b"1" * 1000)[:-4])
    with pytest.raises(tilefall.ReadError, match=r"board.gz:1:1: .* cannot be read"):
        tilefall.read(packed)
    with pytest.raises(IsADirectoryError):
        tilefall.read(tmp_path)
    with pytest.raises(tilefall.ReadError, match=rf"^{tmp_path}/text:2:1: "):
        (tmp_path / "text").write_text("11\n?\n")
        tilefall.solve(tmp_path / "text")
