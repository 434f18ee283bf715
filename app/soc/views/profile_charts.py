"""Pictures of the profiling exercise: instructions by kernel, and a small roofline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.drawing.roofline import RoofAxes
from app.drawing.views.chart import (
    Area,
    Chart,
    linear_scale,
    log_scale,
    row_names,
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
    rows = [(row.function, row.instructions, program.share(row)) for row in shown]
    return _instructions("Instructions of the largest kernels; the table below has them", rows)


def class_chart(classes: Sequence[tuple[str, int, float]]) -> Chart:
    """Instructions by class: name, number, share of all."""
    return _instructions("Instructions by class; the table below has them", classes)


def _instructions(title: str, rows: Sequence[tuple[str, int, float]]) -> Chart:
    """One bar a row: name, number, share of all."""
    bottom = _TOP + _STEP * len(rows)
    across = linear_scale(max((number for _, number, _ in rows), default=1), _LEFT, _RIGHT)
    bars = tuple(
        Bar(
            x=_LEFT,
            y=_TOP + index * _STEP + (_STEP - _HEIGHT) / 2,
            width=max(round(across.at(number) - _LEFT, 1), 1),
            height=_HEIGHT,
            classes="is-compute",
            title=f"{name}: {number:,} instructions, {share:.1%}",
            label=f"{share:.1%}",
            label_x=across.at(number) + 8,
            label_y=_TOP + index * _STEP + 19,
        )
        for index, (name, number, share) in enumerate(rows)
    )
    return Chart(
        title=title,
        area=Area.of_rows(across, _WIDTH, _TOP, bottom, 42),
        x_title="instructions, measured",
        y_title="",
        x_ticks=ticks(across),
        y_ticks=row_names((_short(name) for name, _, _ in rows), _TOP, _STEP),
        bars=bars,
    )


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def roof_chart(speed: UnitSpeed, kernels: Sequence[tuple[str, Judged]]) -> Chart:
    """The roof of one unit, with the kernels that are asked about at the height it allows."""
    points = [(letter, kernel.intensity) for letter, kernel in kernels if kernel.intensity]
    intensities = [speed.ridge / 4, speed.ridge * 4, *(intensity for _, intensity in points)]
    across = log_scale(intensities, _ROOF.left, _ROOF.right)
    lowest = min(across.low * speed.bandwidth, speed.peak)
    axes = RoofAxes(_ROOF, across, log_scale([lowest, speed.peak], _ROOF.bottom, _ROOF.top))
    titles = (
        "Where these kernels lie under the roof; the questions below have the numbers",
        "operations a byte, logarithmic",
        "operations a second, modelled",
    )
    marks = [_kernel_mark(axes, speed, *point) for point in points]
    return axes.chart(titles, _roof_lines(axes, speed), marks)


def _kernel_mark(axes: RoofAxes, speed: UnitSpeed, letter: str, intensity: float) -> Mark:
    title = f"{letter}: {three_digits(intensity)} operations a byte"
    most = min(intensity * speed.bandwidth, speed.peak)
    return replace(axes.mark((intensity, most), "is-main", title), label=letter)


def _roof_lines(axes: RoofAxes, speed: UnitSpeed) -> tuple[Line, Line]:
    """The roof and its ridge."""
    (x, y), bottom = axes.at(speed.ridge, speed.peak), _ROOF.bottom
    rate, ridge = f"{short_number(speed.peak)}op/s", f"ridge {three_digits(speed.ridge)}"
    upright = path([(x, bottom), (x, _ROOF.top)])
    return (
        Line(path(axes.corners(speed)), "is-main", "The roof", rate, x + 6, y - 8),
        Line(upright, "is-other", "The ridge", ridge, x + 4, bottom - 6),
    )
