"""The arena of a network over time: kernels from left to right, addresses upwards.

A tensor is a box as wide as it lives and as high as it is large; a cursor goes from kernel to
kernel. Two names in one box are a result that took the place of what it was made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from app.drawing.scenes.pieces import LETTER, WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count, joined
from compiler_core.graph.planning.arena_picture import ArenaPicture, KernelMemory
from compiler_core.graph.planning.liveness import is_scratch
from compiler_core.graph.records import MemoryPlan, PlacedBuffer

_HEIGHT, _LEFT = 200, 0
_LINE, _EDGE = 14, 1
_BLOCK = re.compile(r"/blocks\.(\d+)/")
_NAMED = 3
MOST_KERNELS = 48


@dataclass(frozen=True, slots=True)
class ArenaFacts:
    """plan and its picture: of at most MOST_KERNELS kernels. bytes: of the arena as the program has
    it, rounded up from the plan's."""

    plan: MemoryPlan
    picture: ArenaPicture
    bytes: int
    model: str
    command: str


def arena_scene(facts: ArenaFacts) -> Scene:
    """One step for each kernel."""
    drawing = _Drawing(facts)
    plan = facts.plan
    return Scene(
        id="arena",
        kind="timeline",
        title="Tensors share one piece of memory",
        track="model",
        panels=(drawing.panel(),),
        start=f"{count(len(plan.placed), 'tensor')} of {plan.without_reuse:,} bytes together lie "
        f"in an arena of {facts.bytes:,}. Each box is a tensor: as wide as it lives, as high "
        "as it is large. Click one.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"The plan of {facts.model}; any plan needs {plan.lower_bound:,} bytes.",
        command=facts.command,
        notes=(
            "Dashed: memory that one kernel needs while it runs.",
            "Two names in a box: the second takes the place of the first.",
            "A number before a name: its block of the network.",
        ),
        pace=1200,
    )


@dataclass(frozen=True, slots=True)
class _Box:
    """Buffers at one place, each taking over from the one before it; mostly there is one.

    wide, high: as it is drawn.
    """

    buffers: tuple[PlacedBuffer, ...]
    x: float
    y: float
    wide: float
    high: float

    @property
    def label(self) -> str:
        """All names, as long as they fit; else none."""
        if self.high < _LINE or not _is_tensor(self.buffers[0]):
            return ""
        room = (self.wide - 2 * _EDGE) / LETTER
        ways = (", ".join(way(buffer.buffer.name) for buffer in self.buffers) for way in _NAMINGS)
        return next((text for text in ways if len(text) <= room), "")

    @property
    def title(self) -> str:
        names = ", then ".join(
            f"{_short(buffer.buffer.name)}: {buffer.buffer.bytes:,} bytes"
            for buffer in self.buffers
        )
        return f"{names}; lives from kernel {self.first + 1} to {self.last + 1}"

    @property
    def first(self) -> int:
        """The kernel, from 0, that begins to write it."""
        return self.buffers[0].buffer.first

    @property
    def last(self) -> int:
        """The last kernel, from 0, that needs it."""
        return self.buffers[-1].buffer.last

    def ways(self, kernels: int) -> tuple[tuple[str, int], ...]:
        """To the kernels at which it begins and is free again, of so many that are drawn."""
        begins = ((f"begins at kernel {self.first + 1}", self.first + 1),)
        freed = ((f"freed after kernel {self.last + 1}", min(self.last + 2, kernels)),)
        return (begins if self.first < kernels else ()) + (freed if self.last < kernels else ())

    def look(self, now: int) -> str:
        """At this kernel; before the first one it is untouched."""
        kind = "cell" if _is_tensor(self.buffers[0]) else "cell old"
        stands = {_stands(buffer, now) for buffer in self.buffers}
        return f"{kind} {'now' if 'now' in stands else 'held' if 'held' in stands else ''}".rstrip()

    def changes_at(self, now: int) -> bool:
        """Whether it may look otherwise than at the kernel before."""
        return self.first <= now <= self.last + 1


def _takers(plan: MemoryPlan) -> Iterator[tuple[PlacedBuffer, ...]]:
    """All buffers: those that lie in the very place of another one, behind that one."""
    by_name = {placed.buffer.name: placed for placed in plan.placed}

    def given(slot: PlacedBuffer) -> PlacedBuffer | None:
        other = by_name.get(slot.buffer.shares_with)
        is_same = other and (other.offset, other.buffer.bytes) == (slot.offset, slot.buffer.bytes)
        return other if is_same else None

    taken = {before.buffer.name: taker for taker in plan.placed if (before := given(taker))}
    for slot in plan.placed:
        if given(slot):
            continue
        row = [slot]
        while row[-1].buffer.name in taken:
            row.append(taken[row[-1].buffer.name])
        yield tuple(row)


