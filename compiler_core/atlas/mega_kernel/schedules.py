"""When each task runs: one kernel after the other, or all of them in one that lives on.

A task of b bytes and f operations takes max(b / (B / W), f / (F / W)) on one of W workers that
share B bytes and F operations a second. A kernel for each operator: T = Σ (launch + makespan of its
tasks). One persistent kernel: T = launch + the makespan of a list schedule in which each task also
takes `handing` to find and to tell. No schedule ends before max(Σ t / W, longest path).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass

from compiler_core.atlas.mega_kernel.tasks import BlockTask, TaskGraph


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedMachine:
    """Workers that share a memory. Seconds, bytes and operations a second."""

    workers: int
    bandwidth: float
    operations: float
    launch: float
    handing: float

    def seconds(self, task: BlockTask) -> float:
        """Of one task on one worker."""
        share = self.workers
        return max(task.bytes * share / self.bandwidth, task.operations * share / self.operations)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A task on a worker, in seconds from the start; the launch and the handing come before."""

    task: int
    worker: int
    start: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSchedule:
    """All tasks in the order of their starts, and when the last has ended."""

    slots: tuple[Slot, ...]
    seconds: float


def kernel_by_kernel(graph: TaskGraph, machine: SharedMachine) -> TaskSchedule:
    """Each operator is a kernel: it begins when the one before it has ended on all workers."""
    slots: list[Slot] = []
    now = 0.0
    for operator in range(len(graph.operators)):
        begun = now + machine.launch
        free = [(begun, worker) for worker in range(machine.workers)]
        now = begun
        for at in graph.of_operator(operator):
            start, worker = heapq.heappop(free)
            end = start + machine.seconds(graph.tasks[at])
            slots.append(Slot(task=at, worker=worker, start=start, end=end))
            heapq.heappush(free, (end, worker))
            now = max(now, end)
    return TaskSchedule(slots=tuple(slots), seconds=now)


def persistent(graph: TaskGraph, machine: SharedMachine) -> TaskSchedule:
    """One kernel: whoever is free takes the task that has waited longest."""
    waits = _Waits(graph)
    ready = [(machine.launch, at) for at in waits.free]
    heapq.heapify(ready)
    free = [(machine.launch, worker) for worker in range(machine.workers)]
    slots: list[Slot] = []
    while ready:
        since, at = heapq.heappop(ready)
        idle_since, worker = heapq.heappop(free)
        start = max(since, idle_since) + machine.handing
        end = start + machine.seconds(graph.tasks[at])
        slots.append(Slot(task=at, worker=worker, start=start, end=end))
        heapq.heappush(free, (end, worker))
        for released, moment in waits.ended(at, end):
            heapq.heappush(ready, (moment, released))
    return TaskSchedule(slots=tuple(slots), seconds=max(slot.end for slot in slots))


class _Waits:
    """Counters of what each task still waits for; what an operator still has to do."""

    def __init__(self, graph: TaskGraph) -> None:
        self._tasks = graph.tasks
        self._left = [len(task.needs) + len(task.after) for task in graph.tasks]
        self._moment = [0.0] * len(graph.tasks)
        self._of_operator = [0] * len(graph.operators)
        self._end_of_operator = [0.0] * len(graph.operators)
        self._by_task: dict[int, list[int]] = defaultdict(list)
        self._by_operator: dict[int, list[int]] = defaultdict(list)
        for at, task in enumerate(graph.tasks):
            self._of_operator[task.operator] += 1
            for needed in task.needs:
                self._by_task[needed].append(at)
            for operator in task.after:
                self._by_operator[operator].append(at)
        self.free = [at for at, left in enumerate(self._left) if not left]

    def ended(self, at: int, end: float) -> list[tuple[int, float]]:
        """Tasks that now wait for nothing more, and since when."""
        operator = self._tasks[at].operator
        self._of_operator[operator] -= 1
        self._end_of_operator[operator] = max(self._end_of_operator[operator], end)
        ready_tasks = [self._counted(user, end) for user in self._by_task[at]]
        if not self._of_operator[operator]:
            moment = self._end_of_operator[operator]
            ready_tasks += [self._counted(user, moment) for user in self._by_operator[operator]]
        return [task for task in ready_tasks if task is not None]

    def _counted(self, user: int, moment: float) -> tuple[int, float] | None:
        self._left[user] -= 1
        self._moment[user] = max(self._moment[user], moment)
        return None if self._left[user] else (user, self._moment[user])


def least_seconds(graph: TaskGraph, machine: SharedMachine) -> float:
    """No schedule of these tasks on these workers ends earlier, launch and handing left out."""
    seconds = [machine.seconds(task) for task in graph.tasks]
    ends = [0.0] * len(seconds)
    of_operator = [0.0] * len(graph.operators)
    for at, task in enumerate(graph.tasks):
        before = [ends[needed] for needed in task.needs]
        before += [of_operator[operator] for operator in task.after]
        ends[at] = max(before, default=0.0) + seconds[at]
        of_operator[task.operator] = max(of_operator[task.operator], ends[at])
    return max(sum(seconds) / machine.workers, *ends)
