"""One thing is not said in the plural."""

from __future__ import annotations

from command_line.bisect import bisection_lines
from command_line.lab_keep import _amounts
from compiler_core.host.bisection.record import Bisection


def test_rows_of_a_lab() -> None:
    rows = {"class": 1, "member": 1, "attempt": 1}
    assert _amounts(rows, tuple(rows)) == ["1 class", "1 member", "1 attempt"]
    many = {"class": 2, "member": 0, "attempt": 1200}
    assert _amounts(many, tuple(many)) == ["2 classes", "0 members", "1,200 attempts"]


def test_compiles_of_a_bisection() -> None:
    bisection = Bisection(
        compiler="gcc-12",
        compiler_title="GCC",
        low="-O2",
        high="-O3",
        property="",
        status="",
        settings=(),
        sufficient=(),
        preventing=(),
        minimal=(),
        cannot_say=(),
        pass_finding=None,
        compiles=1,
        complete=True,
        sentences=(),
    )
    assert bisection_lines(bisection)[-1] == "1 compile"
