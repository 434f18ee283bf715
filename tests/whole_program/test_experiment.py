"""The experiment with a driver of the test's own, whose inputs are known number by number."""

from __future__ import annotations

from functools import cache

import pytest

from compiler_core.host.whole_program.experiment import run_experiment
from compiler_core.host.whole_program.harness import Harness, Input, Subject
from compiler_core.host.whole_program.profile_record import Distribution, Layout, ProfileExperiment
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from tests.whole_program.programs import COMPILERS, source

ELEMENTS = 600
DRIVER = """
#include <stdlib.h>
void post(const int *entries, int *results, int *book, int n);
static int entries[600], results[600], book[8];
__attribute__((noinline)) void begin_here(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void end_here(void) { __asm__ volatile("nop" ::: "memory"); }
int main(int count, char **arguments) {
    int every = atoi(arguments[1]), mostly = atoi(arguments[2]);
    for (int i = 0; i < 600; i++)
        entries[i] = i % every == 0 ? -mostly - i % 5 * mostly : mostly + i % 5 * mostly;
    post(entries, results, book, 600);
    begin_here();
    post(entries, results, book, 600);
    end_here();
    return count == 0;
}
"""
# Every tenth element is of the other sign; 0 counts as none of both.
NEGATIVE = {"mostly above": 60, "mostly below": 540}


@cache
def experiment(compiler: str, flags: str = "-O2") -> ProfileExperiment:
    found = find_compiler(compiler)
    inputs = (
        Input(Distribution("mostly above", ()), ("10", "1")),
        Input(Distribution("mostly below", ()), ("10", "-1")),
    )
    unit = Unit(SourceFile("start.c", DRIVER), ("-O1",))
    harness = Harness(
        units=(unit,), begin="begin_here", end="end_here", elements=ELEMENTS, inputs=inputs
    )
    subject = Subject(source("post.c"), found, parse_flags(flags, found), "post")
    made = run_experiment(subject, harness)
    assert made.ok, made.message
    return made


def side(layout: Layout, line: int, name: str) -> int:
    """How often the side of the branch with this line ran."""
    return sum(
        block.flows[name].executions for block in layout.blocks if line in block.source_lines
    )


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("flags", ["-O2", "-Os"])
def test_blocks_run_as_often_as_the_input_says(compiler: str, flags: str) -> None:
    """The first call, outside the marks, is not counted."""
    for layout in experiment(compiler, flags).layouts:
        for name, negative in NEGATIVE.items():
            assert side(layout, 3, name) == negative
            assert side(layout, 7, name) == ELEMENTS - negative


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_branch_is_taken_as_often_as_the_input_says(compiler: str) -> None:
    made = experiment(compiler)
    for layout in made.layouts:
        direction = layout.direction
        assert direction is not None
        assert direction.executions == dict.fromkeys(NEGATIVE, ELEMENTS)
        falls = direction.falls == "mostly above"
        for name, negative in NEGATIVE.items():
            assert direction.taken[name] == (negative if falls else ELEMENTS - negative)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_instructions_per_element_are_what_the_blocks_add_up_to(compiler: str) -> None:
    for layout in experiment(compiler).layouts:
        for name in NEGATIVE:
            total = sum(
                block.flows[name].executions
                * sum(
                    line.kind == "instruction"
                    for line in layout.function.lines[block.first : block.last + 1]
                )
                for block in layout.blocks
            )
            assert layout.costs[name].instructions_per_element == total / ELEMENTS


@pytest.mark.parametrize("compiler", COMPILERS)
def test_blocks_stand_in_the_order_of_their_addresses(compiler: str) -> None:
    for layout in experiment(compiler).layouts:
        addresses = [block.address for block in layout.blocks]
        assert addresses == sorted(addresses)
        assert all(addresses)


@pytest.mark.parametrize("compiler", ["clang-14", "gcc-11"])
def test_profiles_of_older_compilers(compiler: str) -> None:
    made = experiment(compiler)
    assert [layout.flipped for layout in made.layouts] == [False, False, True]
