"""Wrong formulas, effects and byte counts put in on purpose: the checks must notice every one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.instruction import parse_instruction
from tests.explain.execution import execute
from tests.explain.judging import judge
from tests.explain.semantics import cases_of, full_report
from tests.explain.sentences import wrong_byte_counts

FormulaMutant = tuple[str, str, Callable[[str], str]]


def _instead(old: str, new: str) -> Callable[[str], str]:
    return lambda formula: formula.replace(old, new)


FORMULA_MUTANTS: tuple[FormulaMutant, ...] = (
    ("add becomes sub", "add", _instead(" + ", " - ")),
    ("sub with its operands exchanged", "subs", lambda text: _exchange(text, " - ")),
    ("smax becomes smin", "smax", _instead("max(", "min(")),
    ("signed maximum read as unsigned", "smax", _instead(" (signed)", "")),
    ("asr without the sign", "asr", _instead("int64(", "uint64(")),
    ("csel with its arms exchanged", "csel", lambda text: _exchange(text, " : ")),
    ("cset for the opposite", "cset", _instead("1 : 0", "0 : 1")),
    ("cbz taken when not zero", "cbz", _instead("==", "!=")),
    ("tbz looks at the next bit", "tbz", _instead("& 1", "& 2")),
    ("ldrsb without the sign", "ldrsb", _instead("int8(", "uint8(")),
    ("ldrh loads one byte", "ldrh", _instead("mem16", "mem8")),
    ("a post-index is forgotten", "ldrb", lambda text: text.partition("; ")[0]),
    ("pair in the wrong order", "ldp", lambda text: _exchange_targets(text)),
    ("str stores too little", "str", _instead("mem64", "mem32")),
    ("fmla without the sum", "fmla", _instead(" + ", " - ")),
    ("fmadd rounds as double", "fmadd", _instead("(float)", "(double)")),
    ("fcvtzs rounds down", "fcvtzs", _instead("trunc", "floor")),
    ("scvtf as unsigned", "scvtf", _instead("int32", "uint32")),
    ("zip1 takes the upper halves", "zip1", _instead(".s[i]", ".s[i + 2]")),
    ("xtn2 clears the lower half", "xtn2", _instead(" (lower lanes kept)", "")),
    ("whilelo one lane too long", "whilelo", _instead(" < ", " <= ")),
    ("zeroing load keeps lanes", "ld1w", _instead(", else 0", "")),
    (
        "predicated add hits all lanes",
        "fmad",
        lambda text: text.partition(" where")[0] + " (float)",
    ),
    ("cntw counts bytes", "cntw", _instead("/4", "")),
    ("flags of the sum", "cmp", _instead("flags(", "flags(1 + ")),
    (
        "movk clears the rest",
        "movk",
        lambda text: f"{text.split(' = ')[0]} = {text.split(' | ')[1]}",
    ),
    ("rev does nothing", "rev", _instead("reverse_bytes", "")),
    ("fadda in a tree", "fadda", lambda text: text.replace("ordered_sum(s0, ", "sum(")),
)

EffectsMutant = tuple[str, str, Callable[[Effects], Effects]]
WRITE_MUTANTS: tuple[EffectsMutant, ...] = (
    ("subs without flags", "subs", lambda effects: replace(effects, writes=effects.writes[:1])),
    ("a store is none", "str", lambda effects: replace(effects, memory="")),
    ("a store of fewer bytes", "stp", lambda effects: replace(effects, memory_bytes=2)),
    ("write-back forgotten", "ldr", lambda effects: replace(effects, writes=effects.writes[:1])),
    ("cmp without effect", "cmp", lambda effects: replace(effects, writes=())),
    ("ldp writes one", "ldp", lambda effects: replace(effects, writes=effects.writes[:1])),
)
READ_MUTANTS: tuple[EffectsMutant, ...] = (
    ("movk does not read", "movk x0, 5, lsl 16", lambda effects: _not_reading(effects, "x0")),
    ("csel without flags", "csel x0, x1, x2, lt", lambda effects: _not_reading(effects, "nzcv")),
    ("add forgets a source", "add x0, x1, x2", lambda effects: _not_reading(effects, "x2")),
    ("fmla not its sum", "fmla v0.4s, v1.4s, v2.4s", lambda effects: _not_reading(effects, "v0")),
    ("a mask not read", "ld1w z1.s, p0/z, [x0]", lambda effects: _not_reading(effects, "p0")),
    ("merging keeps nothing", "abs z0.s, p0/m, z1.s", lambda effects: _not_reading(effects, "v0")),
    ("cbz of anything", "cbz x0, known_target", lambda effects: _not_reading(effects, "x0")),
    ("str of anything", "str x0, [x1]", lambda effects: _not_reading(effects, "x0")),
)


def _exchange(text: str, sign: str) -> str:
    """`a = b - c; …` to `a = c - b; …` in the first statement."""
    first, semicolon, rest = text.partition("; ")
    head, _, body = first.rpartition(" ? ") if " ? " in first else first.rpartition(" = ")
    joint = " ? " if " ? " in first else " = "
    left, _, right = body.partition(sign)
    return f"{head}{joint}{right}{sign}{left}{semicolon}{rest}"


def _exchange_targets(text: str) -> str:
    one, two, *rest = text.split("; ")
    first, first_value = one.split(" = ")
    second, second_value = two.split(" = ")
    return "; ".join((f"{first} = {second_value}", f"{second} = {first_value}", *rest))


def _not_reading(effects: Effects, prefix: str) -> Effects:
    return replace(effects, reads=tuple(n for n in effects.reads if not n.startswith(prefix)))


@pytest.mark.parametrize(
    ("mnemonic", "mutate"),
    [(mnemonic, mutate) for _, mnemonic, mutate in FORMULA_MUTANTS],
    ids=[name for name, _, _ in FORMULA_MUTANTS],
)
def test_a_wrong_formula_is_noticed(mnemonic: str, mutate: Callable[[str], str]) -> None:
    noticed = False
    changed = 0
    for case, outcome, twin in full_report().runs:
        if parse_instruction(case.line).mnemonic != mnemonic:
            continue
        formula = mutate(case.formula)
        if formula == case.formula:
            continue
        changed += 1
        noticed |= bool(judge(replace(case, formula=formula), outcome, twin))
    assert changed, "the mutant changes no formula"
    assert noticed


@pytest.mark.parametrize(
    ("mnemonic", "mutate"),
    [(mnemonic, mutate) for _, mnemonic, mutate in WRITE_MUTANTS],
    ids=[name for name, _, _ in WRITE_MUTANTS],
)
def test_a_forgotten_write_is_noticed(mnemonic: str, mutate: Callable[[Effects], Effects]) -> None:
    assert any(
        judge(case, outcome, twin, mutate(effects_of(parse_instruction(case.line))))
        for case, outcome, twin in full_report().runs
        if parse_instruction(case.line).mnemonic == mnemonic
    )


@pytest.mark.parametrize(
    ("line", "mutate"),
    [(line, mutate) for _, line, mutate in READ_MUTANTS],
    ids=[name for name, _, _ in READ_MUTANTS],
)
def test_a_forgotten_read_is_noticed(
    line: str, mutate: Callable[[Effects], Effects], tmp_path: Path
) -> None:
    """The twin run scrambles what the effects do not list as read: the result then differs."""
    true = effects_of(parse_instruction(line))
    for effects, noticed in ((true, False), (mutate(true), True)):
        cases = cases_of(line, 0, random.Random(3), effects, trials=16)
        outcomes = execute([test for case in cases for test in (case.test, case.twin)], tmp_path)
        problems = [
            problem
            for case, outcome, twin in zip(cases, outcomes[::2], outcomes[1::2], strict=True)
            for problem in judge(case, outcome, twin, effects)
        ]
        assert bool(problems) == noticed, problems


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ldr q1, [x0]", "Load 8 bytes (a whole vector register) from address x0 into v1."),
        ("ldrh w1, [x0]", "Load 4 bytes from address x0 into w1, zeros above."),
        ("stp x0, x1, [x2]", "Store x0 and then x1 (8 bytes together) to address x2."),
        ("strb w0, [x1]", "Store the low 2 bytes of w0 to address x1."),
    ],
)
def test_a_wrong_byte_count_in_a_sentence_is_noticed(line: str, sentence: str) -> None:
    assert wrong_byte_counts(parse_instruction(line), sentence)
