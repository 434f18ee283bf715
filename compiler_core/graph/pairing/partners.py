"""Pairs as they are found, and the steps from a pair to the nodes beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from compiler_core.graph.pairing.marks import Edge, Wiring

Keys = tuple[Sequence[Hashable], Sequence[Hashable]]
"""A key for each node of the left and of the right side."""


class Partners:
    """Each node's partner on the other side, -1 while it has none."""

    def __init__(self, left: Wiring, right: Wiring) -> None:
        self.left = left
        self.right = right
        self.of_left = [-1] * len(left.nodes)
        self.of_right = [-1] * len(right.nodes)

    def join(self, left: int, right: int) -> None:
        self.of_left[left] = right
        self.of_right[right] = left

    def part(self, left: int) -> None:
        """Take a pair back."""
        self.of_right[self.of_left[left]] = -1
        self.of_left[left] = -1

    def pairs(self) -> list[tuple[int, int]]:
        """In the order of the left side."""
        return [(at, other) for at, other in enumerate(self.of_left) if other >= 0]

    def free_left(self) -> list[int]:
        return [at for at, other in enumerate(self.of_left) if other < 0]

    def free_right(self) -> list[int]:
        return [at for at, other in enumerate(self.of_right) if other < 0]

    def join_single(self, keys: Keys, left: Iterable[int], right: Iterable[int]) -> list[int]:
        """Pair nodes whose key one free node of each side has; which ones of the left."""
        lefts, rights = _grouped(keys[0], left), _grouped(keys[1], right)
        joined: list[int] = []
        for key, places in lefts.items():
            others = rights.get(key, ())
            if len(places) == 1 and len(others) == 1:
                self.join(places[0], others[0])
                joined.append(places[0])
        return joined

    def spread(self, keys: Keys, begin: Iterable[int]) -> None:
        """Step from pairs to free neighbours in the same place with the same key, on and on."""
        waiting = list(begin)
        while waiting:
            at = waiting.pop()
            waiting += self._join_makers(keys, at) + self._join_readers(keys, at)

    def _join_makers(self, keys: Keys, at: int) -> list[int]:
        others = {maker.place: maker for maker in self.right.makers[self.of_left[at]]}
        joined: list[int] = []
        for edge in self.left.makers[at]:
            other = others.get(edge.place)
            if other is None or other.output != edge.output:
                continue
            if self._are_free(edge, other) and keys[0][edge.node] == keys[1][other.node]:
                self.join(edge.node, other.node)
                joined.append(edge.node)
        return joined

    def _join_readers(self, keys: Keys, at: int) -> list[int]:
        lefts = self._free_readers(self.left, self.of_left, keys[0], at)
        rights = self._free_readers(self.right, self.of_right, keys[1], self.of_left[at])
        joined: list[int] = []
        for key, nodes in lefts.items():
            others = rights.get(key, set())
            if len(nodes) == 1 and len(others) == 1:
                (node,), (other,) = nodes, others
                if self.of_left[node] < 0 and self.of_right[other] < 0:
                    self.join(node, other)
                    joined.append(node)
        return joined

    def _are_free(self, left: Edge, right: Edge) -> bool:
        return (
            left.node >= 0
            and right.node >= 0
            and self.of_left[left.node] < 0
            and self.of_right[right.node] < 0
        )

    @staticmethod
    def _free_readers(
        wiring: Wiring, partner: Sequence[int], keys: Sequence[Hashable], at: int
    ) -> dict[Hashable, set[int]]:
        readers: defaultdict[Hashable, set[int]] = defaultdict(set)
        for edge in wiring.readers[at]:
            if edge.node >= 0 and partner[edge.node] < 0:
                readers[keys[edge.node], edge.place, edge.output].add(edge.node)
        return readers

    def agreeing(self, left: int, right: int) -> int:
        """How many neighbours of both are pairs, or the same end of the network."""
        makers = {self._on_right(maker.node) for maker in self.left.makers[left]}
        readers = {self._on_right(reader.node) for reader in self.left.readers[left]}
        others = {("node", producer.node) for producer in self.right.makers[right]}
        following = {("node", consumer.node) for consumer in self.right.readers[right]}
        return len(makers & others) + len(readers & following)

    def _on_right(self, node: int) -> tuple[str, int]:
        """A neighbour of the left as the right would name it; ends keep their numbers."""
        if node < 0:
            return "node", node
        return ("node", self.of_left[node]) if self.of_left[node] >= 0 else ("none", node)


def _grouped(keys: Sequence[Hashable], places: Iterable[int]) -> dict[Hashable, list[int]]:
    groups: defaultdict[Hashable, list[int]] = defaultdict(list)
    for at in places:
        groups[keys[at]].append(at)
    return groups
