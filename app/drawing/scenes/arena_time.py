"""The arena of a network over time: kernels from left to right, addresses upwards.

A tensor is a box as wide as it lives and as high as it is large; a cursor goes from kernel to
kernel. Two names in one box are a result that took the place of what it was made from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count, joined
from compiler_core.graph.planning.arena_picture import ArenaPicture, KernelMemory
from compiler_core.graph.records import MemoryPlan, PlacedBuffer

_HEIGHT, _LEFT = 200, 0
_SCRATCH = "scratch of "
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
        "as it is large.",
        steps=tuple(drawing.steps()),
        basis="computed",
        source=f"The plan of {facts.model}; no plan can have less than {plan.lower_bound:,} bytes "
        "before it is aligned.",
        command=facts.command,
        notes=("Dashed: memory that one kernel needs while it runs.",),
        pace=1200,
    )


@dataclass(slots=True)
class _Drawing:
    facts: ArenaFacts

    @property
    def kernels(self) -> tuple[KernelMemory, ...]:
        return self.facts.picture.kernels[:MOST_KERNELS]

    @property
    def wide(self) -> float:
        return (WIDTH - _LEFT) / len(self.kernels)

    def _box(self, at: int, one: PlacedBuffer) -> Element:
        scale = _HEIGHT / self.facts.plan.arena_bytes
        lives = one.buffer.last - one.buffer.first + 1
        high = max(2.0, one.buffer.bytes * scale - 1)
        y = _HEIGHT - (one.offset + one.buffer.bytes) * scale
        return box(f"t{at}", (round(_LEFT + one.buffer.first * self.wide, 1), round(y, 1)),
                      (round(lives * self.wide - 1, 1), round(high, 1)),
                   _look(one, ""))  # fmt: skip

    def panel(self) -> Panel:
        plan = self.facts.plan
        boxes = [self._box(at, one) for at, one in enumerate(plan.placed)]
        elements = (
            *boxes,
            box("cursor", (0, _HEIGHT + 4), (round(self.wide - 1, 1), 6), "cell now", opacity=0),
            words("first", 0, _HEIGHT + 26, "first kernel"),
            Element(id="last", shape="text", x=WIDTH, y=_HEIGHT + 26, classes="soft end",
                    label="last kernel"),
            *number("kernel", (0, _HEIGHT + 32), "–", "kernel"),
            *number("alive", (100, _HEIGHT + 32), "–", "bytes in use"),
            *number("whole", (220, _HEIGHT + 32), f"{self.facts.bytes:,}", "bytes in all"),
        )  # fmt: skip
        return Panel(id="memory", title="Addresses upwards, kernels across", width=WIDTH,
                     height=_HEIGHT + 78, elements=elements)  # fmt: skip

    def steps(self) -> Iterator[SceneStep]:
        placed = self.facts.plan.placed
        for kernel in self.kernels:
            now = kernel.kernel
            changes: Changes = {
                f"t{at}": {"classes": _look(one, _stands(one, now))}
                for at, one in enumerate(placed)
                if now - 1 <= one.buffer.last and one.buffer.first <= now
            }
            changes["cursor"] = {"x": round(now * self.wide, 1), "opacity": 1}
            changes["kernel"] = {"label": str(now + 1)}
            changes["alive"] = {"label": f"{kernel.alive_bytes:,}"}
            yield SceneStep(say=self._say(kernel), set=changes, focus="cursor")

    def _say(self, kernel: KernelMemory) -> str:
        now, placed = kernel.kernel, self.facts.plan.placed
        freed = [one for one in placed if one.buffer.last == now - 1]
        taken = [one for one in placed if one.buffer.first == now and one.buffer.shares_with]
        said = f"Kernel {now + 1}: {kernel.alive_bytes:,} bytes are in use."
        if now == self.facts.picture.peak_kernel:
            said += " More at no other kernel: this one decides how small the arena can be."
        if taken:
            said += f" {_short(taken[0].buffer.name)} takes the place of what it is made from."
        named = [_short(one.buffer.name) for one in freed if _is_tensor(one)]
        if named:
            said += f" Free again: {joined(named, _NAMED)}."
        return said


def _is_tensor(one: PlacedBuffer) -> bool:
    return not one.buffer.name.startswith(_SCRATCH)


def _short(name: str) -> str:
    """Without what every name of an exported graph has."""
    parts = [part for part in name.split("/") if part and part != "blocks"]
    return " ".join(parts[-2:]).replace("_quantised", "").replace("_output_0", "")


def _stands(one: PlacedBuffer, now: int) -> str:
    if one.buffer.first == now:
        return "now"
    return "held" if one.buffer.first < now <= one.buffer.last else ""


def _look(one: PlacedBuffer, stands: str) -> str:
    kind = "cell" if _is_tensor(one) else "cell old"
    return f"{kind} {stands}".rstrip()
