"""How often each form was executed beside the machine, and what did not agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from compiler_core.host.forms.matching import match
from compiler_core.host.stepping.executed_formulas import ExecutedFormula
from tests.explain.semantics import key_of

_KEPT_EXAMPLES = 20


@dataclass(slots=True)
class Tally:
    """Counts by form, and by reason for steps that were not judged."""

    agreed: Counter[str] = field(default_factory=Counter)
    differed: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    programs: int = 0
    roles: Counter[str] = field(default_factory=Counter)
    role_problems: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def executed(self) -> int:
        """Instructions whose formula was executed."""
        return self.agreed.total() + self.differed.total()

    def add(self, step: ExecutedFormula, program: str) -> None:
        """Count one step of a program."""
        agreement = step.agreement
        if agreement.verdict == "not executed":
            self.left_out[agreement.reason] += 1
            return
        found = match(step.instruction)
        key = key_of(found[0]) if found is not None else step.instruction.mnemonic
        if agreement.verdict == "agrees":
            self.agreed[key] += 1
            return
        self.differed[key] += 1
        if len(self.examples) < _KEPT_EXAMPLES:
            operands = ", ".join(operand.text for operand in step.instruction.operands)
            line = f"{step.instruction.mnemonic} {operands}"
            self.examples.append(f"{program}: {line}: {step.formula}: {agreement.differences[0]}")

    def join(self, other: Tally) -> None:
        """Add another one's counts."""
        self.agreed += other.agreed
        self.differed += other.differed
        self.left_out += other.left_out
        self.refused += other.refused
        self.programs += other.programs
        self.roles += other.roles
        self.role_problems += other.role_problems
        self.examples = (self.examples + other.examples)[:_KEPT_EXAMPLES]
