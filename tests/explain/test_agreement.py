"""A formula that says something else than the machine is noticed, in every kind of place."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from compiler_core.host.explain import explain
from compiler_core.host.formulas.agreement import Passage, agreement_of
from compiler_core.host.formulas.evaluation import run
from compiler_core.host.formulas.machine import Pieces, State
from compiler_core.host.instruction import parse_instruction
from tests.explain.proving.operand_mutants import operand_mutants
from tests.explain.samples import read_samples

ADDRESS = 0x400000
BYTES = 0x5000
MASK = (1 << 64) - 1
NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])|(?<=\[)\d+(?=\])")


def machine() -> State:
    """Registers that all differ; x1 points at sixteen known bytes."""
    return State(
        x=[0, BYTES, *((number * 0x7123456789ABCDEF) & MASK for number in range(2, 31))],
        sp=0x7FF0,
        nzcv=0b0010,
        z=[
            (number * 0x9D71_23C5_6789_ABCD_EF01_2345_6789_ABCD) % (1 << 128)
            for number in range(32)
        ],
        p=[number * 0x0101 for number in range(16)],
        memory=Pieces({BYTES + offset: offset + 1 for offset in range(16)}),
        vector_bytes=16,
    )


def went(line: str, *, following: int = ADDRESS + 4) -> tuple[State, State, Passage]:
    """The state before, and the one after that the line's own formula gives."""
    before = machine()
    symbols = {"next_line": ADDRESS + 4}
    after = run(explain(parse_instruction(line)).formula, before, symbols)
    return before, after, Passage(ADDRESS, following)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("add w0, w2, w3", "w0 = w2 - w3"),
        ("add w0, w2, w3", "x0 = x2 + x3"),
        ("asr x0, x2, 3", "x0 = x2 >> 3"),
        ("subs w0, w2, w3", "w0 = w2 - w3; nzcv = flags(w2 + w3)"),
        ("subs w0, w2, w3", "w0 = w2 - w3"),
        ("ldr x0, [x1], 8", "x0 = mem64[x1]; x1 = x1 + 16"),
        ("ldr w0, [x1]", "x0 = mem64[x1]"),
        ("str w2, [x1]", "mem32[x1] = w3"),
        ("str w2, [x1]", "x2 = x2"),
        ("add v0.4s, v1.4s, v2.4s", "v0.s[i] = v1.s[i] + v2.s[i] for i = 0…2"),
        ("add v0.4s, v1.4s, v2.4s", "v0.h[i] = v1.h[i] + v2.h[i] for i = 0…7"),
        ("fadd s0, s1, s2", "s0 = s1 * s2 (float)"),
        ("csel w0, w2, w3, hs", "w0 = lo ? w2 : w3"),
    ],
)
def test_a_wrong_formula_differs(line: str, other: str) -> None:
    before, after, passage = went(line)
    instruction = parse_instruction(line)
    own = explain(instruction).formula
    assert agreement_of(instruction, own, before, after, passage).verdict == "agrees"
    assert agreement_of(instruction, other, before, after, passage).verdict == "differs"


@pytest.mark.parametrize(
    ("line", "following", "verdict"),
    [
        ("b.hs .L3", ADDRESS + 64, "agrees"),
        ("b.hs .L3", ADDRESS + 4, "differs"),
        ("b.lo .L3", ADDRESS + 4, "agrees"),
        ("b.lo .L3", ADDRESS + 64, "differs"),
        ("br x2", machine().x[2], "agrees"),
        ("br x2", ADDRESS + 64, "differs"),
        ("add w0, w2, w3", ADDRESS + 64, "differs"),
    ],
)
def test_where_the_program_went_counts(line: str, following: int, verdict: str) -> None:
    before, after, passage = went(line, following=following)
    instruction = parse_instruction(line)
    formula = explain(instruction).formula
    assert agreement_of(instruction, formula, before, after, passage).verdict == verdict


@pytest.mark.parametrize(
    ("line", "label", "verdict"),
    [
        # A label may be the next line's: the branch goes there, and the program goes on.
        ("b .L3", ADDRESS + 4, "agrees"),
        ("b .L3", ADDRESS + 64, "differs"),
        ("b.hs .L3", ADDRESS + 4, "agrees"),
        ("b.lo .L3", ADDRESS + 64, "agrees"),
    ],
)
def test_a_branch_goes_to_the_address_of_its_label(line: str, label: int, verdict: str) -> None:
    before, after, passage = went(line)
    instruction = parse_instruction(line)
    known = replace(passage, labels={".L3": label})
    formula = explain(instruction).formula
    assert agreement_of(instruction, formula, before, after, known).verdict == verdict


def test_a_branch_elsewhere_than_to_its_label_is_noticed() -> None:
    before, after, passage = went("b .L3", following=ADDRESS + 32)
    known = replace(passage, labels={".L3": ADDRESS + 64})
    instruction = parse_instruction("b .L3")
    assert agreement_of(instruction, "goto .L3", before, after, known).verdict == "differs"


