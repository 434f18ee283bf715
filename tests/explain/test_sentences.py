"""The words: golden sentences, and rules that hold of every sentence of the corpus."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from compiler_core.host.explain import (
    NO_CONTEXT,
    ExplanationContext,
    explain,
    flag_setters,
)
from compiler_core.host.forms.conditions import float_relation, integer_relation
from compiler_core.host.formulas.evaluation import run
from compiler_core.host.formulas.flags import FLAG_TESTS
from compiler_core.host.formulas.functions import FUNCTIONS
from compiler_core.host.formulas.machine import Area, State
from compiler_core.host.instruction import Memory, parse_instruction
from tests.explain.corpus import corpus
from tests.explain.samples import read_samples
from tests.explain.sentences import badly_written, missing_registers, wrong_byte_counts
from tests.golden_file import assert_golden

pytestmark = pytest.mark.usefixtures("emulator")

HERE = Path(__file__).parent
GOLDEN = HERE / "golden.txt"


def _rendered() -> str:
    parts = []
    for line in (HERE / "golden_lines.txt").read_text().splitlines():
        found = explain(parse_instruction(line))
        assert found.specific, line
        parts.append(f"{line}\n    {found.sentence}\n    {found.formula or '(no formula)'}\n")
    return "\n".join(parts)


def test_sentences_are_those_of_the_golden_file(request: pytest.FixtureRequest) -> None:
    assert_golden(GOLDEN, _rendered(), request)


@pytest.mark.parametrize("source", ["corpus", "samples"])
def test_every_sentence_is_well_written_and_names_its_registers(source: str) -> None:
    lines = list(corpus()) if source == "corpus" else read_samples()
    faults = []
    for line in lines:
        instruction = parse_instruction(line)
        sentence = explain(instruction).sentence
        found = (
            badly_written(sentence)
            + [f"{name} is not named" for name in missing_registers(instruction, sentence)]
            + wrong_byte_counts(instruction, sentence)
        )
        faults += [f"{line}: {sentence} [{fault}]" for fault in found]
    assert faults == [], "\n".join(faults[:20])


def test_two_lines_that_say_the_same_do_the_same() -> None:
    """Exchanged sentences would show: same operands, same words, other formula."""
    formulas: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in (*corpus(), *read_samples()):
        instruction = parse_instruction(line)
        found = explain(instruction)
        operands = ", ".join(operand.text for operand in instruction.operands)
        formulas[operands, found.sentence].add(_same_names(found.formula))
    twofold = {key: found for key, found in formulas.items() if len(found) > 1}
    assert twofold == {}, list(twofold.items())[:12]


def _same_names(formula: str) -> str:
    """cs and hs, cc and lo are two names of one condition."""
    return re.sub(r"\bcs\b", "hs", re.sub(r"\bcc\b", "lo", formula))


@pytest.mark.parametrize(
    ("line", "differs_from"),
    [
        ("mov w0, 1", "mov x0, xzr"),
        ("mov v0.16b, v1.16b", "mov z0.d, z1.d"),
        ("add x0, x0, :lo12:table", "add x0, x0, 12"),
        ("add x0, x1, x2, lsl 2", "add x0, x1, x2"),
        ("ldr x0, [x1], 8", "ldr x0, [x1, 8]!"),
        ("ldr x0, [x1, 8]", "ldr x0, [x1, 8]!"),
        ("stp x29, x30, [sp, -32]!", "stp x19, x20, [sp, -32]!"),
        ("b.lo .L1", "b.lt .L1"),
        ("umov w0, v1.s[0]", "smov x0, v1.s[0]"),
    ],
)
def test_operand_classes_change_the_sentence(line: str, differs_from: str) -> None:
    one, two = explain(parse_instruction(line)), explain(parse_instruction(differs_from))
    verbs = [re.sub(r"\b[a-z]+\d+\b|\d+", "_", found.sentence) for found in (one, two)]
    assert verbs[0] != verbs[1]


def test_unknown_forms_say_so() -> None:
    unknown = explain(parse_instruction("frobnicate x0, x1"))
    assert (unknown.specific, unknown.formula) == (False, "")
    assert unknown.sentence == "The instruction frobnicate is not known here."
    shape = explain(parse_instruction("add x0, [x1], v2.4s"))
    assert shape.sentence == "A form of add that has no explanation here yet."
    assert not shape.specific


def test_a_label_is_called_by_its_phrase() -> None:
    context = ExplanationContext(labels={".L3": "the start of the loop of line 3"})
    found = explain(parse_instruction("b.ne .L3"), context)
    assert "Go to .L3 (the start of the loop of line 3) if" in found.sentence
    assert explain(parse_instruction("b.ne .L3"), NO_CONTEXT).sentence != found.sentence
    assert "goto .L3" in found.formula


def test_the_element_type_is_said_when_it_is_known() -> None:
    load = parse_instruction("ldr q1, [x0, x3]")
    known = explain(load, ExplanationContext(element={"v1": "float"}))
    assert known.sentence == "Load 16 bytes (4 floats) from address x0 + x3 into v1."
    assert "float" not in explain(load).sentence


@pytest.mark.parametrize(
    ("setter", "line", "words"),
    [
        ("cmp x0, x1", "b.lo .L1", "if x0 was lower than x1, unsigned"),
        ("cmp w0, 5", "csel w1, w2, w3, gt", "if w0 was greater than 5, signed"),
        ("subs w1, w1, 1", "b.ne .L1", "if the result w1 was not 0"),
        ("fcmp s0, s1", "b.mi .L1", "if s0 was less than s1"),
        ("whilelo p0.s, w3, w2", "b.any .L1", "if at least one lane is active"),
        ("tst x0, 15", "b.eq .L1", "if none of the bits 15 was set in x0"),
        ("tst w1, #0x1", "b.eq .L1", "if the lowest bit of w1 was clear"),
        ("tst w1, 1", "csel w0, w2, w3, ne", "if the lowest bit of w1 was set"),
        ("cmn w0, 1", "b.eq .L1", "if w0 was equal to minus 1"),
    ],
)
def test_a_condition_says_what_was_compared(setter: str, line: str, words: str) -> None:
    context = ExplanationContext(flags=parse_instruction(setter))
    assert words in explain(parse_instruction(line), context).sentence


def test_flag_setters_are_found_and_forgotten_at_calls() -> None:
    lines = ("cmp x0, x1", "add x2, x2, 1", "b.ne .L1", "bl f", "b.eq .L2")
    found = flag_setters([parse_instruction(line) for line in lines])
    compare = parse_instruction("cmp x0, x1")
    assert found == (None, compare, compare, compare, None)


_INTEGER_MEANINGS = {
    "equal to": lambda a, b: a == b, "not equal to": lambda a, b: a != b,
    "higher than": lambda a, b: a > b, "lower than": lambda a, b: a < b,
    "higher than or equal to": lambda a, b: a >= b, "lower than or equal to": lambda a, b: a <= b,
    "greater than": lambda a, b: a > b, "less than": lambda a, b: a < b,
    "greater than or equal to": lambda a, b: a >= b, "less than or equal to": lambda a, b: a <= b,
}  # fmt: skip


@pytest.mark.parametrize("condition", sorted(FLAG_TESTS))
def test_the_words_for_a_condition_mean_what_the_flags_say(condition: str) -> None:
    """The flags come from the interpreter, which the runs under qemu have confirmed."""
    words = integer_relation(condition, "").replace("  ", " ")
    if not words:
        assert condition in ("mi", "pl", "vs", "vc", "al")
        return
    relation, _, reading = words.partition(" ,")
    signed = "signed" in reading and "unsigned" not in reading
    source = random.Random(7)
    edges = (0, 1, 5, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
    for _ in range(400):
        a, b = (source.choice((*edges, source.getrandbits(64))) for _ in range(2))
        said = _INTEGER_MEANINGS[relation.strip()](*(_read(value, signed) for value in (a, b)))
        assert said == _holds(condition, _compare_flags(a, b)), (condition, words, a, b)


def _read(value: int, signed: bool) -> int:
    return value - (1 << 64) if signed and value >> 63 else value


def _compare_flags(a: int, b: int) -> int:
    state = State(
        x=[a, b, *[0] * 29],
        sp=0,
        nzcv=0,
        z=[0] * 32,
        p=[0] * 16,
        memory=Area(0, bytearray()),
        vector_bytes=16,
    )
    return run("nzcv = flags(x0 - x1)", state).nzcv


def _holds(condition: str, flags: int) -> bool:
    return bool(FLAG_TESTS[condition](*(bool(flags >> shift & 1) for shift in (3, 2, 1, 0))))


@pytest.mark.parametrize("condition", sorted(set(FLAG_TESTS) - {"al"}))
def test_the_words_for_a_condition_after_a_float_compare(condition: str) -> None:
    words = float_relation(condition, "")
    with_nan = "NaN" in words and "no NaN" not in words
    for a, b in ((1, 2), (2, 1), (2, 2), (None, 1)):
        values = [float("nan") if value is None else Fraction(value) for value in (a, b)]
        holds = _holds(condition, FUNCTIONS["compare"](64, *values))
        if a is None or b is None:
            assert holds == with_nan, words
        elif "comparable" in words:
            assert holds == (not words.startswith("not"))
        else:
            assert holds == _INTEGER_MEANINGS[words.partition(",")[0].strip()](a, b), words


def test_the_golden_lines_hold_addresses_of_every_mode() -> None:
    modes = {
        operand.mode
        for line in (HERE / "golden_lines.txt").read_text().splitlines()
        for operand in parse_instruction(line).operands
        if isinstance(operand, Memory)
    }
    assert modes == {"offset", "pre", "post"}
