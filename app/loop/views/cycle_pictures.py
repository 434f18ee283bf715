"""The pictures of a model's answer.

Port pressure: a row per instruction and a column per unit; the shade is how long the instruction
keeps the unit busy. Bars: what all instructions together ask of each unit, against the cycles an
iteration takes. Timeline: a row per instruction and iteration, a cell per cycle. Chain: the results
that lead from one iteration into the next. Every picture has a caption and, as text, all it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Literal

from app.drawing.views.picture import Bar, Line, Picture, path
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
class CyclePicture:
    """One picture of a model's answer, and the same as sentences for those who cannot see it."""

    heading: str
    """Which picture it is."""
    picture: Picture
    """Its title is the sentence under it, with the model's statement."""
    text: tuple[str, ...]
    """The picture as sentences."""


def pictures_of(loop: LoopCycles, answer: ModelAnswer) -> tuple[CyclePicture, ...]:
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


def pressure_picture(answer: ModelAnswer, location: str) -> CyclePicture:
    """Which instruction keeps which unit busy, in cycles per iteration."""
    units = [use.name for use in answer.resources if use.pressure > 0]
    labels = [
        _label(TEXT_WIDTH + column * COLUMN + 4, HEADER - 8, unit_in_short(answer, unit))
        for column, unit in enumerate(units)
    ]
    rectangles: list[Bar] = []
    text: list[str] = []
    for row, cost in enumerate(answer.instructions):
        y = HEADER + row * ROW
        labels.append(_label(0, y + ROW - 7, cost.text, cost.on_critical_path))
        for column, unit in enumerate(units):
            cycles = cost.pressure.get(unit, 0.0)
            if cycles <= 0:
                continue
            title = f"{cost.text}: {decimal(cycles)} cycles on {unit_in_short(answer, unit)}"
            x = TEXT_WIDTH + column * COLUMN
            rectangles.append(_busy(x, y, cycles, title))
            labels.append(_label(x + 6, y + ROW - 7, decimal(cycles)))
            text.append(title)
        if not cost.known:
            text.append(f"{cost.text}: unknown to the model")
    width = TEXT_WIDTH + max(len(units), 1) * COLUMN
    height = HEADER + len(answer.instructions) * ROW
    caption = f"Busy cycles per round of the loop of {location}: {answer.statement}"
    return CyclePicture(
        heading="Busy units per instruction",
        picture=Picture(
            title=caption,
            width=width,
            height=height,
            bars=tuple(rectangles),
            lines=tuple(labels),
        ),
        text=tuple(text),
    )


def _busy(x: float, y: float, cycles: float, title: str) -> Bar:
    """A unit's share of an instruction's row, darker the longer it works."""
    return Bar(
        x=x,
        y=y + 2,
        width=COLUMN - 4,
        height=ROW - 4,
        classes=f"shade-{_shade(cycles)}",
        title=title,
    )


def bars_picture(answer: ModelAnswer, location: str) -> CyclePicture:
    """How long each unit is busy in one iteration; full length is the whole iteration."""
    cycles = answer.cycles_per_iteration or 1.0
    used = [use for use in answer.resources if use.pressure > 0]
    labels: list[Line] = []
    rectangles: list[Bar] = []
    text: list[str] = []
    for row, use in enumerate(used):
        part = min(use.pressure / cycles, 1.0)
        y = row * ROW
        name = unit_in_short(answer, use.name)
        title = f"{name}: busy {decimal(use.pressure)} of {decimal(cycles)} cycles"
        full = part >= 0.9
        rectangles.append(
            Bar(
                x=COLUMN,
                y=y + 3,
                width=BAR_LENGTH * part,
                height=ROW - 6,
                classes=f"shade-{_SHADES if full else 2}",
                title=title,
            )
        )
        labels.append(_label(0, y + ROW - 7, name, full))
        labels.append(_label(COLUMN + BAR_LENGTH + 8, y + ROW - 7, f"{part:.0%}", full))
        text.append(title)
    caption = f"How full each unit is in a round of {decimal(cycles)} cycles ({location})"
    return CyclePicture(
        heading="Busy units in all",
        picture=Picture(
            title=caption,
            width=COLUMN + BAR_LENGTH + 60,
            height=max(len(used), 1) * ROW,
            bars=tuple(rectangles),
            lines=tuple(labels),
        ),
        text=tuple(text),
    )


