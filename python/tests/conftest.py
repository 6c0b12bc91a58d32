"""The program that the package is compared with, and what it makes of some puzzles in one process."""

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

# A busy machine takes its time to start a node. Read when Ray is imported.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")

ROOT = Path(__file__).resolve().parents[2]
PUZZLES = ROOT / "data/bench/mayan.jsonl"
# Limits in nodes: the answers do not depend on where and how often a piece is solved.
OPTIONS = ["--nodes", "3000", "--no-timings"]

Program = Callable[..., str]
Records = Callable[..., list[dict[str, Any]]]


def python(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with these words."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="session")
def binary() -> str:
    """The program under test: TILEFALL, or the release build."""
    path = os.environ.get("TILEFALL", str(ROOT / "target/release/tilefall"))
    assert shutil.which(path), f"{path} is missing, expected 'cargo build --release' before, or TILEFALL"
    return path


@pytest.fixture(scope="session")
def program(binary: str) -> Program:
    """Runs the program in the repository; gives its output."""

    def run(*words: str) -> str:
        done = subprocess.run([binary, *words], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def records(program: Program) -> Records:
    """As `program`, its output read as JSON Lines."""
    return lambda *words: [json.loads(line) for line in program(*words).splitlines()]


@pytest.fixture(scope="session")
def alone(program: Program) -> bytes:
    """What one process makes of all of `PUZZLES`."""
    return program("mayan", "solve", str(PUZZLES), "--output", "jsonl", *OPTIONS).encode()


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests name files as the program does, from the root of the repository."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python hears Ctrl-C, which it ignores where a shell runs the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
