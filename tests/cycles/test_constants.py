"""Lengths that depend on the SVE vector, written out for one length."""

from __future__ import annotations

import pytest

from compiler_core.host.canonical import instruction_of
from compiler_core.host.compile import compile_source
from compiler_core.host.instruction import Memory, parse_instruction
from compiler_core.host.rounds.constants import Entry, written_out
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("emulator")


@pytest.mark.parametrize(
    ("text", "vector_bytes", "expected"),
    [
        ("incw x3", 16, "add x3, x3, 4"),
        ("incw x3", 64, "add x3, x3, 16"),
        ("incb x3", 32, "add x3, x3, 32"),
        ("incd x3, all, mul #4", 32, "add x3, x3, 16"),
        ("dech x3", 32, "sub x3, x3, 16"),
        ("addvl x0, x0, #2", 32, "add x0, x0, 64"),
        ("addpl x0, x0, #1", 32, "add x0, x0, 4"),
        ("incw x3, vl8", 32, "incw x3, vl8"),
        ("add x3, x3, 16", 32, "add x3, x3, 16"),
    ],
)
def test_written_out(text: str, vector_bytes: int, expected: str) -> None:
    found = written_out(parse_instruction(text), vector_bytes)
    wanted = parse_instruction(expected)
    assert found.mnemonic == wanted.mnemonic
    assert [operand.text for operand in found.operands] == [
        operand.text for operand in wanted.operands
    ]


def test_an_offset_in_vectors_moves_no_address() -> None:
    found = written_out(parse_instruction("ld1w {z0.s}, p0/z, [x1, #1, mul vl]"), 16)
    memory = next(part for part in found.operands if isinstance(part, Memory))
    assert memory.offset is None
    kept = written_out(parse_instruction("ld1w {z0.s}, p0/z, [x1, x3, lsl 2]"), 16)
    memory = next(part for part in kept.operands if isinstance(part, Memory))
    assert memory.offset is not None


AXPY = """void axpy(float *restrict y, const float *restrict x, float a, int n) {
    for (int i = 0; i < n; i++) y[i] += a * x[i];
}"""


@pytest.mark.parametrize(("vector_bytes", "step"), [(16, 4), (32, 8), (256, 64)])
def test_a_register_set_before_the_loop_is_known(vector_bytes: int, step: int) -> None:
    """GCC adds the number of lanes from a register that `cntw` filled."""
    listing = compile_source((source_file(AXPY),), "gcc-12", "-O3 -march=armv8-a+sve").functions[0]
    (loop,) = listing.loops
    plain = {
        position: instruction_of(line)
        for position, line in enumerate(listing.lines)
        if line.kind == "instruction"
    }
    counter = next(
        instruction.operands[0] for instruction in plain.values() if instruction.mnemonic == "cntw"
    )
    entry = Entry(listing, loop, plain, vector_bytes)
    assert entry.constant(counter.text) == step
    assert entry.constant("x0") is None
