"""The command `python -m tilefall.ray` before Ray is needed: wrong usage is exit code 2, and nothing is begun."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
from conftest import PUZZLES

from tilefall.ray import Plan, Program, Work
from tilefall.ray.__main__ import UsageError, _check_cores, main


@pytest.fixture(autouse=True)
def no_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray is not installed."""
    monkeypatch.setitem(sys.modules, "ray", None)


def words(tmp_path: Path, *more: str, out: str = "out.jsonl", work: str = "work") -> list[str]:
    return ["mayan", str(PUZZLES), "--out", str(tmp_path / out), "--work", str(tmp_path / work), *more]


@pytest.mark.parametrize("module", ["tilefall.ray", "tilefall.ray.__main__"])
def test_help_needs_no_ray(module: str) -> None:
    code = f"""
import sys, runpy
sys.modules["ray"] = None
sys.argv[1:] = ["--help"]
runpy.run_module({module!r}, run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and "--program" in done.stdout


def test_without_ray_the_command_says_how_to_install_it(tmp_path: Path, capsys: Any) -> None:
    assert main(words(tmp_path)) == 2
    assert "pip install './python[ray]'" in capsys.readouterr().err


BAD_OPTIONS = [
    (["--no-such-word"], "--no-such-word"),
    (["--nodes", "many"], "many"),
    (["--nodes", "-1"], "-1"),
    (["--threads", "0"], "threads"),
    (["--memory", "1"], "memory"),
    (["--goal", "clear"], "goal"),
    (["--exactly", "--within"], "within"),
    (["--stats", "--no-timings"], "stats"),
]


@pytest.mark.parametrize(("options", "named"), BAD_OPTIONS)
@pytest.mark.parametrize("own", [False, True])
def test_wrong_options_are_found_before_the_run(
    options: list[str], named: str, own: bool, binary: str, tmp_path: Path, capsys: Any
) -> None:
    how = [] if own else ["--program", binary]
    assert main(words(tmp_path, *how, "--", *options)) == 2
    assert named in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--program", "no/such/program"], "no/such/program: cannot be run"),
        (["--out", "."], "is a directory, expected a file"),
        (["--out", "no/such/directory/out"], "does not exist"),
        (["--out", str(PUZZLES)], "is an input, expected another file"),
        (["--work", str(PUZZLES)], "is a file, expected a directory"),
    ],
)
def test_places_that_cannot_be_used_are_found_before_the_run(
    more: list[str], message: str, tmp_path: Path, capsys: Any
) -> None:
    before = PUZZLES.read_bytes()
    assert main(words(tmp_path, *more)) == 2
    assert message in capsys.readouterr().err
    assert PUZZLES.read_bytes() == before and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "more", [["--pieces", "0"], ["--cpus", "x"], ["--retries", "-1"], ["--retries", "few"], ["--colour"]]
)
def test_wrong_arguments_are_named(more: list[str], tmp_path: Path, capsys: Any) -> None:
    with pytest.raises(SystemExit) as usage:
        main(words(tmp_path, *more))
    told = capsys.readouterr().err
    assert usage.value.code == 2 and more[0] in told and "_positive" not in told and "_natural" not in told


def test_another_run_in_the_directory_is_found_before_the_run(tmp_path: Path, capsys: Any) -> None:
    work = Work(tmp_path / "work")
    work.prepare(Plan.of("mayan", [PUZZLES], 2, ["--nodes", "5"]), Program())
    assert main(words(tmp_path, "--pieces", "2", "--", "--nodes", "6")) == 2
    assert "other inputs or options, expected another --work" in capsys.readouterr().err
    assert main(words(tmp_path, "--pieces", "2", "--", "--nodes", "5")) == 2
    assert "Ray cannot be imported" in capsys.readouterr().err


def test_pieces_that_no_node_could_run_are_refused() -> None:
    class Ray:
        @staticmethod
        def nodes() -> list[dict[str, Any]]:
            return [{"Alive": True, "Resources": {"CPU": 2.0}}, {"Alive": False, "Resources": {"CPU": 8.0}}]

    for cpus, address in ((2, None), (8, "auto")):
        _check_cores(Ray, Namespace(cpus=cpus, address=address))
    with pytest.raises(UsageError, match="--cpus is 3, expected at most 2"):
        _check_cores(Ray, Namespace(cpus=3, address=None))


def test_a_missing_file_is_bad_input(tmp_path: Path, capsys: Any) -> None:
    assert main(["mayan", "no/such/file", *words(tmp_path)[2:]]) == 1
    assert "no/such/file: cannot be read" in capsys.readouterr().err


def test_options_that_are_right_pass_the_check(binary: str) -> None:
    for options in ([], ["--nodes", "3000", "--no-timings"], ["--within", "--moves", "5", "--count"]):
        for program in (Program(), Program(binary)):
            program.check("mayan", options)
