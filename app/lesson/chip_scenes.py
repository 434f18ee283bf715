"""Scenes of the lessons on chips, from the models of the chip that is usual here."""

from __future__ import annotations

from dataclasses import replace

from app.addresses.chips import USUAL_CHIP
from app.drawing.scenes.batch_times import BatchFacts, batch_scene
from app.drawing.scenes.frames_through import FrameLoopFacts, frames_scene
from app.drawing.scenes.gantt import GanttFacts, gantt_scene
from app.drawing.scenes.power_cap import power_facts, power_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.roof_walk import RoofFacts, RoofStop, roof_scene
from app.drawing.scenes.speed_map import SpeedFacts, speed_scene, speed_table
from app.drawing.scenes.unit_choices import ChoiceFacts, choices_scene
from compiler_core.soc.decoding.decode import compute_seconds, decode_speed, decode_unit
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.decode_grid import GridCell, decode_grid
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import SocDescription
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.frame_loop import frame_loop, loop_times
from compiler_core.soc.mapping.hand_over import usual_hand_over
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.decode_curves import language_ceiling
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.roofline import roofline

LANGUAGE_MODEL, CONTEXT, TYPE = "llama-3.1-8b", 128, "q4_0"
MAPPED_CONTEXTS = tuple(CONTEXT << shift for shift in range(9))
MAPPED_BATCHES = (1, 2, 4, 8, 16, 32, 64)
SHARED = 12
"""Sequences that share a step at most: arithmetic binds after three."""
NETWORKS = (("Residual net", "residual"), ("MobileNet v2", "mobilenet-v2"))
KERNEL, ELEMENTS, WINDOW_TILES = "vector-add", 1 << 20, 5

LARGER, FRAME_RATE, FRAMES = "resnet-50", 30, 4


def under_power() -> Scene:
    """The array of the usual chip."""
    soc = soc_named(USUAL_CHIP)
    facts = power_facts(soc, f"lowlab soc energy residual --soc {soc.name}")
    assert facts is not None
    return power_scene(facts)


def under_roof() -> Scene:
    """Types, then more sequences, then another chip; each change alone."""
    soc = soc_named(USUAL_CHIP)
    rate = next(npu_rate for npu_rate in soc.unit("npu").rates if npu_rate.precision == "int8")
    twice = edited_soc(soc, {"npu.macs_per_cycle.int8": 2 * rate.macs_per_cycle.value})
    width = soc.main_memory.bus_width_bits
    assert width is not None
    wide = edited_soc(soc, {f"{soc.main_memory.name}.bus_width_bits": 2 * width.value})
    walk = (
        ("Weights in F16", soc, "f16", 1),
        ("Weights in Q4_0", soc, "q4_0", 1),
        ("Twice the NPU", twice, "q4_0", 1),
        ("Twice the memory’s width instead", wide, "q4_0", 1),
        ("The chip as it was", soc, "q4_0", 1),
        *((f"{batch} sequences together", soc, "q4_0", batch) for batch in (2, 3, 4, 8)),
        ("8 sequences, and twice the NPU", twice, "q4_0", 8),
    )
    title = known_language_model(LANGUAGE_MODEL).title
    stops = tuple(_stop(*station) for station in walk)
    command = f"lowlab soc decode --soc {soc.name} --config {LANGUAGE_MODEL} --type q4_0"
    return roof_scene(RoofFacts(stops, title, soc.title, command, stops[0].used))


