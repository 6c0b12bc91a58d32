"""Where pieces are solved: on any node, but for those on which reading or writing has failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy


@dataclass
class Nodes:
    """The nodes of a cluster, as far as a run has met them."""

    cpus: int
    """Cores that a piece takes."""
    broken: dict[str, str] = field(default_factory=dict)
    """Nodes on which a piece failed, and why."""
    busy: Counter[str] = field(default_factory=Counter)
    """Pieces that were sent to a node."""

    def slots(self) -> int:
        """Tasks that the cluster, as it is now, can run at once."""
        import ray

        if not self.broken:
            resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
            return int(resources.get("CPU", 1.0)) // self.cpus
        return sum(self._sound().values())

    def next(self) -> str | None:
        """A node to send the next piece to: none in particular as long as all are sound, or none is."""
        sound = self._sound() if self.broken else {}
        if not sound:
            return None
        node = min(sound, key=lambda node: (self.busy[node] / sound[node], node))
        self.busy[node] += 1
        return node

    def next_is_sound(self) -> bool:
        """Whether a node is left on which nothing has failed."""
        return bool(self._sound())

    def strategy(self, node: str | None) -> NodeAffinitySchedulingStrategy | str:
        """The strategy to run a task on a node; if the node is lost, on any."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return NodeAffinitySchedulingStrategy(node, soft=True) if node else "DEFAULT"

    def free(self, node: str | None) -> None:
        """A piece that was sent to a node is done."""
        if node:
            self.busy[node] -= 1

    def _sound(self) -> dict[str, int]:
        """The nodes that are left, and how many pieces each can solve at once."""
        import ray

        nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
        slots = {
            node["NodeID"]: int(node["Resources"].get("CPU", 0.0)) // self.cpus
            for node in nodes
            if node["Alive"] and node["NodeID"] not in self.broken
        }
        return {node: number for node, number in slots.items() if number > 0}
