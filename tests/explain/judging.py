"""Does a run agree with the formula that is shown and the effects that are claimed?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.forms.form import Form
from compiler_core.host.formulas.agreement import differences
from compiler_core.host.formulas.evaluation import run
from compiler_core.host.formulas.machine import Area, State
from compiler_core.host.instruction import Memory, parse_instruction
from tests.explain.execution import SYMBOL_ADDRESS, Outcome, Test

SYMBOLS = {"known_symbol": SYMBOL_ADDRESS, "next_line": 0, "exclusive": 1}
# What NEON does to the bits above its own is not compared, see `formulas/agreement.py`.
_NEON_BITS = (1 << 128) - 1


@dataclass(slots=True)
class Case:
    """One test and its twin, which starts with other values in all registers not read."""

    line: str
    form: Form
    formula: str
    test: Test
    twin: Test


def judge(case: Case, outcome: Outcome, twin: Outcome, effects: Effects | None = None) -> list[str]:
    """What does not agree: formula against run, effects against run, twin against test."""
    instruction = parse_instruction(case.line)
    effects = effects or effects_of(instruction)
    try:
        expected = run(case.formula, case.test.state, SYMBOLS)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        return [f"the formula {case.formula!r} does not run: {error!r}"]
    return [
        *_against_formula(case, expected, outcome),
        *_against_effects(case, effects, outcome),
        *_against_twin(case, effects, outcome, twin),
    ]


def _against_formula(case: Case, expected: State, outcome: Outcome) -> Iterator[str]:
    instruction = parse_instruction(case.line)
    code_register = case.test.code_register
    elsewhere = set() if code_register is None else {code_register}
    if "x30 = next_line" in case.formula:
        elsewhere.add(30)
        if not outcome.link_is_next:
            yield "x30 is not the address of the next line"
    for number in elsewhere:
        expected.x[number] = outcome.state.x[number]
    for difference in differences(instruction, expected, outcome.state):
        yield f"{difference} ({case.formula})"
    if bool(expected.taken) != outcome.taken:
        yield f"branch taken: {outcome.taken}, the formula says {bool(expected.taken)}"


def _is_scalable(line: str) -> bool:
    return re.search(r"\b[zp]\d", line) is not None


def changed(before: State, after: State) -> set[str]:
    """The canonical registers that differ."""
    names = {f"x{n}" for n in range(31) if before.x[n] != after.x[n]}
    names |= {f"v{n}" for n in range(32) if before.z[n] != after.z[n]}
    names |= {f"p{n}" for n in range(16) if before.p[n] != after.p[n]}
    names |= {"sp"} if before.sp != after.sp else set()
    return names | ({"nzcv"} if before.nzcv != after.nzcv else set())


def _against_effects(case: Case, effects: Effects, outcome: Outcome) -> Iterator[str]:
    code = {f"x{case.test.code_register}"} if case.test.code_register is not None else set()
    extra = changed(case.test.state, outcome.state) - set(effects.writes) - code
    if extra:
        yield f"changes {sorted(extra)}, which effects do not list"
    wrote = case.test.state.memory != outcome.state.memory
    if wrote and effects.memory != "store":
        yield "changes memory, which effects do not say"
    if effects.memory == "store" and effects.memory_bytes is not None:
        pairs = zip(_bytes_of(case.test.state), _bytes_of(outcome.state), strict=True)
        touched = [position for position, pair in enumerate(pairs) if pair[0] != pair[1]]
        if touched and touched[-1] - touched[0] >= effects.memory_bytes:
            yield f"changes more bytes than the {effects.memory_bytes} that effects say"


def _bytes_of(state: State) -> bytearray:
    assert isinstance(state.memory, Area)
    return state.memory.content


def _against_twin(case: Case, effects: Effects, outcome: Outcome, twin: Outcome) -> Iterator[str]:
    """Registers that are not read must not influence the result."""
    if outcome.taken != twin.taken:
        yield "the branch depends on a register that effects do not list as read"
    based = _address_registers(case.line)
    for name in effects.writes:
        if name in based or (effects.branch == "call"):
            continue
        visible = _NEON_BITS if name[0] == "v" and not _is_scalable(case.line) else -1
        if (_register(outcome.state, name) ^ _register(twin.state, name)) & visible:
            yield f"{name} depends on a register that effects do not list as read"
    if _bytes_of(outcome.state) != _bytes_of(twin.state):
        yield "memory depends on a register that effects do not list as read"


def _address_registers(line: str) -> set[str]:
    instruction = parse_instruction(line)
    return {
        operand.base.canonical for operand in instruction.operands if isinstance(operand, Memory)
    } | ({"x30"} if effects_of(instruction).branch else set())


def _register(state: State, name: str) -> int:
    if name in ("sp", "nzcv"):
        return getattr(state, name)
    bank = {"x": state.x, "v": state.z, "p": state.p}[name[0]]
    return bank[int(name[1:])]
