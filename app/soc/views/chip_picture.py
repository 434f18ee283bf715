"""A chip as a block diagram: units above the bus, memories below it, each part a link.

A memory's square grows with the logarithm of its capacity, a wire with that of its bandwidth.
Cells hint at cores, lanes and the sides of an array; they are not counted out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, log2
from textwrap import wrap

from app.soc.views.chip_words import memory_speed, peak_text, plain_number
from app.words import count
from compiler_core.sizes import size_text
from compiler_core.soc.description import ComputeUnit, Memory, Precision, SocDescription

WIDTH, UNIT_HEIGHT, GAP = 860, 176, 16
WIDEST_UNIT = 264
BUS_TOP, BUS_HEIGHT = 206, 8
MEMORY_TOP = 274
PAD = 14
CHARACTER, LINE = 7.8, 18
CELLS_TOP, CELLS_HEIGHT = 54, 66
SMALLEST_MEMORY, SMALLEST_SIDE = 16 * 1024, 24.0
_PREFERRED: tuple[Precision, ...] = ("int8", "fp16", "fp32", "int4")


@dataclass(frozen=True, slots=True)
class PictureBox:
    """A rectangle of a part."""

    x: float
    y: float
    width: float
    height: float
    classes: str


@dataclass(frozen=True, slots=True)
class PictureText:
    """A line of text of a part."""

    x: float
    y: float
    text: str
    classes: str


@dataclass(frozen=True, slots=True)
class PicturePart:
    """A unit or memory. address: of the page with this part chosen."""

    address: str
    classes: str
    current: bool
    boxes: tuple[PictureBox, ...]
    texts: tuple[PictureText, ...]


@dataclass(frozen=True, slots=True)
class Wire:
    """From the bus up or down. thickness: by bandwidth. labels: beside it."""

    path: str
    thickness: float
    classes: str
    labels: tuple[PictureText, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipPicture:
    """A chip as a block diagram."""

    box: str
    """The SVG's viewBox."""
    width: int
    """Width of the picture, in pixels."""
    height: int
    """Height of the picture, in pixels."""
    bus: PictureBox
    """The line that joins all parts."""
    wires: tuple[Wire, ...]
    """From the bus to each unit, then to each memory."""
    parts: tuple[PicturePart, ...]
    """Units above the bus, then memories below it."""


def chip_picture(soc: SocDescription, chosen: str, address_of: Callable[[str], str]) -> ChipPicture:
    """chosen: the name of a part; address_of: of the page with a part chosen."""
    units = list(_slots(len(soc.units), WIDEST_UNIT))
    memories = list(_slots(len(soc.memories), WIDTH))
    wires = [_unit_wire(left + width / 2) for left, width in units]
    parts, low = [], _memory_height(soc, memories[0][1])
    for unit, (left, width) in zip(soc.units, units, strict=True):
        parts.append(_unit_part(unit, left, width, unit.name == chosen, address_of(unit.name)))
    for memory, (left, width) in zip(soc.memories, memories, strict=True):
        wires.append(_memory_wire(memory, left))
        frame = PictureBox(left, MEMORY_TOP, width, low, "frame")
        parts.append(_memory_part(memory, frame, memory.name == chosen, address_of(memory.name)))
    height = ceil(MEMORY_TOP + low) + 4
    return ChipPicture(
        box=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        bus=PictureBox(0, BUS_TOP, WIDTH, BUS_HEIGHT, "bus"),
        wires=tuple(wires),
        parts=tuple(parts),
    )


def _slots(count: int, widest: float) -> Iterator[tuple[float, float]]:
    """(left, width) of parts side by side, in the middle."""
    width = min((WIDTH - GAP * (count - 1)) / count, widest)
    first = (WIDTH - width * count - GAP * (count - 1)) / 2
    for index in range(count):
        yield round(first + index * (width + GAP), 1), round(width, 1)


def _unit_part(
    unit: ComputeUnit, left: float, width: float, is_chosen: bool, address: str
) -> PicturePart:
    peak, shape = unit_peak(unit), unit_shape(unit)
    lines = _wrapped(unit.title, width - 2 * PAD)
    texts = [
        PictureText(left + PAD, 24 + LINE * row, line, "name") for row, line in enumerate(lines)
    ]
    texts.append(PictureText(left + PAD, UNIT_HEIGHT - 32, peak, "peak"))
    texts.append(PictureText(left + PAD, UNIT_HEIGHT - 13, shape, "small"))
    return PicturePart(
        address,
        f"unit is-{unit.kind}",
        is_chosen,
        (
            PictureBox(left, 2, width, UNIT_HEIGHT, "frame"),
            *_cells(unit, left + PAD, width - 2 * PAD),
        ),
        tuple(texts),
    )


def unit_peak(unit: ComputeUnit) -> str:
    """At the precision that networks usually have."""
    for precision in _PREFERRED:
        speed = unit.operations_per_second(precision)
        if speed is not None:
            return peak_text(speed, precision)
    return "speed not published"


def unit_shape(unit: ComputeUnit) -> str:
    """How many of what, and how fast they tick."""
    clock = f" at {unit.clock_ghz.value:g} GHz" if unit.clock_ghz else ""
    cores = plain_number(unit.cores.value)
    if unit.array_rows and unit.array_columns:
        times = f"{cores} × " if unit.cores.value > 1 else ""
        return f"{times}{unit.array_rows.value:g} × {unit.array_columns.value:g}{clock}"
    if unit.cores.value > 1 or unit.kind == "cpu":
        return f"{cores} {_cores_noun(unit)}{clock}"
    return f"one unit{clock}" if clock else "insides not published"


