"""What each loop of the assembly is for, when one source loop became several.

Evidence is the code alone: which loop works on vectors or takes the longest step, which loops can
be reached from which, and what the branch compares that chooses between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.compilation import LoopRole
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Immediate, Instruction, Register
from compiler_core.host.loop_analysis.flow_graph import LoopRegion
from compiler_core.host.loop_analysis.loop_counts import Counts
from compiler_core.host.loop_analysis.loop_sources import LoopOrigin, group_key
from compiler_core.host.loop_analysis.loop_values import Body
from compiler_core.host.loop_analysis.overlap_compares import compares_addresses
from compiler_core.host.work import spend

_COMPARISONS = ("cmp", "ccmp", "subs", "cmn", "tst", "ands")
_TESTS = (*_COMPARISONS, "cbz", "cbnz", "tbz", "tbnz")
# What keeps the outcome of a comparison in a register.
_BIT_TESTS = ("cbz", "cbnz", "tbz", "tbnz")
_KEPT = ("cset", "csetm", "csinc", "csinv")
# What a check decides, as clauses of a role's reason.
OVERLAP = "the overlap check fails"
TOO_FEW = "there are too few iterations"
FURTHER = "a further check fails"
_IRREDUCIBLE = "It can be entered at more than one place (irreducible control flow)."


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleFacts:
    """All that is known of one loop before its role is decided."""

    region: LoopRegion
    """The loop in the graph of blocks: its header and its blocks."""
    parent: int | None
    """Number of the smallest loop around it; None if there is none."""
    depth: int
    """How deep it is nested, 1 for a loop in no other."""
    innermost: bool
    """True if there is no other loop inside it."""
    origin: LoopOrigin
    """The place in the source that it was made from."""
    counts: Counts
    """What one iteration does, inner loops left out."""
    step: int | None
    """Bytes that the addresses advance per iteration; None if not found."""

    @property
    def is_vector(self) -> bool:
        """True if it computes on vectors or moves whole ones."""
        return self.counts.arithmetic == "vector" or self.counts.wide


@dataclass(frozen=True, slots=True)
class Role:
    """A loop's role and, in one sentence, how that was seen."""

    name: LoopRole
    reason: str


def roles_of(body: Body, loops: Sequence[RoleFacts]) -> tuple[Role, ...]:
    """The role of each loop, in the order given."""
    groups: dict[object, list[RoleFacts]] = {}
    for loop in loops:
        if loop.innermost:
            groups.setdefault(_family(loop), []).append(loop)
    return tuple(_with_entries(loop, _role(body, loops, loop, groups)) for loop in loops)


def _family(loop: RoleFacts) -> object:
    """Loops of one family were made of the same source loop, in the same loop around them."""
    return group_key(loop.origin), loop.parent


def _with_entries(loop: RoleFacts, role: Role) -> Role:
    if not loop.region.irreducible:
        return role
    return Role(role.name, f"{role.reason} {_IRREDUCIBLE}")


def _role(
    body: Body,
    loops: Sequence[RoleFacts],
    loop: RoleFacts,
    groups: Mapping[object, list[RoleFacts]],
) -> Role:
    if not loop.innermost:
        return Role("outer", "It contains another loop.")
    group = groups[_family(loop)]
    if len(group) == 1 or loop.origin.line is None:
        return Role("main", "No other loop was made of the same source loop.")
    spend(len(group))
    main = _main_for(group, loop)
    if main is loop:
        return Role("main", _main_reason(body, loops, group, loop))
    return _secondary(body, loops, group, loop)


def _rank(loop: RoleFacts) -> tuple[bool, bool, int, int]:
    """Vectors first, of them those whose length the machine decides; long steps; many accesses."""
    scalable = loop.is_vector and None in (loop.counts.bytes_loaded, loop.counts.bytes_stored)
    accesses = loop.counts.loads + loop.counts.stores if loop.step is None else 0
    return loop.is_vector, scalable, loop.step or 0, accesses


