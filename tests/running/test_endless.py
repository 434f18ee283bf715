"""A run that does not end: what is said is true of that run, and what is advised could help."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.host.running.count import counted_run, prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.run_words import with_smaller_length
from compiler_core.source import source_file
from compiler_core.toolchain.limits import RUN_LIMITS, LimitName, explain_run_limit

pytestmark = pytest.mark.usefixtures("emulator")

NO_LENGTH = "int f(int x) { volatile int y = x; while (y != y + 1) { y = y; } return y; }"
FIXED = (
    "int g(const int *a) { volatile int s = 0; for (unsigned i = 64; i >= 0; i--) s += a[i & 7];"
    " return s; }"
)
LENGTH = (
    "int h(const int *a, unsigned n) { volatile int s = 0; for (unsigned i = 0; i < n; i += 0)"
    " s += a[i]; return s; }"
)
SHORT = replace(RUN_LIMITS, cpu_seconds=1)


@pytest.mark.parametrize(("text", "takes"), [(NO_LENGTH, False), (FIXED, False), (LENGTH, True)])
def test_a_loop_without_end_is_told_to_be_one_and_a_length_is_named_only_where_one_is(
    text: str, takes: bool
) -> None:
    driven, _, plan = prepare((source_file(text),), "gcc-12", "-O1", Experiment())
    counted = counted_run(driven, plan, Experiment(), SHORT)
    assert counted.outputs is None
    assert "did not end in" in counted.message
    assert "condition never becomes false" in counted.message
    assert ("smaller n than 1,024" in counted.message) == takes


@pytest.mark.parametrize("limit", LimitName.__args__)
def test_no_limit_alone_advises_a_smaller_input(limit: LimitName) -> None:
    """Whether the run depends on one is known only where its plan is."""
    said = explain_run_limit(limit)
    assert "fewer elements" not in said
    assert with_smaller_length(said, limit, None) == said
    advised = with_smaller_length(said, limit, 64) != said
    assert advised == (limit in ("cpu", "wall", "memory"))
