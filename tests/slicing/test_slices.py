"""Slices and their replay on recordings made here, without an emulator."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.slicing.control import ControlFlow
from compiler_core.host.slicing.given import given_contents, register_part
from compiler_core.host.slicing.locations import (
    Location,
    address_of,
    memory_locations,
    vector_locations,
)
from compiler_core.host.slicing.recorded_run import RecordedRun
from compiler_core.host.slicing.replay import Replay, replay
from compiler_core.host.slicing.slice import Slice, slice_of
from tests.slicing.simulated import simulated

ARRAY, RESULT = 0x4000, 0x5000
# Adds the elements above 3.
CONDITIONAL_SUM = (
    "mov w2, 0",
    "mov x3, 0",
    "ldr w4, [x0, x3]",
    "add x3, x3, 4",
    "cmp w4, 3",
    "ble .L2",
    "add w2, w2, w4",
    "cmp x3, x1",
    "bne .L3",
    "mov w0, w2",
    "ret",
)
BLOCKS = (
    BasicBlock(0, 0, 1, (1,)), BasicBlock(1, 2, 5, (2, 3)), BasicBlock(2, 6, 6, (3,)),
    BasicBlock(3, 7, 8, (1, 4)), BasicBlock(4, 9, 10, ()),
)  # fmt: skip
VALUES = (5, 1, 7, 2, 9)
STRAIGHT = (BasicBlock(0, 0, 9, ()),)


def conditional_sum() -> tuple[RecordedRun, ControlFlow]:
    content = b"".join(value.to_bytes(4, "little") for value in VALUES)
    memory = dict(enumerate(content, ARRAY))
    registers = {"x0": ARRAY, "x1": len(content)}
    return simulated(CONDITIONAL_SUM, {".L2": 7, ".L3": 2}, BLOCKS, registers, memory)


def replayed(run: RecordedRun, found: Slice, wanted: dict[Location, int]) -> Replay:
    return replay(run, found, given_contents(run, found), wanted)


def elements(found: Slice, array: int, size: int) -> dict[int, str]:
    """Index -> kind of the elements of an array that a slice was given."""
    addresses = {address_of(place): kind for place, kind in found.inputs.items()}
    return {
        (address - array) // size: kind
        for address, kind in addresses.items()
        if address is not None
    }


def test_an_element_that_was_not_added_still_decides() -> None:
    """Elements 1 and 3 are left out of the sum by a branch: had they been larger, it would be
    another."""
    run, flow = conditional_sum()
    found = slice_of(run, flow, (0,), len(run.steps))
    kinds = elements(found, ARRAY, 4)
    assert kinds == {0: "data", 1: "branch", 2: "data", 3: "branch", 4: "data"}
    assert replayed(run, found, {0: sum(value for value in VALUES if value > 3)}).verdict == "same"


@pytest.mark.parametrize("kind", ["data", "address"])
def test_a_slice_that_misses_a_step_is_not_proven(kind: str) -> None:
    run, flow = conditional_sum()
    found = slice_of(run, flow, (0,), len(run.steps))
    wanted = {0: register_part(run, 0, len(run.steps))}
    missing = [step for step, reached in found.steps.items() if reached == kind]
    assert missing
    for step in missing:
        rest = {one: reached for one, reached in found.steps.items() if one != step}
        assert replayed(run, replace(found, steps=rest), wanted).verdict != "same"


def test_a_slice_that_misses_an_input_is_not_proven() -> None:
    run, flow = conditional_sum()
    found = slice_of(run, flow, (0,), len(run.steps))
    wanted = {0: register_part(run, 0, len(run.steps))}
    given = given_contents(run, found)
    for place in found.inputs:
        rest = {one: value for one, value in given.items() if one != place}
        assert replay(run, found, rest, wanted).verdict != "same"


def test_lanes_are_told_apart() -> None:
    lines = ("ldr q0, [x0]", "add v0.4s, v0.4s, v1.4s", "str q0, [x1]", "ret")
    memory = dict.fromkeys((*range(ARRAY, ARRAY + 16), *range(RESULT, RESULT + 16)), 3)
    run, flow = simulated(lines, {}, STRAIGHT, {"x0": ARRAY, "x1": RESULT, "v1": 1 << 32}, memory)
    found = slice_of(run, flow, memory_locations(RESULT + 4, 4), len(run.steps))
    assert elements(found, ARRAY, 4) == {1: "data"}
    registers = {place for place in found.inputs if address_of(place) is None}
    assert registers == {0, 1, *vector_locations(1, 4, 4)}
    assert {place: found.inputs[place] for place in (0, 1)} == {0: "address", 1: "address"}
    wanted = dict(zip(memory_locations(RESULT + 4, 4), (4, 3, 3, 3), strict=True))
    assert replayed(run, found, wanted).verdict == "same"


def test_a_lane_that_an_instruction_leaves_alone_does_not_depend_on_it() -> None:
    lines = ("dup v0.4s, w0", "mov v0.s[1], w1", "ret")
    run, flow = simulated(lines, {}, STRAIGHT, {"x0": 6, "x1": 8}, {})
    first = slice_of(run, flow, vector_locations(0, 0, 4), len(run.steps))
    second = slice_of(run, flow, vector_locations(0, 4, 4), len(run.steps))
    assert (dict(first.steps), set(first.inputs)) == ({0: "data"}, {0})
    assert (dict(second.steps), set(second.inputs)) == ({1: "data"}, {1})
    assert replayed(run, first, {vector_locations(0, 0, 1)[0]: 6}).verdict == "same"


def test_an_unknown_effect_ends_the_proof() -> None:
    lines = ("mov x1, x0", "mrs x1, cntvct_el0", "add x0, x1, 1", "ret")
    run, flow = _with_unknown(lines)
    found = slice_of(run, flow, (0,), len(run.steps))
    assert set(found.unknown) == {1}
    outcome = replayed(run, found, {0: register_part(run, 0, len(run.steps))})
    assert (outcome.verdict, outcome.step) == ("ended", 1)


def _with_unknown(lines: tuple[str, ...]) -> tuple[RecordedRun, ControlFlow]:
    """Recorded with a move in the place of the line that no formula tells."""
    moved = tuple("mov x1, 5" if line.startswith("mrs") else line for line in lines)
    run, flow = simulated(moved, {}, STRAIGHT, {"x0": 1}, {})
    code = {
        address: replace(fact, formula="") if fact.placed.position == 1 else fact
        for address, fact in run.code.items()
    }
    return replace(run, code=code), flow


def test_a_signature_that_was_checked_leaves_the_address() -> None:
    """The signature in between is noise in the replay: only the address is proven."""
    lines = ("pacia x2, x3", "autia x2, x3", "add x0, x2, 8", "ret")
    run, flow = simulated(lines, {}, STRAIGHT, {"x2": 0x400000, "x3": 7}, {})
    found = slice_of(run, flow, (0,), len(run.steps))
    assert dict(found.inputs) == {2: "data", 3: "data"}
    assert replayed(run, found, {0: 0x400008}).verdict == "same"
    signed = slice_of(run, flow, (2,), 1)
    assert replayed(run, signed, {2: 0x400000}).verdict == "differs"


def test_a_branch_to_the_next_line_goes_the_way_it_went() -> None:
    lines = ("mov w0, w1", "b .L2", "add w0, w0, 1", "ret")
    run, flow = simulated(lines, {".L2": 2}, STRAIGHT, {"x1": 4}, {})
    found = slice_of(run, flow, (0,), len(run.steps))
    whole = replace(found, steps={**found.steps, 1: "branch"})
    assert replayed(run, whole, {0: 5}).verdict == "same"
