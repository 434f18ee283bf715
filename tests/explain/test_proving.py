"""Formulas and the register map beside programs that run: a small share of what
`script/prove_explanations` does."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from compiler_core.host.compilation import FunctionListing
from compiler_core.host.stepping.executed_formulas import recorded_states
from compiler_core.source import source_file
from tests.explain.proving.programs import Program, programs
from tests.explain.proving.roles import Visit, role_checks
from tests.explain.proving.stepped import step_through
from tests.explain.proving.tally import Tally
from tests.stepping.programs import Setting
from tests.stepping.recorded import recorded

pytestmark = pytest.mark.usefixtures("emulator")
# Far apart in the order of programs, so that compilers, vectors and levels differ.
CHOSEN = range(0, 2000, 149)


def test_formulas_and_register_map_agree_with_programs_that_run() -> None:
    tally = Tally()
    drawn = list(itertools.islice(programs(11), CHOSEN[-1] + 1))
    for number in CHOSEN:
        tally.join(step_through(replace(drawn[number], n=9)))
    assert tally.differed.total() == 0, tally.examples[:5]
    assert tally.role_problems == []
    assert tally.executed > 800
    assert len(tally.agreed) > 40
    assert tally.roles.total() > 5


def test_a_program_that_cannot_be_stepped_through_is_counted() -> None:
    program = Program(source_file("int broken(int *a {"), "broken", "gcc-12", "-O2", 128, 8)
    assert step_through(program).refused.total() == 1


@pytest.mark.parametrize("instead", ["advances 4", "goes back 16"])
def test_an_untrue_sentence_of_the_register_map_is_noticed(instead: str) -> None:
    listing, visits = _stepped_sum()
    said = "advances 16"
    uses = [use for use in listing.registers if said in use.holds]
    untrue = replace(uses[0], holds=uses[0].holds.replace(said, instead))
    checks = list(role_checks(replace(listing, registers=(uses[0], untrue)), visits))
    assert [bool(check.problem) for check in checks] == [False, True]


def test_a_register_that_is_overwritten_is_no_accumulator() -> None:
    listing, visits = _stepped_sum()
    loaded = next(use for use in listing.registers if use.role == "loaded value")
    loop = next(loop for loop in listing.loops if loop.role == "main")
    claimed = replace(loaded, role="accumulator", first=loop.first, last=loop.last)
    checks = list(role_checks(replace(listing, registers=(claimed,)), visits))
    assert checks
    assert checks[0].problem


def _stepped_sum() -> tuple[FunctionListing, list[Visit]]:
    run = recorded(Setting("sum", "gcc-12", "-O3", n=40))
    placed = {line.address: line for line in run.prepared.code}
    assert run.run.record is not None
    visits = [
        Visit(line.position, line.instruction, before, step.called)
        for step, before, _ in recorded_states(run.run.record)
        if (line := placed.get(step.address)) is not None
    ]
    return run.prepared.subject.listing, visits
