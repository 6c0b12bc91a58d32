"""Scheduling of pieces: on any node except those on which reading or writing failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy


@dataclass
class Nodes:
    """The nodes of a cluster, and their failures during a run."""

    cpus: int
    """The number of cores for a piece."""
    broken: dict[str, str] = field(default_factory=dict)
    """Nodes on which a piece failed, with the reason."""
    busy: Counter[str] = field(default_factory=Counter)
    """The number of pieces sent to each node."""

    def slots(self) -> int:
        """Returns the number of tasks that the cluster can currently run at once."""
        import ray

        if not self.broken:
            resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
            return int(resources.get("CPU", 1.0)) // self.cpus
        return sum(self._sound().values())

    def next(self) -> str | None:
        """Returns the node for the next piece; None for any node, if all are sound or none is."""
        sound = self._sound() if self.broken else {}
        if not sound:
            return None
        node = min(sound, key=lambda node: (self.busy[node] / sound[node], node))
        self.busy[node] += 1
        return node

    def next_is_sound(self) -> bool:
        """Returns True if there is a node without a failure."""
        return bool(self._sound())

    def strategy(self, node: str | None) -> NodeAffinitySchedulingStrategy | str:
        """Returns the strategy to run a task on a node, or on any if the node is lost."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return NodeAffinitySchedulingStrategy(node, soft=True) if node else "DEFAULT"

    def free(self, node: str | None) -> None:
        """Records that a piece sent to a node is done."""
        if node:
            self.busy[node] -= 1

    def _sound(self) -> dict[str, int]:
        """Returns the nodes without a failure, and the number of pieces that each can solve at once."""
        import ray

        nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
        slots = {
            node["NodeID"]: int(node["Resources"].get("CPU", 0.0)) // self.cpus
            for node in nodes
            if node["Alive"] and node["NodeID"] not in self.broken
        }
        return {node: number for node, number in slots.items() if number > 0}
