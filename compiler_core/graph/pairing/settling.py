"""Pairs that read other results than before, given up for a free node that fits between its pairs.

Where a block was taken out of a row of equal ones, the node before it and its own last look alike:
one stands behind the same pairs as the node on the other side, one before them. Which of the two
was taken is told by the wiring of what remains.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from compiler_core.graph.pairing.marks import Wiring
from compiler_core.graph.pairing.partners import Keys, Partners

_ROUNDS = 4
# Steps along wires over all rounds: a bound for networks that have little in common.
_MOST_STEPS = 400_000
_NOTHING = -(1 << 40)


def settle(partners: Partners, exact: Keys, shaped: Keys, named: bool) -> None:
    """Change partners as long as fewer pairs read other results by it; where as many do, as long as
    more names agree, if names tell anything. exact, shaped: of the nodes themselves."""
    wires = _Wires(partners, named)
    for _ in range(_ROUNDS):
        changed = [
            _change(wires, left, exact, shaped)
            for left, right in partners.pairs()
            if partners.of_left[left] == right and wires.steps < _MOST_STEPS
        ]
        if not any(changed):
            return


def _change(wires: _Wires, left: int, exact: Keys, shaped: Keys) -> bool:
    """Whether the pair of a left node was given up for another one."""
    partners = wires.partners
    right = partners.of_left[left]
    if wires.cost({left}, {right}) == (0, 0):
        return False
    keys = exact if exact[0][left] == exact[1][right] else shaped
    others = [(neighbour, right) for neighbour in _free_left(partners, right, keys)]
    others += [(left, candidate) for candidate in _free_right(partners, left, keys)]
    return any(_tried(wires, (left, right), other) for other in dict.fromkeys(others))


def _tried(wires: _Wires, pair: tuple[int, int], other: tuple[int, int]) -> bool:
    partners = wires.partners
    lefts, rights = {pair[0], other[0]}, {pair[1], other[1]}
    before = wires.cost(lefts, rights)
    partners.part(pair[0])
    partners.join(*other)
    if wires.cost(lefts, rights) < before:
        return True
    partners.part(other[0])
    partners.join(*pair)
    return False


def _free_left(partners: Partners, right: int, keys: Keys) -> Iterator[int]:
    """Left nodes that stand beside the partners of what stands beside the right one."""
    beside = _beside(partners.right, partners.left, partners.of_right, right)
    for neighbour in beside:
        if partners.of_left[neighbour] < 0 and keys[0][neighbour] == keys[1][right]:
            yield neighbour


def _free_right(partners: Partners, left: int, keys: Keys) -> Iterator[int]:
    for neighbour in _beside(partners.left, partners.right, partners.of_left, left):
        if partners.of_right[neighbour] < 0 and keys[1][neighbour] == keys[0][left]:
            yield neighbour


def _beside(own: Wiring, other: Wiring, partner: Sequence[int], at: int) -> Iterator[int]:
    makers = [partner[producer.node] for producer in own.makers[at] if producer.node >= 0]
    readers = [partner[consumer.node] for consumer in own.readers[at] if consumer.node >= 0]
    for node in makers:
        yield from (user.node for user in other.readers[node] if node >= 0 and user.node >= 0)
    for node in readers:
        yield from (maker.node for maker in other.makers[node] if node >= 0 and maker.node >= 0)


def _readers(wiring: Wiring, nodes: Iterable[int]) -> set[int]:
    return {edge.node for at in nodes for edge in wiring.readers[at] if edge.node >= 0}


def _ends(wiring: Wiring, nodes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Nodes that make an output of the network, each with the output's number."""
    yield from ((at, edge.node) for at in nodes for edge in wiring.readers[at] if edge.node < 0)


class _Wires:
    """What pairs read, free nodes passed over."""

    def __init__(self, partners: Partners, named: bool) -> None:
        self.partners = partners
        self.named = named
        self.steps = 0

    def cost(self, lefts: set[int], rights: set[int]) -> tuple[int, int]:
        """Of the pairs of these nodes and of their readers: how many read other results, and how
        many have other names."""
        partners = self.partners
        near = {partners.of_left[at] for at in lefts} | rights
        near |= {partners.of_left[at] for at in _readers(partners.left, lefts)}
        near |= _readers(partners.right, rights)
        paired = {at for at in near if at >= 0 and partners.of_right[at] >= 0}
        misfits = self._misfits(paired) + self._other_ends(lefts, rights)
        return misfits, sum(map(self._is_renamed, paired))

    def _misfits(self, rights: set[int]) -> int:
        """How many of these pairs read other results than the left side's node does."""
        partners = self.partners
        return sum(
            self._origins(partners.left, partners.of_left, partners.of_right[at], mapped=True)
            != self._origins(partners.right, partners.of_right, at, mapped=False)
            for at in rights
        )

    def _is_renamed(self, right: int) -> bool:
        """Whether names tell anything, and those of the pair differ."""
        left = self.partners.of_right[right]
        if not self.named or left < 0:
            return False
        return self.partners.left.nodes[left].name != self.partners.right.nodes[right].name

    def _other_ends(self, lefts: set[int], rights: set[int]) -> int:
        """Outputs of the network that one of these nodes makes and not its partner, as misfits."""
        partners = self.partners
        left = {
            (number, self._origin(partners.left, partners.of_left, at, mapped=True))
            for at, number in _ends(partners.left, lefts)
        }
        right = {
            (number, self._origin(partners.right, partners.of_right, at, mapped=False))
            for at, number in _ends(partners.right, rights)
        }
        return len(left ^ right)

    def _origins(
        self, wiring: Wiring, partner: Sequence[int], at: int, *, mapped: bool
    ) -> tuple[Hashable, ...]:
        """By place, the right node of the pair that an input comes from; ends keep their number."""
        return tuple(
            (edge.place, self._origin(wiring, partner, edge.node, mapped=mapped))
            for edge in wiring.makers[at]
        )

    def _origin(self, wiring: Wiring, partner: Sequence[int], at: int, *, mapped: bool) -> int:
        for _ in wiring.nodes:
            self.steps += 1
            if at < 0 or partner[at] >= 0:
                break
            makers = wiring.makers[at]
            at = makers[0].node if makers else _NOTHING
        return partner[at] if mapped and at >= 0 else at
