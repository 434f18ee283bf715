"""The ladder's machine beside a described chip: its memory's speed and its on-chip memory.

What descriptions do not say (contexts, latencies, costs of threads) stays that of the ladder's own
machine. So two chips are compared by their memories alone, with the same core.
"""

from __future__ import annotations

from dataclasses import replace

from compiler_core.errors import InputError
from compiler_core.soc.description import SocDescription
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import ThreadedCore
from compiler_core.soc.reading import soc_named


def machine_beside(name: str) -> ThreadedCore:
    """The machine with the DRAM and the scratchpad of the SoC of this name.

    Raises UnknownName, and InputError for a SoC whose memory's speed is not known.
    """
    return machine_of(soc_named(name))


def machine_of(soc: SocDescription) -> ThreadedCore:
    """The same of a description, which a reader may have changed.

    Raises InputError for a SoC whose memory's speed is not known.
    """
    machine, speed = ladder_parameters().machine, soc.main_memory.bytes_per_second
    if not speed:
        raise InputError(f"The speed of {soc.title}'s memory is not known.", "Take another SoC.")
    return replace(
        machine,
        name=soc.name,
        dma_bytes_per_second=max(round(speed), 1),
        scratchpad_bytes=int(soc.on_chip_bytes) or machine.scratchpad_bytes,
    )
