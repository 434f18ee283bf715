"""Wrong formulas put in on purpose: each breaks a requirement that the real code meets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from compiler_core.soc.latency_hiding import ladder, parameters, simulation
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import RUNGS, KernelWork, ThreadedCore
from tests.soc.latency_hiding.requirements import every_violation

MILLION = 1 << 20
UNEVEN = ThreadedCore(
    name="uneven",
    clock_hz=10**9,
    vector_bytes=16,
    contexts=3,
    scratchpad_bytes=1 << 16,
    dma_bytes_per_second=4 * 10**9,
    dma_setup_cycles=2,
    dma_latency_cycles=50,
    outstanding_bursts=4,
    burst_bytes=16,
    thread_launch_cycles=10,
    thread_join_cycles=7,
    scalar_cycles_per_instruction=2,
    scalar_loop_instructions=1,
    vector_cycles_per_instruction=1,
    tile_overhead_cycles=3,
)
SHORT_READS = KernelWork(
    name="short reads",
    elements=203,
    values_in=1,
    values_out=3,
    value_bytes=4,
    operations=5,
    tile=16,
)
LONG_READS = KernelWork(
    name="long reads",
    elements=203,
    values_in=3,
    values_out=1,
    value_bytes=4,
    operations=30,
    tile=16,
)


def broken() -> set[str]:
    """The requirements that do not hold; none for the real code."""
    found = set()
    for work in (SHORT_READS, LONG_READS):
        runs = [simulation.simulate(work, UNEVEN, rung) for rung in RUNGS]
        found |= every_violation(runs, UNEVEN)
        if runs[3].cycles > runs[2].cycles:
            found.add("double buffering is never slower")
    return found | _shape()


def _shape() -> set[str]:
    machine = ladder_parameters().machine

    def gains(kernel: str) -> dict[str, float]:
        work = ladder.sized(ladder_parameters().kernel(kernel).work, MILLION, machine)
        return ladder.climb(work, machine).gains

    addition, gelu = gains("vector-add"), gains("gelu")
    holds = {
        "a vector sum gains about 41": abs(addition["vec"] / 41 - 1) < 0.05,
        "GELU gains about 3.91": abs(gelu["vec_mt"] / 3.91 - 1) < 0.01,
        "double buffers help GELU": gelu["vec_mt_db"] > 1.15,
        "double buffers do not help a sum": addition["vec_mt_db"] < 1.01,
    }
    return {name for name, held in holds.items() if not held}


def test_the_real_code_meets_all() -> None:
    assert broken() == set()


_STREAMING = simulation.streaming_cycles
_TRANSFER = simulation.transfer_cycles
_COMPUTE = simulation.compute_cycles
_ORDER = simulation.request_order
_READ = simulation._Run._read
_RUN_COMPUTE = simulation._Run._compute
_RUN_WRITE = simulation._Run._write
_USES = simulation._uses
_RUNS = simulation._Run


def _bus_alone(size: int, machine: ThreadedCore) -> int:
    return machine.dma_setup_cycles + -(-size * machine.clock_hz // machine.dma_bytes_per_second)


def _no_setup(size: int, machine: ThreadedCore) -> int:
    return _STREAMING(size, machine)


def _bits(size: int, machine: ThreadedCore) -> int:
    return _TRANSFER(size * 8, machine)


def _latency_in_the_engine(size: int, machine: ThreadedCore) -> int:
    return _TRANSFER(size, machine) + machine.dma_latency_cycles


def _rounds_down(size: int, machine: ThreadedCore) -> int:
    in_flight = machine.outstanding_bursts * machine.burst_bytes
    rate = max(
        size * machine.clock_hz // machine.dma_bytes_per_second,
        size * machine.dma_latency_cycles // in_flight,
    )
    return machine.dma_setup_cycles + rate


def _half_vectors_are_free(count: int, work: KernelWork, machine: ThreadedCore, rung: str) -> int:
    width = machine.vector_bytes // work.value_bytes
    whole = count if rung == "scalar" else count // width * width
    return _COMPUTE(whole, work, machine, rung)  # type: ignore[arg-type]


def _always_vectors(count: int, work: KernelWork, machine: ThreadedCore, rung: str) -> int:
    return _COMPUTE(count, work, machine, "vec")


def _arithmetic_only(count: int, work: KernelWork, machine: ThreadedCore, rung: str) -> int:
    least = replace(work, operations=max(1, work.operations - work.values_in))
    return _COMPUTE(count, least, machine, rung)  # type: ignore[arg-type]


def _reads_first(tiles: int, ahead: int) -> Iterator[tuple[Any, int]]:
    yield from (("read", tile) for tile in range(tiles))
    yield from (("write", tile) for tile in range(tiles))


def _no_reading_ahead(tiles: int, ahead: int) -> Iterator[tuple[Any, int]]:
    for tile in range(tiles):
        yield "read", tile
        yield "write", tile


def _forgets_the_last(tiles: int, ahead: int) -> Iterator[tuple[Any, int]]:
    return (one for one in _ORDER(tiles, ahead) if one != ("write", tiles - 1))


def _no_waiting_for_data(run: Any, tile: int) -> Any:
    start, end, _ = _READ(run, tile)
    return start, end, end


def _engine_never_busy(run: Any, tile: int) -> Any:
    run.engine_free = 0
    return _READ(run, tile)


def _context_never_busy(run: Any, tile: int, arrived: int) -> Any:
    run.computed.clear()
    return _RUN_COMPUTE(run, tile, arrived)


def _leaves_when_asked(run: Any, tile: int) -> Any:
    run.computed[tile] = 0
    return _RUN_WRITE(run, tile)


def _launched_at_once(run: Any) -> Iterator[Any]:
    run.launched = [0] * run.contexts
    return iter(())


def _all_contexts_always(work: KernelWork, machine: ThreadedCore, rung: str) -> int:
    return machine.contexts


def _no_second_buffer(rung: str) -> int:
    return 1


def _one_buffer_counted(work: KernelWork, contexts: int, buffers: int) -> int:
    return contexts * work.tile * (work.bytes_in + work.bytes_out)


def _use_of_a_context(events: Any, cycles: int) -> Any:
    return tuple(replace(use, utilisation=use.busy / (2 * cycles)) for use in _USES(events, cycles))


def _bounds_swapped(work: KernelWork, machine: ThreadedCore, rung: Any) -> tuple[int, int]:
    memory, compute = _BOUNDS(work, machine, rung)
    return compute, memory


_BOUNDS = simulation.bounds

MUTANTS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "a bus without bursts in flight": (simulation, "transfer_cycles", _bus_alone),
    "descriptors for nothing": (simulation, "transfer_cycles", _no_setup),
    "bits for bytes": (simulation, "transfer_cycles", _bits),
    "latency blocks the engine": (simulation, "transfer_cycles", _latency_in_the_engine),
    "transfers rounded down": (simulation, "transfer_cycles", _rounds_down),
    "half a vector for nothing": (simulation, "compute_cycles", _half_vectors_are_free),
    "scalar code with vectors": (simulation, "compute_cycles", _always_vectors),
    "loads for nothing": (simulation, "compute_cycles", _arithmetic_only),
    "everything is read before anything leaves": (simulation, "request_order", _reads_first),
    "nothing is read ahead": (simulation, "request_order", _no_reading_ahead),
    "the last tile never leaves": (simulation, "request_order", _forgets_the_last),
    "data is there at once": (_RUNS, "_read", _no_waiting_for_data),
    "the engine serves two at once": (_RUNS, "_read", _engine_never_busy),
    "a context computes two at once": (_RUNS, "_compute", _context_never_busy),
    "results leave before they are there": (_RUNS, "_write", _leaves_when_asked),
    "launches cost nothing": (_RUNS, "_launches", _launched_at_once),
    "one thread on all contexts": (simulation, "contexts_of", _all_contexts_always),
    "pong is missing": (simulation, "buffers_of", _no_second_buffer),
    "pong takes no room": (simulation, "scratchpad_bytes", _one_buffer_counted),
    "use over twice the time": (simulation, "_uses", _use_of_a_context),
    "bounds exchanged": (simulation, "bounds", _bounds_swapped),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_formula_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, attribute, wrong = MUTANTS[name]
    monkeypatch.setattr(place, attribute, wrong)
    try:
        found = broken()
    except (KeyError, ValueError):  # such a run does not even end
        return
    assert found


NUMBERS = {
    "vector_bytes": 64,
    "contexts": 2,
    "dma_bytes_per_second": 16 * 10**9,
    "dma_latency_cycles": 3000,
    "thread_launch_cycles": 20_000,
    "scalar_cycles_per_instruction": 1,
    "vector_cycles_per_instruction": 4,
    "outstanding_bursts": 16,
}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_wrong_parameter_loses_the_published_shape(
    number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ladder_parameters()
    wrong = replace(real, machine=replace(real.machine, **{number: NUMBERS[number]}))
    monkeypatch.setattr(parameters, "ladder_parameters", lambda: wrong)
    monkeypatch.setitem(globals(), "ladder_parameters", lambda: wrong)
    assert _shape()
