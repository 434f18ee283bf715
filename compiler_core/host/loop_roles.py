"""What each loop of the assembly is for, when one source loop became several.

Evidence is the code alone: which loop works on vectors or takes the longest step, which loops can
be reached from which, and what the branch compares that chooses between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import LoopRole
from compiler_core.host.flow_graph import Region
from compiler_core.host.instruction import Immediate, Instruction, Register
from compiler_core.host.loop_counts import Counts
from compiler_core.host.loop_sources import LoopOrigin, group_key
from compiler_core.host.loop_values import Body

_IRREDUCIBLE = "It can be entered at more than one place (irreducible control flow)."


@dataclass(frozen=True, slots=True)
class LoopFacts:
    """All that is known of one loop before its role is decided."""

    region: Region
    parent: int | None
    depth: int
    innermost: bool
    origin: LoopOrigin
    counts: Counts
    step: int | None

    @property
    def is_vector(self) -> bool:
        """True if it computes on vectors or moves whole ones."""
        return self.counts.arithmetic == "vector" or self.counts.wide


@dataclass(frozen=True, slots=True)
class Role:
    """A loop's role and, in one sentence, how that was seen."""

    name: LoopRole
    reason: str


def roles_of(body: Body, loops: Sequence[LoopFacts]) -> tuple[Role, ...]:
    """The role of each loop, in the order given."""
    return tuple(_with_entries(loop, _role(body, loops, loop)) for loop in loops)


def _with_entries(loop: LoopFacts, role: Role) -> Role:
    if not loop.region.irreducible:
        return role
    return Role(role.name, f"{role.reason} {_IRREDUCIBLE}")


def _role(body: Body, loops: Sequence[LoopFacts], loop: LoopFacts) -> Role:
    if not loop.innermost:
        return Role("outer", "It contains another loop.")
    group = [
        other
        for other in loops
        if other.innermost
        and group_key(other.origin) == group_key(loop.origin)
        and other.parent == loop.parent
    ]
    if len(group) == 1 or loop.origin.line is None:
        return Role("main", "No other loop was made of the same source loop.")
    main = _main_for(group, loop)
    if main is loop:
        return Role("main", _main_reason(group, loop))
    return _secondary(body, loops, main, loop)


def _rank(loop: LoopFacts) -> tuple[bool, bool, int]:
    """Vectors before scalars; among vectors those whose length the machine decides; long steps."""
    scalable = loop.is_vector and loop.counts.bytes_loaded is None
    return loop.is_vector, scalable, loop.step or 0


def _main_for(group: Sequence[LoopFacts], loop: LoopFacts) -> LoopFacts:
    """The main loop this one belongs to: of several equal copies the nearest."""
    best = max(_rank(other) for other in group)
    mains = [other for other in group if _rank(other) == best]
    before = [main for main in mains if main.region.header <= loop.region.header]
    return before[-1] if before else mains[0]


def _main_reason(group: Sequence[LoopFacts], loop: LoopFacts) -> str:
    others = [other for other in group if other is not loop]
    if sum(_rank(other) == _rank(loop) for other in group) > 1:
        return "One of several equal copies of the source loop: its code was duplicated."
    if loop.is_vector and not any(other.is_vector for other in others):
        return "It is the one loop of this source loop that works on vectors."
    if loop.is_vector:
        return "Of the loops on vectors it takes the longest step."
    return f"It takes the longest step of {len(group)} loops made of this source loop."


def _secondary(body: Body, loops: Sequence[LoopFacts], main: LoopFacts, loop: LoopFacts) -> Role:
    ways = _Ways(body, loops, main, loop)
    kind = "vector" if main.is_vector else "main"
    if ways.after and ways.around:
        return Role("remainder", _both_reason(ways, kind))
    if ways.after:
        return _follower(main, loop, kind)
    if ways.before:
        return Role("remainder", f"It runs before the {kind} loop and takes the first iterations.")
    check = ways.check() or "a check made before the loop sends the program here"
    return Role("versioned copy", f"Reached when {check}; never from the {kind} loop.")


def _follower(main: LoopFacts, loop: LoopFacts, kind: str) -> Role:
    left = "It is reached only from the exit of the"
    if not main.is_vector:
        return Role("remainder", f"{left} unrolled loop and does the iterations that are left.")
    if loop.is_vector:
        return Role(
            "epilogue", f"{left} {kind} loop: the iterations left, with shorter vectors or steps."
        )
    return Role("epilogue", f"{left} {kind} loop: the iterations left, one at a time.")


