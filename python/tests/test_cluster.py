"""A cluster of three nodes on this machine, one of which is killed in the middle of a run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import ray
from conftest import OPTIONS, PUZZLES
from ray._private.node import Node
from ray.cluster_utils import Cluster

from tilefall_ray import Plan, Program, Work, run

PIECES = 9


@pytest.fixture
def slow(binary: str, tmp_path: Path) -> tuple[Program, Path]:
    """The program, made to take two seconds for a piece, and a log of the pieces begun, with the process."""
    log, script = tmp_path / "begun", tmp_path / "tilefall"
    hold = f'if [ "$2" = solve ]; then echo "$(basename $3) $$" >> {log}; sleep 2; fi'
    script.write_text(f'#!/bin/sh\n{hold}\nexec {binary} "$@"\n')
    script.chmod(0o755)
    log.touch()
    return Program(str(script)), log


def started(tries: int = 4) -> Cluster:
    """Three nodes with a slot each. Ray gives a node 30 seconds to start: too few on a busy machine."""
    nodes = Cluster()
    try:
        for _ in range(3):
            nodes.add_node(num_cpus=1)
    except Exception:
        nodes.shutdown()
        if tries == 1:
            raise
        return started(tries - 1)
    return nodes


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    nodes = started()
    ray.init(address=nodes.address, log_to_driver=False)
    nodes.wait_for_nodes()
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def begun(log: Path) -> list[tuple[str, int]]:
    """The pieces begun so far, each with its process."""
    lines = (line.split() for line in log.read_text().splitlines())
    return [(name, int(process)) for name, process in lines]


def node_of(cluster: Cluster, process: int) -> Node | None:
    """The node, other than the head, on which a process runs."""
    try:
        above = {parent.pid for parent in psutil.Process(process).parents()}
    except psutil.NoSuchProcess:
        return None
    raylet = {node: node.all_processes["raylet"][0].process.pid for node in cluster.worker_nodes}
    return next((node for node, pid in raylet.items() if pid in above), None)


def test_a_lost_node_changes_no_byte(
    cluster: Cluster, slow: tuple[Program, Path], alone: bytes, tmp_path: Path
) -> None:
    program, log = slow
    done: list[str] = []
    lost: list[str] = []

    def kill_a_busy_node(name: str) -> None:
        done.append(name)
        for piece, process in reversed(begun(log)):
            node = node_of(cluster, process) if not lost and piece not in done else None
            if node:
                cluster.remove_node(node, allow_graceful=False)
                lost.append(piece)

    out = tmp_path / "results.jsonl"
    plan = Plan.of("mayan", [PUZZLES], PIECES, OPTIONS)
    outcome = run(plan, Work(tmp_path / "work"), program, out, on_done=kill_a_busy_node, progress=False)
    assert not outcome.failed
    assert (outcome.pieces, outcome.solved) == (PIECES, PIECES)
    assert len(cluster.worker_nodes) == 1
    names = [name for name, _ in begun(log)]
    assert len(lost) == 1 and names.count(lost[0]) == 2, "the lost piece was begun twice"
    assert len(set(names)) == PIECES
    assert out.read_bytes() == alone
