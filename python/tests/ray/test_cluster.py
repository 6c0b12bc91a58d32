"""A cluster of three nodes on this machine, one of which is killed in the middle of a run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
import ray
from conftest import OPTIONS, PUZZLES
from ray._private.node import Node
from ray.cluster_utils import Cluster

from tilefall.ray import Plan, Program, Work, run

PIECES = 9


@dataclass(frozen=True)
class Held:
    """The program, made to hold every piece but the first begun until it is released, and what it keeps."""

    program: Program
    log: Path
    gate: Path

    def begun(self) -> list[tuple[str, int]]:
        """The pieces begun so far, each with its process."""
        lines = (line.split() for line in self.log.read_text().splitlines())
        return [(name, int(process)) for name, process in lines]


@pytest.fixture
def held(binary: str, tmp_path: Path) -> Held:
    """Every piece but the first begun waits for the gate, however slow the machine is."""
    log, first, gate, script = (tmp_path / name for name in ("begun", "first", "gate", "tilefall"))
    script.write_text(f"""#!/bin/sh
if [ "$2" = solve ]; then
    echo "$(basename $3) $$" >> {log}
    mkdir {first} 2> /dev/null || while [ ! -e {gate} ]; do sleep 0.1; done
fi
exec {binary} "$@"
""")
    script.chmod(0o755)
    log.touch()
    return Held(Program(str(script)), log, gate)


def started(tries: int = 4) -> Cluster:
    """Three nodes with a slot each. Ray gives a node 30 seconds to start: too few on a busy machine."""
    nodes = Cluster()
    try:
        for _ in range(3):
            nodes.add_node(num_cpus=1)
    except Exception:
        nodes.shutdown()  # type: ignore[no-untyped-call]
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
    nodes.shutdown()  # type: ignore[no-untyped-call]


def node_of(cluster: Cluster, process: psutil.Process) -> Node | None:
    """The node, other than the head, on which a process runs."""
    try:
        above = {parent.pid for parent in process.parents()}
    except psutil.NoSuchProcess:
        return None
    raylet = {node: node.all_processes["raylet"][0].process.pid for node in cluster.worker_nodes}
    return next((node for node, pid in raylet.items() if pid in above), None)


def busy(cluster: Cluster, held: Held) -> tuple[str, psutil.Process, Node]:
    """A piece that is held on a node other than the head, with its process; waits until there is one."""
    for _ in range(600):
        for piece, number in held.begun():
            try:
                process = psutil.Process(number)
            except psutil.NoSuchProcess:
                continue
            node = node_of(cluster, process)
            if node:
                return piece, process, node
        time.sleep(0.1)
    raise AssertionError(f"no node but the head is busy after a minute, begun: {held.begun()}")


def test_a_lost_node_changes_no_byte(cluster: Cluster, held: Held, alone: bytes, tmp_path: Path) -> None:
    lost: list[str] = []

    def kill_a_busy_node(_: str) -> None:
        if not lost:
            piece, process, node = busy(cluster, held)
            cluster.remove_node(node, allow_graceful=False)
            lost.append(piece)
            # Released while it lives, the piece would be done and not lost.
            process.wait(timeout=60)
            held.gate.touch()

    out = tmp_path / "results.jsonl"
    plan = Plan.of("mayan", [PUZZLES], PIECES, OPTIONS)
    work = Work(tmp_path / "work")
    outcome = run(plan, work, held.program, out, on_done=kill_a_busy_node, progress=False)
    assert not outcome.failed
    assert (outcome.pieces, outcome.solved) == (PIECES, PIECES)
    assert len(cluster.worker_nodes) == 1
    names = [name for name, _ in held.begun()]
    assert len(lost) == 1 and names.count(lost[0]) == 2, "the lost piece was begun twice"
    assert len(set(names)) == PIECES
    assert out.read_bytes() == alone


def test_a_node_with_a_full_disk_is_left_out(binary: str, alone: bytes, tmp_path: Path) -> None:
    script = tmp_path / "tilefall"
    tried = tmp_path / "tried"
    full = f'ulimit -f 1; trap "" XFSZ; : > {tried}'
    # The other node waits, up to a minute: it could solve all pieces before this one begins.
    wait = f"n=0; while [ ! -e {tried} ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done"
    turn = f'if [ "$2" = solve ]; then if [ -n "$FULL_DISK" ]; then {full}; else {wait}; fi; fi'
    script.write_text(f'#!/bin/sh\n{turn}\nexec {binary} "$@"\n')
    script.chmod(0o755)
    nodes = Cluster()
    try:
        nodes.add_node(num_cpus=1)
        nodes.add_node(num_cpus=1, env_vars={"FULL_DISK": "1"})
        ray.init(address=nodes.address, log_to_driver=False)
        nodes.wait_for_nodes()
        out = tmp_path / "results.jsonl"
        plan = Plan.of("mayan", [PUZZLES], PIECES, OPTIONS)
        outcome = run(plan, Work(tmp_path / "work"), Program(str(script)), out, progress=False)
        assert (outcome.failed, outcome.retry) == ({}, False)
        assert len(outcome.broken) == 1
        assert out.read_bytes() == alone
    finally:
        ray.shutdown()
        nodes.shutdown()  # type: ignore[no-untyped-call]
