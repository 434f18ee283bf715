"""The formula of every recorded step, executed on the registers before it and compared with those
after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.explain import explain
from compiler_core.host.formulas.agreement import Agreement, Passage, agreement_of
from compiler_core.host.formulas.machine import (
    GENERAL_COUNT,
    PREDICATE_COUNT,
    VECTOR_COUNT,
    Pieces,
    State,
)
from compiler_core.host.instruction import Instruction
from compiler_core.toolchain.recorder.plan import FIRST_PREDICATE, STACK_POINTER
from compiler_core.toolchain.recorder.record import (
    PROGRAM_COUNTER,
    STATUS_REGISTER,
    RawRecord,
    RawStep,
)

_FLAGS_SHIFT = 28
_CALLED = Agreement("not executed", "is a call that ran whole")
_BROKEN_OFF = Agreement("not executed", "did not end")


@dataclass(frozen=True, slots=True)
class ExecutedFormula:
    """One recorded step: its instruction, the formula shown for it, and whether they agree."""

    instruction: Instruction
    formula: str
    agreement: Agreement


def recorded_states(record: RawRecord) -> Iterator[tuple[RawStep, State, State]]:
    """Each step with the states before and after it; their memory is what the step touched."""
    state = _first_state(record)
    for step in record.steps:
        after = _after(state, step)
        before = replace(state, memory=Pieces(dict(_touched(step, after=False))))
        yield step, before, replace(after, memory=Pieces(dict(_touched(step, after=True))))
        state = after


def executed_formulas(
    record: RawRecord, code: Mapping[int, Instruction], labels: Mapping[str, int]
) -> Iterator[ExecutedFormula | None]:
    """For each step of the record what its formula says; None for a step outside the code. labels:
    their addresses, which tell whether a branch went where its formula says."""
    last = len(record.steps) - 1
    for number, (step, before, after) in enumerate(recorded_states(record)):
        instruction = code.get(step.address)
        if instruction is None:
            yield None
        elif number == last and record.broken_off:
            yield ExecutedFormula(instruction, explain(instruction).formula, _BROKEN_OFF)
        else:
            yield _executed(instruction, step, (before, after), labels)


def executed_sentence(agreements: Sequence[Agreement]) -> str:
    """How many formulas were worked out beside the machine, and what came of it."""
    counts = Counter(agreement.verdict for agreement in agreements)
    tried = counts["agrees"] + counts["differs"]
    if not tried:
        return ""
    left = counts["not executed"]
    rest = f"; {left} could not be worked out" if left else ""
    return f"Worked out beside the machine: {_tried_words(tried, counts['differs'])}{rest}."


def _tried_words(tried: int, differing: int) -> str:
    if tried == 1:
        return f"the formula of 1 step, which {'differs' if differing else 'agrees'}"
    same = {0: "none differs", 1: "1 differs"}.get(differing, f"{differing} differ")
    return f"the formulas of {tried} steps, of which {same}"


def _executed(
    instruction: Instruction, step: RawStep, states: tuple[State, State], labels: Mapping[str, int]
) -> ExecutedFormula:
    """states: before and after the step."""
    formula = explain(instruction).formula
    if step.called:
        return ExecutedFormula(instruction, formula, _CALLED)
    passage = Passage(step.address, step.general.get(PROGRAM_COUNTER, step.address), labels)
    agreement = agreement_of(instruction, formula, *states, passage)
    return ExecutedFormula(instruction, formula, agreement)


def _touched(step: RawStep, *, after: bool) -> Iterator[tuple[int, int]]:
    for touch in step.touched:
        content = touch.after if after else touch.before
        yield from enumerate(content or b"", touch.address)


def _first_state(record: RawRecord) -> State:
    general, wide = record.general, record.wide
    return State(
        x=[general.get(number, 0) for number in range(GENERAL_COUNT)],
        sp=general[STACK_POINTER],
        nzcv=general[STATUS_REGISTER] >> _FLAGS_SHIFT & 15,
        z=[_number(wide.get(number, b"")) for number in range(VECTOR_COUNT)],
        p=[_number(wide.get(FIRST_PREDICATE + number, b"")) for number in range(PREDICATE_COUNT)],
        memory=Pieces({}),
        vector_bytes=record.vector_bytes,
    )


def _after(state: State, step: RawStep) -> State:
    """The state with what the step changed."""
    after = state.copy()
    for number, value in step.general.items():
        if number < GENERAL_COUNT:
            after.x[number] = value
        elif number == STACK_POINTER:
            after.sp = value
        elif number == STATUS_REGISTER:
            after.nzcv = value >> _FLAGS_SHIFT & 15
    for number, content in step.wide.items():
        if number < VECTOR_COUNT:
            after.z[number] = _number(content)
        elif number < FIRST_PREDICATE + PREDICATE_COUNT:
            after.p[number - FIRST_PREDICATE] = _number(content)
    return after


def _number(content: bytes) -> int:
    return int.from_bytes(content, "little")
