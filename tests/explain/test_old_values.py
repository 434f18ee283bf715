"""Formulas read in order, with `old` values marked, say what the processor does at once."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.host.explain import explain
from compiler_core.host.forms.matching import match
from compiler_core.host.forms.old_values import with_old_values, without_marks
from compiler_core.host.formulas.evaluation import Execution, run
from compiler_core.host.formulas.machine import Area, State
from compiler_core.host.formulas.syntax import parse_formula
from compiler_core.host.instruction import parse_instruction
from tests.explain.generate import VECTOR_BYTES
from tests.explain.judging import SYMBOLS
from tests.explain.samples import read_samples

MEMORY_START = 0x10000
_NUMBER = re.compile(r"\b(?P<kind>[xwbhsdqvzp])(?P<number>\d{1,2})\b")
# What no state of this machine can follow: addresses made of data, and estimates.
_NOT_FOLLOWED = (IndexError, KeyError, ValueError, ZeroDivisionError, OverflowError)


def overlapping(line: str, draw: random.Random) -> str:
    """The line with its registers renamed so that most of them meet."""
    return _NUMBER.sub(lambda found: f"{found['kind']}{draw.choice((2, 2, 3))}", line)


def state_of(draw: random.Random) -> State:
    """Every register random; general ones may serve as addresses."""
    return State(
        x=[MEMORY_START + draw.randrange(64, 512) for _ in range(31)],
        sp=MEMORY_START + 256,
        nzcv=draw.randrange(16),
        z=[draw.getrandbits(8 * VECTOR_BYTES) for _ in range(32)],
        p=[draw.getrandbits(VECTOR_BYTES) for _ in range(16)],
        memory=Area(MEMORY_START, bytearray(draw.randbytes(1024))),
        vector_bytes=VECTOR_BYTES,
    )


@given(st.sampled_from(read_samples()), st.integers(0, 1 << 32))
@settings(max_examples=800, deadline=None)
def test_in_order_and_at_once_give_the_same_state(sample: str, seed: int) -> None:
    draw = random.Random(seed)
    instruction = parse_instruction(overlapping(sample, draw))
    found = match(instruction)
    if found is None:
        return
    form, views = found
    plain, state = form.formula.format_map(views), state_of(draw)
    if not plain or plain.startswith("0 = "):
        return
    try:
        at_once = Execution(parse_formula(plain), state, SYMBOLS)
        at_once.read_from = state
        expected = at_once.result()
    except _NOT_FOLLOWED:
        return
    assert run(with_old_values(plain), state, SYMBOLS) == expected
    assert without_marks(with_old_values(plain)) == plain


@pytest.mark.parametrize(
    ("line", "formula"),
    [
        ("subs w8, w0, w8", "w8 = w0 - w8; nzcv = flags(w0 - old(w8))"),
        ("ldadd x0, x0, [x1]", "x0 = mem64[x1]; mem64[x1] = mem64[x1] + old(x0)"),
        ("ldp x0, x1, [x0]", "x0 = mem64[x0]; x1 = mem64[old(x0) + 8]"),
        (
            "casal w0, w1, [x2]",
            "w0 = mem32[x2]; mem32[x2] = mem32[x2] == old(w0) ? w1 : mem32[x2]",
        ),
        (
            "uzp2 v0.4s, v1.4s, v0.4s",
            "v0.s[i] = v1.s[2*i + 1]; v0.s[i + 2] = old(v0.s[2*i + 1]) for i = 0…1",
        ),
        ("add v0.4s, v0.4s, v1.4s", "v0.s[i] = v0.s[i] + v1.s[i] for i = 0…3"),
        (
            "stlxr w0, w1, [x2]",
            "mem32[x2] = exclusive ? w1 : mem32[x2]; w0 = exclusive ? 0 : 1",
        ),
        ("sbcs xzr, x0, x1", "nzcv = flags(x0 + ~x1 + C)"),
        (
            "ld2 {v0.4s, v1.4s}, [x0], 32",
            "v0.s[i] = mem32[x0 + i*8]; v1.s[i] = mem32[x0 + i*8 + 4] for i = 0…3; x0 = x0 + 32",
        ),
    ],
)
def test_a_value_read_after_it_was_overwritten_is_marked(line: str, formula: str) -> None:
    assert explain(parse_instruction(line)).formula == formula
