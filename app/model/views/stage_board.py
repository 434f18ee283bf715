"""A program taken to the reader's own board: the way there, and what was measured on it."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.views.chart import Area, Chart, Key, Scale, Tick, log_scale, ticks
from app.drawing.views.picture import Line, Mark, path
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
    """What a reader measured on a board of their own."""

    machine: str
    """Architecture, processor and kernel of the board's system, in words."""
    sentence: str
    """What the run came to."""
    sign: str
    """For the output: `✓` where it agrees, else `✗`."""
    output: str
    """How the board's output differs from the one computed here, in a sentence."""
    rows: tuple[MeasuredKernel, ...]
    """Every kernel in order, with measured, counted and modelled times."""
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


def board_view(request: ModelRequest, report: BoardComparison | None, problem: str) -> BoardView:
    """The view of a run's section."""
    return BoardView(
        archive_address(request), COMMANDS, problem, board_result(report) if report else None
    )


def archive_address(request: ModelRequest) -> str:
    """Where the bundle is downloaded."""
    address, _, query = request.changed(board="").address().partition("?")
    return f"{address}/file/{ARCHIVE}{'?' + query if query else ''}"


def board_result(report: BoardComparison) -> BoardResult:
    """What one report says."""
    return BoardResult(
        machine=_machine(report),
        sentence=_sentence(report),
        sign="✓" if report.agrees else "✗",
        output=_output(report),
        rows=report.kernels,
        has_counters=_has_counters(report),
        notes=_notes(report),
        chart=_chart(report),
    )


def _machine(report: BoardComparison) -> str:
    machine = report.machine
    processor = machine.processor or "processor not named"
    return f"{machine.architecture}, {processor}, kernel {machine.kernel or 'not named'}"


def _sentence(report: BoardComparison) -> str:
    whole = report.whole
    said = (
        f"One run takes {time_text(whole.median)}, the median of {count(report.runs, 'run')} (a "
        f"quarter of them at most {time_text(whole.first_quartile)}, three quarters at most "
        f"{time_text(whole.third_quartile)})."
    )
    if report.of_model is None or report.modelled_seconds is None:
        return said
    return (
        f"{said} The model says {time_text(report.modelled_seconds)} on {report.soc}: its kernels "
        f"took {three_digits(report.of_model)} times that."
    )


def _output(report: BoardComparison) -> str:
    if report.same_bytes:
        return "The output is the one that was computed here, byte for byte."
    words = "within what rounding explains" if report.agrees else "more than rounding explains"
    most = three_digits(report.difference)
    return f"The output differs from the one here by at most {most}: {words}."


def _has_counters(report: BoardComparison) -> bool:
    return any(kernel.executed is not None for kernel in report.kernels)


def _notes(report: BoardComparison) -> tuple[str, ...]:
    notes = ["Reported by the reader. No model is ever fitted on it."]
    if report.unmodelled:
        notes.append(f"No modelled times: {report.unmodelled}")
    elif any(kernel.modelled is not None for kernel in report.kernels):
        notes.append(
            f"Modelled times are those of one core of {report.soc}, which need not be this board; "
            "choose another chip below."
        )
    if report.coarse:
        notes.append(
            f"{count(len(report.coarse), 'kernel')} ran so briefly that reading the clock is a "
            "part of the time."
        )
    if not _has_counters(report):
        notes.append("The system gave no access to the processor's own counters.")
    return tuple(notes)


def _chart(report: BoardComparison) -> Chart:
    """The longest kernels in their order; the table below has all."""
    longest = sorted(report.kernels, key=lambda candidate: -candidate.seconds.median)[:_MOST_DRAWN]
    drawn = [kernel for kernel in report.kernels if kernel in longest]
    times = [_Times.of(measured) for measured in drawn]
    scale = log_scale([value for row_times in times for value in row_times.all()], _LEFT, _RIGHT)
    bottom = _TOP + _ROW * max(len(drawn), 1)
    places = [(_TOP + _ROW * (at + 0.5), time) for at, time in enumerate(times)]
    return Chart(
        title="Measured, counted and modelled times by kernel; the table below has the numbers",
        area=Area.of_rows(scale, _WIDTH, _TOP, bottom, _BELOW),
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
            Key("is-hollow", f"modelled on {report.soc}"),
            Key("is-loop", "counted instructions, at one a nanosecond"),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Times:
    """Of a kernel, in microseconds; 0 where there is none."""

    name: str
    """Of the kernel's function."""
    minimum: float
    """Shortest measured time."""
    median: float
    """Of the measured times."""
    third_quartile: float
    """Three quarters of the measured times are at most this."""
    modelled: float
    """Time by the model of the chosen chip; 0 where none is modelled."""
    counted: float
    """Time of its counted instructions at one a nanosecond; 0 where none were counted."""

    @classmethod
    def of(cls, kernel: MeasuredKernel) -> _Times:
        seconds = kernel.seconds
        return cls(
            name=kernel.name,
            minimum=1e6 * seconds.minimum,
            median=1e6 * seconds.median,
            third_quartile=1e6 * seconds.third_quartile,
            modelled=1e6 * (kernel.modelled or 0.0),
            counted=1e-3 * (kernel.instructions or 0),
        )

    def all(self) -> tuple[float, ...]:
        return (self.minimum, self.median, self.third_quartile, self.modelled, self.counted)


def _quartiles(times: _Times, scale: Scale, y: float) -> Line:
    ends = (scale.at(max(times.minimum, scale.low)), scale.at(max(times.third_quartile, scale.low)))
    return Line(path([(x, y) for x in ends]), "is-main")


def _marks(times: _Times, scale: Scale, y: float) -> tuple[Mark, ...]:
    sides = (
        (times.modelled, "is-before", "modelled"),
        (times.counted, "is-loop", "counted, at one instruction a nanosecond"),
        (times.median, "is-kernel", "measured"),
    )
    return tuple(
        Mark(
            x=scale.at(value),
            y=y,
            classes=classes,
            title=f"{times.name}: {time_text(value / 1e6)}, {words}",
        )
        for value, classes, words in sides
        if value > 0
    )
