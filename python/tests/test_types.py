"""Type checkers with the strictest settings accept the examples of the pages and know the types of expressions."""

from __future__ import annotations

import ast
import doctest
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_docs import pages

import tilefall
from tilefall import _tilefall

HERE = Path(__file__).resolve().parents[1]

PROMISED = {
    'tilefall.read("11", game="samegame")[0]': "tilefall.SameGamePuzzle",
    'tilefall.read("11", game="mayan")[0]': "tilefall.MayanPuzzle",
    'tilefall.read(Path("a"), game="mayan")[0].max_moves': "int | None",
    "tilefall.generate()[0].board": "tilefall.SameGameBoard",
    'tilefall.generate("mayan")[0].given_moves': "list[tilefall.MayanMove]",
    'tilefall.generate("mayan")[0].board.legal_moves()[0]': "tilefall.MayanMove",
    "tilefall.solve(board)": "tilefall.SameGameResult",
    'tilefall.solve(board, goal="clear").moves[0].row': "int",
    "tilefall.solve(mayan, max_moves=3).moves[0].side": 'Literal["R", "L"]',
    "tilefall.solve(puzzle).puzzle": "tilefall.MayanPuzzle",
    'tilefall.solve("11", game="samegame", goal="left").left': "int | None",
    'tilefall.solve("11", game="mayan", want="count").counts': "dict[int, int]",
    'tilefall.solve("11", timeout=1)': "tilefall.SameGameResult | tilefall.MayanResult",
    "tilefall.solve(np.zeros((2, 2), np.uint8))": "tilefall.SameGameResult",
    "tilefall.solve_many([board, board])[0]": "tilefall.SameGameResult",
    "tilefall.solve_many([puzzle])": "tilefall.Results[tilefall.MayanResult]",
    "next(tilefall.solve_iter(iter([mayan])))": "tilefall.MayanResult",
    "tilefall.hint(board, nodes=1).result": "tilefall.SameGameResult",
    "tilefall.analyze(puzzle, []).positions[0].move": "tilefall.MayanMove | None",
    'tilefall.read_results("a", game="mayan")[0]': "tilefall.MayanResult",
    'board.to_puzzle().with_rules(rules="former")': "tilefall.SameGamePuzzle",
    "board.undo()": "tilefall.Cell | None",
    "board.to_numpy()": "NDArray[np.uint8]",
    "board.to_numpy(dense=True)": "NDArray[np.uint8]",
    "tilefall.solve([[1, 2], [2, 1]])": "tilefall.SameGameResult",
    "tilefall.verify(board, board.moves)": "tilefall.Verdict",
    "tilefall.verify([board], [])[0]": "tilefall.AnswerVerdict",
    "tilefall.solve_many([board]).to_frame()": "Any",
    "board.legal_moves()[0].row_column": "tuple[int, int]",
    "mayan.move(3).index": "int",
    "board[0, 1]": "np.uint8",
    "mayan.start.max_moves": "int | None",
    'tilefall.gym.make_vec("mayan", 2, tiles=(9, 20), threads=2)': "tilefall.gym.MayanVecEnv",
}
"""Expressions, and the types that type checkers must give them."""

REFUSED = [
    "tilefall.solve(board, max_moves=3)",
    'tilefall.solve(mayan, goal="clear")',
    'tilefall.solve(puzzle, mode="about")',
    "tilefall.solve(board, on_found=takes_mayan)",
    'tilefall.solve_many([board], want="all")',
    'tilefall.generate("mayan", clearable=True)',
    'board.play((1, 1, "R"))',
    'tilefall.gym.make_vec("mayan", 2, clearable=True)',
    "tilefall.gym.SameGameEnv(rows='5')",
    "tilefall.verify(board, board.moves, serach=1)",
    'tilefall.analyze(mayan, goal="clear")',
]
"""Expressions that type checkers refuse."""

HEAD = """
from pathlib import Path
from typing import Any, Literal
import numpy as np
import tilefall.gym
from numpy.typing import NDArray
from typing_extensions import assert_type
board = tilefall.SameGameBoard("11")
mayan = tilefall.MayanBoard("11")
puzzle = mayan.to_puzzle()
shared: list[tilefall.Board] = [board, mayan]
def takes_mayan(found: tilefall.MayanFound) -> None: ...
"""


CHECKERS: dict[str, list[str]] = {
    "mypy": ["--strict", "--allow-redefinition", "--hide-error-context", "."],
    "pyright": ["--pythonpath", sys.executable],
}
"""The type checkers and their arguments."""


@pytest.mark.parametrize("checker", CHECKERS)
def test_programs_have_the_types_that_are_promised(checker: str, tmp_path: Path) -> None:
    promised = HEAD + "".join(f"assert_type({expression}, {kind})\n" for expression, kind in PROMISED.items())
    # Contains the promised expressions, too, so that all names of `HEAD` are used.
    refused = promised + "".join(f"{expression}\n" for expression in REFUSED)
    examples = doctest.DocTestParser().get_examples
    programs = {page.stem: "".join(each.source for each in examples(page.read_text())) for page in pages()}
    for name, text in (programs | {"promised": promised, "refused": refused}).items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nmypy_path = {HERE / 'python'}\n")
    strict = {"typeCheckingMode": "strict", "reportUnusedExpression": False, "pythonVersion": "3.10"}
    config = json.dumps(strict | {"extraPaths": [str(HERE / "python")]})
    (tmp_path / "pyrightconfig.json").write_text(config)
    words = [sys.executable, "-m", checker, *CHECKERS[checker]]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    found = re.findall(r"(\w+)\.py:(\d+).* (?:error|warning): ", done.stdout)
    first = len(promised.splitlines())
    wrong = {("refused", str(first + number + 1)) for number in range(len(REFUSED))}
    assert set(found) == wrong, done.stdout


def test_all_types_of_the_package_are_known() -> None:
    words = ["--verifytypes", "tilefall", "--ignoreexternal", "--outputjson"]
    # Pyright looks for the package beside the first Python of the path.
    env = os.environ | {"PATH": str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-m", "pyright", *words], capture_output=True, text=True, cwd=HERE, env=env
    )
    report = json.loads(done.stdout)["typeCompleteness"]
    unknown = [symbol for symbol in report["symbols"] if symbol["isExported"] and not symbol["isTypeKnown"]]
    # The base class of `VecEnv` is in a package that may not be installed.
    assert {symbol["name"] for symbol in unknown} <= {"tilefall.gym.sb3.VecEnv"}
    assert report["exportedSymbolCounts"]["withAmbiguousType"] == 0


def test_the_stub_has_the_docstrings_of_the_extension() -> None:
    """The stub documents members of both boards in their common base class, which only the stub has."""
    nodes = ast.parse((HERE / "python/tilefall/_tilefall.pyi").read_text()).body
    named: list[tuple[Any, ast.stmt]] = [(_tilefall, node) for node in nodes]
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            owner: Any = getattr(_tilefall, node.name.replace("_Board", "SameGameBoard"), None)
            named += [(owner, each) for each in node.body]
    documented: set[str] = set()
    for owner, node in named:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            assert text == inspect.getdoc(getattr(owner, node.name)), node.name
            documented.add(node.name)
    public = {name: each for name, each in vars(tilefall).items() if getattr(_tilefall, name, None) is each}
    names = {*public, *(name for each in public.values() if isinstance(each, type) for name in vars(each))}
    assert documented == {name for name in names if not name.startswith("_")}