def timeline_picture(answer: ModelAnswer, location: str) -> CyclePicture:
    """The first iterations in the simulated core: waiting, executing, done and waiting to leave."""
    rectangles: list[Bar] = []
    labels: list[Line] = []
    text: list[str] = []
    for row, entry in enumerate(answer.timeline):
        cost = answer.instructions[entry.instruction]
        y = HEADER + row * ROW
        name = f"{entry.iteration + 1}: {cost.text}"
        labels.append(_label(0, y + ROW - 7, name, cost.on_critical_path))
        rectangles += _phases(entry, y, name)
        text.append(
            f"Round {name}: enters in cycle {entry.dispatched}, starts in {entry.issued}, "
            f"has its result in {entry.executed}, leaves in {entry.retired}"
        )
    last = max(entry.retired for entry in answer.timeline) + 1
    labels += [
        _label(TEXT_WIDTH + cycle * CYCLE, HEADER - 8, str(cycle)) for cycle in range(0, last, 5)
    ]
    return CyclePicture(
        heading="The first rounds in time",
        picture=Picture(
            title=f"The first rounds of the loop of {location}, cycle by cycle: {answer.statement}",
            width=TEXT_WIDTH + last * CYCLE,
            height=HEADER + len(answer.timeline) * ROW,
            bars=tuple(rectangles),
            lines=tuple(labels),
        ),
        text=tuple(text),
    )


def _phases(entry: TimelineEntry, y: float, name: str) -> list[Bar]:
    spans: tuple[tuple[Phase, int, int, int], ...] = (
        ("waiting", entry.dispatched, entry.issued, 1),
        ("executing", entry.issued, entry.executed, _SHADES),
        ("done", entry.executed, entry.retired, 2),
    )
    return [
        Bar(
            x=TEXT_WIDTH + start * CYCLE,
            y=y + 4,
            width=(end - start) * CYCLE,
            height=ROW - 8,
            classes=f"shade-{shade}",
            title=f"{name}: {phase}, cycles {start} to {end}",
        )
        for phase, start, end, shade in spans
        if end > start
    ]


def chain_picture(answer: ModelAnswer, location: str) -> CyclePicture:
    """The loop's instructions with the chain of results that delays the next iteration."""
    labels = [
        _label(COLUMN, row * ROW + ROW - 7, cost.text, cost.on_critical_path)
        for row, cost in enumerate(answer.instructions)
    ]
    text = tuple(_link_text(answer, link) for link in answer.critical)
    arrows = map(_arrow, count(), answer.critical, text)
    return CyclePicture(
        heading="The chain that bounds the loop",
        picture=Picture(
            title=f"What one round of the loop of {location} waits for in the round before",
            width=COLUMN + TEXT_WIDTH,
            height=max(len(answer.instructions), 1) * ROW,
            lines=(*arrows, *labels),
        ),
        text=text,
    )


def _arrow(number: int, link: CriticalLink, title: str) -> Line:
    """From row to row, dashed into the next iteration."""
    x, middle = COLUMN - 12 - 6 * (number % 4), ROW / 2
    way = path([(x, link.before * ROW + middle), (x, link.after * ROW + middle)])
    return Line(way, "carried" if link.carried else "", title)


def _label(x: float, y: float, text: str, strong: bool = False) -> Line:
    """Words that begin at x; strong: on the chain that bounds the loop, or a unit that is full."""
    return Line("", "strong" if strong else "", label=text, x=x, y=y)


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
