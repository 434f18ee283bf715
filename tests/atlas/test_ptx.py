"""PTX as Clang writes it, read to instructions with their lines."""

from __future__ import annotations

import pytest

from app.addresses.atlas import ptx_address
from compiler_core.atlas import run
from compiler_core.atlas.nvvm import by_mlir
from compiler_core.atlas.nvvm.from_loop import kernel_of
from compiler_core.atlas.nvvm.ptx import read_ptx
from compiler_core.atlas.run import run_page
from compiler_core.errors import InputError, ToolMissing
from compiler_core.kept import Kept
from compiler_core.source import SourceFile

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
    assert [instruction.line for instruction in program.instructions] == [5, 5, 7, 7, 7, 7, 7, 7, 7]
    assert [one.at for one in program.instructions][:3] == [11, 13, 15]
    assert program.instructions[0].text == "ld.param.u64 %rd1, [kernel_param_0];"
    assert program.registers == 1 + 4
    assert (program.fused, program.apart) == (1, 2)
    assert program.matching(r"bra\b") == 1
    assert program.matching(r"ld\.global\.nc\b") == 1


def test_text_without_code_is_no_program() -> None:
    for text in ("", "{", "no ptx at all", ".reg .f32 %f<x>;"):
        assert read_ptx(text).instructions == ()


CLAMPED = """#include <stdint.h>
#define MOST 3
void clamp(int32_t *restrict y, const int32_t *x, unsigned n) {
    for (unsigned i = 1; i < n; ++i) {
        int32_t sum = 0;
        for (int k = 0; k < MOST; k++) sum += x[i + k];
        y[i] = sum > MOST ? sum : 0;
    }
}
"""


def test_a_loop_becomes_a_kernel_that_clang_takes(jail: None) -> None:
    kernel = kernel_of(SourceFile("loop.c", CLAMPED), "clamp")
    assert "unsigned i = (1) + __nvvm" in kernel
    assert "if (i < n)" in kernel
    answer = run_page("nvvm", {"kernel": kernel})
    assert answer.facts["writes to memory"] == 1
    assert "MOST" in ptx_address(SourceFile("loop.c", CLAMPED), "clamp")
    with pytest.raises(InputError):
        run_page("nvvm", {"kernel": "int none;"})
    with pytest.raises(InputError):
        run_page("nvvm", {"kernel": "kernel {"})


@pytest.mark.parametrize(
    "body",
    [
        "for (int i = 1; i < n; i++) y[i] = y[i - 1];",
        "for (int i = 1; i < n; i++) y[0] += x[i];",
        "for (int i = 0; i < n; i += 2) y[i] = x[i];",
        "for (int i = 0; i < n; i++) { y[i] = x[i]; i++; }",
        "for (int i = 0; i < n; i++) *y = x[i];",
        "for (int i = 0; i < n; i++) { float *p = y; y[i] = p[i + 1]; }",
        "for (int i = 0; i < n; i++) { if (x[i] < 0) return; y[i] = x[i]; }",
        "for (int i = n; i > 0; i--) y[i] = x[i];",
        "int i = 0; for (; i < n; i++) y[i] = x[i];",
        "float s = 0; for (int i = 0; i < n; i++) s += x[i]; y[0] = s;",
        "for (int i = 0; i < n; i++) n -= y[i] = x[i];",
        "for (int i = 0; i != n; i++) y[i] = x[i];",
        "for (int i = 0; i < y[0]; i++) y[i] = x[i];",
        "for (int i = 0; i < n; i++) { static int k; y[i] = k++; }",
        "for (int i = 0; i < n; i++) y[i] = table[i];",
        "",
    ],
)
def test_rounds_that_hang_together_are_no_kernel(body: str) -> None:
    text = f"void loop(float *y, const float *x, int n) {{ {body} }}"
    assert kernel_of(SourceFile("loop.c", text), "loop") == ""


def test_a_loop_whose_rounds_are_apart_is_one() -> None:
    text = (
        "void loop(float *y, const float *x, int n) { for (int i = 0; i < n; i += 1) y[i] = x[i]; }"
    )
    assert kernel_of(SourceFile("loop.c", text), "loop")


def test_what_is_no_c_is_no_kernel() -> None:
    for text in ("void loop(float *y", "float loop(int n) { return n; }", "\0", ""):
        assert kernel_of(SourceFile("loop.c", text), "loop") == ""


def test_without_mlir_its_part_stands_as_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(program: str) -> None:
        raise ToolMissing(f"MLIR's {program}", "mlir-19-tools")

    monkeypatch.setattr(by_mlir, "find_mlir", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    of_mlir = {fact.name for fact in by_mlir.BY_MLIR_FACTS}
    usual, older = run_page("nvvm", {}), run_page("nvvm", {"chip": "sm_80"})
    assert usual.recorded_on == older.recorded_on == ""
    assert of_mlir <= set(usual.facts)
    assert not of_mlir & set(older.facts)
    assert all("mlir-19-tools" in one.recorded_parts[0].says for one in (usual, older))
    assert "recorded on" in usual.recorded_parts[0].says
    assert not run_page("nvvm", {"loop": "dot"}).recorded_parts
