"""How a value moves from iteration to iteration: a sum of constants, invariants and a step.

Induction variables are put as start + step times the number of the iteration, so that two of them
in one loop compare. This is the textbook's chain of recurrences of degree one (Bachmann, Wang,
Zima 1994), which GCC's and LLVM's scalar evolution use too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.verdicts.loop_ir.operations import IrFunction, IrLoop, Operation

# Bounds the walk through chains of definitions.
DEEPEST = 60
_NUMBER = re.compile(r"-?\d{1,39}")
# GCC prints what it subtracts from an unsigned value as a large addend: 2⁶⁴ - 4 for -4.
_WRAPS = (1 << 32, 1 << 64)
_LARGEST_SUBTRACTED = 1 << 24
# What takes all bits of 32 is a conversion, and no mask that somebody wrote.
NARROWEST_WHOLE = (1 << 31) - 1
# Traits of values that are the same in several iterations.
_RETURNING = frozenset(("slow", "masked"))


@dataclass(frozen=True, slots=True)
class Motion:
    """A value: constant + terms + step × iteration.

    traits say why it is not just that: "loaded" (depends on what the loop loads), "carried" (on a
    value of the iteration before that is no induction variable), "symbolic" (its step is known
    only at run time), "merged" (a branch chose it), "bent" (no straight line: divided, masked),
    "slow" (divided by more than its step: neighbouring iterations mostly have the same), "masked"
    (cut to its lowest bits: it begins again at 0). period: after how many iterations it has the
    same value again; 0 if that is not known.
    """

    constant: int = 0
    step: int = 0
    terms: tuple[tuple[str, int], ...] = ()
    traits: frozenset[str] = frozenset()
    period: int = 0

    @property
    def varies(self) -> bool:
        """True if it is not the same in every iteration."""
        return bool(self.step or self.traits)

    def plus(self, other: Motion, sign: int = 1) -> Motion:
        """The sum, or with sign -1 the difference."""
        terms = Counter(dict(self.terms))
        for name, count in other.terms:
            terms[name] += sign * count
        traits, period = self.traits | other.traits, self.period or other.period
        if self.varies and other.varies:
            # What goes on beside it takes a value to places where it has not been.
            traits, period = traits - _RETURNING, 0
        return Motion(
            self.constant + sign * other.constant,
            self.step + sign * other.step,
            tuple(sorted((name, count) for name, count in terms.items() if count)),
            traits,
            period,
        )

    def times(self, factor: int) -> Motion:
        """The product with a constant."""
        terms = tuple((name, count * factor) for name, count in self.terms if factor)
        return Motion(self.constant * factor, self.step * factor, terms, self.traits, self.period)


class Motions:
    """The motions of a loop's values, each computed once."""

    def __init__(self, loop: IrLoop) -> None:
        self.loop = loop
        self.definitions = definitions_of(loop.function)
        self._inside = {
            operation.result
            for name in loop.blocks
            for operation in loop.function.blocks[name].operations
        }
        self._known: dict[str, Motion] = {}
        self._increases: dict[tuple[str, str], Motion | None] = {}
        self.inductions: dict[str, Motion] = {}
        self.carried: list[Operation] = []
        header = loop.function.blocks[loop.header].operations
        self._phis = [operation for operation in header if operation.code == "phi"]
        for operation in self._phis:
            self._classify(operation)
        self.carried = [phi for phi in self.carried if not self._follows(phi)]

    def is_header_phi(self, operation: Operation) -> bool:
        """True for a value that enters the loop's header from the iteration before."""
        return operation in self._phis

    def inside(self, name: str) -> bool:
        """True if the loop computes this value."""
        return name in self._inside

    def of(self, name: str, depth: int = 0) -> Motion:
        """The motion of a value or literal."""
        if _NUMBER.fullmatch(name):
            return Motion(constant=_signed(int(name)))
        if name in self.inductions:
            return self.inductions[name]
        if name not in self._known:
            self._known[name] = self._compute(name, depth)
        return self._known[name]

    def latch_value(self, phi: Operation) -> str:
        """What a header's phi takes from the iteration before."""
        pairs = zip(phi.operands, phi.sources, strict=True)
        return next((value for value, source in pairs if source in self.loop.blocks), "")

    def start_value(self, phi: Operation) -> str:
        """What it takes when the loop is entered."""
        pairs = zip(phi.operands, phi.sources, strict=True)
        return next((value for value, source in pairs if source not in self.loop.blocks), "")

    def _classify(self, phi: Operation) -> None:
        """An induction variable adds the same amount in every iteration."""
        step = self._increase(phi.result, self.latch_value(phi), 0)
        start = self.start_value(phi)
        if step is None:
            self.carried.append(phi)
            return
        began = self.of(start) if not self.inside(start) else Motion(terms=((start, 1),))
        if not step.terms and not step.varies:
            self.inductions[phi.result] = Motion(
                began.constant, step.constant, began.terms, began.traits
            )
            return
        traits = began.traits | {"symbolic"}
        self.inductions[phi.result] = Motion(began.constant, 0, began.terms, traits)

    def _follows(self, phi: Operation) -> bool:
        """It has an induction variable's value of the iteration before, from the start."""
        leader = self.inductions.get(self.latch_value(phi))
        if leader is None or leader.traits or not leader.step:
            return False
        earlier = leader.plus(Motion(constant=-leader.step))
        start = self.start_value(phi)
        began = self.of(start) if not self.inside(start) else Motion(terms=((start, 1),))
        if (began.constant, began.terms) != (earlier.constant, earlier.terms):
            return False
        self.inductions[phi.result] = earlier
        return True

    def _increase(self, phi: str, name: str, depth: int) -> Motion | None:
        """What a value has more than the phi; None if that is not an invariant amount."""
        if name == phi:
            return Motion()
        if (phi, name) not in self._increases:
            # A value that leads back to itself has no answer.
            self._increases[(phi, name)] = None
            self._increases[(phi, name)] = self._increase_of(phi, name, depth)
        return self._increases[(phi, name)]

    def _increase_of(self, phi: str, name: str, depth: int) -> Motion | None:
        operation = self.definitions.get(name)
        if operation is None or depth > DEEPEST or not self.inside(name) or operation.floating:
            return None
        if operation.code == "cast" and len(operation.operands) == 1:
            return self._increase(phi, operation.operands[0], depth + 1)
        if operation.code == "phi" and operation not in self._phis:
            ways = {self._increase(phi, value, depth + 1) for value in operation.operands}
            return ways.pop() if len(ways) == 1 else None
        if operation.code not in ("add", "sub", "address") or len(operation.operands) < 2:
            return None
        first, *others = operation.operands
        scales = operation.scales[1:] or (1,) * len(others)
        inner = self._increase(phi, first, depth + 1)
        if inner is None and operation.code == "add" and len(others) == 1:
            inner, others = self._increase(phi, others[0], depth + 1), [first]
        if inner is None:
            return None
        for other, scale in zip(others, scales, strict=True):
            if self.inside(other):
                return None
            sign = -1 if operation.code == "sub" else 1
            inner = inner.plus(self.of(other).times(scale), sign)
        return inner

    def _compute(self, name: str, depth: int) -> Motion:
        operation = self.definitions.get(name)
        if operation is None or depth > DEEPEST:
            return Motion(terms=((name, 1),))
        if not self.inside(name):
            return self._outside(name, operation, depth)
        if operation.code == "load":
            return Motion(terms=((name, 1),), traits=frozenset({"loaded"}))
        if operation.code == "phi":
            return self._merged(name, operation, depth)
        return self._computed(name, operation, depth)

    def _outside(self, name: str, operation: Operation, depth: int) -> Motion:
        """An invariant; sums and multiples of it are followed so that differences are seen."""
        if operation.code in ("add", "sub", "cast", "mul", "shl", "address"):
            motion = self._computed(name, operation, depth)
            if not motion.traits:
                return motion
        return Motion(terms=((name, 1),))

    def _merged(self, name: str, operation: Operation, depth: int) -> Motion:
        if any(phi.result == name for phi in self.carried):
            return Motion(terms=((name, 1),), traits=frozenset({"carried"}))
        # A phi may lead back to itself: until it is known it is an opaque value.
        self._known[name] = Motion(terms=((name, 1),), traits=frozenset({"bent"}))
        motions = [self.of(operand, depth + 1) for operand in operation.operands]
        if len(set(motions)) == 1:
            return motions[0]
        traits = frozenset().union(*(motion.traits for motion in motions))
        return Motion(terms=((name, 1),), traits=traits | {"merged"})

    def _computed(self, name: str, operation: Operation, depth: int) -> Motion:
        code = operation.code
        values = operation.operands[-2:] if code == "select" else operation.operands
        motions = [self.of(operand, depth + 1) for operand in values]
        if code == "cast" and len(motions) == 1:
            return _rounded(name, motions[0]) if self._rounds(operation) else motions[0]
        if code in ("add", "sub") and len(motions) == 2:
            return motions[0].plus(motions[1], -1 if code == "sub" else 1)
        if code == "address" and motions:
            return self._address(operation, motions)
        if code in ("mul", "shl") and len(motions) == 2:
            return _product(name, motions, code)
        if code == "xor" and motions[-1] == Motion(constant=-1):
            return motions[0].times(-1).plus(Motion(constant=-1))
        varies = any(motion.varies for motion in motions) or code == "select"
        traits = frozenset().union(*(motion.traits for motion in motions))
        turn = {"merged"} if code == "select" else {"bent"}
        if (
            code in ("shr", "div")
            and len(motions) == 2
            and _is_slowed(motions[0], motions[1], code)
        ):
            turn.add("slow")
        if code == "and" and len(motions) == 2 and _is_cut(*motions):
            turn.add("masked")
        if not varies:
            return Motion(terms=((name, 1),))
        return Motion(terms=((name, 1),), traits=traits | turn, period=_period(code, motions))

    def _rounds(self, cast: Operation) -> bool:
        """A number with a fraction becomes a whole one."""
        source = self.definitions.get(cast.operands[0]) if cast.operands else None
        return source is not None and source.floating and not cast.floating

    def fixed(self, access: Operation) -> bool:
        """True if a load or store touches one place in all iterations."""
        address = access.address
        if address is None:
            return False
        names = address.indexes if address.variable else (address.base, *address.indexes)
        return not any(self.of(name).varies for name in names)

    def _address(self, operation: Operation, motions: list[Motion]) -> Motion:
        if operation.address is not None:
            reference = operation.address
            base = Motion(terms=((f"&{reference.base}{reference.fields}", 1),))
            for index in reference.indexes:
                base = base.plus(self.of(index))
            return base
        total = motions[0]
        for motion, scale in zip(motions[1:], operation.scales[1:], strict=True):
            total = total.plus(motion.times(scale))
        return total


