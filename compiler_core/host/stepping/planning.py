"""What the recorder is to do, from the listing and the linked program."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import FunctionListing, ListingLine, Loop
from compiler_core.host.effects import effects_of
from compiler_core.host.forms.matching import match_form
from compiler_core.host.instruction import Instruction, parse_instruction
from compiler_core.host.stepping.accesses import access_of
from compiler_core.host.stepping.program_image import ProgramImage
from compiler_core.toolchain.recorder.plan import (
    ALL_WIDE,
    FIRST_FAULT_REGISTER,
    FIRST_PREDICATE,
    MAXIMUM_STARTS,
    PlannedInstruction,
    StepPlan,
    WatchedRegion,
)

_FIRST_FAULT = ("ldff1", "ldnf1", "setffr", "wrffr")
_INSTRUCTION_BYTES = 4


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """An instruction of the listing and where it lies in the program."""

    position: int
    address: int
    line: ListingLine
    instruction: Instruction


def placed_line(position: int, address: int, line: ListingLine) -> PlacedLine:
    """A line of the listing at its address."""
    return PlacedLine(position, address, line, parse_instruction(line.text))


def step_plan(
    code: Sequence[PlacedLine],
    image: ProgramImage,
    starts: Sequence[int],
    arrival: int,
    steps: int,
    regions: tuple[WatchedRegion, ...],
    vector_bytes: int,
) -> StepPlan:
    """The plan for the function whose lines are `code`, in order of address.

    starts: addresses at which the recording may begin; arrival 0 begins at the function's entry.
    """
    entry = min(line.address for line in code)
    return StepPlan(
        entry=entry,
        starts=tuple(dict.fromkeys(starts))[:MAXIMUM_STARTS],
        arrival=arrival,
        steps=steps,
        ranges=_ranges(code),
        instructions=tuple(_planned(line, image, vector_bytes) for line in code),
        regions=regions,
    )


def label_addresses(listing: FunctionListing, code: Sequence[PlacedLine]) -> dict[str, int]:
    """Each label of the listing, with the address of the first instruction after it."""
    places = sorted((line.position, line.address) for line in code)
    addresses: dict[str, int] = {}
    for position, line in enumerate(listing.lines):
        if line.kind == "label":
            after = bisect(places, position, key=lambda pair: pair[0])
            if after < len(places):
                addresses[line.text.rstrip(":")] = places[after][1]
    return addresses


def loop_starts(
    listing: FunctionListing, code: Sequence[PlacedLine], line: int | None
) -> list[int]:
    """Where the wanted loops begin: those of a source line, or the innermost ones without one.

    Loops the listing calls the main body come first.
    """
    loops = [loop for loop in listing.loops if _is_wanted(loop, listing, line)]
    loops.sort(key=lambda loop: loop.role != "main")
    starts = (_start_of(loop, listing, code) for loop in loops)
    return [start for start in starts if start is not None]


def _is_wanted(loop: Loop, listing: FunctionListing, line: int | None) -> bool:
    if line is None:
        return loop.innermost
    return loop.source_line == line


def _start_of(loop: Loop, listing: FunctionListing, code: Sequence[PlacedLine]) -> int | None:
    """The first instruction of the loop's header."""
    header = next(block for block in listing.blocks if block.id == loop.header)
    inside = (line.address for line in code if header.first <= line.position <= header.last)
    return next(inside, None)


def _ranges(code: Sequence[PlacedLine]) -> tuple[tuple[int, int], ...]:
    """The addresses of the function, neighbours joined."""
    ranges: list[tuple[int, int]] = []
    for address in sorted(line.address for line in code):
        if ranges and address <= ranges[-1][1] + 4 * _INSTRUCTION_BYTES:
            ranges[-1] = ranges[-1][0], address + _INSTRUCTION_BYTES
        else:
            ranges.append((address, address + _INSTRUCTION_BYTES))
    return tuple(ranges)


def _planned(line: PlacedLine, image: ProgramImage, vector_bytes: int) -> PlannedInstruction:
    word = image.word(line.address)
    access = access_of(line.instruction, line.address, word, vector_bytes)
    return PlannedInstruction(line.address, _written(line.instruction), access)


def _written(instruction: Instruction) -> int:
    """The wide registers it may write, as bits; all of them for an unknown form."""
    if match_form(instruction) is None:
        return ALL_WIDE
    bits = 0
    for name in effects_of(instruction).writes:
        if name[0] == "v":
            bits |= 1 << int(name[1:])
        elif name[0] == "p":
            bits |= 1 << (FIRST_PREDICATE + int(name[1:]))
    if instruction.mnemonic.startswith(_FIRST_FAULT):
        bits |= 1 << FIRST_FAULT_REGISTER
    return bits
