"""What limits a network's kernels: they run one group after the other, and a bar grows.

Each piece of the bar is the time of kernels that one thing limits: the array, a memory, or the
start; a kernel's other parts are in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count, joined
from compiler_core.amounts import time_text
from compiler_core.soc.networks.cnn import KernelBound, KernelCost

MOST_GROUPS = 12
_ROW, _BAR, _NAME, _TOP = 22, 14, 64, 4
_STACK, _STEP = 26, 44
BOUNDS: tuple[tuple[KernelBound, str, str], ...] = (
    ("compute", "array", "arithmetic"),
    ("sram", "SRAM", "on-chip memory"),
    ("dram", "DRAM", "main memory"),
    ("overhead", "start", "the start"),
)
"""What may limit a kernel: its name beside a bar, and in a sentence."""


@dataclass(frozen=True, slots=True)
class CostFacts:
    """kernels: in order of execution, all of them."""

    kernels: tuple[KernelCost, ...]
    model: str
    chip: str
    precision: str
    command: str


def cost_scene(facts: CostFacts) -> Scene:
    """One step for each group of kernels."""
    drawing = _Drawing(facts.kernels)
    each = len(drawing.groups[0])
    return Scene(
        id="cost",
        kind="bars",
        title="Where the time of a run goes",
        track="model",
        panels=(drawing.sums(), drawing.rows()),
        start=f"{count(len(facts.kernels), 'kernel')} of {facts.model} will run, one after the "
        "other. Each is started, then takes as long as its slowest part.",
        steps=tuple(drawing.steps()),
        basis="modelled",
        source=f"{facts.model} in {facts.precision} on {facts.chip}, as the cost model says.",
        command=facts.command,
        notes=(f"A row is {count(each, 'kernel')}." if each > 1 else "A row is one kernel.",),
        pace=900,
    )


@dataclass(slots=True)
class _Drawing:
    kernels: Sequence[KernelCost]

    @property
    def groups(self) -> list[Sequence[KernelCost]]:
        size = ceil(len(self.kernels) / MOST_GROUPS)
        return [self.kernels[at : at + size] for at in range(0, len(self.kernels), size)]

    @property
    def total(self) -> float:
        return sum(kernel.seconds for kernel in self.kernels)

    @property
    def bounds(self) -> tuple[tuple[KernelBound, str, str], ...]:
        """Those that some kernel has."""
        met = {kernel.bound for kernel in self.kernels}
        return tuple(bound for bound in BOUNDS if bound[0] in met)

    def sums(self) -> Panel:
        """One bar for each thing that binds, from nothing to its share."""
        elements: list[Element] = [*number("so-far", (0, 0), "0", "so far")]
        elements += number("through", (190, 0), "0", f"of {len(self.kernels)} kernels")
        y = 56
        for bound, name, _ in self.bounds:
            elements.append(words(f"n-{bound}", 0, y + 15, name))
            elements.append(box(f"s-{bound}", (_NAME, y), (0, _STACK - 6), "bar held"))
            elements.append(words(f"t-{bound}", WIDTH, y + 15, "–", "soft end"))
            y += _STEP - 10
        return Panel(
            id="sums",
            title="Time of kernels, by what limits them",
            width=WIDTH,
            height=y,
            elements=tuple(elements),
        )

    def rows(self) -> Panel:
        """A row for each group, its pieces by what binds."""
        groups, elements = self.groups, []
        longest = max(sum(kernel.seconds for kernel in group) for group in groups)
        scale = (WIDTH - _NAME) / longest
        first = 1
        for at, group in enumerate(groups):
            y, x = _TOP + at * _ROW, float(_NAME)
            last = first + len(group) - 1
            elements.append(
                words(f"g{at}", 0, y + 12, f"{first}–{last}" if last > first else f"{first}")
            )
            for bound, seconds in _pieces(group):
                wide = round(seconds * scale, 1)
                label = _short(bound) if wide > 44 else ""
                elements.append(box(f"p{at}-{bound}", (x, y), (wide, _BAR + 4), "cell", label))
                x = round(x + wide, 1)
            first = last + 1
        return Panel(
            id="rows",
            title="Kernels in order of execution",
            width=WIDTH,
            height=_TOP + len(groups) * _ROW + 4,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        spent: dict[KernelBound, float] = {bound: 0.0 for bound, _, _ in self.bounds}
        scale = (WIDTH - _NAME - 76) / max(
            sum(cost.seconds for cost in self.kernels if cost.bound == bound) for bound in spent
        )
        done, before = 0, ()
        for at, group in enumerate(self.groups):
            pieces = tuple(f"p{at}-{bound}" for bound, _ in _pieces(group))
            changes: Changes = {name: {"classes": "cell held"} for name in before}
            changes |= {name: {"classes": "cell now"} for name in pieces}
            for bound, seconds in _pieces(group):
                spent[bound] += seconds
                changes[f"s-{bound}"] = {"w": round(spent[bound] * scale, 1)}
                changes[f"t-{bound}"] = {"label": time_text(spent[bound])}
            done += len(group)
            changes["so-far"] = {"label": time_text(sum(spent.values()))}
            changes["through"] = {"label": f"{done}"}
            yield SceneStep(say=self._said(group, done, spent), set=changes, focus=pieces[0])
            before = pieces

    def _said(self, group: Sequence[KernelCost], done: int, spent: dict[KernelBound, float]) -> str:
        named = {bound: text for bound, _, text in BOUNDS}
        bound, seconds = max(_pieces(group), key=lambda piece: piece[1])
        whole = sum(kernel.seconds for kernel in group)
        first = done - len(group) + 1
        which = f"Kernels {first} to {done}" if done > first else f"Kernel {done}"
        most = "" if seconds == whole else f"{seconds / whole:.0%} of it in kernels "
        said = (
            f"{which}: {time_text(whole)}, {most}limited by {named[bound]}. "
            f"{time_text(sum(spent.values()))} so far."
        )
        if done < len(self.kernels):
            return said
        parts = [f"{share / self.total:.0%} {named[cap]}" for cap, share in spent.items() if share]
        return f"{said} Of all the time kernels are limited by: {joined(parts, 4)}."


def _short(bound: KernelBound) -> str:
    return next(name for limit, name, _ in BOUNDS if limit == bound)


def _pieces(group: Sequence[KernelCost]) -> list[tuple[KernelBound, float]]:
    """Seconds by what binds, of those that some kernel of the group has."""
    pieces: list[tuple[KernelBound, float]] = []
    for bound, _, _ in BOUNDS:
        seconds = [kernel.seconds for kernel in group if kernel.bound == bound]
        if seconds:
            pieces.append((bound, sum(seconds)))
    return pieces
