"""Runs on this machine's own cluster: finished work is kept, errors are reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from conftest import OPTIONS, PUZZLES

from tilefall.ray import Plan, Program, Work, WorkError, run
from tilefall.ray.__main__ import main


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


def faulty(tmp_path: Path, binary: str, fault: str) -> Program:
    """The program, with something that happens before each piece is solved."""
    script = tmp_path / "tilefall"
    script.write_text(f'#!/bin/sh\nif [ "$2" = solve ]; then {fault}; fi\nexec {binary} "$@"\n')
    script.chmod(0o755)
    return Program(str(script))


def test_a_full_disk_is_told_from_bad_input_and_the_run_goes_on_later(
    binary: str, alone: bytes, tmp_path: Path
) -> None:
    out, work = tmp_path / "results.jsonl", Work(tmp_path / "work")
    plan = Plan.of("mayan", [PUZZLES], 3, OPTIONS)
    # A file that may not grow fails as on a full disk.
    full = faulty(tmp_path, binary, "ulimit -f 1; trap '' XFSZ")
    outcome = run(plan, work, full, out, progress=False)
    assert outcome.retry and len(outcome.failed) == 3 and not out.exists()
    assert len(outcome.broken) == 1
    assert all("File too large" in why for why in outcome.failed.values()), outcome.failed
    again = run(plan, work, Program(binary), out, progress=False)
    assert (again.failed, again.broken, out.read_bytes()) == ({}, {}, alone)


def test_a_result_that_is_not_complete_is_not_kept(binary: str, alone: bytes, tmp_path: Path) -> None:
    out, work = tmp_path / "results.jsonl", Work(tmp_path / "work")
    plan = Plan.of("mayan", [PUZZLES], 3, OPTIONS)
    run(plan, work, Program(binary), out, progress=False)
    # As versions left it that took a full disk for bad input.
    piece = work.pieces()[1]
    beside = work.result(piece).with_name(f"{work.result(piece).name}.tilefall")
    beside.write_text(beside.read_text().replace('"complete":true', '"complete":false'))
    again = run(plan, work, Program(binary), out, progress=False)
    assert (again.solved, out.read_bytes()) == (1, alone)


def test_the_package_contains_the_program(alone: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    outcome = run(
        Plan.of("mayan", [PUZZLES], 5, OPTIONS), Work(tmp_path / "work"), Program(), out, progress=False
    )
    assert (outcome.solved, outcome.failed, out.read_bytes()) == (5, {}, alone)


def test_more_pieces_than_puzzles(binary: str, tmp_path: Path) -> None:
    puzzles, out = tmp_path / "puzzles.jsonl", tmp_path / "results.jsonl"
    puzzles.write_text('{"id":"a","game":"mayan","rows":["11.1."]}\n' * 3)
    outcome = run(
        Plan.of("mayan", [puzzles], 64, OPTIONS),
        Work(tmp_path / "work"),
        Program(binary),
        out,
        progress=False,
    )
    assert (outcome.pieces, outcome.failed, outcome.bad) == (64, {}, False)
    assert len(out.read_text().splitlines()) == 3


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
