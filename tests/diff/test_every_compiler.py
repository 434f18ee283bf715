"""One source on all compilers: rows say what verdicts say, sentences name who differs."""

from __future__ import annotations

import pytest

from compiler_core.host.every_compiler.differences import difference_sentences
from compiler_core.host.every_compiler.record import CompiledLoop, CompilerRow
from compiler_core.host.every_compiler.survey import on_every_compiler
from compiler_core.host.why import explain_loops
from compiler_core.source import source_file
from compiler_core.toolchain.discovery import installed_compilers

# GCC's vectoriser has this cost model at -O2 from version 12 on; Clang vectorises it.
ALIASED = "void add(int *x, const int *y, int n) { for (int i = 0; i < n; i++) x[i] += y[i]; }\n"


def row(title: str, *loops: CompiledLoop, message: str = "") -> CompilerRow:
    return CompilerRow(
        compiler=title.lower(),
        title=title,
        family="gcc",
        version="1",
        ok=not message,
        message=message,
        loops=loops,
    )


def loop(instructions: int, iterations: int | None, *, title: str = "Vectorised") -> CompiledLoop:
    return CompiledLoop(
        function="f",
        line=3,
        column=5,
        vectorized=title == "Vectorised",
        works_on="NEON",
        instructions=instructions,
        iterations=iterations,
        title=title,
        sentence="",
        same_as="",
    )


def test_who_vectorises_who_does_not_and_why() -> None:
    rows = (row("A", loop(4, 4)), row("B", loop(8, 4)), row("C", loop(5, 1, title="Too dear")))
    who, rates = difference_sentences(rows)
    assert who == "Line 3: vectorised by A and B, not by C; the reason: Too dear."
    assert "A needs the fewest instructions for an iteration, 1;" in rates
    assert "C the most, 5." in rates


def test_a_rate_that_is_not_known_is_not_compared() -> None:
    told = list(difference_sentences((row("A", loop(4, None)), row("B", loop(8, 4)))))
    assert told == ["Line 3: vectorised by both compilers."]


def test_a_compiler_that_refuses_is_named_and_blocks_nothing() -> None:
    refuses = row("C", message="C does not know -mcpu=x.")
    told = list(difference_sentences((row("A", loop(4, 4)), row("B", loop(4, 4)), refuses)))
    assert told[-1] == "No code from C."
    assert "both" in told[0]
    assert "all need 1 instructions" in told[1]


@pytest.mark.slow
@pytest.mark.usefixtures("jail")
def test_each_installed_compiler_has_a_row_with_its_own_verdict() -> None:
    source = source_file(ALIASED)
    found = on_every_compiler(source, "-O2")
    assert [one.compiler for one in found.rows] == [one.name for one in installed_compilers()]
    for one in found.rows:
        (verdict,) = explain_loops(source, one.compiler, "-O2").loops
        (shown,) = one.loops
        assert (shown.vectorized, shown.sentence) == (verdict.vectorized, verdict.sentence)
        assert shown.instructions == len(verdict.body)
        assert shown.iterations
    kinds = {shown.vectorized for row in found.rows for shown in row.loops}
    assert kinds == {True, False}
    assert any("not by GCC" in sentence for sentence in found.sentences)
