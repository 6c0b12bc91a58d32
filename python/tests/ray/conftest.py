"""The program under test, and what it makes of the puzzles in one process."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

# A busy machine takes its time to start a node. Read when Ray is imported.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")

ROOT = Path(__file__).resolve().parents[3]
PUZZLES = ROOT / "data/bench/mayan.jsonl"
# Limits in nodes: the answers do not depend on where and how often a piece is solved.
OPTIONS = ["--nodes", "3000", "--no-timings"]


@pytest.fixture(scope="session")
def binary() -> str:
    """The program under test: TILEFALL, or the release build."""
    path = os.environ.get("TILEFALL", str(ROOT / "target/release/tilefall"))
    assert shutil.which(path), f"{path} is missing, expected 'cargo build --release' before, or TILEFALL"
    return path


@pytest.fixture(scope="session")
def alone(binary: str) -> bytes:
    """What one process makes of the whole input."""
    words = [binary, "mayan", "solve", str(PUZZLES), "--output", "jsonl", *OPTIONS]
    return subprocess.run(words, capture_output=True, check=True).stdout