@pytest.mark.parametrize(
    ("line", "changed", "verdict"),
    [
        ("paciasp", 1 << 50, "agrees"),
        ("paciasp", 1 << 47, "differs"),
        ("paciasp", 1 << 56, "differs"),
        ("pacga x2, x3, x4", 1 << 40, "agrees"),
        ("pacga x2, x3, x4", 1 << 31, "differs"),
        ("autiasp", 1 << 50, "differs"),
        ("xpaclri", 1 << 50, "differs"),
    ],
)
def test_only_the_bits_of_a_signature_are_free(line: str, changed: int, verdict: str) -> None:
    instruction, before = parse_instruction(line), machine()
    before.x[30] = 0x0012_3456_789A_BCDE
    formula = explain(instruction).formula
    after = run(formula, before, {})
    after.x[30 if "x30" in formula else 2] ^= changed
    passage = Passage(ADDRESS, ADDRESS + 4)
    assert agreement_of(instruction, formula, before, after, passage).verdict == verdict


@pytest.mark.parametrize("line", ["retaa", "ret", "blr x30", "blraaz x30"])
def test_a_signed_address_is_gone_to_without_its_signature(line: str) -> None:
    signed, address = 0x0012_0000_0040_0100, 0x400100
    instruction, before = parse_instruction(line), machine()
    before.x[30] = signed if instruction.mnemonic in ("retaa", "blraaz") else address
    formula = explain(instruction).formula
    after = run(formula, before, {"next_line": ADDRESS + 4})
    there, elsewhere = Passage(ADDRESS, address), Passage(ADDRESS, address + 4)
    assert agreement_of(instruction, formula, before, after, there).verdict == "agrees"
    assert agreement_of(instruction, formula, before, after, elsewhere).verdict == "differs"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("wrffr p2.b", "has no formula"),
        ("irg x0, x1", "has no formula"),
        ("adrp x0, table", "needs the address of a symbol"),
        ("ldr w0, [x5]", "touches memory that was not recorded"),
        ("ldff1w z0.s, p0/z, [x1]", "may stop at any lane after the first"),
        ("svc 0", "has a formula that cannot be worked out here"),
        ("dup z0.d, z1.d[5]", "has a formula that cannot be worked out here"),
        ("ext z0.b, z0.b, z1.b, 200", "has a formula that cannot be worked out here"),
    ],
)
def test_what_cannot_be_executed_is_said(line: str, reason: str) -> None:
    instruction, state = parse_instruction(line), machine()
    formula = explain(instruction).formula
    agreement = agreement_of(instruction, formula, state, state, Passage(ADDRESS, ADDRESS + 4))
    assert (agreement.verdict, agreement.reason) == ("not executed", reason)


def unlike_lines() -> list[str]:
    """One line of each mnemonic, with one of its numbers changed to what nobody meant. Clang 19
    lets some through: it assembles `ext …, 999999999999` as `ext …, 15`."""
    samples: dict[str, str] = {}
    for line in read_samples():
        if NUMBER.search(line):
            samples.setdefault(line.split()[0], line)
    return [
        line[: match.start()] + number + line[match.end() :]
        for line in samples.values()
        for match in NUMBER.finditer(line)
        for number in ("-1", "17", "255", "4096", str(MASK))
    ]


def test_no_number_of_a_line_ends_the_reading() -> None:
    for line in unlike_lines():
        instruction, state = parse_instruction(line), machine()
        formula = explain(instruction).formula
        passage = Passage(ADDRESS, ADDRESS + 4)
        verdict = agreement_of(instruction, formula, state, state, passage).verdict
        assert verdict in ("agrees", "differs", "not executed"), line


@pytest.mark.parametrize(
    "line", ["nop", "dmb ish", "prfm pldl1keep, [x1]", "prfb pldl1keep, p1, [x1]"]
)
def test_of_what_changes_nothing_a_change_is_noticed(line: str) -> None:
    instruction, before = parse_instruction(line), machine()
    passage = Passage(ADDRESS, ADDRESS + 4)
    assert agreement_of(instruction, "", before, before, passage).verdict == "agrees"
    after = before.copy()
    after.x[3] += 1
    assert agreement_of(instruction, "", before, after, passage).verdict == "differs"


@pytest.mark.parametrize("succeeded", [True, False])
def test_an_exclusive_store_may_go_either_way_but_no_third(succeeded: bool) -> None:
    instruction = parse_instruction("stxr w0, w2, [x1]")
    before = machine()
    formula = explain(instruction).formula
    after = run(formula, before, {"exclusive": int(succeeded)})
    passage = Passage(ADDRESS, ADDRESS + 4)
    assert agreement_of(instruction, formula, before, after, passage).verdict == "agrees"
    after.x[0] = 2
    assert agreement_of(instruction, formula, before, after, passage).verdict == "differs"


def test_a_changed_operand_changes_the_sentence() -> None:
    mutants = operand_mutants(read_samples(), 3000, seed=5)
    silent = [f"{mutant.line} -> {mutant.changed}" for mutant in mutants if not mutant.noticed]
    assert len(silent) <= 0.02 * len(mutants), silent[:20]
