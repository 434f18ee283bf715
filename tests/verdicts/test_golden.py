"""What is said of each loop stays as a person read it: reasons, sentences, evidence, lanes."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from tests.golden_file import assert_golden
from tests.verdicts.corpus import ALWAYS, source_named

GOLDEN = Path(__file__).parent / "golden"
FILES = (
    "calls.c", "control_flow.c", "elementwise.c", "memory_access.c", "mixed_types.c", "nests.c",
    "recurrences.c", "reductions.c", "trip_counts.c",
)  # fmt: skip
SETTINGS = (("gcc-12", "-O3"), ("clang-19", "-O2"))


@pytest.mark.parametrize(("compiler", "level"), SETTINGS, ids=[one for one, _ in SETTINGS])
@pytest.mark.parametrize("name", FILES)
def test_each_loop_is_told_as_it_was(
    name: str, compiler: str, level: str, request: pytest.FixtureRequest
) -> None:
    found = explain_loops(source_named(name), compiler, f"{level} {ALWAYS}").loops
    path = GOLDEN / f"{Path(name).stem}-{compiler}.txt"
    assert_golden(path, "\n".join(told(one) for one in found), request)


def told(verdict: Verdict) -> str:
    """All of it but the row of the table of reasons, which is content, and the instructions."""
    place = f"{verdict.source_line}:{verdict.column}-{verdict.end_line} {verdict.function}"
    nature = f"{verdict.kind}, depth {verdict.depth}, {verdict.arithmetic}"
    lanes = (
        f"{'vectors' if verdict.vectorized else 'scalar'}{' scalable' * verdict.scalable} of "
        f"{verdict.vector_bytes} bytes, {verdict.interleave} side by side, "
        f"{verdict.iterations_per_round} a round, {len(verdict.body)} instructions"
    )
    evidence = [f"  {one}" for one in verdict.evidence]
    offered = ", ".join(suggestion.id for suggestion in verdict.suggestions)
    return "\n".join(
        (
            f"{place}: {nature}",
            f"  {lanes}",
            f"  {verdict.reason_key}: {verdict.sentence}",
            *evidence,
            f"  offered: {offered}",
            "",
        )
    )
