"""Do lines that look alike also work on the same values?

Lines of equal shape may still differ in registers: `add w0, w1, w2` and `add w0, w1, w1`. A pairing
of lines implies a pairing of the webs in their slots; here it is checked that the webs pair one to
one. The pairing used most often wins; a line that needs another one has other operands.

- Arguments are the same value only in the same register: x0 pairs with x0. What a call or a return
  finds in an argument or result register must stand in the same register on the right.
- A value that has no partner because the line that made it has none may stand for any value.
- A branch must go to the partner of the line it went to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from compiler_core.host.comparison.colours import INCOMING_REGISTERS
from compiler_core.host.comparison.values import FunctionValues, unread_webs
from compiler_core.host.compilation import FunctionListing

Pairs = Sequence[tuple[int, int]]
WebPairs = list[tuple[int, int]]

OTHER_REGISTERS = "Works on other values: the registers do not correspond."
SWAPPED = "Two operands have changed places."
OTHER_TARGET = "Goes to another place."
OTHER_BOUNDARY = "A value stands in another argument or result register."


@dataclass(frozen=True, slots=True)
class ComparedFunction:
    """One of two functions compared: its listing and its values."""

    function: FunctionListing
    values: FunctionValues


@dataclass(frozen=True, slots=True)
class Verdict:
    """conflicts: left position -> why the line is not the same. loose: some value had no partner
    and was taken for equal. swapped: left positions of lines that are the same once two operands,
    whose order does not matter, have changed places."""

    conflicts: Mapping[int, str]
    loose: bool
    swapped: frozenset[int]


def check_pairs(
    left: ComparedFunction, right: ComparedFunction, pairs: Pairs, look_alikes: Pairs
) -> Verdict:
    """Check the look-alikes (instructions of equal shape) among all pairs of lines."""
    partners = _Partners(left.values, right.values)
    partners.vote(look_alikes)
    targets = _TargetCheck(left, right, dict(pairs))
    conflicts: dict[int, str] = {}
    for i, j in look_alikes:
        if not partners.fits(i, j):
            conflicts[i] = SWAPPED if partners.fits_swapped(i, j) else OTHER_REGISTERS
        elif not targets.fits(i, j):
            conflicts[i] = OTHER_TARGET
        elif not partners.fits_boundary(i, j):
            conflicts[i] = OTHER_BOUNDARY
    return Verdict(conflicts, partners.loose, frozenset(partners.swapped))


class _Partners:
    """One-to-one pairing of left and right webs."""

    def __init__(self, left: FunctionValues, right: FunctionValues) -> None:
        self.left, self.right = left, right
        self.to_right: dict[int, int] = {}
        self.to_left: dict[int, int] = {}
        self.loose = False
        self.swapped: set[int] = set()
        self.unread = (unread_webs(left), unread_webs(right))

    def vote(self, pairs: Pairs) -> None:
        """Arguments pair by register; then lines whose operands have an order decide; the others
        follow, one after another."""
        self._settle(Counter(self._argument_pairs()))
        ordered, free = [], []
        for i, j in pairs:
            (free if self._swap(i) else ordered).append((i, j))
        self._settle(Counter(pair for i, j in ordered for pair in self._web_pairs(i, j)))
        for i, j in free:
            straight, crossed = self._web_pairs(i, j), self._web_pairs(i, j, self._swap(i))
            better = max((straight, crossed), key=self._agreement)
            self._settle(Counter(better))

    def _argument_pairs(self) -> WebPairs:
        arriving = {register: web for web, register in self.right.entry_registers.items()}
        return [
            (web, arriving[register])
            for web, register in self.left.entry_registers.items()
            if register in INCOMING_REGISTERS and register in arriving
        ]

    def _swap(self, i: int) -> tuple[int, int] | None:
        roles = self.left.roles[i]
        return roles.swappable if roles is not None else None

    def _agreement(self, pairs: WebPairs) -> int:
        """How many webs already have this partner, less those that have another."""
        return sum(
            (self.to_right.get(web, partner) == partner) + (self.to_left.get(partner, web) == web)
            for web, partner in pairs
        )

    def _settle(self, votes: Counter[tuple[int, int]]) -> None:
        for (web, partner), _ in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            if web in self.to_right or partner in self.to_left:
                continue
            if self._may_pair(web, partner):
                self.to_right[web] = partner
                self.to_left[partner] = web

    def _web_pairs(self, i: int, j: int, swap: tuple[int, int] | None = None) -> WebPairs:
        opposite = list(self.right.uses[j])
        if swap is not None:
            opposite[swap[0]], opposite[swap[1]] = opposite[swap[1]], opposite[swap[0]]
        pairs = []
        for use, other in zip(self.left.uses[i], opposite, strict=True):
            if use.read_web is not None and other.read_web is not None:
                pairs.append((use.read_web, other.read_web))
            if use.written_web is not None and other.written_web is not None:
                pairs.append((use.written_web, other.written_web))
        return pairs

    def _may_pair(self, web: int, partner: int) -> bool:
        """Two arguments are the same only in the same register."""
        register, other = (
            self.left.entry_registers.get(web),
            self.right.entry_registers.get(partner),
        )
        if register not in INCOMING_REGISTERS or other not in INCOMING_REGISTERS:
            return True
        return register == other

    def fits(self, i: int, j: int) -> bool:
        """The registers correspond, operands without an order in either order."""
        swap = self._swap(i)
        if self._fit(self._web_pairs(i, j)):
            return True
        if swap is None or not self._fit(self._web_pairs(i, j, swap)):
            return False
        self.swapped.add(i)
        return True

    def fits_swapped(self, i: int, j: int) -> bool:
        """The registers would correspond if two operands changed places."""
        slots = range(len(self.left.uses[i]))
        return any(self._fit(self._web_pairs(i, j, swap)) for swap in combinations(slots, 2))

    def _fit(self, pairs: WebPairs) -> bool:
        distinct = set(pairs)
        webs, partners = {web for web, _ in distinct}, {partner for _, partner in distinct}
        if not len(webs) == len(partners) == len(distinct):
            return False
        unsettled = [pair for pair in distinct if self.to_right.get(pair[0]) != pair[1]]
        if not all(self._may_stand_for(web, partner) for web, partner in unsettled):
            return False
        self.loose = self.loose or bool(unsettled)
        return True

    def _may_stand_for(self, web: int, partner: int) -> bool:
        """One of the two has no partner of its own."""
        both_taken = web in self.to_right and partner in self.to_left
        return not both_taken and self._may_pair(web, partner)

    def fits_boundary(self, i: int, j: int) -> bool:
        """A value made only for a call or a return stands in the same register for it."""
        standing, opposite = self.left.boundaries.get(i, {}), self.right.boundaries.get(j, {})
        handed_over = {web: register for register, web in opposite.items() if web in self.unread[1]}
        return all(
            handed_over.get(self.to_right.get(web, -1), register) == register
            for register, web in standing.items()
            if web in self.unread[0]
        )


class _TargetCheck:
    """Branch targets correspond if the labels, or the lines they lead to, are partners."""

    def __init__(
        self, left: ComparedFunction, right: ComparedFunction, partner_of: Mapping[int, int]
    ) -> None:
        self.left, self.right = left, right
        self.left_places = places_of_labels(left.function)
        self.right_places = places_of_labels(right.function)
        self.left_labels = _label_lines(left.function)
        self.right_labels = _label_lines(right.function)
        self.names: dict[str, str] = {}
        self.partner_of = partner_of
        self.with_partner = frozenset(partner_of.values())

    def fits(self, i: int, j: int) -> bool:
        labels = zip(
            self.left.values.forms[i].labels, self.right.values.forms[j].labels, strict=True
        )
        return all(self._corresponds(label, other) for label, other in labels)

    def _corresponds(self, target: str, other: str) -> bool:
        position, opposite = self.left_places.get(target), self.right_places.get(other)
        if position is None or opposite is None:
            known = self.names.setdefault(target, other) == other
            return position is opposite and known
        label = self.left_labels[target]
        if label in self.partner_of and self.partner_of[label] == self.right_labels[other]:
            return True
        expected = self.partner_of.get(position)
        if expected is None:
            return opposite not in self.with_partner
        return expected == opposite


def _label_lines(function: FunctionListing) -> dict[str, int]:
    return {
        line.text.rstrip(":"): position
        for position, line in enumerate(function.lines)
        if line.kind == "label"
    }


def places_of_labels(function: FunctionListing) -> dict[str, int]:
    """Label -> position of the first instruction at or after it."""
    places: dict[str, int] = {}
    waiting: list[str] = []
    for position, line in enumerate(function.lines):
        if line.kind == "label":
            waiting.append(line.text.rstrip(":"))
        elif line.kind == "instruction" and waiting:
            places.update(dict.fromkeys(waiting, position))
            waiting = []
    return places
