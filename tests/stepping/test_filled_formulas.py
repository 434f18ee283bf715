"""The formula of a step with values in place of registers, for every form that computes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler_core.host.effects import effects_of
from compiler_core.host.explain import explain
from compiler_core.host.instruction import parse_instruction
from compiler_core.host.stepping.arithmetic_text import arithmetic
from compiler_core.host.stepping.moment import StepMoment
from compiler_core.host.stepping.record import MachineState, RegisterChange
from compiler_core.host.stepping.sentences import sentence_of
from tests.conftest import ROOT

SAMPLES = Path(ROOT) / "tests/explain/samples.txt"


def moment_of(line: str, result: int = 0, nzcv: int = 6, **general: int) -> StepMoment:
    """One instruction, with values before it and the number that its first register gets."""
    registers = {f"x{number}": 40 + number for number in range(31)}
    before = registers | {"sp": 1 << 12, "pc": 0, "nzcv": nzcv} | general
    vectors = {f"v{number}": bytes([number, 0, 0, 0] * 4) for number in range(32)}
    predicates = {f"p{number}": b"\xff\xff" for number in range(16)}
    state = MachineState(before, vectors, predicates, {})
    instruction = parse_instruction(line)
    target = line.partition(" ")[2].split(",")[0]
    lane_type = "int32" if target.startswith("w") else "int64"
    change = RegisterChange(f"x{target[1:]}", target, lane_type, (99,), (result,))
    changes = () if instruction.mnemonic == "tst" else (change,)
    return StepMoment(
        instruction=instruction,
        before=state,
        after=state,
        changes=changes,
        kept=(),
        memory=(),
        types_before={},
        arrays=(),
        label_line=lambda label: None,
    )


@pytest.mark.parametrize(
    ("moment", "sentence"),
    [
        (moment_of("udiv x0, x1, x2", 12, x1=64, x2=5), "x0 = 64 / 5 = 12."),
        (moment_of("sdiv w0, w1, w2", -12, x1=-64, x2=5), "w0 = (-64) / 5 = -12."),
        (moment_of("sdiv w0, w1, w2", 0, x1=64, x2=0), "w0 = 0, because the divisor is 0."),
        (moment_of("udiv w0, w1, w2", -2, x1=-2, x2=1), "w0 = 4294967294 / 1 = 4294967294."),
        (moment_of("and w0, w1, 7", 1, x1=57), "w0 = 57 & 7 = 1."),
        (moment_of("and w0, w1, 0xffff", 57, x1=57), "w0 = 0x39 & 0xffff = 0x39."),
        (moment_of("and x0, x1, -16", 0x4B8000, x1=0x4B8008),
         "x0 = 0x4b8008 & 0xfffffffffffffff0 = 0x4b8000."),
        (moment_of("orr w0, w1, w2, lsl 3", -(1 << 21), x1=-(1 << 21), x2=1),
         "w0 = 0xffe00000 | (0x1 << 3) = 0xffe00000."),
        (moment_of("extr w0, w1, w2, 3", 0x3FFFFFFF, x1=1, x2=-8),
         "w0 = ((1 << 32) | 4294967288) >> 3 = 1073741823."),
        (moment_of("add x0, x1, 1", 0x4B8009, x1=0x4B8008), "x0 = 0x4b8008 + 1 = 0x4b8009."),
        (moment_of("tst x1, 15", x1=0x4B8008), "x1 (0x4b8008) and 0xf: N=0 Z=1 C=1 V=0."),
        (moment_of("tst w1, 15", x1=57), "w1 (57) and 15: N=0 Z=1 C=1 V=0."),
    ],
)  # fmt: skip
def test_a_step_has_one_form_of_numbers(moment: StepMoment, sentence: str) -> None:
    assert sentence_of(moment) == sentence


def computing() -> Iterator[str]:
    """One example of each form on general registers, and of each sum over a NEON register."""
    for line in SAMPLES.read_text(encoding="utf-8").splitlines():
        instruction = parse_instruction(line)
        effects = effects_of(instruction)
        left, _, right = explain(instruction).formula.partition(" = ")
        same_bits = instruction.mnemonic == "fmov" or "zr" in line
        if same_bits or effects.memory or effects.branch or left.partition(".")[0] == "nzcv":
            continue
        if re.fullmatch(r"[xw]\d+|[bhsd]\d+", left) and re.search(r"\b[xw]\d+|v\d+\.\d", right):
            yield line


def test_every_formula_over_registers_is_filled_in() -> None:
    """Predicates, lanes by number and tests of flags have words of their own."""
    words = re.compile(r"\b[pz]\d+\.|\bcount_|_of\(|\baddress|\bcrc32|\bv\d+\.[bhsd]\[")
    lines = [
        line for line in computing() if not words.search(explain(parse_instruction(line)).formula)
    ]
    assert len(lines) > 100
    bare = [line for line in lines if not arithmetic(moment_of(line, x3=64, x4=5))[1]]
    assert bare == []
