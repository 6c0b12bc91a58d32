"""The program that the package is compared with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

Program = Callable[..., str]


@pytest.fixture(scope="session")
def program() -> Program:
    """Runs the program under test (TILEFALL, or the release build) in the repository; gives its output."""
    path = os.environ.get("TILEFALL", str(ROOT / "target/release/tilefall"))
    assert shutil.which(path), f"{path} is missing, expected 'cargo build --release' before, or TILEFALL"

    def run(*words: str, stdin: str = "") -> str:
        done = subprocess.run([path, *words], capture_output=True, text=True, input=stdin, cwd=ROOT)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def records(program: Program) -> Callable[..., list[dict[str, Any]]]:
    """As `program`, its output read as JSON Lines."""
    return lambda *words, **more: [json.loads(line) for line in program(*words, **more).splitlines()]


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests name files as the program does, from the root of the repository."""
    monkeypatch.chdir(ROOT)
