"""Bottom-up enumeration: every program of one operator more, from those of fewer.

A branch ends where its term can no longer become the goal (`terms.py`), and where enough programs
with the same residues are kept: the same value need not be built in a fourth way. A program whose
residues are the goal's is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.atlas.superoptimiser.expressions import Expression
from compiler_core.atlas.superoptimiser.operators import (
    OPERATOR_BY_NAME,
    TensorOperator,
    apply,
    text_of,
)
from compiler_core.atlas.superoptimiser.programs import TensorProgram, drawn_inputs
from compiler_core.atlas.superoptimiser.residues import Field, NoInverse
from compiler_core.atlas.superoptimiser.terms import (
    Monomial,
    monomial_text,
    out_of_reach,
    within_reach,
)

_WAYS_KEPT = 3
_EXAMPLES = 12
MOST_TRIED = 120_000
_SEED = 3


@dataclass(slots=True, kw_only=True)
class Level:
    """Programs of as many operators."""

    operators: int
    """How many each program of this level has, from 1."""
    tried: int = 0
    """Programs that were considered, before anything is ruled out."""
    kept: list[Expression] = field(default_factory=list)
    """Those from which larger programs are built, few for each value."""
    found: list[Expression] = field(default_factory=list)
    """Those that give what the reference gives, kept or not."""
    repeated: int = 0
    """Programs left out since enough with the same residues are kept."""
    pruned: int = 0
    """Programs left out since a monomial of theirs can no longer become the goal."""
    examples: list[tuple[str, str]] = field(default_factory=list)
    """Texts of the first few that were pruned, each with the monomial that ruled it out."""
    lost: Counter[str] = field(default_factory=Counter)
    """How many programs each monomial ruled out, by its text."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to. complete: False when it was ended by the number of tries."""

    reference: Expression
    inputs: Mapping[str, Expression]
    levels: tuple[Level, ...]
    complete: bool

    @property
    def programs(self) -> tuple[Expression, ...]:
        """All that equal the reference, each text once."""
        by_text = {program.text: program for level in self.levels for program in level.found}
        return tuple(by_text.values())

    @property
    def tried(self) -> int:
        return sum(level.tried for level in self.levels)


def search(
    program: TensorProgram, modulus: Field, most_operators: int, pruning: str = "on"
) -> Found:
    """All programs of at most so many operators that give the program's residues.

    pruning: "on" or "off". Deterministic: the inputs are drawn from one seed.
    """
    inputs = _drawn(program, modulus)
    reference = program.build(inputs)
    searching = _Search(program, reference, pruning == "on")
    by_size: list[list[Expression]] = [list(inputs.values())]
    searching.note(by_size[0])
    levels: list[Level] = []
    for size in range(1, most_operators + 1):
        level = searching.level(size, by_size)
        levels.append(level)
        by_size.append(level.kept)
        if searching.tried >= MOST_TRIED:
            return Found(reference, inputs, tuple(levels), False)
    return Found(reference, inputs, tuple(levels), True)


def _drawn(program: TensorProgram, modulus: Field) -> dict[str, Expression]:
    """The first draw under which the reference divides by nothing that is zero."""
    for seed in range(_SEED, _SEED + 1000):
        inputs = drawn_inputs(program, modulus, seed)
        try:
            program.build(inputs)
        except NoInverse:
            continue
        return inputs
    raise AssertionError("A thousand draws divide by zero.")


class _Search:
    """What is known while levels are built."""

    def __init__(self, program: TensorProgram, reference: Expression, prunes: bool) -> None:
        self.tried = 0
        self._operators = [OPERATOR_BY_NAME[name] for name in program.operators]
        self._goal = reference.value.key
        self._reach = within_reach(reference.term) if prunes else None
        self._ways: Counter[object] = Counter()
        self._lost: dict[object, Monomial | None] = {}

    def note(self, expressions: Sequence[Expression]) -> None:
        """Their residues are known."""
        self._ways.update(expression.value.key for expression in expressions)

    def level(self, size: int, by_size: Sequence[Sequence[Expression]]) -> Level:
        level = Level(operators=size)
        for operator, operands in self._candidates(size, by_size):
            if self.tried >= MOST_TRIED:
                break
            self.tried += 1
            level.tried += 1
            self._consider(level, operator, operands)
        return level

    def _candidates(
        self, size: int, by_size: Sequence[Sequence[Expression]]
    ) -> Iterator[tuple[TensorOperator, tuple[Expression, ...]]]:
        for operands in _operands(size, by_size):
            for operator in self._operators:
                fits = operator.operands == len(operands) and operator.applies(operands)
                if fits and (not operator.commutes or _in_order(operands)):
                    yield operator, operands

    def _consider(
        self, level: Level, operator: TensorOperator, operands: tuple[Expression, ...]
    ) -> None:
        lost = self._lost_by(operator, operands)
        if lost is not None:
            level.pruned += 1
            level.lost[monomial_text(lost)] += 1
            if len(level.examples) < _EXAMPLES:
                level.examples.append((text_of(operator, operands), monomial_text(lost)))
            return
        try:
            made = apply(operator, operands)
        except NoInverse:
            return
        if made.value.key == self._goal:
            level.found.append(made)
        if self._ways[made.value.key] >= _WAYS_KEPT:
            level.repeated += 1
            return
        self._ways[made.value.key] += 1
        level.kept.append(made)

    def _lost_by(
        self, operator: TensorOperator, operands: tuple[Expression, ...]
    ) -> Monomial | None:
        if self._reach is None:
            return None
        term = operator.term(operands)
        if term not in self._lost:
            self._lost[term] = out_of_reach(term, self._reach)
        return self._lost[term]


def _operands(
    size: int, by_size: Sequence[Sequence[Expression]]
) -> Iterator[tuple[Expression, ...]]:
    """One operand of size − 1, or two whose sizes sum up to that."""
    for only in by_size[size - 1]:
        yield (only,)
    for left_size in range(size):
        for left in by_size[left_size]:
            for right in by_size[size - 1 - left_size]:
                yield left, right


def _in_order(operands: tuple[Expression, ...]) -> bool:
    left, right = operands
    return left.text <= right.text
