"""Operations by instruction, and loops whose operations are known whatever the vectorisation."""

from __future__ import annotations

import pytest

from compiler_core.host.counting.operations import operations_of
from compiler_core.host.instruction import parse_instruction
from compiler_core.host.running.count import count_source
from compiler_core.host.running.counted_operations import CountedOperations, counted_operations
from compiler_core.host.running.experiment import Experiment
from compiler_core.source import source_file

SVE_BITS = 256
ELEMENTS = 1003
SAXPY = """void saxpy(float *restrict y, const float *restrict x, float a, int n) {
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}
"""
DOT = """double dot(const double *x, const double *y, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}
"""
SUM = """int sum(const int *x, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}
"""


@pytest.mark.parametrize(
    ("text", "operations", "kind"),
    [
        ("fadd s0, s1, s2", 1, "fp32"),
        ("fmadd d0, d1, d2, d3", 2, "fp64"),
        ("fmla v0.4s, v1.4s, v2.s[1]", 8, "fp32"),
        ("fadd v0.8h, v1.8h, v2.8h", 8, "fp16"),
        ("faddp s0, v0.2s", 1, "fp32"),
        ("fmaxnmv s0, v1.4s", 3, "fp32"),
        ("fmla z0.s, p0/m, z1.s, z2.s", 16, "fp32"),
        ("fmul z0.d, z1.d, z2.d", 4, "fp64"),
        ("faddv s0, p0, z1.s", 7, "fp32"),
        ("sdot v0.4s, v1.16b, v2.16b", 32, "integer"),
        ("sdot v0.4s, v1.16b, v2.4b[0]", 32, "integer"),
        ("smmla v0.4s, v1.16b, v2.16b", 64, "integer"),
        ("bfmmla v0.4s, v1.8h, v2.8h", 32, "fp32"),
        ("smlal2 v0.4s, v1.8h, v2.8h", 8, "integer"),
        ("add w0, w1, w2", 1, "integer"),
        ("addv s0, v1.4s", 3, "integer"),
    ],
)
def test_operations_of_one_execution(text: str, operations: int, kind: str) -> None:
    found = operations_of(parse_instruction(text), SVE_BITS)
    assert found is not None
    assert (found.operations, found.kind) == (operations, kind)


@pytest.mark.parametrize(
    "text",
    ["ldr q0, [x1, x2]", "fcvt d0, s1", "fmov s0, #1.0", "fneg v0.4s, v1.4s", "fcmp s0, s1",
     "add x0, x0, 16", "sub sp, sp, #32", "cmp w0, w1", "whilelo p0.s, w3, w2", "b.ne .L3",
     "movprfx z0, z1"],
)  # fmt: skip
def test_what_moves_converts_or_addresses_is_no_operation(text: str) -> None:
    assert operations_of(parse_instruction(text), SVE_BITS) is None


def counted(text: str, compiler: str, flags: str) -> CountedOperations:
    """The operations of one run of the only function."""
    experiment = Experiment(n=ELEMENTS, sve_bits=SVE_BITS)
    return counted_operations(count_source((source_file(text, "c"),), compiler, flags, experiment))


@pytest.mark.parametrize(
    ("compiler", "flags"),
    [
        ("gcc", "-O0"),
        ("gcc", "-O3"),
        ("gcc", "-O3 -ffp-contract=off"),
        ("gcc", "-O3 -march=armv8-a+sve"),
        ("clang", "-O3"),
        ("clang", "-O3 -march=armv8-a+sve"),
    ],
    ids=["scalar", "neon", "unfused", "sve", "clang-neon", "clang-sve"],
)
def test_saxpy_makes_two_operations_an_element(compiler: str, flags: str) -> None:
    found = counted(SAXPY, compiler, flags)
    assert found.kind == "fp32"
    assert found.of("fp32") == pytest.approx(2 * ELEMENTS)
    assert found.outside == 0


def test_lanes_that_a_predicate_switches_off_are_not_counted() -> None:
    found = counted(SAXPY, "gcc", "-O3 -march=armv8-a+sve")
    assert found.active_lanes == pytest.approx(ELEMENTS / 1008)
    assert found.assumed_active == 0
    assert counted(SAXPY, "gcc", "-O3").active_lanes is None


def test_a_reduction_in_doubles_and_one_in_integers() -> None:
    in_order = counted(DOT, "gcc", "-O3")
    assert (in_order.kind, in_order.of("fp64")) == ("fp64", 2 * ELEMENTS)
    whole = counted(SUM, "gcc", "-O3")
    assert whole.kind == "integer"
    assert ELEMENTS <= whole.of("integer") <= ELEMENTS + 16
