"""Does a run agree with the formula that is shown and the effects that are claimed?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.forms.form import Form
from compiler_core.host.instruction import Memory, Register, parse_instruction
from tests.explain import interpreter
from tests.explain.execution import SYMBOL_ADDRESS, Outcome, Test
from tests.explain.machine import State

SYMBOLS = {"known_symbol": SYMBOL_ADDRESS, "next_line": 0}
# qemu 7.2 leaves bits above 128 alone in many NEON instructions, where the architecture clears
# them: what NEON writes is compared in its own 128 bits only.
_NEON_BITS = (1 << 128) - 1
_MASK_PERMUTES = ("rev", "zip1", "zip2", "uzp1", "uzp2", "trn1", "trn2")


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
        expected = interpreter.run(case.formula, case.test.state, SYMBOLS)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        return [f"the formula {case.formula!r} does not run: {error!r}"]
    return [
        *_against_formula(case, expected, outcome),
        *_against_effects(case, effects, outcome),
        *_against_twin(case, effects, outcome, twin),
    ]


def _against_formula(case: Case, expected: State, outcome: Outcome) -> Iterator[str]:
    ignored = {case.test.code_register} if case.test.code_register is not None else set()
    calls = "x30 = next_line" in case.formula
    if calls and not outcome.link_is_next:
        yield "x30 is not the address of the next line"
    for number in range(31):
        if number in ignored or (calls and number == 30):
            continue
        if expected.x[number] != outcome.state.x[number]:
            yield (
                f"x{number} = {outcome.state.x[number]:#x}, the formula {case.formula!r} says "
                f"{expected.x[number]:#x}"
            )
    if bool(expected.taken) != outcome.taken:
        yield f"branch taken: {outcome.taken}, the formula says {bool(expected.taken)}"
    yield from _vectors_against_formula(case, expected, outcome)
    yield from _predicates_against_formula(case, expected, outcome)
    for name in ("sp", "nzcv", "memory"):
        real, claimed = getattr(outcome.state, name), getattr(expected, name)
        if real != claimed:
            shown = "" if name == "memory" else f" = {real}, the formula says {claimed}"
            yield f"{name}{shown} ({case.formula})"


def _vectors_against_formula(case: Case, expected: State, outcome: Outcome) -> Iterator[str]:
    instruction = parse_instruction(case.line)
    for number in range(32):
        real, claimed = outcome.state.z[number], expected.z[number]
        if not _is_scalable(case.line) and f"v{number}" in effects_of(instruction).writes:
            real, claimed = real & _NEON_BITS, claimed & _NEON_BITS
        for register, low, width in expected.unknown:
            if register == number:
                mask = ((1 << width) - 1) << low
                if not _is_nan(real >> low & ((1 << width) - 1), width):
                    yield f"v{number}: the formula {case.formula!r} says NaN"
                real, claimed = real & ~mask, claimed & ~mask
        if real != claimed:
            yield f"v{number} = {real:064x}, the formula {case.formula!r} says {claimed:064x}"


def _is_scalable(line: str) -> bool:
    return re.search(r"\b[zp]\d", line) is not None


def _predicates_against_formula(case: Case, expected: State, outcome: Outcome) -> Iterator[str]:
    mask = (1 << 32) - 1
    if case.form.mnemonics[0] in _MASK_PERMUTES:
        # These move all bits of a lane; only the lowest says whether it is active.
        size = _mask_lane_bytes(case.line)
        mask = sum(1 << position for position in range(0, 32, size))
    for number in range(16):
        real, claimed = outcome.state.p[number] & mask, expected.p[number] & mask
        if real != claimed:
            yield f"p{number} = {real:032b}, the formula {case.formula!r} says {claimed:032b}"


def _mask_lane_bytes(line: str) -> int:
    target = parse_instruction(line).operands[0]
    return target.element_bits // 8 if isinstance(target, Register) and target.arrangement else 1


def _is_nan(bits: int, width: int) -> bool:
    fraction = {16: 10, 32: 23, 64: 52}[width]
    exponent = bits >> fraction & ((1 << (width - 1 - fraction)) - 1)
    return exponent == (1 << (width - 1 - fraction)) - 1 and bits & ((1 << fraction) - 1) != 0


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
        pairs = zip(case.test.state.memory, outcome.state.memory, strict=True)
        touched = [position for position, pair in enumerate(pairs) if pair[0] != pair[1]]
        if touched and touched[-1] - touched[0] >= effects.memory_bytes:
            yield f"changes more bytes than the {effects.memory_bytes} that effects say"


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
    if outcome.state.memory != twin.state.memory:
        yield "memory depends on a register that effects do not list as read"


def _address_registers(line: str) -> set[str]:
    instruction = parse_instruction(line)
    return {
        operand.base.canonical for operand in instruction.operands if isinstance(operand, Memory)
    } | ({"x30"} if instruction.mnemonic in ("ret", "br", "blr", "bl") else set())


def _register(state: State, name: str) -> int:
    if name in ("sp", "nzcv"):
        return getattr(state, name)
    bank = {"x": state.x, "v": state.z, "p": state.p}[name[0]]
    return bank[int(name[1:])]
