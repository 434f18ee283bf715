"""Pictures of the profiling exercise: instructions by kernel, and a small roofline."""

from __future__ import annotations

from collections.abc import Sequence

from app.drawing.views.chart import (
    Area,
    Chart,
    Scale,
    Tick,
    linear_scale,
    log_scale,
    short_number,
    three_digits,
    ticks,
)
from app.drawing.views.picture import Bar, Line, Mark, path
from compiler_core.soc.profiling.bottleneck import Judged, UnitSpeed
from compiler_core.soc.profiling.records import ProfiledProgram

_WIDTH, _LEFT, _RIGHT, _TOP = 820, 250, 720, 8
_STEP, _HEIGHT = 28, 18
_SHOWN, _LONGEST = 8, 30
_ROOF = Area(width=620, height=300, left=70.0, right=590.0, top=26.0, bottom=250.0)


def kernel_chart(program: ProfiledProgram) -> Chart:
    """The kernels with most instructions."""
    shown = program.ranked[:_SHOWN]
    bottom = _TOP + _STEP * len(shown)
    across = linear_scale(max(row.instructions for row in shown), _LEFT, _RIGHT)
    bars = tuple(
        Bar(
            x=_LEFT,
            y=_TOP + index * _STEP + (_STEP - _HEIGHT) / 2,
            width=max(round(across.at(row.instructions) - _LEFT, 1), 1),
            height=_HEIGHT,
            classes="is-compute",
            title=f"{row.function}: {row.instructions:,} instructions, {program.share(row):.1%}",
            label=f"{program.share(row):.1%}",
            label_x=across.at(row.instructions) + 8,
            label_y=_TOP + index * _STEP + 19,
        )
        for index, row in enumerate(shown)
    )
    names = tuple(
        Tick(_TOP + (index + 0.5) * _STEP, _short(row.function)) for index, row in enumerate(shown)
    )
    return Chart(
        title="Instructions of the largest kernels; the table below has them",
        area=Area(
            width=_WIDTH, height=bottom + 42, left=_LEFT, right=_RIGHT, top=_TOP, bottom=bottom
        ),
        x_title="instructions, measured",
        y_title="",
        x_ticks=ticks(across),
        y_ticks=names,
        bars=bars,
    )


def class_chart(classes: Sequence[tuple[str, int, float]]) -> Chart:
    """Instructions by class: name, number, share of all."""
    bottom = _TOP + _STEP * len(classes)
    across = linear_scale(max((count for _, count, _ in classes), default=1), _LEFT, _RIGHT)
    bars = tuple(
        Bar(
            x=_LEFT,
            y=_TOP + index * _STEP + (_STEP - _HEIGHT) / 2,
            width=max(round(across.at(count) - _LEFT, 1), 1),
            height=_HEIGHT,
            classes="is-compute",
            title=f"{name}: {count:,} instructions, {share:.1%}",
            label=f"{share:.1%}",
            label_x=across.at(count) + 8,
            label_y=_TOP + index * _STEP + 19,
        )
        for index, (name, count, share) in enumerate(classes)
    )
    names = tuple(
        Tick(_TOP + (index + 0.5) * _STEP, _short(name))
        for index, (name, _, _) in enumerate(classes)
    )
    return Chart(
        title="Instructions by class; the table below has them",
        area=Area(
            width=_WIDTH, height=bottom + 42, left=_LEFT, right=_RIGHT, top=_TOP, bottom=bottom
        ),
        x_title="instructions, measured",
        y_title="",
        x_ticks=ticks(across),
        y_ticks=names,
        bars=bars,
    )


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def roof_chart(speed: UnitSpeed, kernels: Sequence[tuple[str, Judged]]) -> Chart:
    """The roof of one unit, with the kernels that are asked about at the height it allows."""
    left, right, top, bottom = _ROOF.left, _ROOF.right, _ROOF.top, _ROOF.bottom
    points = [(letter, kernel, kernel.intensity) for letter, kernel in kernels if kernel.intensity]
    across = log_scale([speed.ridge / 4, speed.ridge * 4, *(x for _, _, x in points)], left, right)
    lowest = min(across.low * speed.bandwidth, speed.peak)
    up = log_scale([lowest, speed.peak], bottom, top)
    marks = tuple(
        Mark(
            x=across.at(x),
            y=up.at(min(x * speed.bandwidth, speed.peak)),
            classes="is-main",
            title=f"{letter}: {three_digits(x)} operations a byte",
            label=letter,
        )
        for letter, _, x in points
    )
    return Chart(
        title="Where these kernels lie under the roof; the questions below have the numbers",
        area=_ROOF,
        x_title="operations a byte, logarithmic",
        y_title="operations a second, modelled",
        x_ticks=ticks(across),
        y_ticks=ticks(up),
        lines=_roof_lines(speed, lowest, across, up),
        marks=marks,
    )


def _roof_lines(speed: UnitSpeed, lowest: float, across: Scale, up: Scale) -> tuple[Line, Line]:
    """The roof and its ridge. lowest: operations a second at the left edge."""
    top, bottom = _ROOF.top, _ROOF.bottom
    corners = ((across.low, lowest), (speed.ridge, speed.peak), (across.high, speed.peak))
    roof = Line(
        path([(across.at(x), up.at(y)) for x, y in corners]),
        "is-main",
        "The roof",
        f"{short_number(speed.peak)}op/s",
        across.at(speed.ridge) + 6,
        up.at(speed.peak) - 8,
    )
    ridge = Line(
        path([(across.at(speed.ridge), bottom), (across.at(speed.ridge), top)]),
        "is-other",
        "The ridge",
        f"ridge {three_digits(speed.ridge)}",
        across.at(speed.ridge) + 4,
        bottom - 6,
    )
    return roof, ridge
