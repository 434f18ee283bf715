"""Reason keys: each is seen on a real loop, every row is well-formed, unknown words stay raw."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from compiler_core.host.source_edits.edits import EDITS
from compiler_core.host.verdicts.features import FEATURES
from compiler_core.host.verdicts.loop_ir.facts import DECIDED
from compiler_core.host.verdicts.reasons import reason_named, reasons
from compiler_core.host.verdicts.suggestions import suggestions
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import source_file
from tests.verdicts.corpus import ALWAYS, loop_line, source_named

TEXT = (Path(__file__).parent / "reasons.toml").read_text(encoding="utf-8")
CASES: list[dict[str, Any]] = tomllib.loads(TEXT)["case"]
# Facts that only the compiler's form tells.
OWN = frozenset(
    ["anti_dependence", "bit_count", "complex_call", "computed_exit", "computed_index", "data_exit",
     "deciding_value", "distinct_arrays", "expanding_load", "first_order", "fixed_store",
     "float_reduction_condition", "float_steps", "flow_dependence", "last_selected",
     "masked_index", "may_overlap", "merged_count", "only_moves", "output_dependence",
     "overflow_test", "prefetch", "recurrence", "recurring_value", "returns_twice", "switch",
     "truth_value", "unknown_dependence", "unknown_step", "updated_element", "vectorize_disabled",
     "whole_copy", "widened_index"]
)  # fmt: skip
LEAST_KEYS = 30


def verdict_of(case: dict[str, Any]) -> Verdict:
    source = source_named(case["file"])
    line = loop_line(source, case["function"], case["loop"])
    found = explain_loops(source, case["compiler"], f"{case['flags']} {ALWAYS}").loops
    return next(verdict for verdict in found if verdict.source_line == line)


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['key']}-{case['function']}-{case['compiler']}"
)
def test_the_reason_occurs(case: dict[str, Any]) -> None:
    verdict = verdict_of(case)
    assert verdict.reason_key == case["key"]
    assert verdict.explanation == reason_named(case["key"]).sentence
    assert verdict.sentence.startswith(("GCC 12.", "Clang 19."))
    assert verdict.sentence[-1] in ".”"
    assert verdict.evidence
    assert verdict.vectorized == verdict.reason_key.startswith("vectorized")


def test_enough_reasons_are_proven() -> None:
    assert len({case["key"] for case in CASES}) >= LEAST_KEYS
    assert {case["key"] for case in CASES} <= {reason.key for reason in reasons()}


def test_the_tables_refer_to_what_exists() -> None:
    features = {name for name, _ in FEATURES} | DECIDED | OWN
    known = {suggestion.id for suggestion in suggestions()}
    keys = [reason.key for reason in reasons()]
    assert len(keys) == len(set(keys))
    for reason in reasons():
        assert reason.features <= features, reason.key
        assert set(reason.suggestions) <= known, reason.key
        for patterns in reason.patterns.values():
            assert all(re.compile(pattern) for pattern in patterns)
    offered = {name for reason in reasons() for name in reason.suggestions}
    assert offered == known
    for found in suggestions():
        assert found.features | found.without <= features, found.id
        assert found.edit in ("", *(name for name, _ in EDITS)), found.id
        assert found.edit or found.add or found.remove, found.id
    assert {found.edit for found in suggestions()} - {""} == {name for name, _ in EDITS}


def test_an_unknown_reason_shows_the_compilers_words(monkeypatch: pytest.MonkeyPatch) -> None:
    from compiler_core.host.verdicts import findings

    monkeypatch.setattr(findings, "recognise", lambda *arguments: None)
    text = (
        "int f(int *x, int n) { int s = 1; for (int i = 0; i < n; i++) s = s * 7 + 3; return s; }"
    )
    (verdict,) = explain_loops(source_file(f"{text} // unknown"), "gcc-12", "-O3").loops
    assert verdict.reason_key == "unknown"
    assert "unsupported use in stmt" in verdict.sentence


def test_a_distance_is_named_when_it_is_known() -> None:
    case = {"file": "recurrences.c", "function": "prefix_sum", "loop": 0}
    verdict = verdict_of({**case, "compiler": "gcc-12", "flags": "-O3"})
    assert "1 iteration back" in verdict.sentence


def test_a_source_without_assembly_has_no_verdicts() -> None:
    assert explain_loops(source_file("int f( {"), "gcc-12", "-O3").loops == ()