def _both_reason(ways: _Ways, kind: str) -> str:
    check = ways.check() or "the check before the loop fails"
    return f"It does what the {kind} loop leaves over, and all iterations when {check}."


class _Ways:
    """How control reaches `loop` relative to `main`, within one pass of the loop around both."""

    def __init__(
        self, body: Body, loops: Sequence[LoopFacts], main: LoopFacts, loop: LoopFacts
    ) -> None:
        self.body = body
        self.main = main.region
        self.loop = loop.region
        outer = loops[loop.parent].region if loop.parent is not None else None
        self.start = outer.header if outer is not None else 0
        self.inside = outer.blocks if outer is not None else frozenset(range(len(body.blocks)))
        self.after = self.loop.header in self._reached(self.main.blocks, frozenset())
        self.before = self.main.header in self._reached(self.loop.blocks, frozenset())
        self.around = self.loop.header in self._reached((self.start,), self.main.blocks)

    def _reached(self, starts: Iterable[int], avoided: frozenset[int]) -> set[int]:
        """Blocks reached from `starts`, not going through the outer header again or `avoided`."""
        seen: set[int] = set()
        waiting = [start for start in starts if start not in avoided]
        expanded = set(waiting)
        while waiting:
            block = waiting.pop()
            for successor in self.body.blocks[block].successors:
                if successor not in self.inside or successor in avoided or successor in expanded:
                    continue
                seen.add(successor)
                if successor != self.start or len(self.inside) == len(self.body.blocks):
                    expanded.add(successor)
                    waiting.append(successor)
        return seen | ({self.start} & set(starts))

    def check(self) -> str:
        """What the checks compare that lead to `loop` and past `main`, as a clause."""
        found = []
        for block in self._deciding():
            clause = compared(self._instructions(block))
            if clause and clause not in found:
                found.append(clause)
        return " or ".join(found)

    def _deciding(self) -> list[int]:
        """Blocks with one way that can still reach `main` and one that no longer can."""
        return [
            block
            for block in self.body.order
            if block in self.inside
            and block not in self.main.blocks
            and block not in self.loop.blocks
            and len(self.body.blocks[block].successors) > 1
            and self._decides(block)
        ]

    def _decides(self, block: int) -> bool:
        reach = [
            self._reached((successor,), frozenset((self.start,))) | {successor}
            for successor in self.body.blocks[block].successors
        ]
        to_main = [self.main.header in found for found in reach]
        to_loop = [self.loop.header in found and self.main.header not in found for found in reach]
        return any(to_main) and any(to_loop)

    def _instructions(self, block: int) -> list[Instruction]:
        lines = (self.body.function.lines[position] for position in self.body.positions(block))
        return [line.instruction for line in lines if line.instruction is not None]


def compared(instructions: Sequence[Instruction]) -> str:
    """What the comparison at a block's end decides: overlap of addresses, or the trip count."""
    compares = [
        instruction
        for instruction in instructions
        if instruction.mnemonic in ("cmp", "ccmp", "subs", "cmn", "tst", "ands")
    ]
    if not compares:
        return ""
    if any(_compares_addresses(compare, instructions) for compare in compares):
        return "the overlap check fails"
    return "there are too few iterations"


def _compares_addresses(compare: Instruction, instructions: Sequence[Instruction]) -> bool:
    """Two 64-bit registers, or the distance of two (`sub x3, x0, x1`) with a number."""
    registers = [part for part in compare.operands if isinstance(part, Register)]
    if not registers or registers[-1].kind != "x" or compare.mnemonic not in ("cmp", "ccmp"):
        return False
    if len(registers) > 1:
        return not any(_counts_lanes(found, instructions) for found in registers[:2])
    return isinstance(compare.operands[1], Immediate) and any(
        _is_distance(instruction, registers[0]) for instruction in instructions
    )


def _is_distance(instruction: Instruction, register: Register) -> bool:
    operands = instruction.operands
    return (
        instruction.mnemonic == "sub"
        and len(operands) == 3
        and all(isinstance(operand, Register) for operand in operands)
        and isinstance(operands[0], Register)
        and operands[0].canonical == register.canonical
    )


def _counts_lanes(register: Register, instructions: Sequence[Instruction]) -> bool:
    return any(
        instruction.mnemonic in ("cntb", "cnth", "cntw", "cntd", "rdvl")
        and isinstance(instruction.operands[0], Register)
        and instruction.operands[0].canonical == register.canonical
        for instruction in instructions
    )
