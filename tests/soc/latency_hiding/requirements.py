"""What every timeline has to meet, read from its events alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise

from compiler_core.soc.latency_hiding.records import Event, KernelWork, Simulation, ThreadedCore

ENGINE = "dma"


def violations(run: Simulation, machine: ThreadedCore) -> list[str]:
    """The requirements that a run breaks, by name; none for a right one."""
    requirements: tuple[tuple[str, Callable[[Simulation, ThreadedCore], bool]], ...] = (
        ("one unit does one thing at a time", _units_are_exclusive),
        ("every tile is read, computed and written once", _tiles_are_complete),
        ("what is used has been written before", _results_wait),
        ("no buffer is overwritten while it is needed", _buffers_wait),
        ("as many buffers as the rung has", _buffers_are_those_of_the_rung),
        ("buffers fit the scratchpad", _buffers_fit),
        ("transfers take what their bytes take", _transfers_take_their_time),
        ("computing takes what its instructions take", _computing_takes_its_time),
        ("not faster than the bytes", _not_faster_than_bytes),
        ("not faster than the instructions", _not_faster_than_instructions),
        ("the end is the last end", _ends_with_the_last),
        ("nothing waits without a reason", _nothing_waits_idly),
        ("contexts run after they are launched", _launches_come_first),
        ("use is busy time over all time", _use_is_busy_time),
    )
    return [name for name, holds in requirements if not holds(run, machine)]


def by_tile(run: Simulation, action: str) -> dict[int, Event]:
    return {event.tile: event for event in run.events if event.action == action}


def _by_unit(run: Simulation) -> dict[str, list[Event]]:
    found: dict[str, list[Event]] = defaultdict(list)
    for event in run.events:
        found[event.unit].append(event)
    return {unit: sorted(events, key=lambda one: one.start) for unit, events in found.items()}


def _units_are_exclusive(run: Simulation, machine: ThreadedCore) -> bool:
    return all(
        first.end <= second.start
        for events in _by_unit(run).values()
        for first, second in pairwise(events)
    )


def _tiles_are_complete(run: Simulation, machine: ThreadedCore) -> bool:
    every = list(range(-(-run.work.elements // run.work.tile)))
    return all(
        sorted(event.tile for event in run.events if event.action == action) == every
        for action in ("read", "compute", "write")
    )


def _results_wait(run: Simulation, machine: ThreadedCore) -> bool:
    reads, computes, writes = (by_tile(run, one) for one in ("read", "compute", "write"))
    return all(
        reads[tile].end + machine.dma_latency_cycles <= computes[tile].start
        and computes[tile].end <= writes[tile].start
        for tile in computes
    )


def _chains(run: Simulation) -> list[list[int]]:
    """Tiles that use the same buffer of the same context, in order."""
    chains: dict[tuple[int, int], list[int]] = defaultdict(list)
    for tile, event in sorted(by_tile(run, "compute").items()):
        chains[event.context, event.buffer].append(tile)
    return list(chains.values())


def _buffers_wait(run: Simulation, machine: ThreadedCore) -> bool:
    reads, computes, writes = (by_tile(run, one) for one in ("read", "compute", "write"))
    return all(
        computes[before].end <= reads[after].start and writes[before].end <= computes[after].start
        for chain in _chains(run)
        for before, after in pairwise(chain)
    )


def _buffers_are_those_of_the_rung(run: Simulation, machine: ThreadedCore) -> bool:
    tiles = -(-run.work.elements // run.work.tile)
    contexts = min(tiles, machine.contexts) if "mt" in run.rung else 1
    buffers = 2 if run.rung.endswith("db") else 1
    return len(_chains(run)) == min(tiles, contexts * buffers)


def _buffers_fit(run: Simulation, machine: ThreadedCore) -> bool:
    values = run.work.values_in + run.work.values_out
    used = run.contexts * run.buffers * run.work.tile * run.work.value_bytes * values
    return used == run.scratchpad_used <= machine.scratchpad_bytes


def _elements(work: KernelWork, tile: int) -> int:
    return min(work.elements, (tile + 1) * work.tile) - tile * work.tile


def _transfers_take_their_time(run: Simulation, machine: ThreadedCore) -> bool:
    """Not less than bus and bursts in flight allow, and less than a cycle more."""
    rate = machine.dma_bytes_per_second / machine.clock_hz
    if machine.dma_latency_cycles:
        in_flight = machine.outstanding_bursts * machine.burst_bytes
        rate = min(rate, in_flight / machine.dma_latency_cycles)
    for event in run.events:
        if event.unit != ENGINE:
            continue
        values = run.work.values_in if event.action == "read" else run.work.values_out
        size = values * run.work.value_bytes * _elements(run.work, event.tile)
        streaming = event.end - event.start - machine.dma_setup_cycles
        if not size / rate - 1e-6 <= streaming < size / rate + 1:
            return False
    return True


def _instructions(run: Simulation, machine: ThreadedCore, count: int) -> int:
    each = run.work.operations + run.work.values_in + run.work.values_out
    if run.rung == "scalar":
        each += machine.scalar_loop_instructions
        return count * each * machine.scalar_cycles_per_instruction
    width = max(1, machine.vector_bytes // run.work.value_bytes)
    return -(-count // width) * each * machine.vector_cycles_per_instruction


def _computing_takes_its_time(run: Simulation, machine: ThreadedCore) -> bool:
    return all(
        event.end - event.start
        == machine.tile_overhead_cycles + _instructions(run, machine, _elements(run.work, tile))
        for tile, event in by_tile(run, "compute").items()
    )


def _not_faster_than_bytes(run: Simulation, machine: ThreadedCore) -> bool:
    values = run.work.values_in + run.work.values_out
    size = run.work.elements * run.work.value_bytes * values
    least = size * machine.clock_hz / machine.dma_bytes_per_second
    return run.cycles >= run.memory_bound_cycles >= least


def _not_faster_than_instructions(run: Simulation, machine: ThreadedCore) -> bool:
    least = _instructions(run, machine, run.work.elements) / run.contexts
    return run.cycles >= run.compute_bound_cycles >= least


def _ends_with_the_last(run: Simulation, machine: ThreadedCore) -> bool:
    last_write = max(event.end for event in by_tile(run, "write").values())
    joins = machine.thread_join_cycles if "mt" in run.rung else 0
    return run.cycles == last_write + machine.dma_latency_cycles + joins


def _nothing_waits_idly(run: Simulation, machine: ThreadedCore) -> bool:
    """Each start is the end of something that it had to wait for, or the beginning."""
    ends = {event.ready for event in run.events} | {event.end for event in run.events} | {0}
    return all(event.start in ends for event in run.events)


def _launches_come_first(run: Simulation, machine: ThreadedCore) -> bool:
    launches = {event.context: event.end for event in run.events if event.action == "launch"}
    if "mt" not in run.rung:
        return not launches
    return len(launches) == run.contexts and all(
        event.start >= machine.thread_launch_cycles * (event.context + 1)
        for event in run.events
        if event.action in ("read", "compute", "write")
    )


def _use_is_busy_time(run: Simulation, machine: ThreadedCore) -> bool:
    busy = {
        unit: sum(event.end - event.start for event in events)
        for unit, events in _by_unit(run).items()
    }
    return {use.unit: use.busy for use in run.units} == busy and all(
        0 <= use.utilisation <= 1 and abs(use.utilisation * run.cycles - use.busy) < 1e-3
        for use in run.units
    )


def every_violation(runs: Sequence[Simulation], machine: ThreadedCore) -> set[str]:
    """All requirements that any of the runs breaks."""
    return {name for run in runs for name in violations(run, machine)}
