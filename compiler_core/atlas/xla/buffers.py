"""Where XLA puts the values of a program, and where our planner would put the same.

XLA prints which allocation each value got, at which byte, and from which instruction to which it is
alive. Values that a caller hands over have their place already; the others are `Buffer`s as our
arena has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.atlas.records import Plot, PlotSeries
from compiler_core.graph.planning.arena_picture import arena_picture
from compiler_core.graph.planning.plan import plan_memory
from compiler_core.graph.records import Buffer, MemoryPlan, PlacedBuffer

_ALLOCATION = re.compile(r"^allocation (?P<number>\d+): size (?P<bytes>\d+), (?P<kind>.*?):?$")
_VALUE = re.compile(r"^ value: <\d+ (?P<name>.+) @\d+> \(size=(?P<bytes>\d+),offset=(?P<at>\d+)\)")
_ALIVE = re.compile(r"^    (?P<name>[^:\s]+):(?P<first>\d+)-(?P<last>\d+)$", re.MULTILINE)
_SEQUENCE = re.compile(r"^    \d+:(\S+)$", re.MULTILINE)
_PARAMETER, _ASIDE = "parameter", ("thread-local", "constant")
_METHOD = "greedy-by-size"


@dataclass(frozen=True, slots=True, kw_only=True)
class XlaValue:
    """A value of an XLA program, and where in memory it lies."""

    name: str
    """As XLA prints it, with the place in a tuple where it has one."""
    bytes: int
    """How large it is."""
    allocation: int
    """Number of the allocation that it lies in."""
    offset: int
    """Where it begins, in bytes from the start of its allocation."""
    first: int
    """Number of the instruction from which it is alive, in the order in which they run."""
    last: int
    """Number of the last instruction at which it is alive, in the order in which they run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferAssignment:
    """Of one device; bytes.

    handed_over: what a caller brings. allocations: all others, by number, those of single threads
    left out; values: what lies in them. sequence: the instructions.
    """

    handed_over: int
    allocations: Mapping[int, int]
    values: tuple[XlaValue, ...]
    sequence: tuple[str, ...]

    @property
    def allocated(self) -> int:
        """Bytes of all values that the program makes."""
        return sum(self.allocations.values())


def read_buffers(assignment: str, alive: str) -> BufferAssignment:
    """Both as XLA printed them; lines of another form are passed over."""
    lives = {
        match["name"].removesuffix("{}"): (int(match["first"]), int(match["last"]))
        for match in _ALIVE.finditer(alive)
    }
    handed_over, allocations, values, number = 0, {}, [], -1
    for line in assignment.splitlines():
        if opened := _ALLOCATION.match(line):
            number = int(opened["number"])
            if opened["kind"].startswith(_PARAMETER):
                handed_over += int(opened["bytes"])
            elif not opened["kind"].startswith(_ASIDE):
                allocations[number] = int(opened["bytes"])
        elif number in allocations and (matched := _VALUE.match(line)) and matched["name"] in lives:
            first, last = lives[matched["name"]]
            values.append(
                XlaValue(
                    name=matched["name"],
                    bytes=int(matched["bytes"]),
                    allocation=number,
                    offset=int(matched["at"]),
                    first=first,
                    last=last,
                )
            )
    values.sort(key=lambda value: (value.first, value.name))
    return BufferAssignment(
        handed_over=handed_over,
        allocations=allocations,
        values=tuple(values),
        sequence=tuple(_SEQUENCE.findall(alive)),
    )


def xla_plan(assignment: BufferAssignment) -> MemoryPlan:
    """XLA's allocations one behind the other, as one arena."""
    starts: dict[int, int] = {}
    end = 0
    for number, size in assignment.allocations.items():
        starts[number] = end
        end += size
    placed = tuple(
        PlacedBuffer(buffer, starts[value.allocation] + value.offset)
        for buffer, value in zip(_buffers(assignment), assignment.values, strict=True)
    )
    return MemoryPlan(
        method="XLA",
        placed=placed,
        arena_bytes=end,
        lower_bound=0,
        without_reuse=sum(value.bytes for value in assignment.values),
    )


def our_plan(assignment: BufferAssignment) -> MemoryPlan:
    """The same values by a planner of ours; what XLA computes in place, it may too."""
    return plan_memory(_buffers(assignment), _METHOD)


def _buffers(assignment: BufferAssignment) -> tuple[Buffer, ...]:
    return tuple(
        Buffer(value.name, value.bytes, value.first, value.last, _in_place_of(value, assignment))
        for value in assignment.values
    )


def _in_place_of(value: XlaValue, assignment: BufferAssignment) -> str:
    """The value that ends where this one begins, in the same bytes; "" for none."""
    for other in assignment.values:
        span = (other.allocation, other.offset, other.bytes)
        if other.last == value.first > other.first and span == (
            value.allocation,
            value.offset,
            value.bytes,
        ):
            return other.name
    return ""


def memory_plot(assignment: BufferAssignment) -> Plot:
    """Bytes in use while each instruction runs, below what was set aside, and what reuse saves."""
    plan, ours = xla_plan(assignment), our_plan(assignment)
    alive = tuple(
        (float(kernel.kernel), float(kernel.alive_bytes)) for kernel in arena_picture(plan).kernels
    )
    end = max(len(alive) - 1, 1)
    return Plot(
        title="Memory of what the program makes, on one device",
        look="No plan can take less than the highest point of the bytes in use. See how far above "
        "it the others lie.",
        across="instruction", up="bytes",
        series=(
            PlotSeries(name="in use", form="line", points=alive),
            _level("set aside by XLA", plan.arena_bytes, end),
            _level("an arena of ours", ours.arena_bytes, end),
            _level("without reuse", plan.without_reuse, end),
        ),
    )  # fmt: skip


def _level(name: str, size: int, end: int) -> PlotSeries:
    return PlotSeries(
        name=name, form="line", points=((0.0, float(size)), (float(end), float(size)))
    )


def buffer_lines(assignment: BufferAssignment, plan: MemoryPlan) -> str:
    """Who lies where and how long, a line each."""
    names = assignment.sequence
    return "\n".join(
        f"{entry.offset:>9} … {entry.offset + entry.buffer.bytes:<9} {entry.buffer.name}, from "
        f"{_instruction(names, entry.buffer.first)} to {_instruction(names, entry.buffer.last)}"
        for entry in sorted(plan.placed, key=lambda slot: (slot.offset, slot.buffer.first))
    )


def _instruction(names: tuple[str, ...], at: int) -> str:
    return names[at] if at < len(names) else "the end"
