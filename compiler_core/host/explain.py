"""One instruction line in a full sentence and in a formula, from the record of its form.

Deterministic and offline: the words come from `forms/`, which the tests execute under an emulator
against the formulas shown here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from compiler_core.host.effects import effects_of
from compiler_core.host.forms.form import Form, JumpKind
from compiler_core.host.forms.matching import match
from compiler_core.host.forms.old_values import with_old_values
from compiler_core.host.forms.registry import is_known
from compiler_core.host.forms.views import Views
from compiler_core.host.instruction import Instruction


@dataclass(frozen=True, slots=True)
class ExplanationContext:
    """What is known around the line; every part is optional.

    labels: label to a phrase ("the start of the loop of line 3"). element: canonical vector
    register to what its lanes are (`float`, `double`, `half`). flags: the instruction whose flags
    this line reads, see `flag_setters`. jump: whether a jump stays in the function.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    element: Mapping[str, str] = field(default_factory=dict)
    flags: Instruction | None = None
    jump: JumpKind = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A sentence for people, and the same as an equation (empty where none applies).

    The formula is read in order; `old(w0)` is what w0 held before the instruction. specific is
    False when the form is unknown: then the sentence says only what the mnemonic tells.
    """

    sentence: str
    formula: str
    specific: bool


NO_CONTEXT = ExplanationContext()


def explain(instruction: Instruction, context: ExplanationContext = NO_CONTEXT) -> Explanation:
    """The explanation of one instruction. Never fails."""
    if context is NO_CONTEXT or not _matters(instruction, context):
        return _explain_alone(instruction)
    form_match = match(instruction, context.labels)
    if form_match is None:
        return _unknown(instruction)
    form, views = form_match
    views.setter = context.flags
    views.element = dict(context.element)
    return _render(form, views, _sentence(form, context.jump))


def flag_setters(instructions: Sequence[Instruction | None]) -> tuple[Instruction | None, ...]:
    """For each line of a straight run of code, the instruction that last set the flags before it.

    None stands for lines that are no instructions. A call forgets the flags. Start a new run at
    every label: the flags may come from elsewhere.
    """
    last: Instruction | None = None
    setters: list[Instruction | None] = []
    for instruction in instructions:
        setters.append(last)
        if instruction is not None and "nzcv" in effects_of(instruction).writes:
            last = None if effects_of(instruction).branch == "call" else instruction
    return tuple(setters)


def _matters(instruction: Instruction, context: ExplanationContext) -> bool:
    """False if the context can change nothing about this line, so that the cache serves it."""
    effects = effects_of(instruction)
    if effects.target and effects.target in context.labels:
        return True
    if context.jump and effects.branch:
        return True
    if context.flags is not None and "nzcv" in effects.reads:
        return True
    return bool(context.element) and bool(effects.memory)


@lru_cache(maxsize=65536)
def _explain_alone(instruction: Instruction) -> Explanation:
    form_match = match(instruction)
    return _unknown(instruction) if form_match is None else _render(*form_match)


def _sentence(form: Form, jump: JumpKind) -> str:
    """The template: a jump that leaves is a call which does not come back here."""
    special = {"outside": form.outside, "inside": form.inside}.get(jump, "")
    return special or form.sentence


def _render(form: Form, views: Views, template: str = "") -> Explanation:
    formula = with_old_values(form.formula.format_map(views))
    return Explanation((template or form.sentence).format_map(views), formula, True)


def _unknown(instruction: Instruction) -> Explanation:
    name = instruction.mnemonic
    if is_known(name):
        return Explanation(f"A form of {name} that has no explanation here yet.", "", False)
    return Explanation(f"The instruction {name} is not known here.", "", False)