def _stop(title: str, soc: SocDescription, type_: str, batch: int) -> RoofStop:
    header = header_of(known_language_model(LANGUAGE_MODEL).configuration, type_)
    work = decode_work(header, CONTEXT, batch)
    ceiling = language_ceiling(soc, work)
    assert ceiling is not None
    bare = roofline(soc, phases(header, CONTEXT, batch), *ceiling)
    timed = with_language_times(soc, bare, header, CONTEXT, batch)
    point, speed = timed.points[0], decode_speed(soc, work, share_for(soc))
    reached = point.modelled.operations_per_second if point.modelled else point.attainable
    _, constants = compute_seconds(soc, decode_unit(soc), work)
    used = constants.efficiency if constants else 1.0
    return RoofStop(
        title=title,
        used=used,
        intensity=point.intensity or timed.ridge,
        operations_per_second=reached,
        peak=used * timed.peak,
        bandwidth=timed.bandwidth,
        ridge=used * timed.ridge,
        bound=speed.bound or "",
        memory_ms=(speed.memory_seconds or 0) * 1e3,
        compute_ms=(speed.compute_seconds or 0) * 1e3,
        tokens_per_second=speed.tokens_per_second or 0.0,
        needed_bytes=speed.needed_bytes,
        available_bytes=speed.available_bytes,
    )


def room_and_speed() -> Scene:
    """Contexts and batches of a large model, with the edge of memory."""
    grid = _speeds(MAPPED_CONTEXTS, MAPPED_BATCHES)
    return replace(speed_scene(SpeedFacts(grid, CONTEXT, *_told())), table=speed_table(grid))


def shared_steps() -> Scene:
    """The same model with one sequence more at each step."""
    (cells,) = _speeds((CONTEXT,), tuple(range(1, SHARED + 1)))
    return batch_scene(BatchFacts(cells, *_told()))


def _speeds(
    contexts: tuple[int, ...], batches: tuple[int, ...]
) -> tuple[tuple[GridCell, ...], ...]:
    header = header_of(known_language_model(LANGUAGE_MODEL).configuration, TYPE)
    return decode_grid(soc_named(USUAL_CHIP), header, contexts, batches)


def _told() -> tuple[str, str, str]:
    """Model, chip and command."""
    title = known_language_model(LANGUAGE_MODEL).title
    command = f"lowlab soc decode --soc {USUAL_CHIP} --config {LANGUAGE_MODEL} --type {TYPE}"
    return f"{title} in {TYPE.upper()}", soc_named(USUAL_CHIP).title, command


def units_chosen() -> Scene:
    """A small network and a larger one on the usual chip."""
    from compiler_core.soc.mapping.graph_reading import mapped_graph_of
    from compiler_core.soc.mapping.map_network import map_network

    soc = soc_named(USUAL_CHIP)
    mappings = tuple(
        (title, map_network(mapped_graph_of(name), soc, "int8", "time", usual_hand_over(soc)))
        for title, name in NETWORKS
    )
    command = f"lowlab soc map mobilenet-v2 --soc {soc.name}"
    return choices_scene(ChoiceFacts(mappings, soc.title, command))


def waits_hidden() -> Scene:
    """Vector add, which memory keeps busy, on three rungs."""
    from compiler_core.soc.latency_hiding.chips import machine_of
    from compiler_core.soc.latency_hiding.ladder import climb, sized
    from compiler_core.soc.latency_hiding.parameters import ladder_parameters

    soc = soc_named(USUAL_CHIP)
    kernel, machine = ladder_parameters().kernel(KERNEL), machine_of(soc)
    ladder = climb(sized(kernel.work, ELEMENTS, machine), machine)
    runs = ladder.rungs[1:]
    ends = [event.end for event in runs[0].events if event.action == "write"]
    command = f"lowlab soc ladder --soc {soc.name} --kernel {KERNEL}"
    return gantt_scene(
        GanttFacts(runs, ends[WINDOW_TILES - 1], kernel.title, f"{soc.title}’s ladder", command)
    )


def frames_handed_on() -> Scene:
    """A network that takes a part of a frame's time, with one buffer and with two."""
    soc = soc_named(USUAL_CHIP)
    times = loop_times(soc, LARGER, FRAME_RATE)
    loops = tuple(frame_loop(times, buffers, FRAMES) for buffers in (1, 2))
    command = f"lowlab soc cnn {LARGER} --soc {soc.name}"
    return frames_scene(
        FrameLoopFacts(
            times=times,
            loops=loops,
            frames=FRAMES,
            rate=FRAME_RATE,
            network="ResNet-50",
            chip=soc.title,
            command=command,
        )
    )
