"""The same requests under both allocators of key-value memory: one piece each, or pages.

Moments are those of the simulation that stage 4 runs; a step of the scene is a step of it at which
a request comes, starts or ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, begun, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count, joined
from compiler_core.llm.cache.moments import CacheMoment, CacheRun, Cell

MOST_STEPS = 26
MOST_BOXES = 16
_STRIP, _TOP = 46, 22
_SHORTEST_LABEL = 16


@dataclass(frozen=True, slots=True)
class CacheFacts:
    """Both runs serve the same requests in the same memory."""

    contiguous: CacheRun
    paged: CacheRun
    model: str
    command: str


def cache_scene(facts: CacheFacts) -> Scene:
    """From the first requests until the run with pages has ended; then the end of the other."""
    runs = (("one", facts.contiguous), ("pages", facts.paged))
    first, *later = _told_moments(facts)
    return Scene(
        id="cache",
        kind="square",
        title="Two ways to keep a cache",
        track="model",
        panels=begun((_panel(name, run) for name, run in runs), _changes_at(first, facts)),
        start=f"Both memories have room for {facts.paged.capacity} positions, and the same "
        f"requests come to both. {_said_at(first, facts)}",
        steps=tuple(
            SceneStep(say=_said_at(at, facts), set=_changes_at(at, facts), focus="pages-queue")
            for at in later
        ),
        basis="computed",
        source=f"The same requests, served in steps by both allocators of {facts.model}’s engine; "
        "a step makes one token for each request that runs.",
        command=facts.command,
        notes=(
            "Tinted: holds keys and values. Empty inside a box: reserved by that request, and "
            "nothing is in it.",
        ),
        pace=1200,
    )


def _panel(name: str, run: CacheRun) -> Panel:
    title = (
        f"Pages of {run.block_positions} positions"
        if run.block_positions
        else "A piece for the longest answer"
    )
    elements: list[Element] = [
        box(f"{name}-memory", (0, _TOP), (WIDTH, _STRIP), "frame"),
        words(f"{name}-time", 0, 14, "before the first step"),
    ]
    boxes = _most_boxes(run)
    elements += [box(f"{name}-f{n}", (0, _TOP), (0, _STRIP), "band", "", 0) for n in range(boxes)]
    elements += [box(f"{name}-b{n}", (0, _TOP), (0, _STRIP), "cell", "", 0) for n in range(boxes)]
    y = _TOP + _STRIP + 10
    elements.append(box(f"{name}-queue", (0, y), (WIDTH, 24), "cell", "nobody waits"))
    elements += number(f"{name}-running", (0, y + 34), "0", "requests run")
    elements += number(f"{name}-waited", (110, y + 34), "0", "steps waited")
    elements += number(f"{name}-used", (205, y + 34), "–", "used of reserved")
    return Panel(id=name, title=title, width=WIDTH, height=y + 80, elements=tuple(elements))


def _most_boxes(run: CacheRun) -> int:
    return min(MOST_BOXES, max((len(_owned(moment)) for moment in run.moments), default=0))


def _owned(moment: CacheMoment) -> list[Cell]:
    return [cell for cell in moment.cells if cell.owners]


def _at(at: int, facts: CacheFacts) -> Iterator[tuple[str, CacheRun, int]]:
    """Both memories, and which of their moments is shown: the last one of a run that has ended."""
    for name, run in (("one", facts.contiguous), ("pages", facts.paged)):
        yield name, run, min(at, run.steps - 1)


def _changes_at(at: int, facts: CacheFacts) -> Changes:
    changes: Changes = {}
    for name, run, shown in _at(at, facts):
        changes |= _state(name, run, run.moments[shown], shown)
    return changes


def _said_at(at: int, facts: CacheFacts) -> str:
    says = [_said(name, run.moments[shown], at < run.steps) for name, run, shown in _at(at, facts)]
    return f"Step {at}. {' '.join(says)}"


def _told_moments(facts: CacheFacts) -> list[int]:
    """Steps at which something happens in either memory, the last of each among them."""
    ends = {facts.contiguous.steps - 1, facts.paged.steps - 1}
    steps = {
        tick.step for run in (facts.contiguous, facts.paged) for tick in run.moments if tick.events
    }
    ordered = sorted(steps | ends)
    if len(ordered) <= MOST_STEPS:
        return ordered
    return sorted({*ordered[: MOST_STEPS - 2], *ends})


def _state(name: str, run: CacheRun, moment: CacheMoment, at: int) -> Changes:
    scale = WIDTH / run.capacity
    changes: Changes = {f"{name}-time": {"label": f"step {moment.step}"}}
    owned = _owned(moment)
    for index in range(_most_boxes(run)):
        if index >= len(owned):
            changes[f"{name}-b{index}"] = {"opacity": 0, "label": ""}
            changes[f"{name}-f{index}"] = {"opacity": 0}
            continue
        cell = owned[index]
        x, wide = round(cell.start * scale, 1), round(cell.size * scale, 1)
        label = cell.owners[0] if wide >= _SHORTEST_LABEL else ""
        changes[f"{name}-b{index}"] = {"x": x, "w": wide, "label": label, "opacity": 1}
        filled = round(cell.used * scale, 1)
        changes[f"{name}-f{index}"] = {"x": x, "w": filled, "opacity": 1}
    waiting = moment.waiting
    changes[f"{name}-queue"] = {
        "label": f"waiting: {' '.join(waiting)}" if waiting else "nobody waits",
        "classes": "cell waiting" if waiting else "cell",
    }
    reserved = moment.used + moment.unused_inside
    waited = sum(len(earlier.waiting) for earlier in run.moments[: at + 1])
    changes[f"{name}-running"] = {"label": str(len(moment.running))}
    changes[f"{name}-waited"] = {"label": str(waited)}
    changes[f"{name}-used"] = {"label": _percent(moment.used / reserved) if reserved else "–"}
    return changes


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _said(name: str, moment: CacheMoment, goes_on: bool) -> str:
    """What a reader should see in this memory now."""
    where = "In one piece each" if name == "one" else "In pages"
    if not goes_on:
        return f"{where}: all were served."
    if not moment.running and not moment.waiting:
        return f"{where}: nobody is left."
    runs = f"{joined(moment.running, 8)} {'runs' if len(moment.running) == 1 else 'run'}"
    if not moment.waiting:
        return f"{where}: {runs}, nobody waits."
    waits = count(len(moment.waiting), "request waits", "requests wait")
    why = f", {moment.free} positions free" if moment.free else ""
    return f"{where}: {runs}; {waits}{why}."
