"""The pictures of a model's answer as plain data: positions in pixels, texts, no markup.

Port pressure: a row per instruction and a column per unit; the shade is how long the instruction
keeps the unit busy. Bars: what all instructions together ask of each unit, against the cycles an
iteration takes. Timeline: a row per instruction and iteration, a cell per cycle. Chain: the results
that lead from one iteration into the next. Every picture has a caption and, as text, all it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.host.comparison.wording import decimal
from compiler_core.host.cycles.record import CriticalLink, LoopCycles, ModelAnswer, TimelineEntry
from compiler_core.host.cycles.units import unit_in_short

Phase = Literal["waiting", "executing", "done"]

ROW = 22
TEXT_WIDTH = 260
COLUMN = 46
CYCLE = 14
HEADER = 26
BAR_LENGTH = 320
_SHADES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """x, y, width, height in pixels from the top left; shade 0 (none) to 4 (most)."""

    x: float
    """Left edge in pixels from the picture's left."""
    y: float
    """Upper edge in pixels from the picture's top."""
    width: float
    """In pixels."""
    height: float
    """In pixels."""
    shade: int
    """From 0 (none) to 4 (most)."""
    title: str
    """What it stands for, in words, to be shown on pointing at it."""


@dataclass(frozen=True, slots=True)
class Label:
    """Text that starts at x, with its base line at y. emphasis: on the chain that bounds the loop,
    or a unit that is full."""

    x: float
    y: float
    text: str
    emphasis: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one row to another; carried: into the next iteration."""

    x: float
    start_y: float
    end_y: float
    carried: bool
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One picture: size, caption, shapes, and the same as sentences for those who cannot see it."""

    kind: str
    """Which picture it is: `pressure`, `bars`, `timeline` or `chain`."""
    width: float
    """In pixels."""
    height: float
    """In pixels."""
    caption: str
    """The sentence under it, with the model's statement."""
    rectangles: tuple[Rectangle, ...]
    """Coloured cells or bars; empty for a picture without."""
    labels: tuple[Label, ...]
    """Texts of rows, columns and cells."""
    arrows: tuple[Arrow, ...]
    """Dependences from row to row; empty for a picture without."""
    text: tuple[str, ...]
    """The picture as sentences, for those who cannot see it."""


def pictures_of(loop: LoopCycles, answer: ModelAnswer) -> tuple[Picture, ...]:
    """All pictures this answer has figures for; none where there is no answer."""
    if answer.cycles_per_iteration is None:
        return ()
    location = loop.place or "the loop"
    pictures = [
        pressure_picture(answer, location),
        bars_picture(answer, location),
    ]
    if answer.timeline:
        pictures.append(timeline_picture(answer, location))
    if answer.critical:
        pictures.append(chain_picture(answer, location))
    return tuple(pictures)


def pressure_picture(answer: ModelAnswer, location: str) -> Picture:
    """Which instruction keeps which unit busy, in cycles per iteration."""
    units = [use.name for use in answer.resources if use.pressure > 0]
    labels = [
        Label(TEXT_WIDTH + column * COLUMN + 4, HEADER - 8, unit_in_short(answer, unit))
        for column, unit in enumerate(units)
    ]
    rectangles: list[Rectangle] = []
    text: list[str] = []
    for row, cost in enumerate(answer.instructions):
        y = HEADER + row * ROW
        labels.append(Label(0, y + ROW - 7, cost.text, cost.on_critical_path))
        for column, unit in enumerate(units):
            cycles = cost.pressure.get(unit, 0.0)
            if cycles <= 0:
                continue
            title = f"{cost.text}: {decimal(cycles)} cycles on {unit_in_short(answer, unit)}"
            x = TEXT_WIDTH + column * COLUMN
            rectangles.append(_busy(x, y, cycles, title))
            labels.append(Label(x + 6, y + ROW - 7, decimal(cycles)))
            text.append(title)
        if not cost.known:
            text.append(f"{cost.text}: unknown to the model")
    width = TEXT_WIDTH + max(len(units), 1) * COLUMN
    height = HEADER + len(answer.instructions) * ROW
    caption = f"Busy cycles per round of the loop of {location}: {answer.statement}"
    return Picture(
        kind="pressure",
        width=width,
        height=height,
        caption=caption,
        rectangles=tuple(rectangles),
        labels=tuple(labels),
        arrows=(),
        text=tuple(text),
    )


def _busy(x: float, y: float, cycles: float, title: str) -> Rectangle:
    """A unit's share of an instruction's row, darker the longer it works."""
    return Rectangle(
        x=x, y=y + 2, width=COLUMN - 4, height=ROW - 4, shade=_shade(cycles), title=title
    )


