"""What one round hands to the next: allowed if it only collects, as a sum, a least or a greatest.

Each contribution has a block in which it is made, so that a sum under a condition is one too. A
block of Triton adds up its own numbers; who started the kernel adds up the blocks.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.atlas.own_loop.shape import refused
from compiler_core.atlas.triton.from_loop.one_loop import OneLoop
from compiler_core.loop.ir.editing import phi_operand
from compiler_core.loop.ir.values import Block, Instruction, Value

_MOST = 24
_DEEPEST = 6
_EXTREMES = {"fmin": "min", "fminf": "min", "fmax": "max", "fmaxf": "max"}
_FLIPPED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


@dataclass(frozen=True, slots=True)
class Given:
    """What a round adds, if it comes to this block; negative: it is taken away."""

    value: Value
    block: Block
    negative: bool
    line: int


@dataclass(frozen=True, slots=True)
class Total:
    """kind: `sum`, `min` or `max`. start: before the first round. chain: what collects in a round,
    which a block program does not do one by one."""

    phi: Instruction
    kind: str
    start: Value
    given: tuple[Given, ...]
    chain: frozenset[Instruction]


def totals_of(of: OneLoop, file: str) -> tuple[Total, ...]:
    """Of all values that rounds hand on. Raises OutsideSubset where one does more than collect."""
    return tuple(_Collecting(phi, of).total(file) for phi in of.counted.carried)


class _Collecting:
    """phi: what one round gets from the one before. after: all that is computed from it."""

    def __init__(self, phi: Instruction, of: OneLoop) -> None:
        self.phi = phi
        self.of = of
        self.inside = set(of.counted.loop.instructions())
        self.blocks = {
            operation: block for block in of.counted.loop.blocks for operation in block.instructions
        }
        self.after = self._after()
        self.chain: set[Instruction] = set()

    def _after(self) -> set[Value]:
        dependents: set[Value] = {self.phi}
        pending: list[Value] = [self.phi]
        while pending:
            for user in self.of.users.get(pending.pop(), ()):
                if user in self.inside and user not in dependents:
                    dependents.add(user)
                    pending.append(user)
        return dependents

    def total(self, file: str) -> Total:
        loop = self.of.counted.loop
        latest = phi_operand(self.phi, loop.latches[0])
        assert loop.preheader is not None
        for read in (self._extreme, self._sum):
            self.chain = set()
            kind, given = read(latest)
            if given and self._only_collects(given):
                start = phi_operand(self.phi, loop.preheader)
                return Total(self.phi, kind, start, given, frozenset(self.chain))
        name = self.phi.name.partition(".")[0]
        reading = [user.line for user in self.after if isinstance(user, Instruction) and user.line]
        line = min(reading, default=0)
        raise refused(
            file,
            line or loop.line,
            f"A round hands {name} to the next one, and that is more than "
            "a sum, a least or a greatest.",
            "Only what collects may go from round to round, and no round may read it.",
        )

    def _only_collects(self, given: tuple[Given, ...]) -> bool:
        """Whether no round reads it, and behind the loop only the whole is read."""
        for value in (self.phi, *self.chain):
            for user in self.of.users.get(value, ()):
                known = user in self.chain or user is self.phi
                if not known and (user in self.inside or value is not self.phi):
                    return False
        within = {block for inner in self.of.nest.inner.values() for block in inner.loop.blocks}
        return all(term.value not in self.after and term.block not in within for term in given)

    # The least and the greatest.

    def _extreme(self, latest: Value) -> tuple[str, tuple[Given, ...]]:
        """`m = x > m ? x : m`, `if (x > m) m = x`, `m = fmaxf(m, x)`."""
        if not isinstance(latest, Instruction):
            return "", ()
        if latest.opcode == "call" and latest.callee in _EXTREMES:
            self.chain.add(latest)
            other = [operand for operand in latest.operands if operand is not self.phi]
            block = self.blocks[latest]
            given = tuple(Given(value, block, False, latest.line) for value in other[:1])
            return _EXTREMES[latest.callee], given if len(other) == 1 else ()
        if latest.opcode == "phi" and latest in self.blocks and len(latest.operands) == 2:
            return self._chosen(latest)
        return "", ()

    def _chosen(self, latest: Instruction) -> tuple[str, tuple[Given, ...]]:
        join = self.blocks[latest]
        above = self.of.dominators.immediate[join]
        ending = above.terminator
        if ending.opcode != "branch" or self.phi not in latest.operands:
            return "", ()
        test = ending.operands[0]
        taken, way = next(
            (
                (value, block)
                for value, block in zip(latest.operands, latest.targets, strict=True)
                if value is not self.phi
            ),
            (self.phi, join),
        )
        if not isinstance(test, Instruction) or test.opcode not in _FLIPPED:
            return "", ()
        candidates = [operand for operand in test.operands if operand is not self.phi]
        if len(candidates) != 1 or not self._is_same(candidates[0], taken):
            return "", ()
        when_true = ending.targets[0]
        if when_true is join or not self.of.dominators.dominates(when_true, way):
            return "", ()
        again = self._done_again(above, join)
        if again is None or way.terminator.opcode != "jump":
            return "", ()
        self.chain = {latest, test, ending, *again}
        by = test.opcode if test.operands[1] is self.phi else _FLIPPED[test.opcode]
        given = (Given(candidates[0], above, False, test.line),)
        return "max" if by in ("gt", "ge") else "min", given

    def _done_again(self, above: Block, join: Block) -> set[Instruction] | None:
        """What is computed between a branch and where its ways meet, if nothing reads it later."""
        computed: set[Instruction] = set()
        for block in self.of.counted.loop.blocks:
            between = self.of.dominators.dominates(above, block) and block is not above
            if between and not self.of.dominators.dominates(join, block):
                if block.terminator.opcode != "jump":
                    return None
                computed.update(block.body)
        join_reads = set(join.phis)
        for instruction in computed:
            users = self.of.users.get(instruction, [])
            if instruction.opcode == "store" or any(
                user not in computed and user not in join_reads for user in users
            ):
                return None
        return computed

    def _is_same(self, value: Value, other: Value, depth: int = 0) -> bool:
        """Also what is computed twice, and an element that is read twice where no round writes."""
        if value is other or value == other:
            return True
        if not isinstance(value, Instruction) or not isinstance(other, Instruction):
            return False
        if depth > _DEEPEST or "phi" in (value.opcode, other.opcode):
            return False
        if value.opcode == "load" and any(each.opcode == "store" for each in self.inside):
            return False
        return _shape_of(value) == _shape_of(other) and all(
            self._is_same(left, right, depth + 1)
            for left, right in zip(value.operands, other.operands, strict=True)
        )

    # Sums.

    def _sum(self, latest: Value) -> tuple[str, tuple[Given, ...]]:
        terms: dict[Instruction, Given] = {}
        pending = [latest]
        while pending:
            value = pending.pop()
            if value is self.phi or value in self.chain:
                continue
            if not isinstance(value, Instruction) or value not in self.after:
                return "", ()
            self.chain.add(value)
            before = self._before(value)
            if before is None:
                return "", ()
            pending += before
            if value.opcode in ("add", "sub"):
                other = next(operand for operand in value.operands if operand is not before[0])
                block, negative = self.blocks[value], value.opcode == "sub"
                terms[value] = Given(other, block, negative, value.line)
        if any(link.opcode == "phi" and self._is_stale(link) for link in self.chain):
            return "", ()
        ordered = [
            terms[instruction]
            for instruction in self.of.counted.loop.instructions()
            if instruction in terms
        ]
        return "sum", tuple(ordered) if len(ordered) <= _MOST else ()

    def _before(self, value: Instruction) -> list[Value] | None:
        """What this goes on from; None where it is no sum of that."""
        if value.opcode in ("add", "sub"):
            left, right = value.operands
            swapped = value.opcode == "add" and right in self.after
            return None if left is right else [right if swapped else left]
        if value.opcode == "copy" or (value.opcode == "convert" and self._only_cuts(value)):
            return [value.operands[0]]
        return list(value.operands) if value.opcode == "phi" else None

    def _is_stale(self, join: Instruction) -> bool:
        """Whether on some way into it a contribution was made that it does not take."""
        order = {instruction: at for at, instruction in enumerate(self.of.function.instructions())}
        for operand, start in zip(join.operands, join.targets, strict=True):
            made = [
                link
                for link in self.chain
                if link is not join and self.of.dominators.dominates(self.blocks[link], start)
            ]
            if (max(made, key=order.__getitem__) if made else self.phi) is not operand:
                return True
        return False

    def _only_cuts(self, value: Instruction) -> bool:
        """Sums of whole numbers may be cut to the bits of the total before or after."""
        source, type_ = value.operands[0].type, self.phi.type
        whole = source.is_integer and value.type.is_integer and type_.is_integer
        return whole and min(source.bits, value.type.bits) >= type_.bits


def _shape_of(instruction: Instruction) -> tuple[object, ...]:
    return (
        instruction.opcode,
        instruction.type,
        instruction.place,
        instruction.callee,
        len(instruction.operands),
    )
