"""A program taken to the reader's own board: the way there, and what was measured on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.drawing.views.chart import (
    Area,
    Chart,
    Key,
    Line,
    Mark,
    Scale,
    Tick,
    log_scale,
    path,
    ticks,
)
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.amounts import three_digits, time_text
from compiler_core.board.compare import BoardComparison, MeasuredKernel

ARCHIVE = "board.tar.gz"
# Stages of a network that offer it.
BOARD_STAGES = ("engine", "run")
COMMANDS = "tar xf board.tar.gz && sh board/run.sh"
_WIDTH, _LEFT, _RIGHT, _TOP, _ROW = 720, 64.0, 696.0, 28.0, 22.0
_BELOW = 44
_MOST_DRAWN = 40
# Of a name, as the axis shows it.
_SHORT = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardResult:
    machine: str
    """In words."""
    sentence: str
    """What the run came to."""
    sign: str
    """Whether it computed the same."""
    output: str
    """Whether it computed the same."""
    rows: tuple[MeasuredKernel, ...]
    has_counters: bool
    """Whether the board's own counters could be read."""
    notes: tuple[str, ...]
    """What to keep in mind."""
    chart: Chart
    """Kernels in order, each with its times."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """download: the bundle's address. commands: to type on the board. problem: why a report is not
    shown, "" if nothing is wrong. result: None before there is one."""

    download: str
    commands: str
    problem: str
    result: BoardResult | None


def board_view(asked: ModelRequest, found: BoardComparison | None, problem: str) -> BoardView:
    """The view of a run's section."""
    return BoardView(
        archive_address(asked), COMMANDS, problem, board_result(found) if found else None
    )


def archive_address(asked: ModelRequest) -> str:
    """Where the bundle is downloaded."""
    address, _, query = replace(asked, board="").address().partition("?")
    return f"{address}/file/{ARCHIVE}{'?' + query if query else ''}"


def board_result(found: BoardComparison) -> BoardResult:
    """What one report says."""
    return BoardResult(
        machine=_machine(found),
        sentence=_sentence(found),
        sign="✓" if found.agrees else "✗",
        output=_output(found),
        rows=found.kernels,
        has_counters=_has_counters(found),
        notes=_notes(found),
        chart=_chart(found),
    )


def _machine(found: BoardComparison) -> str:
    machine = found.machine
    processor = machine.processor or "processor not named"
    return f"{machine.architecture}, {processor}, kernel {machine.kernel or 'not named'}"


def _sentence(found: BoardComparison) -> str:
    whole = found.whole
    said = (
        f"One run takes {time_text(whole.median)}, the median of {count(found.runs, 'run')} (a "
        f"quarter of them at most {time_text(whole.first_quartile)}, three quarters at most "
        f"{time_text(whole.third_quartile)})."
    )
    if found.of_model is None or found.modelled_seconds is None:
        return said
    return (
        f"{said} The model says {time_text(found.modelled_seconds)} on {found.soc}: its kernels "
        f"took {three_digits(found.of_model)} times that."
    )


def _output(found: BoardComparison) -> str:
    if found.same_bytes:
        return "The output is the one that was computed here, byte for byte."
    words = "within what rounding explains" if found.agrees else "more than rounding explains"
    most = three_digits(found.difference)
    return f"The output differs from the one here by at most {most}: {words}."


def _has_counters(found: BoardComparison) -> bool:
    return any(kernel.executed is not None for kernel in found.kernels)


def _notes(found: BoardComparison) -> tuple[str, ...]:
    notes = ["Reported by the reader. No model is ever fitted on it."]
    if found.unmodelled:
        notes.append(f"No modelled times: {found.unmodelled}")
    elif any(kernel.modelled is not None for kernel in found.kernels):
        notes.append(
            f"Modelled times are those of one core of {found.soc}, which need not be this board; "
            "choose another chip below."
        )
    if found.coarse:
        notes.append(
            f"{count(len(found.coarse), 'kernel')} ran so briefly that reading the clock is a "
            "part of the time."
        )
    if not _has_counters(found):
        notes.append("The system gave no access to the processor's own counters.")
    return tuple(notes)


def _chart(found: BoardComparison) -> Chart:
    """The longest kernels in their order; the table below has all."""
    longest = sorted(found.kernels, key=lambda one: -one.seconds.median)[:_MOST_DRAWN]
    drawn = [kernel for kernel in found.kernels if kernel in longest]
    times = [_Times.of(measured) for measured in drawn]
    scale = log_scale([value for row_times in times for value in row_times.all()], _LEFT, _RIGHT)
    bottom = _TOP + _ROW * max(len(drawn), 1)
    places = [(_TOP + _ROW * (at + 0.5), time) for at, time in enumerate(times)]
    return Chart(
        title="Measured, counted and modelled times by kernel; the table below has the numbers",
        area=Area(
            width=_WIDTH,
            height=round(bottom) + _BELOW,
            left=_LEFT,
            right=_RIGHT,
            top=_TOP,
            bottom=bottom,
        ),
        x_title="microseconds",
        y_title="",
        x_ticks=ticks(scale),
        y_ticks=tuple(Tick(y, named.name.partition("_")[0][:_SHORT]) for y, named in places),
        lines=tuple(_quartiles(spread, scale, y) for y, spread in places),
        marks=tuple(mark for y, marked in places for mark in _marks(marked, scale, y)),
        keys=(
            Key(
                "is-key-kernel",
                "measured, its median; the line goes from the minimum to the third quartile",
            ),
            Key("is-hollow", f"modelled on {found.soc}"),
            Key("is-loop", "counted instructions, at one a nanosecond"),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Times:
    """Of a kernel, in microseconds; 0 where there is none."""

    name: str
    minimum: float
    median: float
    third_quartile: float
    modelled: float
    counted: float

    @classmethod
    def of(cls, one: MeasuredKernel) -> _Times:
        seconds = one.seconds
        return cls(
            name=one.name,
            minimum=1e6 * seconds.minimum,
            median=1e6 * seconds.median,
            third_quartile=1e6 * seconds.third_quartile,
            modelled=1e6 * (one.modelled or 0.0),
            counted=1e-3 * (one.instructions or 0),
        )

    def all(self) -> tuple[float, ...]:
        return (self.minimum, self.median, self.third_quartile, self.modelled, self.counted)


def _quartiles(one: _Times, scale: Scale, y: float) -> Line:
    ends = (scale.at(max(one.minimum, scale.low)), scale.at(max(one.third_quartile, scale.low)))
    return Line(path([(x, y) for x in ends]), "is-main")


def _marks(one: _Times, scale: Scale, y: float) -> tuple[Mark, ...]:
    sides = (
        (one.modelled, "is-before", "modelled"),
        (one.counted, "is-loop", "counted, at one instruction a nanosecond"),
        (one.median, "is-kernel", "measured"),
    )
    return tuple(
        Mark(
            x=scale.at(value),
            y=y,
            classes=classes,
            title=f"{one.name}: {time_text(value / 1e6)}, {words}",
        )
        for value, classes, words in sides
        if value > 0
    )
