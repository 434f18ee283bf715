"""OSACA: ask it about one loop, and read the table it prints.

OSACA adds up what each instruction costs on each port (throughput bound) and the latencies of the
chains that lead from one iteration into the next (LCD). Its prediction, with perfect scheduling, is
the larger of the two: Laukemann et al., "Automated Instruction Stream Throughput Prediction for
Intel and AMD Microarchitectures" (2018) and "Automatic Throughput and Critical Path Analysis of x86
and ARM Assembly Kernels" (2019).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.cycles.loop_code import LoopCode
from compiler_core.toolchain.analysers import Analyser, AnalyserRun, run_osaca

_ROW = re.compile(
    r"^ *(?P<line>\d+) \|(?P<ports>.*)\|\|(?P<path>[^|]*)\|(?P<carried>[^|]*)\|"
    r"(?P<flags>[ XP*]*)(?P<text>\S.*)$"
)
_HEADING = re.compile(r"^ +\|(?P<ports>[^|]*(?:\|[^|]*)*)\|\|  CP  \| LCD  \|$")
_SUMS = re.compile(r"^ {5,}[\d.]")
_CARRIED = re.compile(r"^ *\d+ \| +(?P<cycles>[\d.]+) \|.*\| \[(?P<lines>[\d, ]+)\]$")
_UNREADABLE = re.compile(r"Unable to parse .* on line (\d+)")
_FIRST_LINE = 2
_TRIES = 4
# From this length on OSACA starts processes that talk through sockets, which the jail forbids.
_TOO_LONG = 50


@dataclass(frozen=True, slots=True)
class PortRow:
    """One instruction: index in the loop's code, busy cycles by port, marks of the table."""

    index: int
    pressure: dict[str, float]
    known: bool
    on_critical_path: bool
    carried: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OsacaReport:
    """OSACA's answer; message says why there is none, and then nothing else counts.

    throughput and dependency are the two bounds in cycles per iteration.
    """

    message: str
    """Why there is no answer, in a sentence; empty where there is one."""
    rows: tuple[PortRow, ...] = ()
    """One for each instruction that OSACA read, in order of the code."""
    ports: dict[str, float] | None = None
    """Busy cycles per iteration by the port's name, over all instructions; None without an
    answer."""
    throughput: float = 0.0
    """Cycles that an iteration needs by the busiest port."""
    dependency: float = 0.0
    """Cycles per iteration of the longest chain of results from round to round, 0 without one."""
    chain: tuple[int, ...] = ()
    """The instructions of the longest loop-carried dependency."""
    unreadable: tuple[int, ...] = ()
    """Indexes of instructions it cannot parse."""

    @property
    def cycles(self) -> float:
        """Its prediction per iteration."""
        return max(self.throughput, self.dependency)

    @property
    def unknown(self) -> tuple[int, ...]:
        """Instructions that cost nothing because there is no entry for them."""
        unknown = [row.index for row in self.rows if not row.known]
        return tuple(sorted((*unknown, *self.unreadable)))


def ask_osaca(analyser: Analyser, code: LoopCode, model: str) -> OsacaReport:
    """Analyse the loop; unknown instructions count nothing. Raises Overloaded and JailBroken."""
    if len(code.instructions) >= _TOO_LONG:
        return OsacaReport(
            message=f"OSACA looks for chains in loops of {_TOO_LONG} and more instructions with "
            "processes of its own, which the jail does not allow; this loop has "
            f"{len(code.instructions)}."
        )
    left_out: set[int] = set()
    run = AnalyserRun(False, "", "", "OSACA cannot read this loop.")
    for _ in range(_TRIES):
        indexes = [index for index in range(len(code.instructions)) if index not in left_out]
        assembly = _marked(code, indexes)
        run = run_osaca(analyser, assembly, ("--arch", model, "--ignore-unknown"))
        unreadable = _UNREADABLE.search(run.diagnostics)
        if run.ok or unreadable is None:
            return _report(run, indexes, left_out)
        left_out.add(indexes[int(unreadable[1]) - _FIRST_LINE])
    return OsacaReport(message=run.message)


def _marked(code: LoopCode, indexes: Sequence[int]) -> str:
    lines = [f"\t{_spelled(code.instructions[index].text)}" for index in indexes]
    return "\n".join(("// OSACA-BEGIN", *lines, "// OSACA-END", ""))


def _spelled(text: str) -> str:
    """Its tables hold conditional branches as `b.ne`."""
    return re.sub(r"^b(eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)\b", r"b.\1", text)


def _report(run: AnalyserRun, indexes: Sequence[int], left_out: set[int]) -> OsacaReport:
    if not run.ok:
        return OsacaReport(message=run.message)
    return parse_report(run.output, indexes, tuple(sorted(left_out)))


def parse_report(text: str, indexes: Sequence[int], unreadable: tuple[int, ...]) -> OsacaReport:
    """The record from OSACA's printed tables; `indexes` gives each line analysed its index."""
    columns: list[_Column] = []
    rows: list[PortRow] = []
    totals: dict[str, float] = {}
    for line in text.splitlines():
        row = _ROW.match(line)
        if _HEADING.match(line):
            columns = _columns(line)
        elif row is not None and columns:
            rows.append(_port_row(line, row, columns, indexes))
        elif rows and not totals and _SUMS.match(line):
            totals = _numbers(line, columns)
    if not rows:
        return OsacaReport(message="OSACA printed no table.")
    carried = _longest_carried(text, indexes)
    return OsacaReport(
        message="",
        rows=tuple(rows),
        ports=totals,
        throughput=max(totals.values(), default=0.0),
        dependency=carried[0],
        chain=carried[1] if carried[0] else (),
        unreadable=unreadable,
    )


@dataclass(frozen=True, slots=True)
class _Column:
    """A port of the table and the characters of a line that belong to it."""

    port: str
    start: int
    end: int


def _columns(heading: str) -> list[_Column]:
    """Cells stand between bars; `4   - 4DV` is a port and the divider behind it."""
    table = heading.partition("||")[0]
    return [
        _Column(part[0].strip(" -"), part.start(), part.end())
        for cell in re.finditer(r"(?<=\|)[^|]+", table)
        for part in re.compile(r"-?[^-]+").finditer(table, cell.start(), cell.end())
    ]


def _port_row(
    line: str, row: re.Match[str], columns: Sequence[_Column], indexes: Sequence[int]
) -> PortRow:
    return PortRow(
        index=indexes[int(row["line"]) - _FIRST_LINE],
        pressure=_numbers(line, columns),
        known="X" not in row["flags"],
        on_critical_path=bool(row["path"].strip()),
        carried=bool(row["carried"].strip()),
    )


def _numbers(line: str, columns: Sequence[_Column]) -> dict[str, float]:
    """Port -> cycles, from the places below the port names; empty places are left out."""
    cells = ((column.port, line[column.start : column.end].strip(" |")) for column in columns)
    return {port: float(cell) for port, cell in cells if cell}


def _longest_carried(text: str, indexes: Sequence[int]) -> tuple[float, tuple[int, ...]]:
    """Cycles and instructions of the longest chain in the loop-carried dependencies' report."""
    chains = [
        (float(match["cycles"]), _indexes(match["lines"], indexes))
        for match in map(_CARRIED.match, text.splitlines())
        if match is not None
    ]
    return max(chains, default=(0.0, ()))


def _indexes(lines: str, indexes: Sequence[int]) -> tuple[int, ...]:
    numbers = (int(number) - _FIRST_LINE for number in lines.split(","))
    return tuple(indexes[number] for number in numbers if 0 <= number < len(indexes))
