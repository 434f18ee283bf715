"""Which two kinds of input are taken from a source."""

from __future__ import annotations

import pytest

from compiler_core.host.running.driver import write_driver
from compiler_core.host.running.overrides import parse_overrides
from compiler_core.host.running.plan import make_plan
from compiler_core.host.running.planner import planner_of
from compiler_core.host.running.target import find_target
from compiler_core.host.whole_program.distributions import default_distributions
from compiler_core.source import SourceFile

LOOP = "int f({parameters}, int *out, int n) {{ int sum = 0; for (int i = 0; i < n; i++) {body} }}"
# Parameters, what the loop does, name of the first input, its settings.
CASES = (
    ("const int *a", "if (a[i] > 5) sum++; return sum;",
     "mostly a > 5", ("a.above=5:0.95:50",)),
    ("const int *a", "if (a[i] >= 5) sum++; return sum;",
     "mostly a >= 5", ("a.above=4:0.95:50",)),
    ("const int *a", "if (a[i] < 0) sum++; return sum;",
     "mostly a >= 0", ("a.above=-1:0.95:50",)),
    ("const float *a", "if (a[i] < 0.5f) sum++; return sum;",
     "mostly a >= 0.5", ("a.above=0.5:0.95:50",)),
    ("const int *a", "if (7 > a[i]) sum++; return sum;",
     "mostly a >= 7", ("a.above=6:0.95:50",)),
    ("const int *a", "if (a[i] == 3) sum++; return sum;",
     "mostly a == 3", ("a.above=3:0.05:1",)),
    ("const unsigned char *a", "if (a[i] > 250) sum++; return sum;",
     "mostly a > 250", ("a.above=250:0.95:5",)),
    ("const unsigned char *a", "if (a[i] + a[i] > 300) sum++; return sum;",
     "mostly a > 0", ("a.above=0:0.95:1",)),
    ("const int *a, int limit", "if (a[i] > limit) sum++; return sum;",
     "mostly a > limit", ("limit=10", "a.above=10:0.95:50")),
    ("const int *a", "{ int v = a[i]; if (v <= 9) sum++; } return sum;",
     "mostly a > 9", ("a.above=9:0.95:50",)),
    ("const int *a", "{ if (a[i] == 0) break; if (a[i] > 4) sum++; } return sum;",
     "mostly a > 4", ("a.above=4:0.95:50",)),
    ("const int *a", "while (a[i] > 1) sum++; return sum;",
     "mostly a > 0", ("a.above=0:0.95:50",)),
    ("int *b, const int *a", "b[i] = a[i]; return sum;",
     "mostly a > 0", ("a.above=0:0.95:50",)),
)  # fmt: skip


@pytest.mark.parametrize(("parameters", "body", "name", "settings"), CASES)
def test_inputs_take_the_comparison_both_ways(
    parameters: str, body: str, name: str, settings: tuple[str, ...]
) -> None:
    source = SourceFile("loop.c", LOOP.format(parameters=parameters, body=body))
    target = find_target([source], "f")
    planner = planner_of(target, write_driver(target, [source]), source)
    first, second = default_distributions(planner, source)
    assert (first.name, first.settings) == (name, settings)
    assert first.name != second.name
    assert parse_overrides(second.settings) != parse_overrides(first.settings)
    assert make_plan(planner, 10).arguments
