"""The text form reads back; broken texts and broken programs are named with their line or rule."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, strategies

from compiler_core.loop.ir.cloning import clone_function
from compiler_core.loop.ir.printer import function_snapshot
from compiler_core.loop.ir.types import F32, F64, integer_range
from compiler_core.loop.ir.values import Constant
from compiler_core.loop.verifier import problems_of
from tests.loop.literals import parse_constant
from tests.loop.running import last_function, through
from tests.loop.text_form import (
    TextFormError,
    function_text,
    parse_function,
    parse_module,
)
from tests.loop.type_names import SCALARS, type_named

SPEC = """function void scale(A: const f32[] restrict, B: f32[] restrict, n: i32, c: f32) {
preheader:
  jump loop
loop:
  i = phi i32 [preheader: 0, latch: %i.next]
  %more = lt i, n
  branch %more, body, exit
body:
  %k = mul n, 4
  %v = load A[i]
  %f = convert %k to f32
  %t = mul %v, %f
  %u = add %t, c
  %dead = add 0, 0
  store B[i], %u
  jump latch
latch:
  %i.next = add i, 1
  jump loop
exit:
  return
}"""


def test_the_text_of_the_lesson_reads_back() -> None:
    function = parse_function(SPEC)
    assert function_text(function) == SPEC
    assert problems_of(function) == []


def test_a_copy_is_equal_and_independent() -> None:
    function = parse_function(SPEC)
    copy = clone_function(function)
    assert function_text(copy) == SPEC
    copy.blocks[2].instructions.pop(0)
    assert function_text(function) == SPEC


def test_definitions_may_stand_below_their_use() -> None:
    text = """function i32 f(n: i32) {
entry:
  jump second
third:
  %b = add %a, 1
  return %b
second:
  %a = mul n, n
  jump third
}"""
    function = parse_function(text)
    assert function_text(function) == text
    assert problems_of(function) == []


@given(strategies.floats())
def test_floats_read_back_bit_for_bit(value: float) -> None:
    if value != value:
        return
    narrow = struct.unpack("f", struct.pack("f", value))[0] if abs(value) < 3e38 else 1.5
    for constant in (Constant(F64, value), Constant(F32, narrow)):
        assert parse_constant(constant.text) == constant


@given(strategies.data())
def test_integers_read_back(data: strategies.DataObject) -> None:
    type_ = data.draw(strategies.sampled_from([scalar for scalar in SCALARS if scalar.is_integer]))
    least, greatest = integer_range(type_)
    constant = Constant(type_, data.draw(strategies.integers(least, greatest)))
    assert parse_constant(constant.text) == constant


def test_zero_and_minus_zero_are_different_constants() -> None:
    assert Constant(F32, 0.0) != Constant(F32, -0.0)
    assert Constant(F32, 0.0) == Constant(F32, 0.0)


@pytest.mark.parametrize("name", ["i32x", "x4", "i32x1", "i33", "voidx4", "i32x400", "f32x٤", ""])
def test_there_is_no_such_type(name: str) -> None:
    assert type_named(name) is None


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("%k = mul n, 4", "%k = mull n, 4", 9), ("%k = mul n, 4", "k = mul n, 4", 9),
        ("%k = mul n, 4", "%i.next = mul n, 4", 18), ("%t = mul %v, %f", "%t = mul %v, %g", 12),
        ("load A[i]", "load C[i]", 10), ("to f32", "to f33", 11), ("exit:", "exits:", 1),
        ("function void", "fun void", 1), ("n: i32", "n; i32", 1), ("  return\n}", "  return", 21),
        ("branch %more, body, exit", "branch body, exit", 7), ("loop:\n", "body:\n", 8),
        ("i = phi i32 [preheader: 0, latch: %i.next]", "i = phi 0, %i.next", 5),
        ("preheader:\n", "", 2), ("%dead = add 0, 0", "%dead = call foo(0)", 14),
        ("%dead = add 0, 0", "%dead = add %dead, 0", 14), ("%dead = add 0, 0", "%dead = add 0", 14),
    ],
)  # fmt: skip
def test_a_broken_text_is_refused_at_its_line(old: str, new: str, line: int) -> None:
    assert old in SPEC
    with pytest.raises(TextFormError) as caught:
        parse_module(SPEC.replace(old, new))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("%u = add %t, c", "%u = add %t, n", "different types"),
        ("store B[i], %u", "store B[i], %k", "the element is f32, the value i32"),
        ("latch: %i.next]", "body: %i.next]", "one operand for each of"),
        ("%t = mul %v, %f", "%t = rem %v, %f", "not an operation on floats"),
        ("branch %more, body, exit", "branch n, body, exit", "needs a bool"),
        ("branch %more, body, exit", "branch %more, exit, exit", "2 different targets"),
        ("  return\n", "  return n\n", "returns void"),
        ("load A[i]", "load A[c]", "one integer as subscript"),
        ("  return\n", "  jump preheader\n", "leads back to the entry"),
        ("  jump latch\n", "  jump exit\n", "nothing leads to latch"),
        ("%more = lt i, n", "%more = lt %k, n", "not computed on every way"),
        ("  %dead = add 0, 0\n", "  jump latch\n", "one terminator"),
        ("%dead = add 0, 0", "%dead = select n, 0, 0", "takes a bool"),
        ("  %i.next = add i, 1\n", "  %i.next = add %i.late, 1\n  %i.late = add i, 0\n",
         "not computed on every way"),
    ],
)  # fmt: skip
def test_the_verifier_names_the_broken_rule(old: str, new: str, problem: str) -> None:
    assert old in SPEC
    found = problems_of(parse_function(SPEC.replace(old, new)))
    assert any(problem in one for one in found), found


def test_ids_of_lines_stay_with_their_subject() -> None:
    text = "void f(int *a, int n) { for (int i = 0; i < n; i++) { int k = n * 4; a[i] = k; } }"
    before = function_snapshot(last_function(through(text, "promotion")))
    after = function_snapshot(
        last_function(through(text, "promotion", "loop-invariant-code-motion"))
    )
    ids = {line.id for line in before.lines}
    assert len(ids) == len(before.lines)
    assert {line.id for line in after.lines} == ids
    assert [line.id for line in after.lines] != [line.id for line in before.lines]
    places = {line.id: line.source for line in after.lines}
    assert places["k"] is not None
