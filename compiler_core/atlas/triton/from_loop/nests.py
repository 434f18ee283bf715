"""Loops within the loop: each program runs them round by round, for a whole block of the outer one.

Rounds of the outer loop are done side by side, so no two of them may meet in memory. A subscript of
a nest is a sum of products; its part beside the outer counter must stay below what one round of the
outer loop moves on: `a[i * m + j]` with j from 0 to below m. Within a round the order is C's, but
threads do not wait for each other, so what is written is read again at the same subscript only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.atlas.own_loop.shape import CountedLoop, refused
from compiler_core.loop.analyses.computed_from import computed_from
from compiler_core.loop.ir.types import wrap
from compiler_core.loop.ir.values import Block, Constant, Instruction, Value

DEEPEST = 3
_MOST_PRODUCTS = 64
_MOST_FACTORS = 16
_LARGEST = 1 << 63
_FROM_ELSEWHERE = ("load", "phi", "call")
Product = tuple[int, ...]
"""What is multiplied: values by their identity, in order."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """products: the factor of each, none of them 0; that of no values is the constant."""

    products: Mapping[Product, int]

    def plus(self, other: _Sum, factor: int = 1) -> _Sum:
        products = dict(self.products)
        for product, times in other.products.items():
            products[product] = products.get(product, 0) + factor * times
        return _Sum({product: times for product, times in products.items() if times})

    def times(self, other: _Sum) -> _Sum | None:
        """None where that has too many products."""
        if len(self.products) * len(other.products) > _MOST_PRODUCTS:
            return None
        total = _Sum({})
        for product, factor in self.products.items():
            scaled = {tuple(sorted((*product, *term))): at for term, at in other.products.items()}
            total = total.plus(_Sum(scaled), factor)
        return total

    def split(self, value: Value) -> tuple[_Sum, _Sum] | None:
        """What the value is multiplied by, and the rest; None where it stands in a square."""
        name = id(value)
        if any(product.count(name) > 1 for product in self.products):
            return None
        with_it = {
            tuple(variable for variable in product if variable != name): factor
            for product, factor in self.products.items()
            if name in product
        }
        rest = {key: factor for key, factor in self.products.items() if name not in key}
        return _Sum(with_it), _Sum(rest)

    @property
    def is_small(self) -> bool:
        """A sum of k factors such as `(p + q)` has 2^k products; a number squared k times as many
        digits."""
        return len(self.products) <= _MOST_PRODUCTS and all(
            len(product) <= _MOST_FACTORS and abs(factor) <= _LARGEST
            for product, factor in self.products.items()
        )

    @property
    def number(self) -> int | None:
        """The constant, if nothing else is in the sum."""
        return self.products.get((), 0) if not set(self.products) - {()} else None


@dataclass(frozen=True, slots=True)
class Nest:
    """outer: whose rounds are done side by side. inner: by their headers."""

    outer: CountedLoop
    inner: Mapping[Block, CountedLoop]

    def is_fixed(self, value: Value) -> bool:
        """Whether it is the same for every round of the outer loop, and no memory is read for it
        within."""
        varies = self.outer.loop.defines
        below = computed_from(
            value, lambda operand: varies(operand) and operand.opcode not in _FROM_ELSEWHERE
        )
        return not any(
            isinstance(source, Instruction) and varies(source) and source.opcode in _FROM_ELSEWHERE
            for source in below
        )

    def meets_itself(self, first: Instruction, second: Instruction) -> bool:
        """Whether two rounds of the outer loop may meet in these accesses, as far as is known."""
        first_sum, other = (self._sum(access.subscript) for access in (first, second))
        if first_sum is None or other is None:
            return True
        parts, other_parts = first_sum.split(self.outer.counter), other.split(self.outer.counter)
        if parts is None or other_parts is None:
            return True
        (step, rest), (other_step, other_rest) = parts, other_parts
        if step.plus(other_step, -1).products:
            return True
        bounds, other_bounds = self._bounds(rest), self._bounds(other_rest)
        if bounds is None or other_bounds is None:
            return True
        low, high = bounds
        other_low, other_high = other_bounds
        room = (
            step.plus(high, -1).plus(other_low).number,
            step.plus(other_high, -1).plus(low).number,
        )
        return any(margin is None or margin < 1 for margin in room)

    def is_same_place(self, first: Instruction, second: Instruction) -> bool:
        """Whether they touch the same element in each round of all loops."""
        address, other = (self._sum(access.subscript) for access in (first, second))
        return address is not None and other is not None and not address.plus(other, -1).products

    def _bounds(self, rest: _Sum) -> tuple[_Sum, _Sum] | None:
        """The least and the greatest that inner counters make of it."""
        low = high = rest
        for inner in self.inner.values():
            low_parts, high_parts = low.split(inner.counter), high.split(inner.counter)
            if low_parts is None or high_parts is None:
                return None
            (factor, low_rest), (_, high_rest) = low_parts, high_parts
            if not factor.products:
                continue
            ends = self._ends(inner)
            if factor.number is None or ends is None:
                return None
            least, most = ends if factor.number > 0 else ends[::-1]
            low = low_rest.plus(least, factor.number)
            high = high_rest.plus(most, factor.number)
        return low, high

    def _ends(self, inner: CountedLoop) -> tuple[_Sum, _Sum] | None:
        """Between which numbers the counter is while the loop's body runs."""
        start, end = self._sum(inner.induction.start), self._sum(inner.end)
        if start is None or end is None:
            return None
        last = end.plus(_Sum({(): 1}), 0 if inner.closed else -1 if inner.step > 0 else 1)
        return (start, last) if inner.step > 0 else (last, start)

    def _sum(self, value: Value) -> _Sum | None:
        counters = {self.outer.counter, *(inner.counter for inner in self.inner.values())}
        sums: dict[Value, _Sum | None] = {}
        for term in computed_from(value, lambda term: term not in counters and _is_sum(term)):
            if isinstance(term, Constant):
                number = wrap(int(term.value), term.type)
                sums[term] = _Sum({(): number} if number else {})
            elif not isinstance(term, Instruction) or term in counters:
                sums[term] = _Sum({(id(term),): 1})
            else:
                taken = _operation(term, sums) if _is_sum(term) else None
                whole = _Sum({(id(term),): 1}) if self.outer.loop.invariant(term) else None
                sums[term] = taken if taken is not None and taken.is_small else whole
        return sums[value]


