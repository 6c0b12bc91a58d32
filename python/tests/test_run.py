"""Runs on this machine's own cluster: what is done stays done, what is wrong is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from conftest import OPTIONS, PUZZLES

from tilefall_ray import Plan, Program, Work, WorkError, run
from tilefall_ray.__main__ import main


@pytest.fixture(scope="module", autouse=True)
def local() -> Iterator[None]:
    ray.init(num_cpus=2, log_to_driver=False)
    yield
    ray.shutdown()


def test_a_second_run_solves_only_what_is_missing(binary: str, alone: bytes, tmp_path: Path) -> None:
    plan = Plan.of("mayan", [PUZZLES], 5, OPTIONS)
    work, out = Work(tmp_path / "work"), tmp_path / "results.jsonl"
    first = run(plan, work, Program(binary), out, progress=False)
    assert (first.solved, first.failed, out.read_bytes()) == (5, {}, alone)
    lost = work.pieces()[3]
    work.result(lost).unlink()
    out.unlink()
    again = run(plan, work, Program(binary), out, progress=False)
    assert (again.solved, again.failed, out.read_bytes()) == (1, {}, alone)


def test_another_run_in_the_same_directory_is_refused(binary: str, tmp_path: Path) -> None:
    work, out = Work(tmp_path / "work"), tmp_path / "results.jsonl"
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text('{"game":"mayan","rows":["11.1."]}\n')
    run(Plan.of("mayan", [puzzles], 1, OPTIONS), work, Program(binary), out, progress=False)
    with pytest.raises(WorkError, match="other inputs or options"):
        run(Plan.of("mayan", [puzzles], 1, []), work, Program(binary), out, progress=False)
    puzzles.write_text('{"game":"mayan","rows":["11..1"]}\n')
    with pytest.raises(WorkError, match="other inputs or options"):
        run(Plan.of("mayan", [puzzles], 1, OPTIONS), work, Program(binary), out, progress=False)


def test_a_killed_program_is_tried_again(binary: str, alone: bytes, tmp_path: Path) -> None:
    once = tmp_path / "once"
    script = tmp_path / "tilefall"
    kill = f'if [ "$2" = solve ] && mkdir {once} 2>/dev/null; then kill -9 $$; fi'
    script.write_text(f'#!/bin/sh\n{kill}\nexec {binary} "$@"\n')
    script.chmod(0o755)
    out = tmp_path / "results.jsonl"
    plan = Plan.of("mayan", [PUZZLES], 3, OPTIONS)
    outcome = run(plan, Work(tmp_path / "work"), Program(str(script)), out, progress=False)
    assert (once.is_dir(), outcome.failed, out.read_bytes()) == (True, {}, alone)


def test_what_the_program_refuses_fails_at_once_and_nothing_is_written(binary: str, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    plan = Plan.of("mayan", [PUZZLES], 2, ["--no-such-word"])
    outcome = run(plan, Work(tmp_path / "work"), Program(binary), out, progress=False)
    assert len(outcome.failed) == 2
    assert all("--no-such-word" in why for why in outcome.failed.values()), outcome.failed
    assert not out.exists()


def test_the_command_tells_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["mayan", "no/such/file", "--out", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    assert main(words) == 1
    assert "no/such/file: cannot be read" in capsys.readouterr().err
    with pytest.raises(SystemExit) as usage:
        main(["chess"])
    assert usage.value.code == 2
