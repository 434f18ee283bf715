"""How much of real assembly is explained specifically."""

from __future__ import annotations

import time

import pytest

from compiler_core.host.effects import effects_of
from compiler_core.host.explain import _explain_alone, explain
from compiler_core.host.instruction import parse_instruction
from tests.explain.corpus import COMPILERS, SETTINGS, SOURCES, compiles, corpus, instruction_lines
from tests.explain.coverage import coverage_of

pytestmark = pytest.mark.usefixtures("emulator")


def test_the_corpus_is_what_was_promised() -> None:
    functions = sum(
        1
        for path in SOURCES.iterdir()
        for line in path.read_text().splitlines()
        if line[:1].isalpha() and "(" in line and line.rstrip().endswith(("{", "}"))
    )
    assert functions >= 40
    assert len(SETTINGS) >= 8
    assert len({run.compiler for run in compiles()}) >= 2, COMPILERS
    assert corpus().total() > 50_000


def test_nearly_every_line_is_explained_specifically_and_no_mnemonic_is_unknown() -> None:
    found = coverage_of(corpus())
    assert found.unknown == set()
    assert found.specific >= 0.999, found.unspecific.most_common(20)


def test_an_unknown_mnemonic_lowers_the_figures() -> None:
    found = coverage_of(corpus() + type(corpus())({"frobnicate x0, x1": 1000, "add x0": 1000}))
    assert found.unknown == {"frobnicate"}
    assert found.specific < 0.999


def test_instruction_lines_leave_out_directives_labels_and_comments() -> None:
    text = "f:\n\t.cfi_startproc\n\tadd\tx0, x0, 1 // note\n.L2:\n// comment\n\tret\n\t.size f, 8\n"
    assert instruction_lines(text) == ["add x0, x0, 1", "ret"]


def test_sixty_unseen_lines_are_explained_in_milliseconds() -> None:
    """The budget is 2 ms on an idle machine; five times that keeps a busy one from failing."""
    lines = [line for line, _ in corpus().most_common(3000)]
    instructions = [parse_instruction(line) for line in lines]
    best = float("inf")
    for start in range(0, 1200, 60):
        _explain_alone.cache_clear()
        effects_of.cache_clear()
        began = time.process_time()
        for instruction in instructions[start : start + 60]:
            explain(instruction)
        best = min(best, time.process_time() - began)
    assert best < 0.010
