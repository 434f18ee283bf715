"""The JSON of chips, of kernels under their ceilings, and of one kernel's ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import orjson

from compiler_core.soc.description import SocDescription
from compiler_core.soc.latency_hiding.ladder import Ladder
from compiler_core.soc.latency_hiding.measured import MeasuredVariant
from compiler_core.soc.rooflines.loop_points import PlacedLoop
from compiler_core.soc.rooflines.roofline import Roofline, compute_ceilings, memory_ceilings


def soc_list_json(socs: Sequence[SocDescription]) -> bytes:
    """`lowlab soc list`: each description with its sources, and what follows from its numbers."""
    return orjson.dumps(
        {
            "socs": [
                {
                    "name": soc.name,
                    "title": soc.title,
                    "bytes_per_second": soc.main_memory.bytes_per_second,
                    "compute_ceilings": compute_ceilings(soc),
                    "memory_ceilings": memory_ceilings(soc),
                    "description": soc,
                }
                for soc in socs
            ]
        }
    )


def roofline_json(roofline: Roofline, loop: PlacedLoop | None = None) -> bytes:
    """`lowlab soc roofline`: ceilings, ridge, and points with bound, headroom and attainable; with
    a loop, it in `loop`.
    """
    if loop is None:
        return orjson.dumps(roofline)
    return orjson.dumps(
        {field.name: getattr(roofline, field.name) for field in fields(roofline)} | {"loop": loop}
    )


def ladder_json(ladder: Ladder, measured: Sequence[MeasuredVariant] = ()) -> bytes:
    """`lowlab soc ladder`: scalar, vec, vec_mt, vec_mt_db in modelled cycles, the gain of each over
    the one before, and what bounds each; the machine's numbers; measured: variants that were
    counted. Timelines are left out."""
    work = ladder.rungs[0].work
    record = {
        **ladder.cycles,
        "kernel": work.name,
        "elements": work.elements,
        "tile": work.tile,
        "soc": ladder.machine.name,
        "basis": "modelled",
        "gains": ladder.gains,
        "rungs": [
            {
                "rung": rung.rung,
                "cycles": rung.cycles,
                "contexts": rung.contexts,
                "buffers": rung.buffers,
                "scratchpad_used": rung.scratchpad_used,
                "memory_bound_cycles": rung.memory_bound_cycles,
                "compute_bound_cycles": rung.compute_bound_cycles,
                "bound": rung.bound,
                "units": rung.units,
            }
            for rung in ladder.rungs
        ],
        "machine": ladder.machine,
        "measured": measured,
    }
    return orjson.dumps(record)
