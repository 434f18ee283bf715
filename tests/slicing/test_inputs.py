"""What is not in a slice does not matter: changed, it leaves the bits of the value as they are."""

from __future__ import annotations

import random
import struct

import pytest

from compiler_core.host.slicing.explained_value import content_at_end
from compiler_core.host.slicing.given import given_contents
from compiler_core.host.slicing.locations import (
    Location,
    address_of,
    general_location,
    memory_locations,
    vector_locations,
)
from compiler_core.host.slicing.replay import replay
from compiler_core.host.slicing.slice import Slice, slice_of
from tests.slicing.drawn_loops import ARRAYS, DrawnLoop, drawn_loop, results
from tests.slicing.recorded import Recorded, recorded

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.slow]

_N = 20
_CHANGES = 24


@pytest.mark.parametrize("seed", range(12))
def test_what_a_slice_was_not_given_does_not_matter(seed: int) -> None:
    loop = drawn_loop(seed)
    made = recorded(loop.text, loop.compiler, loop.flags, _N)
    draw = random.Random(seed)
    element = draw.randrange(_N)
    wanted = _places(loop, made, element)
    end = len(made.run.steps)
    found = slice_of(made.run, made.flow, wanted, end)
    assert not found.unknown
    held = {
        place: content
        for place in wanted
        if (content := content_at_end(made.run, place)) is not None
    }
    assert replay(made.run, found, given_contents(made.run, found), held).verdict == "same"
    changes = _changes(draw, loop, made, found)
    bits = results(loop, made.contents, _N, element, changes)
    assert set(bits) == {_bits(held)}, loop.text


def _places(loop: DrawnLoop, made: Recorded, element: int) -> tuple[Location, ...]:
    if not loop.returns:
        return tuple(memory_locations(made.arrays["y"].address + 4 * element, 4))
    if loop.type_name == "float":
        return tuple(vector_locations(0, 0, 4))
    return (general_location(0),)


def _bits(held: dict[Location, int]) -> int:
    if len(held) == 1:
        return next(iter(held.values())) & 0xFFFFFFFF
    return int.from_bytes(bytes(held[place] for place in sorted(held)), "little")


def _changes(
    draw: random.Random, loop: DrawnLoop, made: Recorded, found: Slice
) -> list[tuple[str, int, bytes]]:
    """New values for elements that the slice was not given."""
    given = {address_of(place) for place in found.inputs}
    outside = [
        (name, place)
        for name in ARRAYS
        if name in made.contents
        for place in range(0, len(made.contents[name]), 4)
        if made.arrays[name].address + place not in given
    ]
    chosen = draw.sample(outside, min(_CHANGES, len(outside)))
    return [(name, place, _drawn_value(draw, name, loop)) for name, place in chosen]


def _drawn_value(draw: random.Random, name: str, loop: DrawnLoop) -> bytes:
    if name != "k" and loop.type_name == "float":
        return struct.pack("<f", draw.uniform(-50, 50))
    return struct.pack("<i", draw.randint(-1000, 1000))