def _main_for(group: Sequence[RoleFacts], loop: RoleFacts) -> RoleFacts:
    """The main loop this one belongs to: of several equal copies the nearest."""
    best = max(_rank(other) for other in group)
    mains = [other for other in group if _rank(other) == best]
    before = [main for main in mains if main.region.header <= loop.region.header]
    return before[-1] if before else mains[0]


def _main_reason(
    body: Body, loops: Sequence[RoleFacts], group: Sequence[RoleFacts], loop: RoleFacts
) -> str:
    others = [other for other in group if other is not loop]
    equal = [other for other in others if _rank(other) == _rank(loop)]
    if equal:
        ways = _Ways(body, loops, equal[0], loop)
        if ways.after or ways.before:
            return "The code of the source loop was duplicated: its copies run one after the other."
        return "One of several versions of the source loop: a test before them chooses."
    if loop.is_vector and not any(other.is_vector for other in others):
        return "It is the one loop of this source loop that works on vectors."
    if loop.is_vector:
        return "Of the loops on vectors it takes the longest step."
    return f"It takes the longest step of {len(group)} loops made of this source loop."


def _secondary(
    body: Body,
    loops: Sequence[RoleFacts],
    group: Sequence[RoleFacts],
    loop: RoleFacts,
) -> Role:
    main = _main_for(group, loop)
    if _is_unrolled(group, main, loop):
        return Role(
            "unrolled copy", "A scalar copy that does several source iterations in each of its own."
        )
    ways = _Ways(body, loops, main, loop)
    kind = "vector" if main.is_vector else "main"
    if ways.after and ways.around:
        name = "epilogue" if loop.is_vector and main.is_vector else "remainder"
        return Role(name, _both_reason(ways, kind))
    if ways.after:
        return _follower(main, loop, kind)
    if ways.before:
        return Role("remainder", f"It runs before the {kind} loop and takes the first iterations.")
    check = ways.check() or "a check made before the loop sends the program here"
    return Role("versioned copy", f"Reached when {check}; never from the {kind} loop.")


def _is_unrolled(group: Sequence[RoleFacts], main: RoleFacts, loop: RoleFacts) -> bool:
    """True for a scalar loop beside a vector one that steps further than another scalar loop."""
    if loop.is_vector or not main.is_vector or loop.step is None:
        return False
    scalar = [other.step for other in group if not other.is_vector and other.step is not None]
    return min(scalar) < loop.step


