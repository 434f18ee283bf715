"""The places values lie in while a program runs, as numbers: registers, flags, bytes of memory.

A general register, the stack pointer and the flags are one location each, for every write replaces
them whole. Of vector registers each byte is one, of predicates each bit, so that lanes are told
apart; of memory each byte. `BRANCH` stands for the way that a branch takes.
"""

from __future__ import annotations

from collections.abc import Iterator

Location = int
"""One of the numbers below."""

STACK_POINTER, FLAGS, BRANCH = 31, 32, 33
_FIRST_VECTOR, _VECTOR_ROOM, _VECTORS = 64, 256, 32
_FIRST_PREDICATE, _PREDICATE_ROOM, _PREDICATES = 8256, 256, 16
_FIRST_ADDRESS = 1 << 14

Bank = int
"""A register as a whole: general registers, sp and flags as above, then vectors and predicates."""
FIRST_VECTOR_BANK, FIRST_PREDICATE_BANK = 64, 128


def general_location(number: int) -> Location:
    """Of x0 to x30; 31 is sp."""
    return number


def vector_locations(number: int, first: int, count: int) -> range:
    """Of bytes of a vector register."""
    start = _FIRST_VECTOR + number * _VECTOR_ROOM + first
    return range(start, start + count)


def predicate_locations(number: int, first: int, count: int) -> range:
    """Of bits of a predicate."""
    start = _FIRST_PREDICATE + number * _PREDICATE_ROOM + first
    return range(start, start + count)


def memory_locations(address: int, count: int) -> range:
    """Of bytes of memory."""
    return range(_FIRST_ADDRESS + address, _FIRST_ADDRESS + address + count)


def address_of(location: Location) -> int | None:
    """The address of a byte of memory; None for everything else."""
    return location - _FIRST_ADDRESS if location >= _FIRST_ADDRESS else None


def bank_of(location: Location) -> Bank:
    """The register that a location which is not memory belongs to."""
    if location < _FIRST_VECTOR:
        return location
    if location < _FIRST_PREDICATE:
        return FIRST_VECTOR_BANK + (location - _FIRST_VECTOR) // _VECTOR_ROOM
    return FIRST_PREDICATE_BANK + (location - _FIRST_PREDICATE) // _PREDICATE_ROOM


def place_in_bank(location: Location) -> int:
    """The byte of a vector or the bit of a predicate; 0 for the rest."""
    if location < _FIRST_VECTOR:
        return 0
    if location < _FIRST_PREDICATE:
        return (location - _FIRST_VECTOR) % _VECTOR_ROOM
    return (location - _FIRST_PREDICATE) % _PREDICATE_ROOM


def bank_of_register(name: str) -> Bank:
    """Of a register as effects name it: x0, sp, nzcv, v3, p1."""
    if name in ("sp", "nzcv"):
        return STACK_POINTER if name == "sp" else FLAGS
    first = {"x": 0, "v": FIRST_VECTOR_BANK, "p": FIRST_PREDICATE_BANK}[name[0]]
    return first + int(name[1:])


def bank_locations(bank: Bank, vector_bytes: int) -> range:
    """All of a register."""
    if bank < FIRST_VECTOR_BANK:
        return range(bank, bank + 1)
    if bank < FIRST_PREDICATE_BANK:
        return vector_locations(bank - FIRST_VECTOR_BANK, 0, vector_bytes)
    return predicate_locations(bank - FIRST_PREDICATE_BANK, 0, vector_bytes)


def bank_name(bank: Bank) -> str:
    """As effects name it."""
    if bank < FIRST_VECTOR_BANK:
        return {STACK_POINTER: "sp", FLAGS: "nzcv", BRANCH: "branch"}.get(bank, f"x{bank}")
    if bank < FIRST_PREDICATE_BANK:
        return f"v{bank - FIRST_VECTOR_BANK}"
    return f"p{bank - FIRST_PREDICATE_BANK}"


def all_banks() -> Iterator[Bank]:
    """Every register."""
    yield from range(FLAGS + 1)
    yield from range(FIRST_VECTOR_BANK, FIRST_VECTOR_BANK + _VECTORS)
    yield from range(FIRST_PREDICATE_BANK, FIRST_PREDICATE_BANK + _PREDICATES)
