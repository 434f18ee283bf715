"""`lowlab soc list`: the chips that are described, with what follows from their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.soc.description import SocDescription


def soc_list_command(as_json: AsJson = False) -> int:
    """List the SoCs described here, with peak speeds and bandwidth.

    Bandwidth is bus width times transfer rate. Every number in a description has its source.
    """
    from command_line.output import columns, print_json, print_lines
    from compiler_core.soc.json_form import soc_list_json
    from compiler_core.soc.reading import load_socs

    socs = load_socs()
    if as_json:
        print_json(soc_list_json(socs))
    else:
        print_lines(columns([_row(soc) for soc in socs]))
    return 0


def _row(soc: SocDescription) -> tuple[str, ...]:
    from compiler_core.soc.rooflines.roofline import compute_ceilings

    bandwidth = soc.main_memory.bytes_per_second or 0.0
    best = max(
        compute_ceilings(soc), key=lambda ceiling: ceiling.operations_per_second, default=None
    )
    speed = (
        f"{best.operations_per_second / 1e12:.1f} T operations/s ({best.unit}, {best.precision})"
        if best
        else "speed not known"
    )
    return soc.name, soc.title, f"{bandwidth / 1e9:.1f} GB/s", speed
