"""Programs without the C library: linked where nothing needs it, and with the same results."""

from __future__ import annotations

from dataclasses import fields

import pytest

from compiler_core.host.running import count_as as driven
from compiler_core.host.running.count_as import DrivenAs, count_as, forget_runs, result_as
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.graded_run import GRADED_LIMITS
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.tool_rules import LARGEST_LIMITS

SETTING = ("gcc", "-O2")
SUM = SourceFile(
    "sum.c",
    "int total(const int *a, int n) {\n int s = 0;\n"
    " for (int i = 0; i < n; i++) s += a[i];\n return s; }\n",
)
ROOTS = SourceFile(
    "roots.c",
    "#include <math.h>\nvoid total(float *a, int n) {\n"
    " for (int i = 0; i < n; i++) a[i] = sqrtf(powf(a[i], 2.5f)); }\n",
)
OF_A_THREAD = SourceFile(
    "thread.c",
    "static _Thread_local int s;\nint total(const int *a, int n) {\n s = 0;\n"
    " for (int i = 0; i < n; i++) s += a[i];\n return s; }\n",
)


def is_small(reference: SourceFile, answer: SourceFile) -> bool:
    return driven._program(DrivenAs((reference,), "total"), (answer,), SETTING).small


@pytest.mark.usefixtures("emulator")
def test_only_what_needs_the_library_has_it() -> None:
    assert is_small(SUM, SUM)
    assert not is_small(ROOTS, ROOTS)
    assert not is_small(SUM, OF_A_THREAD)


@pytest.mark.usefixtures("emulator")
def test_results_and_counts_are_those_of_a_program_with_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reference, run = DrivenAs((SUM,), "total"), experiment_of("total", 501, 77)
    forget_runs()
    small = count_as(reference, (SUM,), SETTING, run)
    assert result_as(reference, (SUM,), SETTING, run) == driven.result_of(small)
    monkeypatch.setattr(driven, "build_smallest", build_program)
    forget_runs()
    whole = count_as(reference, (SUM,), SETTING, run)
    assert not is_small(SUM, SUM)
    assert whole.counts.command != small.counts.command
    assert whole.outputs == small.outputs
    assert whole.counts.totals == small.counts.totals
    assert (whole.outside, small.outside) == (0, 0)
    assert result_as(reference, (OF_A_THREAD,), SETTING, run).digest == small.counts.output_digest
    forget_runs()


@pytest.mark.usefixtures("emulator")
def test_code_beside_the_call_is_seen_without_counting() -> None:
    """A symbol of the source's that the C library calls when it starts."""
    own = ROOTS.text + "void *memcpy(void *to, const void *from, unsigned long size) {\n"
    own += " char *t = to; const char *f = from; while (size--) *t++ = *f++; return to; }\n"
    reference, run = DrivenAs((ROOTS,), "total"), experiment_of("total", 9, 1)
    found = result_as(reference, (SourceFile("own.c", own),), SETTING, run)
    assert found.ok
    counted = count_as(reference, (SourceFile("own.c", own),), SETTING, run)
    assert counted.outside > 0
    assert (
        found.tampering
        == counted.tampering
        == "code of the source runs before the call or after it"
    )


def test_a_graded_run_asks_for_no_more_than_a_jailed_process_may() -> None:
    """Else every grade of a server is a fault of ours, and none of the command line's."""
    for field in fields(Limits):
        assert getattr(GRADED_LIMITS, field.name) <= getattr(LARGEST_LIMITS, field.name), field.name
