"""How many iterations of the source a round does, held against recordings: in a round, addresses in
an array really move so many times as far as in an iteration of the code without optimisation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from compiler_core.errors import InputError
from compiler_core.host.compilation import FunctionListing, Loop
from compiler_core.host.counting.markers import note_assembly
from compiler_core.host.rounds.elements import ElementCounter
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.session import Driven
from compiler_core.host.stepping.executed_formulas import recorded_states
from compiler_core.host.stepping.record_steps import subject_of
from compiler_core.host.stepping.recording import Prepared, Wish, prepare_recording
from compiler_core.toolchain.recorder.record import RawRecord, RawStep
from compiler_core.toolchain.recorder.run import record_program
from tests.explain.proving.programs import Program
from tests.explain.proving.roles import Visit, rounds_of
from tests.explain.proving.stepped import LIMITS

N = 300
_STEPS = 9000
_LEAST_ROUNDS = 3
_LEVEL = re.compile(r"-O\w+")


@dataclass(frozen=True, slots=True)
class ElementCheck:
    """One number of iterations beside two recordings. problem: empty where it holds."""

    program: str
    count: int
    problem: str


@dataclass(frozen=True, slots=True)
class _Recorded:
    driven: Driven
    prepared: Prepared
    record: RawRecord
    visits: tuple[Visit, ...]
    steps: tuple[RawStep, ...]

    @property
    def listing(self) -> FunctionListing:
        return self.prepared.subject.listing


def element_checks(program: Program) -> list[ElementCheck]:
    """Of each main loop that is in no other, and whose addresses move evenly in both recordings."""
    plain = replace(program, flags=_LEVEL.sub("-O0", program.flags), n=N)
    if plain.flags == program.flags:
        return []
    here, there = _recorded(replace(program, n=N)), _recorded(plain)
    if here is None or there is None:
        return []
    counter = ElementCounter(here.driven.sources, here.driven.compilations[0])
    found: list[ElementCheck] = []
    for loop in here.listing.loops:
        twins = [one for one in there.listing.loops if one.source_line == loop.source_line]
        if not (loop.innermost and loop.role == "main" and len(twins) == 1) or twins[0].parent:
            continue
        count = counter.elements(here.listing, loop, here.record.vector_bytes).count
        if count is not None:
            moved = _moved(here, loop), _moved(there, twins[0])
            found += _compared(program, count, *moved)
    return found


def _compared(
    program: Program, count: int, here: dict[str, set[int]], there: dict[str, set[int]]
) -> Iterator[ElementCheck]:
    """Arrays through which both move by one amount say how many iterations a round does."""
    both = {name for name in here.keys() & there if len(here[name]) == len(there[name]) == 1}
    if both:
        pairs = [(name, *here[name], *there[name]) for name in sorted(both)]
        wrong = [
            f"{name} moves by {far} bytes a round, by {near} an iteration"
            for name, far, near in pairs
            if far != count * near
        ]
        yield ElementCheck(program.name, count, "; ".join(wrong))


def _moved(recorded: _Recorded, loop: Loop) -> dict[str, set[int]]:
    """For each array the amounts by which addresses move from round to round: of instructions that
    touch it once in every round."""
    places: dict[int, list[int]] = {}
    rounds = tuple(rounds_of(recorded.listing, loop, recorded.visits))
    for first, end in rounds:
        for index in range(first, end):
            touched = recorded.steps[index].touched
            if touched:
                position = recorded.visits[index].position
                places.setdefault(position, []).append(touched[0].address)
    found: dict[str, set[int]] = {}
    for addresses in places.values():
        name = _array_at(recorded, addresses[0])
        moves = {after - before for before, after in pairwise(addresses)}
        if name and len(addresses) == len(rounds) >= _LEAST_ROUNDS and len(moves) == 1:
            found.setdefault(name, set()).update(moves - {0})
    return found


def _array_at(recorded: _Recorded, address: int) -> str:
    for region in recorded.record.regions:
        if region.address <= address < region.address + len(region.content):
            return recorded.prepared.watched[region.number].name
    return ""


def _recorded(program: Program) -> _Recorded | None:
    """From the function's entry; None for what cannot be run."""
    experiment = Experiment(function=program.function, n=program.n, sve_bits=program.sve_bits)
    try:
        driven, planner, plan = prepare(
            (program.source,), program.compiler, program.flags, experiment, note_assembly
        )
        subject = subject_of(driven, planner, plan)
        if subject is None:
            return None
        prepared = prepare_recording(subject, Wish(None, 0, _STEPS, program.sve_bits))
    except InputError:
        return None
    record = record_program(
        subject.program,
        prepared.plan,
        arguments=subject.arguments,
        sve_bytes=program.sve_bits // 8,
        limits=LIMITS,
    ).record
    if record is None:
        return None
    code = {line.address: line for line in prepared.code}
    listed = [(step, before) for step, before, _ in recorded_states(record) if step.address in code]
    visits = tuple(
        Visit(code[step.address].position, code[step.address].instruction, before, step.called)
        for step, before in listed
    )
    return _Recorded(driven, prepared, record, visits, tuple(step for step, _ in listed))
