"""Fixtures: the program with which the package is compared, and its records of some puzzles, made in one process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Ray reads the variable when it is imported. A busy machine may need longer than the default to start a node.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")

ROOT = Path(__file__).resolve().parents[2]
PUZZLES = ROOT / "data/bench/mayan.jsonl"
# With limits in nodes, the answers do not depend on where and how often a puzzle is solved.
OPTIONS = ["--nodes", "3000", "--no-timings"]

Program = Callable[..., str]
Records = Callable[..., list[dict[str, Any]]]


def python(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with these words."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="session")
def binary() -> str:
    """The path of the program under test: the variable TILEFALL, or the release build."""
    path = os.environ.get("TILEFALL", str(ROOT / "target/release/tilefall"))
    assert shutil.which(path), f"{path} is missing, expected 'cargo build --release' before, or TILEFALL"
    return path


@pytest.fixture(scope="session")
def program(binary: str) -> Program:
    """A function that runs the program in the root of the repository and returns its output."""

    def run(*words: str) -> str:
        done = subprocess.run([binary, *words], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def records(program: Program) -> Records:
    """Like `program`; the function returns the output read as JSON Lines."""
    return lambda *words: [json.loads(line) for line in program(*words).splitlines()]


@pytest.fixture(scope="session")
def alone(program: Program) -> bytes:
    """The records of all `PUZZLES`, solved in one process."""
    return program("mayan", "solve", str(PUZZLES), "--output", "jsonl", *OPTIONS).encode()


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the tests in the root of the repository, so that they name files as the program does."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Installs Python's handler of Ctrl-C: in the background of a shell, Python would ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
