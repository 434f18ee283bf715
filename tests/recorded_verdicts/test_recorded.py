"""What is said of each loop stays as a person read it, from compiles that were written down.

The loops of tests/verdicts/loops are told whole, in the texts that the compilers of today are held
to as well; those of tests/verdicts/labelled, whose reasons were labelled by hand, in a line each.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.host.verdicts.verdict import Verdict
from tests.golden_file import assert_golden
from tests.recorded_verdicts.recording import (
    LABELLED,
    LOOPS,
    OLDER,
    OLDER_SETTINGS,
    OTHER_FLAGS,
    SETTINGS,
    label,
    recorded,
)
from tests.verdicts.reasons import keys_for, labels, named_loops
from tests.verdicts.test_golden import GOLDEN, told

BRIEF = Path(__file__).parent / "golden"
WHOLE = [(file, name) for name, _ in SETTINGS for file in LOOPS]
IN_BRIEF = [
    *((file, *setting) for setting in SETTINGS for file in LABELLED),
    *((file, *setting) for setting in OLDER_SETTINGS for file in OLDER),
]


@pytest.mark.parametrize(("file", "compiler"), WHOLE)
def test_each_loop_is_told_as_it_was(
    file: str, compiler: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    found = recorded(file, compiler).verdicts(monkeypatch)
    path = GOLDEN / f"{Path(file).stem}-{compiler}.txt"
    assert_golden(path, "\n".join(told(verdict) for verdict in found), request)


@pytest.mark.parametrize(("file", "compiler", "flags"), OTHER_FLAGS)
def test_other_flags_are_told_as_they_were(
    file: str,
    compiler: str,
    flags: str,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    found = recorded(file, compiler, flags).verdicts(monkeypatch)
    path = BRIEF / f"{label(file, compiler, flags)}.txt"
    assert_golden(path, "\n".join(told(verdict) for verdict in found), request)


@pytest.mark.parametrize(("file", "compiler", "level"), IN_BRIEF)
def test_each_labelled_loop_has_its_reason(
    file: str,
    compiler: str,
    level: str,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    found = recorded(file, compiler).verdicts(monkeypatch)
    path = BRIEF / f"{Path(file).stem}-{compiler}.txt"
    assert_golden(path, "".join(in_brief(verdict) for verdict in found), request)
    wrong = [
        f"{name}: {verdict.reason_key}"
        for name, verdict in named_loops(found)
        if not is_right(file, name, verdict, compiler, level)
    ]
    assert wrong == []
    assert [entry for verdict in found for entry in contradicting(verdict)] == []


def contradicting(verdict: Verdict) -> list[str]:
    """Evidence of vectors in the main loop beside an answer that knows of none."""
    if verdict.vectorized or verdict.arithmetic != "scalar":
        return []
    return [
        entry.text
        for entry in verdict.evidence
        if ": main loop" in entry.text and "vectors" in entry.text
    ]


def is_right(file: str, name: str, verdict: Verdict, compiler: str, level: str) -> bool:
    """A loop with vectors has no label, nor has one around others."""
    if verdict.vectorized or verdict.reason_key == "outer_loop":
        return True
    right = labels()[file].get(name, labels()[file].get(name.removesuffix(".0")))
    return verdict.reason_key in keys_for(right, compiler, level)


def in_brief(verdict: Verdict) -> str:
    """Its place, reason and width in a line."""
    offered = " ".join(suggestion.id for suggestion in verdict.suggestions)
    seen = [entry.text for entry in verdict.evidence if entry.text.startswith("Seen in")]
    return (
        f"{verdict.source_line} {verdict.function}: {verdict.sentence} [{verdict.reason_key}] "
        f"{verdict.vector_bytes}x{verdict.interleave}, {verdict.iterations_per_round} a round; "
        f"{offered} {' '.join(seen)}\n"
    )
