"""Pieces as Ray tasks: submitted a few at a time, retried when lost, stored when done."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .nodes import Nodes
from .program import Broken, Lost, Program, Refused, Solved
from .progress import Progress
from .work import Plan, Work

AHEAD = 2
"""Submitted tasks for each task that can run at once, a bound on the pieces that the driver holds."""


@dataclass
class Outcome:
    """The result of a run."""

    pieces: int
    """The number of pieces."""
    solved: int = 0
    """The number of pieces solved by this run; others were done before."""
    bad: bool = False
    """Whether some input was bad."""
    messages: list[str] = field(default_factory=list)
    """The messages of the program, by piece."""
    failed: dict[str, str] = field(default_factory=dict)
    """Pieces that failed, with the reason."""
    broken: dict[str, str] = field(default_factory=dict)
    """Nodes on which reading or writing failed, with the reason. Unless pieces failed, other nodes solved them."""
    retry: bool = False
    """Whether a piece failed only because of such nodes: the same run can be continued when they are fixed."""


def run(
    plan: Plan,
    work: Work,
    program: Program,
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

    messages = work.prepare(plan, program)
    every, todo = work.pieces(), deque(work.open())
    outcome = Outcome(len(every), bad=bool(messages), messages=[messages] if messages else [])
    sizes = {piece.name: _lines(piece) for piece in every}
    count = Progress(len(every), sum(sizes.values()), quiet=not progress)
    for piece in every:
        if piece not in todo:
            count.add(sizes[piece.name])
    # Ray itself retries tasks of a lost worker or node; a killed program counts as lost as well.
    # A piece whose reading or writing failed is sent to another node.
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
            count.show()
    except KeyboardInterrupt:
        for answer in running:
            ray.cancel(answer, force=True)
        raise
    finally:
        count.show(last=True)
    if not outcome.failed:
        program.merge([work.result(piece) for piece in every], out)
    return outcome


@dataclass(frozen=True)
class Failure:
    """Reading or writing failed on a node. Returned, not raised, because Ray would retry on the same node."""

    node: str
    why: str


def _solve(
    program: Program, game: str, name: str, piece: dict[str, bytes], options: list[str]
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
    """Returns the message of an error without the traceback that Ray puts in front of it."""
    cause = getattr(error, "cause", None)
    return str(cause or error).strip() or type(error).__name__