def bars_picture(answer: ModelAnswer, location: str) -> Picture:
    """How long each unit is busy in one iteration; full length is the whole iteration."""
    cycles = answer.cycles_per_iteration or 1.0
    used = [use for use in answer.resources if use.pressure > 0]
    labels: list[Label] = []
    rectangles: list[Rectangle] = []
    text: list[str] = []
    for row, use in enumerate(used):
        part = min(use.pressure / cycles, 1.0)
        y = row * ROW
        name = unit_in_short(answer, use.name)
        title = f"{name}: busy {decimal(use.pressure)} of {decimal(cycles)} cycles"
        full = part >= 0.9
        rectangles.append(
            Rectangle(
                x=COLUMN,
                y=y + 3,
                width=BAR_LENGTH * part,
                height=ROW - 6,
                shade=_SHADES if full else 2,
                title=title,
            )
        )
        labels.append(Label(0, y + ROW - 7, name, full))
        labels.append(Label(COLUMN + BAR_LENGTH + 8, y + ROW - 7, f"{part:.0%}", full))
        text.append(title)
    caption = f"How full each unit is in a round of {decimal(cycles)} cycles ({location})"
    return Picture(
        kind="bars",
        width=COLUMN + BAR_LENGTH + 60,
        height=max(len(used), 1) * ROW,
        caption=caption,
        rectangles=tuple(rectangles),
        labels=tuple(labels),
        arrows=(),
        text=tuple(text),
    )


def timeline_picture(answer: ModelAnswer, location: str) -> Picture:
    """The first iterations in the simulated core: waiting, executing, done and waiting to leave."""
    rectangles: list[Rectangle] = []
    labels: list[Label] = []
    text: list[str] = []
    for row, entry in enumerate(answer.timeline):
        cost = answer.instructions[entry.instruction]
        y = HEADER + row * ROW
        name = f"{entry.iteration + 1}: {cost.text}"
        labels.append(Label(0, y + ROW - 7, name, cost.on_critical_path))
        rectangles += _phases(entry, y, name)
        text.append(
            f"Round {name}: enters in cycle {entry.dispatched}, starts in {entry.issued}, "
            f"has its result in {entry.executed}, leaves in {entry.retired}"
        )
    last = max(entry.retired for entry in answer.timeline) + 1
    labels += [
        Label(TEXT_WIDTH + cycle * CYCLE, HEADER - 8, str(cycle)) for cycle in range(0, last, 5)
    ]
    return Picture(
        kind="timeline",
        width=TEXT_WIDTH + last * CYCLE,
        height=HEADER + len(answer.timeline) * ROW,
        caption=f"The first rounds of the loop of {location}, cycle by cycle: {answer.statement}",
        rectangles=tuple(rectangles),
        labels=tuple(labels),
        arrows=(),
        text=tuple(text),
    )


def _phases(entry: TimelineEntry, y: float, name: str) -> list[Rectangle]:
    spans: tuple[tuple[Phase, int, int, int], ...] = (
        ("waiting", entry.dispatched, entry.issued, 1),
        ("executing", entry.issued, entry.executed, _SHADES),
        ("done", entry.executed, entry.retired, 2),
    )
    return [
        Rectangle(
            x=TEXT_WIDTH + start * CYCLE,
            y=y + 4,
            width=(end - start) * CYCLE,
            height=ROW - 8,
            shade=shade,
            title=f"{name}: {phase}, cycles {start} to {end}",
        )
        for phase, start, end, shade in spans
        if end > start
    ]


def chain_picture(answer: ModelAnswer, location: str) -> Picture:
    """The loop's instructions with the chain of results that delays the next iteration."""
    labels = [
        Label(COLUMN, row * ROW + ROW - 7, cost.text, cost.on_critical_path)
        for row, cost in enumerate(answer.instructions)
    ]
    arrows = tuple(
        Arrow(
            x=COLUMN - 12 - 6 * (number % 4),
            start_y=link.before * ROW + ROW / 2,
            end_y=link.after * ROW + ROW / 2,
            carried=link.carried,
            title=_link_text(answer, link),
        )
        for number, link in enumerate(answer.critical)
    )
    return Picture(
        kind="chain",
        width=COLUMN + TEXT_WIDTH,
        height=max(len(answer.instructions), 1) * ROW,
        caption=f"What one round of the loop of {location} waits for in the round before",
        rectangles=(),
        labels=tuple(labels),
        arrows=arrows,
        text=tuple(arrow.title for arrow in arrows),
    )


def _link_text(answer: ModelAnswer, link: CriticalLink) -> str:
    before, after = answer.instructions[link.before], answer.instructions[link.after]
    through = f" through {link.through}" if link.through else ""
    where = " of the next round" if link.carried else ""
    if link.kind == "unit":
        return f"{after.text}{where} waits for the unit {link.through} that {before.text} holds"
    return f"{after.text}{where} waits for {before.text}{through}"


def _shade(cycles: float) -> int:
    """1 up to a quarter of a cycle … 4 for a whole one and more."""
    return min(_SHADES, 1 + int(min(cycles, 1.0) * (_SHADES - 1)))
