"""Whether a schedule may be: read from its slots alone, without knowing how it was made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from compiler_core.atlas.mega_kernel.schedules import SharedMachine, Slot
from compiler_core.atlas.mega_kernel.tasks import TaskGraph

_ROUNDING = 1e-12


def fault_of(graph: TaskGraph, machine: SharedMachine, slots: Sequence[Slot]) -> str:
    """The first rule that the schedule breaks, in words; "" for none."""
    by_task = {slot.task: slot for slot in slots}
    if len(slots) != len(graph.tasks) or set(by_task) != set(range(len(graph.tasks))):
        return "a task is missing or runs twice"
    if any(not 0 <= slot.worker < machine.workers for slot in slots):
        return "a task runs on a worker that does not exist"
    if any(_too_short(graph, machine, slot) for slot in slots):
        return "a task is shorter than its work"
    ends = _ends_of_operators(graph, by_task)
    if any(slot.start < _allowed(graph, by_task, ends, slot) - _ROUNDING for slot in slots):
        return "a task begins before what it waits for has ended"
    return "" if _one_at_a_time(slots) else "a worker does two tasks at once"


def _too_short(graph: TaskGraph, machine: SharedMachine, slot: Slot) -> bool:
    needed = machine.seconds(graph.tasks[slot.task])
    return slot.end - slot.start < needed * (1 - 1e-9) - _ROUNDING


def _ends_of_operators(graph: TaskGraph, by_task: dict[int, Slot]) -> list[float]:
    ends = [0.0] * len(graph.operators)
    for at, task in enumerate(graph.tasks):
        ends[task.operator] = max(ends[task.operator], by_task[at].end)
    return ends


def _allowed(
    graph: TaskGraph, by_task: dict[int, Slot], ends: Sequence[float], slot: Slot
) -> float:
    """The earliest start."""
    task = graph.tasks[slot.task]
    waits = [by_task[needed].end for needed in task.needs]
    return max((*waits, *(ends[operator] for operator in task.after)), default=0.0)


def _one_at_a_time(slots: Sequence[Slot]) -> bool:
    of_worker: dict[int, list[Slot]] = defaultdict(list)
    for slot in slots:
        of_worker[slot.worker].append(slot)
    for own in of_worker.values():
        own.sort(key=lambda slot: slot.start)
        if any(one.end > other.start + _ROUNDING for one, other in pairwise(own)):
            return False
    return True
