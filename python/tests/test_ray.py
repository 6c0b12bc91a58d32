"""Runs on Ray have the records of the program, even if tasks or the run are killed."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import PUZZLES, Program, python

from tilefall.batch import ray as runner

ray = pytest.importorskip("ray")
OPTIONS = {"nodes": 3000, "timings": False}


@pytest.fixture
def local() -> Iterator[None]:
    """Starts a Ray cluster of this machine alone."""
    ray.init(num_cpus=2, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("local")
def test_a_run_that_goes_on_solves_what_is_lacking(alone: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    number = len(alone.splitlines())
    counts = runner.run("mayan", [PUZZLES], out, batch=50, **OPTIONS)
    assert (sum(counts.values()), out.read_bytes()) == (number, alone)
    # The file of a run that was killed while it wrote a record.
    out.write_bytes(alone[: len(alone) * 2 // 3])
    done = alone[: len(alone) * 2 // 3].count(b"\n")
    counts = runner.run("mayan", [PUZZLES], out, batch=50, **OPTIONS)
    assert (sum(counts.values()), out.read_bytes()) == (number - done, alone)
    with pytest.raises(ValueError, match="results of other inputs or options"):
        runner.run("mayan", [PUZZLES], out, nodes=5)
    assert out.read_bytes() == alone


@pytest.mark.usefixtures("local")
def test_bad_puzzles_have_the_records_of_the_program(binary: str, tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    good, other = '{"game":"mayan","rows":["11.1."]}\n', '{"game":"samegame","rows":["11"]}\n'
    puzzles.write_text(
        f'{good}\n{{"game":"mayan"}}\n?\n{good}{{"game":"mayan","rows":["1"],"index":9}}\n{other}'
    )
    out = tmp_path / "results.jsonl"
    counts = runner.run("mayan", [puzzles], out, batch=2, **OPTIONS)
    words = [binary, "mayan", "solve", "--no-timings", "--nodes", "3000", "--output", "jsonl", str(puzzles)]
    done = subprocess.run(words, capture_output=True, check=False)
    assert (done.returncode, counts["error"]) == (1, 3), done.stderr
    assert out.read_bytes() == done.stdout


def test_the_command_tells_what_is_wrong(tmp_path: Path) -> None:
    words = ["mayan", str(PUZZLES), "--out", str(tmp_path / "out"), "--", "--no-such-word", "3"]
    done = python("-m", "tilefall.batch.ray", *words)
    assert done.returncode == 2 and "solve_many has no keyword 'such_word'" in done.stderr
    given = ["--nodes", "1000", "--no-timings", "--stats", "--mode", "within"]
    assert runner.keywords(given) == {"nodes": 1000, "timings": False, "stats": True, "mode": "within"}


@pytest.mark.slow
def test_a_lost_node_changes_no_byte(program: Program, tmp_path: Path) -> None:
    options = {**OPTIONS, "nodes": 200_000}
    nodes = pytest.importorskip("ray.cluster_utils").Cluster()
    for _ in range(3):
        nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    nodes.wait_for_nodes()
    out = tmp_path / "results.jsonl"

    def kill() -> None:
        while not out.exists() or out.stat().st_size == 0:
            time.sleep(0.05)
        nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)

    try:
        killer = threading.Thread(target=kill)
        killer.start()
        runner.run("mayan", [PUZZLES], out, batch=10, **options)
        killer.join()
        assert len(nodes.worker_nodes) == 1
    finally:
        ray.shutdown()
        nodes.shutdown()
    words = ["mayan", "solve", "--output", "jsonl", "--no-timings", "--nodes", "200000", str(PUZZLES)]
    assert out.read_bytes() == program(*words).encode()
