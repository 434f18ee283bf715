"""Room in SRAM and time, for the choice and for the best, as bars."""

from __future__ import annotations

from collections.abc import Iterator

from app.drawing.views.chart import Area, Chart, Key, Scale, Tick, linear_scale, row_names, ticks
from app.drawing.views.picture import Bar, Line, path
from compiler_core.sizes import size_text, size_unit
from compiler_core.soc.tiling.chosen import ChosenTile
from compiler_core.soc.tiling.records import Operand, Tiling
from compiler_core.soc.tiling.study import TileStudy

_WIDTH = 720
_LEFT, _RIGHT, _TOP = 96.0, 690.0, 26.0
_ROW, _THICK = 34.0, 22.0
_THIN, _LANE = 14.0, 20.0
_COLOURS: dict[Operand, str] = {
    "input": "is-tile-input",
    "weights": "is-tile-weights",
    "residual": "is-tile-residual",
    "output": "is-tile-output",
}
_COPIES = ("ping", "pong")
_LEAST_FOR_LABEL = 84.0


def room_chart(study: TileStudy) -> Chart:
    """Buffers side by side against what there is of SRAM."""
    machine = study.chip.machine
    rows = _rows(study)
    most = max(machine.sram_bytes, *(choice.sram_bytes for _, choice in rows))
    unit, name = size_unit(most)
    scale = linear_scale(most / unit, _LEFT, _RIGHT)
    bottom = _TOP + len(rows) * _ROW
    capacity = scale.at(machine.sram_bytes / unit)
    return Chart(
        title="Room in SRAM; the same numbers stand in the table below",
        area=Area.of_rows(scale, _WIDTH, _TOP, bottom, 26),
        x_title="",
        y_title="",
        x_ticks=tuple(Tick(tick.at, _size_tick(scale, tick, name)) for tick in ticks(scale)),
        y_ticks=row_names((title for title, _ in rows), _TOP, _ROW),
        bars=tuple(
            bar
            for row, (_, tile) in enumerate(rows)
            for bar in _buffer_bars(scale, unit, row, tile)
        ),
        lines=(
            Line(
                path([(capacity, _TOP - 6), (capacity, bottom)]),
                "is-limit",
                f"SRAM: {machine.sram_bytes:,} bytes",
                f"SRAM: {size_text(machine.sram_bytes)}",
                capacity,
                _TOP - 10,
            ),
        ),
        keys=tuple(Key(_COLOURS[operand], operand) for operand in study.layer.one.operands),
    )


def _size_tick(scale: Scale, tick: Tick, unit: str) -> str:
    share = (tick.at - scale.start) / (scale.end - scale.start)
    return f"{round(share * scale.high, 2):,g} {unit}"


def _rows(study: TileStudy) -> list[tuple[str, ChosenTile]]:
    rows = [("This choice", study.choice)]
    if study.best is not None:
        rows.append(("Best found", study.best))
    return rows


def _buffer_bars(scale: Scale, unit: int, row: int, choice: ChosenTile) -> Iterator[Bar]:
    at = 0
    y = _TOP + row * _ROW + (_ROW - _THICK) / 2
    for buffer in choice.buffers:
        for copy in range(buffer.copies):
            begin, end = (scale.at(edge / unit) for edge in (at, at + buffer.bytes_of_one))
            at += buffer.bytes_of_one
            name = f"{buffer.operand} {_COPIES[copy]}" if buffer.copies > 1 else buffer.operand
            yield Bar(
                x=begin,
                y=y,
                width=round(end - begin, 1),
                height=_THICK,
                classes=_COLOURS[buffer.operand],
                title=f"{name}: {buffer.bytes_of_one:,} bytes",
                label=name if end - begin >= _LEAST_FOR_LABEL else "",
                label_x=begin + 6,
                label_y=y + 15,
            )


def time_chart(study: TileStudy) -> Chart | None:
    """What DRAM and the array take alone, and both together; None where nothing is legal."""
    rows = [(title, choice.tiling) for title, choice in _rows(study) if choice.tiling is not None]
    if not rows:
        return None
    groups = study.layer.groups
    lanes = [lane for title, tiling in rows for lane in _lanes(title, tiling, groups)]
    scale = linear_scale(float(max(size for _, size, _ in lanes)), _LEFT + 60, _RIGHT)
    bottom = _TOP + len(lanes) * _LANE
    return Chart(
        title="Cycles; the same numbers stand in the table below",
        area=Area.of_rows(scale, _WIDTH, _TOP, bottom, 40),
        x_title="cycles",
        y_title="",
        x_ticks=ticks(scale),
        y_ticks=row_names((title for title, _, _ in lanes), _TOP, _LANE),
        bars=tuple(_time_bar(scale, row, lane) for row, lane in enumerate(lanes)),
    )


def _lanes(title: str, tiling: Tiling, groups: int) -> Iterator[tuple[str, int, str]]:
    """Title, cycles, colour."""
    yield f"{title}: DRAM", tiling.dram_cycles * groups, "is-dram"
    yield "array", tiling.compute_cycles * groups, "is-compute"
    yield "together", tiling.cycles * groups, "is-overhead"


def _time_bar(scale: Scale, row: int, lane: tuple[str, int, str]) -> Bar:
    title, size, colour = lane
    y = _TOP + row * _LANE + (_LANE - _THIN) / 2
    end = scale.at(size)
    return Bar(
        x=scale.start,
        y=y,
        width=round(end - scale.start, 1),
        height=_THIN,
        classes=colour,
        title=f"{title}: {size:,} cycles",
        label=f"{size:,}",
        label_x=scale.start + 6,
        label_y=y + 11,
    )
