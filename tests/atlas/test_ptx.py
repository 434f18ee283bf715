"""PTX as Clang writes it, read to instructions with their lines."""

from __future__ import annotations

from compiler_core.atlas.nvvm.ptx import read_ptx

TEXT = """
.version 8.5
.target sm_90
.visible .entry kernel(
	.param .u64 kernel_param_0
)
{
	.reg .pred 	%p<2>;
	.reg .f32 	%f<5>;
	.loc	1 5 9
	ld.param.u64 	%rd1, [kernel_param_0]; // a comment
$L__tmp0:
	@!%p1 bra 	$L__BB0_2;
	.loc	1 7 3
	ld.global.nc.f32 	%f1, [%rd1];
	fma.rn.f32 	%f2, %f1, %f1, %f1;
	mul.rn.f32 	%f3, %f2, %f1;
	add.rn.f32 	%f4, %f2, %f1;
	add.s64 	%rd2, %rd1, 4;
	st.global.f32 	[%rd2], %f4;
	ret;
}
	.section	.debug_abbrev
	{
.b8 1;
	}
"""


def test_instructions_lines_and_registers() -> None:
    program = read_ptx(TEXT)
    assert [one.line for one in program.instructions] == [5, 5, 7, 7, 7, 7, 7, 7, 7]
    assert program.instructions[0].text == "ld.param.u64 %rd1, [kernel_param_0];"
    assert program.registers == 1 + 4
    assert (program.fused, program.apart) == (1, 2)
    assert program.matching(r"bra\b") == 1
    assert program.matching(r"ld\.global\.nc\b") == 1


def test_text_without_code_is_no_program() -> None:
    for text in ("", "{", "no ptx at all", ".reg .f32 %f<x>;"):
        assert read_ptx(text).instructions == ()