def _is_sum(value: Instruction) -> bool:
    """Whether it may be taken apart: as in C, signed sums are taken not to leave their type."""
    if value.type.kind != "signed" or value.type.bits < 32:
        return False
    if value.opcode in ("copy", "convert"):
        source = value.operands[0].type
        return source.kind == "signed" and 32 <= source.bits <= value.type.bits
    return value.opcode in ("add", "sub", "mul")


def _operation(value: Instruction, sums: Mapping[Value, _Sum | None]) -> _Sum | None:
    left, right = sums[value.operands[0]], sums[value.operands[-1]]
    if value.opcode in ("copy", "convert"):
        return left
    if left is None or right is None:
        return None
    if value.opcode == "mul":
        return left.times(right)
    return left.plus(right, 1 if value.opcode == "add" else -1)


def check_nest(nest: Nest, file: str) -> None:
    """Raises OutsideSubset with the line of an inner loop that no program can run for a block."""
    for inner in nest.inner.values():
        line, counter = inner.loop.line, inner.counter.name.partition(".")[0]
        if inner.loop.depth > DEEPEST:
            raise refused(
                file, line, f"Loops are nested more than {DEEPEST} deep.", "Paste the inner."
            )
        if inner.counter_outlives:
            raise refused(
                file,
                line,
                f"{counter} is read behind its loop.",
                "Compute its last value from the end of the loop.",
            )
        if inner.counter.type.kind != "signed":
            raise refused(
                file,
                line,
                f"The counter {counter} of an inner loop is unsigned.",
                "Let it be an int or a long: a program counts with signed numbers.",
            )
        if not (nest.is_fixed(inner.induction.start) and nest.is_fixed(inner.end)):
            raise refused(
                file,
                line,
                "How often this inner loop runs differs from round to round of the loop around it.",
                "All numbers of a block go round together: let its start and "
                "its end be the same for all, and put an if inside.",
            )