def _cores_noun(unit: ComputeUnit) -> str:
    if unit.cores.value == 1:
        return "core"
    return "lanes" if unit.kind == "gpu" and unit.cores.value > 128 else "cores"


def _cells(unit: ComputeUnit, left: float, width: float) -> Iterator[PictureBox]:
    """Cores of a CPU one by one; lanes, and arrays, as a hint."""
    if unit.kind == "cpu":
        yield from _rows_of(min(round(unit.cores.value), 24), 24, left, width)
    elif unit.array_rows and unit.array_columns:
        yield from _arrays(unit, unit.array_rows.value, unit.array_columns.value, left, width)
    elif unit.kind == "gpu":
        yield from _rows_of(_lanes_shown(unit), 9, left, width)
    else:
        cores = min(round(unit.cores.value), 3)
        side = min(CELLS_HEIGHT, (width - 8 * (cores - 1)) / cores)
        for index in range(cores):
            yield PictureBox(
                round(left + index * (side + 8), 1),
                CELLS_TOP,
                round(side, 1),
                round(side, 1),
                "unknown",
            )


def _lanes_shown(unit: ComputeUnit) -> int:
    rates = [rate.macs_per_cycle.value for rate in unit.rates]
    lanes = unit.cores.value * max(rates, default=16)
    return max(8, min(72, round(6 * log2(max(lanes, 2)))))


def _rows_of(count: int, size: float, left: float, width: float) -> Iterator[PictureBox]:
    """Squares in rows, as many as fit."""
    step = size + 4
    across = max(1, int((width + 4) // step))
    for index in range(count):
        x, y = left + index % across * step, CELLS_TOP + index // across * step
        if y + size <= CELLS_TOP + CELLS_HEIGHT + size:
            yield PictureBox(round(x, 1), round(y, 1), size, size, "cell")


def _arrays(
    unit: ComputeUnit, rows: float, columns: float, left: float, width: float
) -> Iterator[PictureBox]:
    """One grid for each core, at most three; its sides grow with the logarithm of the array's."""
    cores = min(round(unit.cores.value), 3)
    down, across = _hint(rows), _hint(columns)
    size = min(CELLS_HEIGHT / down, (width - 10 * (cores - 1)) / cores / across)
    for core in range(cores):
        start = left + core * (across * size + 10)
        for row in range(down):
            for column in range(across):
                yield PictureBox(
                    round(start + column * size, 2), round(CELLS_TOP + row * size, 2),
                    round(size - 1, 2), round(size - 1, 2), "cell",
                )  # fmt: skip


def _hint(side: float) -> int:
    return max(2, min(16, round(2 * log2(max(side, 2)))))


def _unit_wire(x: float) -> Wire:
    return Wire(f"M{x:.1f} {UNIT_HEIGHT + 2} V{BUS_TOP}", 3, "wire", ())


def _side(memory: Memory) -> float:
    """Of a memory's square."""
    if memory.capacity_bytes is None:
        return SMALLEST_SIDE
    side = 12 + 4 * max(0.0, log2(memory.capacity_bytes.value / SMALLEST_MEMORY))
    return round(max(side, SMALLEST_SIDE), 1)


def _memory_wire(memory: Memory, left: float) -> Wire:
    x = left + PAD + 12
    speed = memory.bytes_per_second
    path = f"M{x:.1f} {BUS_TOP + BUS_HEIGHT} V{MEMORY_TOP + PAD}"
    if speed is None:
        return Wire(path, 2, "wire is-unknown", ())
    labels = [PictureText(x + 18, BUS_TOP + 30, memory_speed(memory), "speed")]
    if memory.bus_width_bits and memory.transfer_rate_mtps:
        width = count(round(memory.bus_width_bits.value), "bit")
        words = f"{width} × {memory.transfer_rate_mtps.value:,g} MT/s"
        labels.append(PictureText(x + 18, BUS_TOP + 48, words, "small"))
    return Wire(path, round(2 + max(0.0, log2(speed / 1e9)), 1), "wire", tuple(labels))


def _memory_height(soc: SocDescription, width: float) -> float:
    """Of the highest: its square, or its lines of text."""
    lines = [len(_memory_lines(memory, width)) + 1 for memory in soc.memories]
    return max(*(_side(block) for block in soc.memories), LINE * max(lines)) + 2 * PAD


def _memory_lines(memory: Memory, width: float) -> list[str]:
    return _wrapped(memory.title, width - _side(memory) - 2 * PAD - 12)


def _memory_part(memory: Memory, frame: PictureBox, is_chosen: bool, address: str) -> PicturePart:
    side, left = _side(memory), frame.x
    size = size_text(memory.capacity_bytes.value) if memory.capacity_bytes else "size not published"
    start = left + PAD + side + 12
    lines = _memory_lines(memory, frame.width)
    texts = [
        PictureText(start, MEMORY_TOP + PAD + 14 + LINE * row, line, "name")
        for row, line in enumerate(lines)
    ]
    below = MEMORY_TOP + PAD + 14 + LINE * len(lines)
    texts.append(PictureText(start, below, size, "peak"))
    kind = "unknown" if memory.capacity_bytes is None else "store"
    return PicturePart(
        address,
        f"memory is-{memory.kind}",
        is_chosen,
        (frame, PictureBox(left + PAD, MEMORY_TOP + PAD, side, side, kind)),
        tuple(texts),
    )


def _wrapped(text: str, width: float) -> list[str]:
    """At most two lines; a third becomes dots."""
    lines = wrap(text, max(8, int(width / CHARACTER)))
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1]} …"]
