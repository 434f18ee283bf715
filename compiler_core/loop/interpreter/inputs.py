"""Inputs made from a seed: the same seed gives the same input for the same signature.

Seeds differ in kind as well as in numbers: zero rounds, one round, a few rounds, negative bounds,
large numbers; arrays apart from each other, or overlapping where the signature allows it.
"""

from __future__ import annotations

from random import Random

from compiler_core.loop.interpreter.arithmetic import round_float
from compiler_core.loop.interpreter.machine import Input
from compiler_core.loop.interpreter.memory import ArrayRegion, encode
from compiler_core.loop.ir.types import Type, integer_range, wrap
from compiler_core.loop.ir.values import Array, Function, Number

ELEMENTS = 320
ROWS = 66
MAXIMUM_ELEMENTS = 16_384
_KINDS = ("a few rounds", "zero rounds", "one round", "several rounds", "negative", "large")
_PERIOD = 97
# By how many elements an overlapping array starts before or behind the one it overlaps.
_SHIFTS = (-2, -1, -1, 0, 0, 1, 1, 2, 5)
_ODD_FLOATS = (-0.0, 0.0, 1.0, 0.1, 1e30)


def seeded_input(function: Function, seed: int) -> Input:
    """Six seeds give the six kinds, every other one with overlapping arrays; the next six the
    other way round.

    Arrays have 320 elements, or 66 rows. Only arrays of one element type without `restrict`
    overlap: C allows no other overlap to be noticed.
    """
    random = Random(f"{function.name} {seed}")
    kind = _KINDS[seed % len(_KINDS)]
    scalars = {scalar.name: _scalar(scalar.type, kind, random) for scalar in function.scalars}
    overlapping = (seed + seed // len(_KINDS)) % 2 == 1
    arrays = [parameter for parameter in function.arrays if not parameter.is_local]
    regions, size = _places(arrays, overlapping, random)
    memory = bytearray(size)
    for array in arrays:
        region = regions[array.name]
        data = _contents(array.element, region.count, random)
        memory[region.base : region.base + len(data)] = data
    return Input(scalars, regions, bytes(memory))


def measuring_input(function: Function, rounds: int = 16) -> Input:
    """The input that operations are counted on: every integer parameter is `rounds`."""
    given = seeded_input(function, 0)
    scalars = {
        scalar.name: rounds if scalar.type.is_integer else given.scalars[scalar.name]
        for scalar in function.scalars
    }
    return Input(scalars, given.regions, given.memory)


def _scalar(type_: Type, kind: str, random: Random) -> Number:
    if type_.kind == "bool":
        return random.random() < 0.5
    if type_.is_float:
        return _element(type_, random)
    choices = {
        "a few rounds": range(2, 10), "zero rounds": (0,), "one round": (1,),
        "several rounds": range(10, 18), "negative": (-1, -3, -8), "large": (),
    }[kind]  # fmt: skip
    return wrap(random.choice(choices), type_) if choices else _large(type_, random)


def _large(type_: Type, random: Random) -> int:
    """Small and extreme numbers, so that some programs run long and some arithmetic wraps."""
    least, greatest = integer_range(type_)
    return random.choice((least, greatest, greatest - 2, random.randint(least, greatest), 3, 5))


def _contents(type_: Type, count: int, random: Random) -> bytes:
    """Random elements; after a prime number of them they repeat, which saves time."""
    data = encode(type_, [_element(type_, random) for _ in range(min(count, _PERIOD))])
    return (data * -(-count // _PERIOD))[: count * type_.bytes]


def _element(type_: Type, random: Random) -> Number:
    if type_.kind == "bool":
        return random.random() < 0.5
    kind = random.random()
    if type_.is_float:
        if kind < 0.2:
            return round_float(_ODD_FLOATS[int(kind * 25)], type_)
        return int(kind * 81 - 40) / 4
    if type_.bits == 8:
        return wrap(int(kind * 256), type_)
    return wrap(int(kind * 40 - 10) if kind < 0.75 else int(kind * 300), type_)


def _places(
    arrays: list[Array], overlapping: bool, random: Random
) -> tuple[dict[str, ArrayRegion], int]:
    """A region for each array, and the size of memory."""
    regions: dict[str, ArrayRegion] = {}
    end = 64
    for array in arrays:
        rows = max(min(ROWS, MAXIMUM_ELEMENTS // array.row), 2)
        count = ELEMENTS if array.row == 1 else rows * array.row
        partner = (
            next((peer for peer in arrays if peer.name in regions and _may_meet(peer, array)), None)
            if overlapping
            else None
        )
        base = end
        if partner is not None:
            base = regions[partner.name].base + random.choice(_SHIFTS) * array.element.bytes
        regions[array.name] = ArrayRegion(base, count)
        end = max(end, -(-(base + count * array.element.bytes) // 16) * 16 + 16)
    return regions, end


def _may_meet(array: Array, other: Array) -> bool:
    return array.element == other.element and not array.restrict and not other.restrict
