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

from compiler_core.host.compilation import FunctionListing
from compiler_core.host.values import INCOMING_REGISTERS, FunctionValues

Pairs = Sequence[tuple[int, int]]

OTHER_REGISTERS = "Works on other values: the registers do not correspond."
OTHER_TARGET = "Goes to another place."
OTHER_BOUNDARY = "A value stands in another argument or result register."


@dataclass(frozen=True, slots=True)
class Side:
    """One of two functions compared: its listing and its values."""

    function: FunctionListing
    values: FunctionValues


@dataclass(frozen=True, slots=True)
class Verdict:
    """conflicts: left position -> why the line is not the same. loose: some value had no partner
    and was taken for equal."""

    conflicts: Mapping[int, str]
    loose: bool


def check_pairs(left: Side, right: Side, pairs: Pairs, look_alikes: Pairs) -> Verdict:
    """Check the look-alikes (lines of equal shape) among all pairs of lines."""
    partners = _Partners(left.values, right.values)
    partners.vote(look_alikes)
    targets = _TargetCheck(left, right, dict(pairs))
    conflicts: dict[int, str] = {}
    for i, j in look_alikes:
        if not partners.fits(i, j):
            conflicts[i] = OTHER_REGISTERS
        elif not targets.fits(i, j):
            conflicts[i] = OTHER_TARGET
        elif not partners.fits_boundary(i, j):
            conflicts[i] = OTHER_BOUNDARY
    return Verdict(conflicts, partners.loose)


class _Partners:
    """One-to-one pairing of left and right webs."""

    def __init__(self, left: FunctionValues, right: FunctionValues) -> None:
        self.left, self.right = left, right
        self.to_right: dict[int, int] = {}
        self.to_left: dict[int, int] = {}
        self.loose = False

    def _web_pairs(self, i: int, j: int) -> list[tuple[int, int]]:
        found = []
        for one, other in zip(self.left.uses[i], self.right.uses[j], strict=True):
            for web, partner in (
                (one.read_web, other.read_web),
                (one.written_web, other.written_web),
            ):
                if web is not None and partner is not None:
                    found.append((web, partner))
        return found

    def vote(self, pairs: Pairs) -> None:
        votes = Counter(pair for i, j in pairs for pair in self._web_pairs(i, j))
        for (web, partner), _ in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            if web in self.to_right or partner in self.to_left:
                continue
            if self._may_pair(web, partner):
                self.to_right[web] = partner
                self.to_left[partner] = web

    def _may_pair(self, web: int, partner: int) -> bool:
        """Two arguments are the same only in the same register."""
        one, other = self.left.entry_registers.get(web), self.right.entry_registers.get(partner)
        if one not in INCOMING_REGISTERS or other not in INCOMING_REGISTERS:
            return True
        return one == other

    def fits(self, i: int, j: int) -> bool:
        pairs = set(self._web_pairs(i, j))
        one_to_one = len({web for web, _ in pairs}) == len({partner for _, partner in pairs})
        return (
            one_to_one
            and len({web for web, _ in pairs}) == len(pairs)
            and all(self._accepts(web, partner) for web, partner in pairs)
        )

    def _accepts(self, web: int, partner: int) -> bool:
        if self.to_right.get(web) == partner:
            return True
        both_taken = web in self.to_right and partner in self.to_left
        if both_taken or not self._may_pair(web, partner):
            return False
        self.loose = True
        return True

    def fits_boundary(self, i: int, j: int) -> bool:
        standing, opposite = self.left.boundaries.get(i, {}), self.right.boundaries.get(j, {})
        for register, web in standing.items():
            partner = self.to_right.get(web)
            if partner in opposite.values() and opposite.get(register) != partner:
                return False
        return True


class _TargetCheck:
    """Branch targets correspond if the lines they lead to are partners."""

    def __init__(self, left: Side, right: Side, partner_of: Mapping[int, int]) -> None:
        self.left, self.right = left, right
        self.left_places = places_of_labels(left.function)
        self.right_places = places_of_labels(right.function)
        self.names: dict[str, str] = {}
        self.partner_of = partner_of
        self.with_partner = frozenset(partner_of.values())

    def fits(self, i: int, j: int) -> bool:
        labels = zip(
            self.left.values.forms[i].labels, self.right.values.forms[j].labels, strict=True
        )
        return all(self._corresponds(one, other) for one, other in labels)

    def _corresponds(self, one: str, other: str) -> bool:
        place, opposite = self.left_places.get(one), self.right_places.get(other)
        if place is None or opposite is None:
            known = self.names.setdefault(one, other) == other
            return place is opposite and known
        expected = self.partner_of.get(place)
        if expected is None:
            return opposite not in self.with_partner
        return expected == opposite


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
