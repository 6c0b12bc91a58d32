"""Pieces as Ray tasks: handed out a few at a time, retried when lost, put away as they come in."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .library import Library
from .nodes import Nodes
from .program import Broken, Lost, Program, Refused, Solved
from .progress import Progress
from .work import Plan, Work

AHEAD = 2
"""Tasks handed out for each that can run at once: the driver holds no more pieces than these."""


@dataclass
class Outcome:
    """What came of a run."""

    pieces: int
    """Pieces in all."""
    solved: int = 0
    """Pieces solved by this run; others were done before."""
    bad: bool = False
    """Whether some input was bad."""
    messages: list[str] = field(default_factory=list)
    """What the program said, by piece."""
    failed: dict[str, str] = field(default_factory=dict)
    """Pieces that failed, and why."""
    broken: dict[str, str] = field(default_factory=dict)
    """Nodes on which reading or writing failed, and why; others solved the pieces if none of these failed."""
    retry: bool = False
    """Whether a piece failed only for that: the same run may go on when there is room again."""


def run(
    plan: Plan,
    work: Work,
    program: Program | Library,
    out: Path,
    *,
    retries: int = 5,
    cpus: int = 1,
    progress: bool = True,
    on_done: Callable[[str], None] | None = None,
) -> Outcome:
    """Solves the pieces of a plan on the cluster that Ray is connected to, and merges them if none failed.

    `on_done` is called with the name of each piece as it comes in.
    """
    import ray

    said = work.prepare(plan, program)
    every, todo = work.pieces(), deque(work.open())
    outcome = Outcome(len(every), bad=bool(said), messages=[said] if said else [])
    sizes = {piece.name: _lines(piece) for piece in every}
    count = Progress(len(every), sum(sizes.values()), quiet=not progress)
    for piece in every:
        if piece not in todo:
            count.add(sizes[piece.name])
    # Ray itself retries what was lost with a worker or its node; a killed program counts as lost as well.
    # What failed for want of a sound disk is sent to another node.
    retried: Any = {"num_cpus": cpus, "max_retries": retries, "retry_exceptions": [Lost]}
    task: Any = ray.remote(**retried)(_solve)
    named = any(word.startswith(("--threads", "-j")) for word in plan.options)
    options = plan.options if named else [*plan.options, "--threads", str(cpus)]
    running: dict[Any, tuple[Path, str | None]] = {}
    nodes, tries = Nodes(cpus, outcome.broken), Counter[str]()
    try:
        while todo or running:
            while todo and len(running) < max(1, AHEAD * nodes.slots()):
                piece, node = todo.popleft(), nodes.next()
                send = task.options(scheduling_strategy=nodes.strategy(node))
                running[send.remote(program, plan.game, piece.name, work.read(piece), options)] = piece, node
            ready, _ = ray.wait(list(running), num_returns=1, timeout=1.0)
            for answer in ready:
                piece, node = running.pop(answer)
                nodes.free(node)
                try:
                    solved = ray.get(answer)
                except (Lost, Refused, ray.exceptions.RayError) as error:
                    outcome.failed[piece.name] = _reason(error)
                    continue
                if isinstance(solved, Failure):
                    nodes.broken.setdefault(solved.node, solved.why)
                    tries[piece.name] += 1
                    if tries[piece.name] <= retries and nodes.next_is_sound():
                        todo.append(piece)
                    else:
                        outcome.failed[piece.name], outcome.retry = solved.why, True
                    continue
                work.keep(piece, solved)
                outcome.solved += 1
                outcome.bad |= solved.bad
                outcome.messages += [solved.messages] if solved.messages else []
                count.add(sizes[piece.name])
                if on_done:
                    on_done(piece.name)
            count.tell()
    except KeyboardInterrupt:
        for answer in running:
            ray.cancel(answer, force=True)
        raise
    finally:
        count.tell(last=True)
    if not outcome.failed:
        program.merge([work.result(piece) for piece in every], out)
    return outcome


@dataclass(frozen=True)
class Failure:
    """Reading or writing failed on a node. An answer, not an error, for Ray would send it there again."""

    node: str
    why: str


def _solve(
    program: Program | Library, game: str, name: str, piece: dict[str, bytes], options: list[str]
) -> Solved | Failure:
    import ray

    try:
        return program.solve(game, name, piece, options)
    except Broken as error:
        return Failure(ray.get_runtime_context().get_node_id(), str(error))


def _lines(piece: Path) -> int:
    with piece.open("rb") as file:
        return sum(1 for _ in file)


def _reason(error: Exception) -> str:
    """The message of an error; Ray puts the traceback of the node in front of it."""
    cause = getattr(error, "cause", None)
    return str(cause or error).strip() or type(error).__name__
