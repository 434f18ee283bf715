"""An independent check of memory plans: an arena in which every byte has an owner.

It shares no code with the planners. It runs the kernels one by one, writes each buffer's name into
its bytes when the buffer begins, and looks before each kernel's end whether they still stand there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from compiler_core.graph.records import MemoryPlan


def complaints(plan: MemoryPlan, alignment: int = 1) -> list[str]:
    """All that is wrong with a plan; nothing when it is sound."""
    found = [
        f"{entry.buffer.name} at {entry.offset}"
        for entry in plan.placed
        if entry.offset < 0 or (entry.offset % alignment and not entry.buffer.inside)
    ]
    highest = max((entry.offset + entry.buffer.bytes for entry in plan.placed), default=0)
    if plan.arena_bytes != highest:
        found.append(f"the arena has {plan.arena_bytes} bytes, its buffers end at {highest}")
    return found + outside_their_whole(plan) + overwritten(_wholes(plan))


def outside_their_whole(plan: MemoryPlan) -> list[str]:
    """Parts that the tensor they are said to lie in does not hold."""
    by_name = {entry.buffer.name: entry for entry in plan.placed}
    found = []
    for entry in plan.placed:
        if not entry.buffer.inside:
            continue
        whole, part = by_name[entry.buffer.inside], entry.buffer
        within = whole.offset <= entry.offset
        within &= entry.offset + part.bytes <= whole.offset + whole.buffer.bytes
        within &= whole.buffer.first <= part.first <= part.last <= whole.buffer.last
        if not within or whole.buffer.inside:
            found.append(f"{part.name} does not lie inside {part.inside}")
    return found


def _wholes(plan: MemoryPlan) -> MemoryPlan:
    """Parts own no bytes: those of their whole are theirs."""
    return replace(plan, placed=tuple(one for one in plan.placed if not one.buffer.inside))


def overwritten(plan: MemoryPlan) -> list[str]:
    """Buffers whose bytes another buffer took while they were needed."""
    owner = np.full(plan.arena_bytes, -1, dtype=np.int16)
    names = {entry.buffer.name: number for number, entry in enumerate(plan.placed)}
    found = []
    for kernel in range(max((entry.buffer.last + 1 for entry in plan.placed), default=0)):
        for number, entry in enumerate(plan.placed):
            if entry.buffer.first == kernel:
                owner[entry.offset : entry.offset + entry.buffer.bytes] = number
        heirs = {
            names[entry.buffer.shares_with]: number
            for number, entry in enumerate(plan.placed)
            if entry.buffer.shares_with and entry.buffer.first == kernel
        }
        for number, entry in enumerate(plan.placed):
            if not entry.buffer.first <= kernel <= entry.buffer.last:
                continue
            held = owner[entry.offset : entry.offset + entry.buffer.bytes]
            mine = held == number
            # The heir may stand in the bytes of what it inherits in their common kernel only.
            if _dies(plan, number, kernel, heirs):
                mine |= held == heirs[number]
            if not mine.all():
                found.append(f"{entry.buffer.name} is overwritten during kernel {kernel}")
    return found


def _dies(plan: MemoryPlan, number: int, kernel: int, heirs: dict[int, int]) -> bool:
    return number in heirs and plan.placed[number].buffer.last == kernel
