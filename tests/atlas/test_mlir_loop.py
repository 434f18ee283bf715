"""A C loop written as MLIR says what C says: golden texts, the same bytes, refusals by line."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.addresses.atlas import mlir_address
from compiler_core.atlas.mlir.from_loop.linear import LinearForm
from compiler_core.atlas.mlir.from_loop.module import module_of
from compiler_core.atlas.mlir.from_loop.page import READY
from compiler_core.atlas.mlir.from_loop.versions import versions_of
from compiler_core.atlas.mlir.pass_grammar import read_passes
from compiler_core.atlas.run import run_page
from compiler_core.errors import InputError
from compiler_core.source import SourceFile
from tests.atlas.own_loops import opened_from_the_explorer, refused_with_its_line

SUM = """float sum(int n, const float *x) {
  float s = 0;
  for (int i = n - 1; i >= 1; i--)
    s += x[2 * i - 1];
  return s;
}
"""
SUM_MLIR = """func.func @sum(%n: i32, %x: memref<?xf32>) -> f32 {
  %c0_f32 = arith.constant 0.0 : f32
  %n.index = arith.index_cast %n : i32 to index
  %s = affine.for %i.down = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n.index] \
iter_args(%s.in = %c0_f32) -> (f32) {
    %v = affine.load %x[symbol(%n.index) * 2 - %i.down * 2 - 3] : memref<?xf32>
    %s.next = arith.addf %s.in, %v : f32
    affine.yield %s.next : f32
  }
  return %s : f32
}
"""
ROWS = """void rows(int n, unsigned char a[][8], unsigned short *most) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < 8; j++)
      if (a[i][j] > most[i] || j == 7)
        most[i] = a[i][j] * 3;
}
"""
ROWS_MLIR = """func.func @rows(%n: i32, %a: memref<?x8xi8>, %most: memref<?xi16>) {
  %true = arith.constant true
  %c7_i32 = arith.constant 7 : i32
  %c3_i32 = arith.constant 3 : i32
  %n.index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n.index {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      %j.value = arith.index_cast %j : index to i32
      %v = affine.load %a[%i, %j] : memref<?x8xi8>
      %v = affine.load %most[%i] : memref<?xi16>
      %t = arith.extui %v : i8 to i32
      %t = arith.extui %v : i16 to i32
      %c = arith.cmpi sgt, %t, %t : i32
      %or = scf.if %c -> (i1) {
        scf.yield %true : i1
      } else {
        %c = arith.cmpi eq, %j.value, %c7_i32 : i32
        scf.yield %c : i1
      }
      scf.if %or {
        %v = affine.load %a[%i, %j] : memref<?x8xi8>
        %t = arith.extui %v : i8 to i32
        %t = arith.muli %t, %c3_i32 : i32
        %t = arith.trunci %t : i32 to i16
        affine.store %t, %most[%i] : memref<?xi16>
      }
    }
  }
  return
}
"""
COUNT = """void count(unsigned n, const int *x, unsigned *counts) {
  for (unsigned i = 0; i < n; i += 2)
    counts[x[i + 1]] /= 2;
}
"""
COUNT_MLIR = """func.func @count(%n: i32, %x: memref<?xi32>, %counts: memref<?xi32>) {
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %n.index = arith.index_castui %n : i32 to index
  %at0 = arith.constant 0 : index
  %step = arith.constant 2 : index
  scf.for %i = %at0 to %n.index step %step {
    %i.value = arith.index_cast %i : index to i32
    %t = arith.addi %i.value, %c1_i32 : i32
    %t.index = arith.index_castui %t : i32 to index
    %v = memref.load %x[%t.index] : memref<?xi32>
    %v.index = arith.index_cast %v : i32 to index
    %v = memref.load %counts[%v.index] : memref<?xi32>
    %t = arith.divui %v, %c2_i32 : i32
    %v.index.2 = arith.index_cast %v : i32 to index
    memref.store %t, %counts[%v.index.2] : memref<?xi32>
  }
  return
}
"""


def loop(text: str) -> SourceFile:
    return SourceFile("loop.c", text)


def without_numbers(text: str) -> str:
    """Values that no variable names are numbered by the front end."""
    return re.sub(r"%([vtc])\d+(?:\.\d+)?(?=[\s,.:\])])(?!_)", r"%\1", text)


@pytest.mark.parametrize(
    ("source", "expected"), [(SUM, SUM_MLIR), (ROWS, ROWS_MLIR), (COUNT, COUNT_MLIR)]
)
def test_a_loop_is_written_as_it_is_read(source: str, expected: str) -> None:
    assert without_numbers(module_of(loop(source)).text) == expected


REFUSED = (
    ("int f(int n) { return n; }", 0, "no loop"),
    ("void f(int n, int *a) {\n for (int i = 0; i < n; i++)\n  if (a[i]) break;\n}", 3, "way"),
    ("int f(int n, int *a) {\n for (int i = 0; i < n; i++)\n  if (a[i]) return 1;\n return 0;\n}",
     3, "early"),
    ("int f(int *a) {\n int i = 0;\n while (a[i]) i++;\n return i;\n}", 3, "No counter"),
    ("void f(int n, int *a) {\n do a[n]++;\n while (--n > 0);\n}", 3, "way"),
    ("void f(int n, int *a) {\n for (int i = 0; i < a[0]; i++)\n  a[i] = 0;\n}", 2, "No counter"),
    ("void f(int n, int *a) {\n for (int i = 0; i < n; i += n)\n  a[i] = 0;\n}", 2, "No counter"),
    ("void f(int n, _Bool *a) {\n for (int i = 0; i < n; i++) a[i] = 0;\n}", 1, "truth values"),
    ("int g(int x) { return x; }\nvoid f(int n, int *a) {\n for (int i = 0; i < n; i++)\n"
     "  a[i] = g(i);\n}", 4, "call of g"),
    ("void f(int n, int *a) {\n for (;;) a[0]++;\n}", 1, "never ends"),
    ("void f(int n, int *a) {\n for (int i = 0; i < n; i++)\n  *a++ = 0;\n}", 3, ""),
)  # fmt: skip


@pytest.mark.parametrize(("source", "line", "reason"), REFUSED)
def test_what_does_not_fit_is_named_with_its_line(source: str, line: int, reason: str) -> None:
    refused_with_its_line(module_of, "mlir-loop", loop(source), line, reason)
    assert mlir_address(loop(source), "f") == ""


def test_the_explorer_opens_each_function_that_fits() -> None:
    opened_from_the_explorer(mlir_address, SUM, COUNT)


def test_sums_that_cancel_have_no_term() -> None:
    one = module_of(loop(SUM)).function.scalars[0]
    form = LinearForm({one: 2}, 3)
    assert form.plus(form, -1) == LinearForm({})


NUMBERS = ("signed char", "unsigned short", "int", "unsigned", "long", "float", "double")


@st.composite
def loops(draw: st.DrawFn) -> str:
    """Nests of two loops in both directions over two arrays, with an if and a sum. Factors are
    small, so that no signed sum leaves its type."""
    left, right = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(NUMBERS))
    shift, step = draw(st.integers(0, 3)), draw(st.integers(1, 3))
    up = f"for (int i = {shift}; i < n; i += {step})"
    down = f"for (int i = n - {shift + 1}; i >= 0; i -= {step})"
    outer = draw(st.sampled_from((up, down)))
    inner = draw(
        st.sampled_from(
            (
                "for (int j = 0; j < 5; j++)",
                "for (int j = i; j <= n; j++)",
                "for (long j = n; j > i; j--)",
            )
        )
    )
    places = ("i", "j", "i + j", "2 * i + 1", "i * 5 + j", "(i ^ j) & 15")
    at, read = draw(st.sampled_from(places)), draw(st.sampled_from(places))
    condition = draw(
        st.sampled_from(
            ("x[i] > y[j]", "x[i] < 3 && y[j] != 2", "i == j || x[j] > 1", "!(x[i] <= y[i])")
        )
    )
    value = draw(
        st.sampled_from(
            (f"y[{read}] - 1", f"y[{read}] / 2", f"(y[{read}] < 9 ? y[j] : i)", "s + 1")
        )
    )
    otherwise = draw(st.sampled_from(("", "continue;", f"else y[{at}] = x[{read}];")))
    action = f"x[{at}] = {value};" if otherwise != "continue;" else otherwise
    return (
        f"long f(int n, {left} *restrict x, {right} *restrict y) {{\n  int s = 0, i = 0;\n"
        f"  {outer} {{\n    {inner} {{\n      if ({condition}) {action}\n"
        f"      {otherwise if otherwise != 'continue;' else ''}\n      s += y[j] > 4;\n"
        f"    }}\n  }}\n  return s;\n}}\n"
    )


@pytest.mark.slow
@given(source=loops(), passes=st.sampled_from(("", "unroll", "clean", "parallel")))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_mlir_and_c_leave_the_same_bytes(emulator: None, source: str, passes: str) -> None:
    module = module_of(loop(source))
    chosen = read_passes(READY[passes][1]) if passes else ()
    runs = versions_of(loop(source), module, chosen, "-O1", 13, 0).runs
    assert runs is not None
    from_c, plain, changed = runs
    assert from_c.left == plain.left == changed.left


@pytest.mark.slow
def test_lists_that_come_to_no_program_are_refused_in_a_line(emulator: None) -> None:
    bodies = ",".join(["affine-loop-unroll{unroll-factor=16}"] * 5)
    for passes, reason in (
        ("affine-loop-tiel", "affine-loop-tile"), ("convert-func-to-llvm", "stops in convert-func"),
        (f"func.func({bodies})", "MiB"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=reason) as refused:
            run_page("mlir-loop", {"passes": passes, "loop": "stencil"})
        assert "\n" not in str(refused.value)