def _signed(number: int) -> int:
    """A wrapped negative number as itself."""
    for wrap in _WRAPS:
        if wrap - _LARGEST_SUBTRACTED <= number < wrap:
            return number - wrap
    return number


def _rounded(name: str, motion: Motion) -> Motion:
    """Rounding leaves no stride, neither a known one nor one that run time tells."""
    traits = (motion.traits - {"symbolic"}) | {"bent"}
    return Motion(terms=((name, 1),), traits=traits if motion.varies else frozenset())


def _is_slowed(motion: Motion, divisor: Motion, code: str) -> bool:
    """A steady value divided by a constant larger than its step."""
    if divisor.terms or divisor.varies or motion.traits or divisor.constant <= 0:
        return False
    factor = 1 << min(divisor.constant, 63) if code == "shr" else divisor.constant
    return 0 < abs(motion.step) < factor


def _is_cut(motion: Motion, mask: Motion) -> bool:
    """A steady value of which only the lowest bits are taken, fewer than a register has."""
    bits = mask.constant
    plain = not mask.terms and not mask.varies and not motion.traits and bool(motion.step)
    return plain and 0 < bits < NARROWEST_WHOLE and not bits & (bits + 1)


def _period(code: str, motions: list[Motion]) -> int:
    """Of `i % 7` and `i & 7`, where i goes by ones: 7 and 8."""
    if len(motions) != 2 or abs(motions[0].step) != 1 or motions[0].traits:
        return 0
    moving, divisor = motions
    if code == "and":
        return divisor.constant + 1 if _is_cut(moving, divisor) else 0
    plain = code == "rem" and not divisor.terms and not divisor.varies
    return max(divisor.constant, 0) if plain else 0


def _product(name: str, motions: list[Motion], code: str) -> Motion:
    first, second = motions
    for motion, other in ((first, second), (second, first)):
        if not other.terms and not other.varies and (code == "mul" or other is second):
            factor = other.constant if code == "mul" else 1 << min(max(other.constant, 0), 63)
            return motion.times(factor)
    traits = first.traits | second.traits
    if first.varies != second.varies:
        return Motion(terms=((name, 1),), traits=traits | {"symbolic"})
    bent = {"bent"} if first.varies else set()
    return Motion(terms=((name, 1),), traits=traits | bent)


def definitions_of(function: IrFunction) -> Mapping[str, Operation]:
    """Every name's one definition."""
    return {
        operation.result: operation
        for block in function.blocks.values()
        for operation in block.operations
        if operation.result
    }
