"""The examples of the READMEs and of the documents have the output that they show; the training example trains."""

from __future__ import annotations

import doctest
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parents[1]


def pages() -> list[Path]:
    """The README of the package, and the documents with examples in Python."""
    documents = sorted((HERE.parent / "docs").rglob("*.md"))
    return [HERE / "README.md", *(page for page in documents if "```python" in page.read_text())]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_a_page_shows_what_happens(page: Path) -> None:
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    outcome = doctest.testfile(str(page), module_relative=False, optionflags=options)
    assert outcome.failed == 0 and outcome.attempted >= page.read_text().count("```python")


def test_the_pages_with_examples_are_found() -> None:
    assert {page.stem for page in pages()} >= {"README", "batch", "benchmark", "train"}


def test_the_block_of_the_repository_runs() -> None:
    (block,) = (HERE.parent / "README.md").read_text().split("```python\n")[1:]
    names: dict[str, object] = {}
    exec(block.split("```")[0], names)
    assert "envs" in names


@pytest.mark.slow
def test_the_training_example_trains(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [*"policy.py --seconds 0.1 --tests 4 --games 4 --save".split(), str(tmp_path / "policy.npz")]
    monkeypatch.setattr(sys, "argv", words)
    runpy.run_path(str(HERE / "examples/policy.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert "tabu" in lines[-2] and "policy" in lines[-1] and len(np.load(tmp_path / "policy.npz").files) == 6