@dataclass
class _Drawing:
    facts: ArenaFacts

    @property
    def kernels(self) -> tuple[KernelMemory, ...]:
        return self.facts.picture.kernels[:MOST_KERNELS]

    @property
    def wide(self) -> float:
        return (WIDTH - _LEFT) / len(self.kernels)

    @cached_property
    def boxes(self) -> tuple[_Box, ...]:
        return tuple(self._box(row) for row in _takers(self.facts.plan))

    def _box(self, row: tuple[PlacedBuffer, ...]) -> _Box:
        scale = _HEIGHT / self.facts.plan.arena_bytes
        first, last, lowest = row[0].buffer.first, row[-1].buffer.last, row[0]
        high = max(2.0, lowest.buffer.bytes * scale - 1)
        y = _HEIGHT - (lowest.offset + lowest.buffer.bytes) * scale
        wide = (last - first + 1) * self.wide - 1
        return _Box(
            row, round(_LEFT + first * self.wide, 1), round(y, 1), round(wide, 1), round(high, 1)
        )

    def panel(self) -> Panel:
        boxes = [
            Element(
                id=f"t{at}",
                shape="rect",
                x=shape.x,
                y=shape.y,
                w=shape.wide,
                h=shape.high,
                classes=shape.look(-1),
                label=shape.label,
                title=shape.title,
                ways=shape.ways(len(self.kernels)),
            )
            for at, shape in enumerate(self.boxes)
        ]
        elements = (
            *boxes,
            box("cursor", (0, _HEIGHT + 4), (round(self.wide - 1, 1), 6), "cell now", opacity=0),
            words("first", 0, _HEIGHT + 26, "first kernel"),
            words("last", WIDTH, _HEIGHT + 26, "last kernel", "soft end"),
            *number("kernel", (0, _HEIGHT + 32), "–", "kernel"),
            *number("alive", (100, _HEIGHT + 32), "–", "bytes in use"),
            *number("whole", (220, _HEIGHT + 32), f"{self.facts.bytes:,}", "bytes in all"),
        )
        return Panel(
            id="memory",
            title="Addresses upwards, kernels across",
            width=WIDTH,
            height=_HEIGHT + 78,
            elements=elements,
        )

    def steps(self) -> Iterator[SceneStep]:
        for kernel in self.kernels:
            now = kernel.kernel
            changes: Changes = {
                f"t{at}": {"classes": arena_box.look(now)}
                for at, arena_box in enumerate(self.boxes)
                if arena_box.changes_at(now)
            }
            changes["cursor"] = {"x": round(now * self.wide, 1), "opacity": 1}
            changes["kernel"] = {"label": str(now + 1)}
            changes["alive"] = {"label": f"{kernel.alive_bytes:,}"}
            yield SceneStep(say=self._say(kernel), set=changes, focus="cursor")

    def _say(self, kernel: KernelMemory) -> str:
        now, placed = kernel.kernel, self.facts.plan.placed
        handed_on = {taker.buffer.shares_with for taker in placed}
        ended = [last_used for last_used in placed if last_used.buffer.last == now - 1]
        freed = [unshared for unshared in ended if unshared.buffer.name not in handed_on]
        taken = [heir for heir in placed if heir.buffer.first == now and heir.buffer.shares_with]
        said = f"Kernel {now + 1}: {kernel.alive_bytes:,} bytes are in use."
        if now == self.facts.picture.peak_kernel:
            said += " More at no other kernel: this one decides how small the arena can be."
        if taken:
            said += f" {self._name(taken[0])} takes the place of what it is made from."
        named = [self._name(tensor) for tensor in freed if _is_tensor(tensor)]
        if named:
            said += f" Free again, as kernel {now} was its last reader: {joined(named, _NAMED)}."
        return said

    def _name(self, slot: PlacedBuffer) -> str:
        """With its block where another tensor is called the same without it."""
        short, block = _short(slot.buffer.name), _BLOCK.search(slot.buffer.name)
        alike = [other for other in self.facts.plan.placed if _short(other.buffer.name) == short]
        return f"block {block[1]} {short}" if block and len(alike) > 1 else short


def _is_tensor(slot: PlacedBuffer) -> bool:
    return not is_scratch(slot.buffer)


def _short(name: str) -> str:
    """Without what every name of an exported graph has."""
    parts = [part for part in name.split("/") if part and part != "blocks"]
    return " ".join(parts[-2:]).replace("_quantised", "").replace("_output_0", "")


def _numbered(name: str) -> str:
    """The operator behind the number of its block."""
    block = _BLOCK.search(name)
    return f"{block[1]} {_operator(name)}" if block else _operator(name)


def _operator(name: str) -> str:
    return _short(name).rpartition(" ")[2]


_NAMINGS = (_short, _numbered, _operator)
"""How a tensor is called in a box, the longest first."""


def _stands(slot: PlacedBuffer, now: int) -> str:
    if slot.buffer.first == now:
        return "now"
    return "held" if slot.buffer.first < now <= slot.buffer.last else ""
