"""The chain of results that makes one iteration wait for the one before.

Registers only: every instruction waits for the last writers of what it reads. With nothing else in
the way (any number of units, any window), the time per iteration is the greatest total latency of a
chain that comes back to itself, divided by the iterations it spans. It is found by executing that
ideal machine until its pace is steady, and following the waits back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Instruction, Memory, parse_instruction

_ROUNDS = 64
# An address that a load or store moves on is ready after one cycle: the adder's, not the memory's.
_WRITE_BACK_CYCLES = 1.0


@dataclass(frozen=True, slots=True)
class Recurrence:
    """cycles: per iteration, on the ideal machine. chain: instruction indexes in order, the first
    waiting for the last one of an earlier iteration. registers: what each hands to the next."""

    cycles: float
    chain: tuple[int, ...]
    registers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Node:
    """One executed instruction: which, when its results are ready, and whom it waited for."""

    index: int
    started: float
    waited_for: tuple[int, int, str] | None


def recurrence_of(texts: Sequence[str], latencies: Sequence[float]) -> Recurrence | None:
    """None if no iteration has to wait for another. latencies in cycles, one per text."""
    instructions = [parse_instruction(text) for text in texts]
    rounds = _execute(instructions, latencies)
    if not instructions:
        return None
    middle, last = rounds[_ROUNDS // 2], rounds[-1]
    paces = [
        (later.started - earlier.started) / (_ROUNDS - 1 - _ROUNDS // 2)
        for earlier, later in zip(middle, last, strict=True)
    ]
    pace = max(paces)
    if pace <= 0:
        return None
    return _followed(rounds, paces.index(pace), pace)


def _execute(instructions: Sequence[Instruction], latencies: Sequence[float]) -> list[list[_Node]]:
    """All rounds; waited_for is (round, index, register)."""
    ready: dict[str, tuple[float, int, int]] = {}
    rounds: list[list[_Node]] = []
    for number in range(_ROUNDS):
        nodes: list[_Node] = []
        for index, instruction in enumerate(instructions):
            effects = effects_of(instruction)
            waits = [(*ready[name], name) for name in effects.reads if name in ready]
            latest = max(waits, default=None, key=lambda wait: wait[0])
            started = latest[0] if latest is not None else 0.0
            waited_for = latest[1:] if latest is not None else None
            nodes.append(_Node(index, started, waited_for))
            for name in effects.writes:
                cycles = _cycles_to(instruction, name, latencies[index])
                ready[name] = (started + cycles, number, index)
        rounds.append(nodes)
    return rounds


def _cycles_to(instruction: Instruction, register: str, latency: float) -> float:
    memory = next((part for part in instruction.operands if isinstance(part, Memory)), None)
    moved = memory is not None and memory.mode != "offset"
    if moved and memory is not None and register == memory.base.canonical:
        return _WRITE_BACK_CYCLES
    return latency


def _followed(rounds: list[list[_Node]], start: int, pace: float) -> Recurrence | None:
    """Walk back from the last round until an instruction comes up again: that is the chain."""
    number, index = len(rounds) - 1, start
    seen: dict[int, int] = {}
    walked: list[tuple[int, str]] = []
    while index not in seen:
        seen[index] = len(walked)
        waited_for = rounds[number][index].waited_for
        if waited_for is None:
            return None
        number, before, register = waited_for
        walked.append((before, register))
        index = before
    circle = walked[seen[index] :]
    ordered = tuple(reversed(circle))
    return Recurrence(
        cycles=pace,
        chain=tuple(member for member, _ in ordered),
        registers=tuple(register for _, register in ordered),
    )