def _follower(main: RoleFacts, loop: RoleFacts, kind: str) -> Role:
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
        self, body: Body, loops: Sequence[RoleFacts], main: RoleFacts, loop: RoleFacts
    ) -> None:
        self.body = body
        self.main = main.region
        self.stores = main.counts.stores > 0
        self.numbers = _set_to_numbers(body)
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
            spend(1 + len(self.body.blocks[block].successors))
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
        clauses: list[str] = []
        count: frozenset[Register] = frozenset()
        for block in self._deciding():
            instructions = self._instructions(block)
            clause = self._clause(instructions)
            compared = _tested(self._of_block(block))
            if clause == TOO_FEW and not count:
                count = compared | _sources(compared, instructions)
            elif clause != OVERLAP and count and compared and count.isdisjoint(compared):
                clause = FURTHER
            if clause and clause not in clauses:
                clauses.append(clause)
        return " or ".join(clauses)

    def _clause(self, instructions: Sequence[Instruction]) -> str:
        """What a check decides; only a loop that stores can clash with what it loads."""
        if not any(instruction.mnemonic in _COMPARISONS for instruction in instructions):
            return ""
        if self.stores and compares_addresses(
            [other for other in instructions if not self._takes_from_a_number(other)]
        ):
            return OVERLAP
        return TOO_FEW

    def _takes_from_a_number(self, instruction: Instruction) -> bool:
        """`255 - j` with 255 in a register: iterations that are left, and no distance."""
        operands = instruction.operands
        return instruction.mnemonic == "sub" and any(
            isinstance(part, Register) and part.canonical in self.numbers for part in operands[1:2]
        )

    def _deciding(self) -> list[int]:
        """Blocks with one way that can still reach `main` and one that no longer can."""
        to_main, to_loop = (self._leading_to(region.header) for region in (self.main, self.loop))
        only_loop = to_loop - to_main
        return [
            block
            for block in self.body.graph.order
            if block in self.inside
            and block not in self.main.blocks
            and block not in self.loop.blocks
            and len(self.body.blocks[block].successors) > 1
            and not to_main.isdisjoint(self.body.blocks[block].successors)
            and not only_loop.isdisjoint(self.body.blocks[block].successors)
        ]

    def _leading_to(self, target: int) -> set[int]:
        """`target`, and the blocks from which it is reached without passing the outer header."""
        blocks = {target}
        waiting = [target] if target != self.start else []
        while waiting:
            before = self.body.graph.predecessors[waiting.pop()]
            spend(1 + len(before))
            for block in before:
                if block == self.start or block in blocks:
                    continue
                blocks.add(block)
                if block in self.inside:
                    waiting.append(block)
        return blocks

    def _instructions(self, block: int) -> list[Instruction]:
        """The block's instructions; if none compares, those of the blocks before it too; and those
        of blocks before whose outcome is tested.
        """
        code = self._of_block(block)
        if not any(instruction.mnemonic in _COMPARISONS for instruction in code):
            before = self.body.graph.predecessors[block]
            code = [part for other in before for part in self._of_block(other)] + code
        blocks = self._kept_for(code, block)
        return [part for other in blocks for part in self._of_block(other)] + code

    def _kept_for(self, instructions: Sequence[Instruction], block: int) -> list[int]:
        """Blocks before whose comparison was kept in a register (`cset`) for a test of a bit."""
        if not instructions or instructions[-1].mnemonic not in _BIT_TESTS:
            return []
        tested = _tested(instructions)
        written = _registers(
            [part for instruction in instructions[:-1] for part in instruction.operands[:1]]
        )
        read = (tested | _sources(tested, instructions)) - written
        spend(block)
        return [
            earlier
            for earlier in range(block)
            if any(
                setter.mnemonic in _KEPT and not read.isdisjoint(_registers(setter.operands[:1]))
                for setter in (self._of_block(earlier) if read else ())
            )
        ]

    def _of_block(self, block: int) -> list[Instruction]:
        lines = (self.body.function.lines[position] for position in self.body.positions[block])
        return [line.instruction for line in lines if line.instruction is not None]


def _set_to_numbers(body: Body) -> frozenset[str]:
    """The registers that hold plain numbers wherever the function writes them."""
    numbers: set[str] = set()
    others: set[str] = set()
    for line in body.function.lines:
        if line.instruction is not None:
            spend(1)
            plain = line.instruction.mnemonic == "mov" and isinstance(
                line.instruction.operands[-1], Immediate
            )
            (numbers if plain else others).update(effects_of(line.instruction).writes)
    return frozenset(numbers - others)


def _tested(instructions: Sequence[Instruction]) -> frozenset[Register]:
    """The registers that a block's last test reads, by their 64-bit names."""
    tests = [instruction for instruction in instructions if instruction.mnemonic in _TESTS]
    return _registers(tests[-1].operands) if tests else frozenset()


def _sources(
    wanted: frozenset[Register], instructions: Sequence[Instruction]
) -> frozenset[Register]:
    """What the instructions compute these registers from."""
    register_sets = [
        _registers(instruction.operands[1:])
        for instruction in instructions
        if not wanted.isdisjoint(_registers(instruction.operands[:1]))
    ]
    return frozenset[Register]().union(*register_sets)


def _registers(operands: Sequence[object]) -> frozenset[Register]:
    """Those of whole numbers: a count is compared as 32 bits here and as 64 there."""
    return frozenset(
        replace(part, kind="x", text=f"x{part.number}")
        for part in operands
        if isinstance(part, Register) and part.kind in ("w", "x")
    )
