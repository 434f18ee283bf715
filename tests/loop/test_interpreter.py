"""The oracle itself: what each operation computes, what memory does, what is counted."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies

from compiler_core.loop.interpreter.arithmetic import (
    Trap,
    convert,
    integer_to_float,
    operation_function,
)
from compiler_core.loop.interpreter.inputs import measuring_input, seeded_input
from compiler_core.loop.interpreter.machine import Input, run_function
from compiler_core.loop.interpreter.memory import ArrayRegion, Memory, decode, encode
from compiler_core.loop.ir.intrinsics import intrinsic_named
from compiler_core.loop.ir.types import F32, F64, I8, I32, I64, U8, U32, U64, Type
from compiler_core.loop.ir.values import Number
from tests.loop.running import last_function, lowered

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
floats = strategies.floats(width=32, allow_nan=False)


@pytest.mark.parametrize(
    ("opcode", "type_", "operands", "result"),
    [
        ("add", I32, (INT_MAX, 1), INT_MIN), ("sub", U32, (0, 1), 2**32 - 1),
        ("mul", I32, (65536, 65536), 0), ("neg", I32, (INT_MIN,), INT_MIN),
        ("div", I32, (-7, 2), -3), ("rem", I32, (-7, 2), -1), ("div", I32, (7, -2), -3),
        ("div", I32, (INT_MIN, -1), INT_MIN), ("rem", I32, (INT_MIN, -1), 0),
        ("shl", I32, (1, 33), 2), ("shr", I32, (-8, 1), -4),
        ("shr", U32, (2**32 - 8, 1), 2**31 - 4),
        ("not", I32, (0,), -1), ("not", U8, (0,), 255), ("xor", I64, (-1, 1), -2),
        ("div", F64, (1.0, 0.0), math.inf), ("div", F64, (1.0, -0.0), -math.inf),
        ("div", F32, (1.0, 3.0), struct.unpack("f", struct.pack("f", 1 / 3))[0]),
        ("mul", F32, (3e38, 10.0), math.inf), ("lt", F32, (math.nan, 1.0), False),
        ("ne", F32, (math.nan, math.nan), True),
    ],
)  # fmt: skip
def test_operations(opcode: str, type_: Type, operands: tuple[Number, ...], result: Number) -> None:
    assert operation_function(opcode, type_)(*operands) == result


@pytest.mark.parametrize("opcode", ["div", "rem"])
def test_division_by_zero_traps(opcode: str) -> None:
    with pytest.raises(Trap, match="division by zero"):
        operation_function(opcode, I32)(5, 0)


@pytest.mark.parametrize(
    ("value", "source", "target", "result"),
    [
        (300, I32, U8, 44), (200, I32, I8, -56), (-1, I32, U64, 2**64 - 1), (3.99, F32, I32, 3),
        (-3.99, F64, I32, -3), (1e20, F64, I32, INT_MAX), (math.nan, F32, I32, 0),
        (-math.inf, F32, U32, 0), (0.1, F64, F32, 0.10000000149011612), (True, I32, F32, 1.0),
    ],
)  # fmt: skip
def test_conversions(value: Number, source: Type, target: Type, result: Number) -> None:
    assert convert(value, source, target) == result


@given(strategies.integers(-(2**63), 2**64 - 1))
def test_integers_become_the_nearest_float(value: int) -> None:
    """Checked with exact fractions: no other float lies nearer, and ties go to even."""
    found = integer_to_float(value, F32)
    bits = struct.unpack("<i", struct.pack("<f", found))[0]
    assert struct.unpack("<f", struct.pack("<f", found))[0] == found
    for other_bits in (bits - 1, bits + 1):
        other = struct.unpack("<f", struct.pack("<i", other_bits))[0]
        if not math.isfinite(other):
            continue
        near, far = abs(Fraction(found) - value), abs(Fraction(other) - value)
        assert near < far or (near == far and bits % 2 == 0)


@given(floats, floats, strategies.sampled_from(["add", "sub", "mul", "div"]))
def test_float_arithmetic_rounds_once(one: float, two: float, opcode: str) -> None:
    """The exact result, by fractions, lies no nearer to a neighbour of what was computed."""
    if not (math.isfinite(one) and math.isfinite(two)) or (opcode == "div" and two == 0):
        return
    left, right = Fraction(one), Fraction(two)
    exact = {"add": left + right, "sub": left - right, "mul": left * right,
             "div": left / right if right else Fraction(0)}[opcode]  # fmt: skip
    found = operation_function(opcode, F32)(one, two)
    if not math.isfinite(found):
        assert abs(exact) >= Fraction(2**128) - Fraction(2**103)
        return
    bits = struct.unpack("<i", struct.pack("<f", abs(found)))[0]
    for other_bits in (bits - 1, bits + 1):
        other = struct.unpack("<f", struct.pack("<i", max(other_bits, 0)))[0]
        if math.isfinite(other):
            assert abs(Fraction(abs(found)) - abs(exact)) <= abs(Fraction(other) - abs(exact))


@pytest.mark.parametrize(
    ("name", "operands", "result"),
    [
        ("fabsf", (-0.0,), 0.0), ("sqrtf", (2.0,), 1.4142135381698608),
        ("fminf", (0.0, -0.0), -0.0),
        ("fmaxf", (-0.0, 0.0), 0.0), ("fmaxf", (math.nan, 1.0), 1.0), ("floorf", (-0.5,), -1.0),
        ("ceilf", (-0.5,), -0.0), ("abs", (INT_MIN,), INT_MIN),
    ],
)  # fmt: skip
def test_library_functions(name: str, operands: tuple[Number, ...], result: Number) -> None:
    intrinsic = intrinsic_named(name)
    assert intrinsic is not None
    text = ", ".join(f"{type_.name} v{at}" for at, type_ in enumerate(intrinsic.parameters))
    c_text = text.replace("f32", "float").replace("i32", "int").replace("f64", "double")
    names = ", ".join(f"v{at}" for at in range(len(operands)))
    kind = "int" if name == "abs" else "float"
    module = lowered(f"{kind} f({c_text}) {{ return {name}({names}); }}")
    scalars = {f"v{at}": value for at, value in enumerate(operands)}
    found = run_function(module, "f", Input(scalars, {}, b"")).result
    assert found is not None
    assert (found, math.copysign(1.0, found)) == (result, math.copysign(1.0, result))


def test_an_access_outside_its_array_is_an_error_even_if_memory_is_there() -> None:
    module = lowered("int f(int *a, int *b, int n) { return a[n] + b[0]; }")
    regions = {"a": ArrayRegion(0, 4), "b": ArrayRegion(16, 4)}
    data = encode(I32, list(range(8)))
    inside = run_function(module, "f", Input({"n": 3}, regions, data))
    outside = run_function(module, "f", Input({"n": 4}, regions, data))
    assert inside.result == 7
    assert outside.trap == "out of bounds: a[4] of an array of 4 elements"


def test_overlapping_arrays_see_each_other() -> None:
    module = lowered(
        "void f(int *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; }"
    )
    regions = {"a": ArrayRegion(4, 4), "b": ArrayRegion(0, 4)}
    run = run_function(module, "f", Input({"n": 4}, regions, encode(I32, [0] * 5)))
    assert decode(I32, run.memory) == [0, 1, 2, 3, 4]


def test_zero_rounds_execute_the_test_once() -> None:
    module = lowered("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }")
    run = run_function(module, "f", Input({"n": 0}, {"a": ArrayRegion(0, 4)}, bytes(16)))
    assert run.by_kind["lt"] == 1
    assert run.by_kind.get("return") == 1
    assert run.memory == bytes(16)


def test_counts_are_per_instruction_and_per_kind() -> None:
    module = lowered(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * n; return s; }"
    )
    run = run_function(module, "f", measuring_input(last_function(module)))
    multiplication = next(
        one for one in last_function(module).instructions() if one.opcode == "mul"
    )
    assert run.counts[multiplication.key] == run.by_kind["mul"] == 16
    assert run.by_kind["lt"] == 17
    assert run.operations == sum(
        times for kind, times in run.by_kind.items() if kind not in ("phi", "jump")
    )


def test_a_program_without_end_is_stopped() -> None:
    run = run_function(
        lowered("int f(int n) { while (1) n++; return n; }"), "f", Input({"n": 0}, {}, b""), 1000
    )
    assert run.trap == "too many operations"


def test_seeded_inputs_are_the_same_each_time_and_of_all_kinds() -> None:
    function = last_function(lowered("void f(int *a, int *b, float *restrict c, int n) { }"))
    inputs = [seeded_input(function, seed) for seed in range(12)]
    assert inputs[3].memory == seeded_input(function, 3).memory
    assert {0, 1} <= {one.scalars["n"] for one in inputs}
    assert any(one.scalars["n"] < 0 for one in inputs)
    assert any(_meet(one.regions["a"], one.regions["b"]) for one in inputs)
    assert not any(_meet(one.regions["a"], one.regions["c"]) for one in inputs)


def _meet(one: ArrayRegion, other: ArrayRegion) -> bool:
    return one.base < other.base + 4 * other.count and other.base < one.base + 4 * one.count


@settings(max_examples=50)
@given(strategies.lists(floats, max_size=8))
def test_memory_keeps_what_is_stored(values: list[float]) -> None:
    memory, region = Memory(bytes(64)), ArrayRegion(0, 16)
    for at, value in enumerate(values):
        memory.store(region, F32, at, value)
    assert [memory.load(region, F32, at) for at in range(len(values))] == values
