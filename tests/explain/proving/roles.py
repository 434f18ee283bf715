"""What the register map says of loops, held against recordings: an induction variable really steps
by its amount, an accumulator is really carried, a bound and a constant really stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import FunctionListing, Loop, RegisterUse
from compiler_core.host.effects import effects_of
from compiler_core.host.formulas.machine import State
from compiler_core.host.instruction import Instruction

_AMOUNT = re.compile(r"(?P<way>advances|goes back|counts down by) (?P<amount>\d+)")
_BACK = ("goes back", "counts down by")


@dataclass(frozen=True, slots=True)
class Visit:
    """One instruction that ran: its place in the listing, and the state before it."""

    position: int
    instruction: Instruction
    before: State
    called: bool


@dataclass(frozen=True, slots=True)
class RoleCheck:
    """One sentence of the register map beside a recording. problem: empty where it holds."""

    register: str
    role: str
    holds: str
    rounds: int
    problem: str


def role_checks(listing: FunctionListing, visits: Sequence[Visit]) -> Iterator[RoleCheck]:
    """Every checkable use whose loop ran for at least two rounds."""
    written = _written_positions(visits)
    rounds = {loop.id: tuple(rounds_of(listing, loop, visits)) for loop in listing.loops}
    for use in listing.registers:
        judge = _JUDGES.get(use.role)
        if judge is None:
            continue
        loop = _loop_of(use, listing, written)
        if loop is None or not rounds[loop.id]:
            continue
        pairs = [(visits[first], visits[end]) for first, end in rounds[loop.id]]
        inside = [visits[first:end] for first, end in rounds[loop.id]]
        yield RoleCheck(use.register, use.role, use.holds, len(pairs), judge(use, pairs, inside))


def _written_positions(visits: Sequence[Visit]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for visit in visits:
        for name in effects_of(visit.instruction).writes:
            found.setdefault(name, set()).add(visit.position)
    return found


def _loop_of(
    use: RegisterUse, listing: FunctionListing, written: dict[str, set[int]]
) -> Loop | None:
    """The innermost loop that the use spans; of what a loop changes, one that writes it."""
    spanned = [loop for loop in listing.loops if use.first <= loop.first and loop.last <= use.last]
    if use.role not in _STAYING:  # what a loop changes is written in it
        places = written.get(use.register, set())
        spanned = [loop for loop in spanned if places & _positions(listing, loop)]
    return max(spanned, key=lambda loop: loop.depth, default=None)


def _positions(listing: FunctionListing, loop: Loop) -> set[int]:
    blocks = set(loop.blocks)
    return {
        position
        for block in listing.blocks
        if block.id in blocks
        for position in range(block.first, block.last + 1)
    }


def rounds_of(
    listing: FunctionListing, loop: Loop, visits: Sequence[Visit]
) -> Iterator[tuple[int, int]]:
    """Indices of two arrivals at the loop's header with nothing but the loop between."""
    header = next(block for block in listing.blocks if block.id == loop.header)
    inside = _positions(listing, loop)
    places = [visit.position for visit in visits]
    start = min((place for place in places if header.first <= place <= header.last), default=None)
    last: int | None = None
    for index, place in enumerate(places):
        if place not in inside:
            last = None
        elif place == start:
            if last is not None:
                yield last, index
            last = index


Pairs = Sequence[tuple[Visit, Visit]]
Rounds = Sequence[Sequence[Visit]]


def _value(state: State, register: str) -> int:
    if register == "sp":
        return state.sp
    bank = {"x": state.x, "v": state.z, "p": state.p}[register[0]]
    return bank[int(register[1:])]


def _steps(use: RegisterUse, pairs: Pairs, inside: Rounds) -> str:
    match = _AMOUNT.search(use.holds)
    if match is None or use.register[0] == "v":
        return ""
    said = int(match["amount"]) * (-1 if match["way"] in _BACK else 1)
    for first, second in pairs:
        moved = _value(second.before, use.register) - _value(first.before, use.register)
        if (moved - said) % (1 << 32):
            return f"moved by {moved}, the map says {said}"
    return ""


def _stays(use: RegisterUse, pairs: Pairs, inside: Rounds) -> str:
    for first, second in pairs:
        if _value(first.before, use.register) != _value(second.before, use.register):
            return "changed between two rounds"
    return ""


def _is_carried(use: RegisterUse, pairs: Pairs, inside: Rounds) -> str:
    """In a round the register is read before it is written."""
    for visits in inside:
        for visit in visits:
            effects = effects_of(visit.instruction)
            if use.register in effects.reads or visit.called:
                break
            if use.register in effects.writes:
                return f"overwritten by {visit.instruction.mnemonic} before it is read"
    return ""


_JUDGES = {
    "induction variable": _steps,
    "address": _steps,
    "argument": _steps,
    "loop bound": _stays,
    "constant": _stays,
    "broadcast constant": _stays,
    "accumulator": _is_carried,
}
_STAYING = ("loop bound", "constant", "broadcast constant")
