"""Formulas and effects against real runs under qemu-aarch64."""

from __future__ import annotations

from collections import Counter

import pytest

from compiler_core.host.forms.form import Form
from compiler_core.host.forms.matching import match
from compiler_core.host.forms.registry import FORMS
from compiler_core.host.instruction import parse_instruction
from tests.explain.corpus import corpus
from tests.explain.samples import read_samples
from tests.explain.semantics import full_report, key_of, share_of

pytestmark = pytest.mark.usefixtures("emulator")

# The assembler here takes none of their operands in the tests' spelling, or they need privilege.
WITHOUT_A_LINE = {"msr label, x", "wfet/wfit x"}
CONTROL_FLOW = (
    "b", "b.ne", "b.lo", "b.any", "cbz", "cbnz", "tbz", "tbnz", "bl", "blr", "br", "ret"
)  # fmt: skip


def test_no_form_disagrees_with_the_processor() -> None:
    problems = full_report().problems
    assert problems == {}, "\n".join(
        f"{name}\n    {found[0]}" for name, found in list(problems.items())[:10]
    )


def test_confirmed_forms_make_up_nearly_all_of_the_corpus() -> None:
    confirmed = full_report().confirmed
    assert len(confirmed) >= 1000
    assert share_of(corpus(), confirmed) >= 0.99


def test_every_form_that_is_not_executed_has_a_reason() -> None:
    report = full_report()
    silent = [
        form.name
        for form in FORMS
        if key_of(form) not in report.confirmed | set(report.left_out)
        and form.name not in WITHOUT_A_LINE
    ]
    assert silent == []
    assert len(report.left_out) < 0.06 * len(FORMS), Counter(report.left_out.values())


def test_every_form_has_a_sample_line() -> None:
    reached = {key_of(_form(line)) for line in read_samples()}
    missing = [form.name for form in FORMS if key_of(form) not in reached]
    assert set(missing) <= WITHOUT_A_LINE


def test_branches_were_seen_taken_and_not_taken() -> None:
    seen: dict[str, set[bool]] = {}
    for case, outcome, _ in full_report().runs:
        mnemonic = case.line.split()[0]
        seen.setdefault(parse_instruction(case.line).mnemonic or mnemonic, set()).add(outcome.taken)
    assert set(CONTROL_FLOW) <= set(seen)
    for name in ("cbz", "cbnz", "tbz", "tbnz"):
        assert seen[name] == {True, False}, name
    conditional = set().union(*(taken for name, taken in seen.items() if name.startswith("b.")))
    assert conditional == {True, False}
    for name in ("b", "bl", "blr", "br", "ret"):
        assert seen[name] == {True}, name


def _form(line: str) -> Form:
    found = match(parse_instruction(line))
    assert found is not None, line
    return found[0]
