"""One kernel on three rungs of the ladder, side by side in time: who works, and who waits.

Bars are the events of the simulation; the end says the whole run's cycles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, begun, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.soc.latency_hiding.records import Event, Simulation

SLICES, BEGUN = 12, 3
_ROW, _BAR, _LEFT, _TOP = 22, 16, 66, 4
_RIGHT = WIDTH - 2
MOST_BARS = 36
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True, slots=True)
class GanttFacts:
    """runs: of one kernel, each rung faster or as fast as the one before. window: cycles from the
    start that are drawn. kernel: its title."""

    runs: tuple[Simulation, ...]
    window: int
    kernel: str
    machine: str
    command: str


def gantt_scene(facts: GanttFacts) -> Scene:
    """The window in slices, of which some are there from the start; then the whole."""
    drawings = tuple(_Drawing(at, run, facts.window) for at, run in enumerate(facts.runs))
    work = facts.runs[0].work
    return Scene(
        id="gantt",
        kind="timeline",
        title="Who works while memory is on its way",
        track="model",
        panels=begun((drawing.panel() for drawing in drawings), _slices(facts, drawings, 0, BEGUN)),
        start=f"{facts.kernel} over {work.elements:,} elements, in tiles of {work.tile:,}, three "
        f"times. The first {facts.window:,} cycles are drawn. "
        f"{_said(drawings, _end(facts, BEGUN))}",
        steps=tuple(_steps(facts, drawings)),
        basis="modelled",
        source=f"The event simulation of {facts.machine}.",
        command=facts.command,
        notes=("r reads, w writes; a bar of a context is a tile being computed.",),
        pace=900,
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    at: int
    run: Simulation
    window: int

    @property
    def rows(self) -> tuple[str, ...]:
        return ("dma", *(f"context {context}" for context in range(self.run.contexts)))

    @property
    def shown(self) -> tuple[Event, ...]:
        """Those that begin in the window, on a row that is drawn."""
        events, rows = self.run.events, self.rows
        visible = [event for event in events if event.unit in rows and event.start < self.window]
        return tuple(sorted(visible, key=lambda bar: bar.start))[:MOST_BARS]

    def panel(self) -> Panel:
        elements: list[Element] = []
        for row, name in enumerate(self.rows):
            shown = "memory" if name == "dma" else name
            elements.append(words(f"row{self.at}-{row}", 0, _TOP + row * _ROW + 13, shown))
        elements += self._bars()
        bottom = _TOP + len(self.rows) * _ROW
        elements.append(
            Element(
                id=f"cursor{self.at}",
                shape="path",
                x=_LEFT,
                y=_TOP,
                classes="leader",
                d=f"M0 0V{bottom - _TOP}",
                opacity=0,
            )
        )
        elements += number(f"tiles{self.at}", (0, bottom + 4), "0", "tiles written")
        elements += number(f"cycles{self.at}", (120, bottom + 4), "0", "cycles")
        title = _name(self.run).capitalize()
        return Panel(
            id=f"rung{self.at}",
            title=title,
            width=WIDTH,
            height=bottom + 50,
            elements=tuple(elements),
        )

    def _bars(self) -> Iterator[Element]:
        scale = (_RIGHT - _LEFT) / self.window
        for index, event in enumerate(self.shown):
            row = self.rows.index(event.unit)
            x = _LEFT + event.start * scale
            wide = max(min(event.end, self.window) - event.start, 0) * scale
            label = {"read": "r", "write": "w"}.get(event.action, "") if wide >= 9 else ""
            corner, size = (round(x, 1), _TOP + row * _ROW), (round(wide, 1), _BAR)
            yield box(self.bar(index), corner, size, "cell", label, 0)

    def bar(self, index: int) -> str:
        return f"e{self.at}-{index}"

    def at_time(self, begin: int, now: int) -> Changes:
        """What began after `begin` appears; what goes on is lit."""
        changes: Changes = {}
        for index, event in enumerate(self.shown):
            if event.start <= now and event.end > begin:
                look = "cell now" if event.end > now else "cell held"
                changes[self.bar(index)] = {"opacity": 1, "classes": look}
        scale = (_RIGHT - _LEFT) / self.window
        changes[f"cursor{self.at}"] = {"x": round(_LEFT + now * scale, 1), "opacity": 1}
        changes[f"tiles{self.at}"] = {"label": str(self.written(now))}
        changes[f"cycles{self.at}"] = {"label": f"{now:,}"}
        return changes

    def written(self, now: int) -> int:
        """Tiles whose result left the core by then."""
        return sum(event.action == "write" and event.end <= now for event in self.run.events)

    def memory_busy(self, now: int) -> float:
        """Of the cycles until then, the share in which the engine moves bytes."""
        own = (event for event in self.run.events if event.unit == "dma" and event.start < now)
        return sum(min(transfer.end, now) - transfer.start for transfer in own) / now


def _name(run: Simulation) -> str:
    """Of a rung with vectors, by what it has."""
    many = run.contexts
    spelled = _NUMBERS[many] if many < len(_NUMBERS) else f"{many}"
    contexts = f"{spelled} context" if many == 1 else f"{spelled} contexts"
    return f"{contexts}, double buffers" if run.rung == "vec_mt_db" else contexts


def _steps(facts: GanttFacts, drawings: tuple[_Drawing, ...]) -> Iterator[SceneStep]:
    for part in range(BEGUN + 1, SLICES + 1):
        yield SceneStep(
            say=_said(drawings, _end(facts, part)),
            set=_slices(facts, drawings, part - 1, part),
            focus=f"cursor{len(drawings) - 1}",
        )
    yield _whole(facts, drawings)


def _end(facts: GanttFacts, part: int) -> int:
    """The cycle at which a slice ends; before the first one nothing has begun."""
    return facts.window * part // SLICES if part else -1


def _slices(facts: GanttFacts, drawings: tuple[_Drawing, ...], after: int, last: int) -> Changes:
    changes: Changes = {}
    for drawing in drawings:
        changes |= drawing.at_time(_end(facts, after), _end(facts, last))
    return changes


def _said(drawings: tuple[_Drawing, ...], now: int) -> str:
    """How much of the time memory had work, and what came of it, in the order of the pictures."""
    busy = ", ".join(_percent(drawing.memory_busy(now)) for drawing in drawings)
    written = ", ".join(str(drawn.written(now)) for drawn in drawings)
    return (
        f"After {now:,} cycles, picture by picture: memory busy {busy} of the time, tiles written "
        f"{written}."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _whole(facts: GanttFacts, drawings: tuple[_Drawing, ...]) -> SceneStep:
    changes: Changes = {}
    parts: list[str] = []
    before: Simulation | None = None
    for drawing in drawings:
        run = drawing.run
        changes[f"cycles{drawing.at}"] = {"label": f"{run.cycles:,}"}
        changes[f"tiles{drawing.at}"] = {"label": f"{run.work.tiles:,}"}
        for index in range(len(drawing.shown)):
            changes[drawing.bar(index)] = {"classes": "cell held"}
        gain = f", {before.cycles / run.cycles:.2f} times as fast" if before else ""
        parts.append(f"{_name(run)} {_percent(drawing.memory_busy(run.cycles))}{gain}")
        before = run
    said = f"The whole kernel, memory busy: {'; '.join(parts)}."
    return SceneStep(say=said, set=changes, focus="cycles0")
