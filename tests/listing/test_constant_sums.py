"""Sums that a compiler leaves to the assembler are read as the number they come to."""

from __future__ import annotations

import pytest

from compiler_core.host.compile import compile_source
from compiler_core.host.instruction import Modifier, Other, parse_instruction
from compiler_core.source import source_file

_ROTATIONS = "\n".join(
    f"unsigned {name}(unsigned a, unsigned b) {{ return b {sign} (a << 5 | a >> 27); }}"
    for name, sign in (("exclusive", "^"), ("both", "&"), ("either", "|"), ("without", "& ~"))
)


@pytest.mark.parametrize("bits", [32, 64])
def test_a_rotation_to_the_left_is_the_rotation_to_the_right_that_it_comes_to(bits: int) -> None:
    for amount in range(1, bits):
        printed = parse_instruction(f"eor x0, x1, x2, ror #({bits} - {amount})").operands[-1]
        assert isinstance(printed, Modifier)
        assert printed.amount == bits - amount


@pytest.mark.parametrize("sum_text", ["32-40", "99999999999999999999999999 - 1", "32 - 5 - 1", ""])
def test_a_sum_that_no_rotation_has_is_no_amount(sum_text: str) -> None:
    assert isinstance(parse_instruction(f"eor w0, w1, w2, ror #({sum_text})").operands[-1], Other)


@pytest.mark.parametrize("compiler", ["gcc-12", "gcc-11", "clang-19"])
def test_every_rotated_operand_is_explained(compiler: str, jail: None) -> None:
    compilation = compile_source((source_file(_ROTATIONS),), compiler, "-O2")
    lines = [line for function in compilation.functions for line in function.lines]
    assert any("ror" in line.text for line in lines)
    assert not [line.text for line in lines if "no explanation" in (line.explanation or "")]
