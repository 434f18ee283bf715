"""`lowlab soc energy`: what a network's bytes and operations cost in joules on a described chip."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from command_line.options import AsJson
from command_line.soc_cnn import NetworkArgument, PrecisionOption, one_of
from command_line.soc_decode import SocOption

if TYPE_CHECKING:
    from compiler_core.soc.energy import FusedEnergy, FusionEnergy
    from compiler_core.soc.network_energy import NetworkEnergy

_SHOWN = 12


def soc_energy_command(
    model: NetworkArgument,
    soc: SocOption = "generic",
    precision: PrecisionOption = "int8",
    as_json: AsJson = False,
) -> int:
    """Model the energy of a network on a chip. Shown too: what each fusion keeps out of memory."""
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import record_json
    from compiler_core.soc.description import Precision
    from compiler_core.soc.network_energy import network_energy, network_work_of
    from compiler_core.soc.reading import soc_named

    chip = soc_named(soc)
    wanted: Precision = one_of("precision", precision, get_args(Precision))
    energy = network_energy(chip, network_work_of(model), wanted)
    if as_json:
        print_json(record_json(energy))
    else:
        print_lines(report_lines(chip.title, energy))
    return 0


def report_lines(title: str, energy: NetworkEnergy) -> list[str]:
    """The ladder, the run before and after fusion, then the fusions that save most."""
    from command_line.output import columns

    fusion = energy.fusion
    rungs = [
        (
            rung.name,
            f"{rung.picojoules_per_byte:.3g}",
            f"{rung.times_register:.3g}x",
            f"{rung.latency_ns:.3g}",
        )
        for rung in energy.ladder
    ]
    saving = sorted(fusion.kernels, key=lambda fused_kernel: -fused_kernel.saved_joules)[:_SHOWN]
    rows = [_row(kernel) for kernel in saving if kernel.saved_joules > 0]
    heading = ("kernel", "made of", "bytes kept", "before uJ", "fused uJ")
    assumed = " Some energies are the reference chip's." if fusion.assumed else ""
    return [
        f"{fusion.after_joules * 1e3:.3g} mJ a run on {title} at {fusion.precision} (modelled)"
        f"{_beside(fusion)}.{assumed}",
        "",
        *columns([("memory", "pJ a byte", "to a register", "latency ns"), *rungs]),
        *(("", *columns([heading, *rows])) if rows else ()),
    ]


def _beside(fusion: FusionEnergy) -> str:
    """What a layer table does not know is not said."""
    if all(len(kernel.members) == 1 for kernel in fusion.kernels):
        return "; no fusion of it is known"
    return f", {fusion.before_joules * 1e3:.3g} mJ without fusion"


def _row(fused_kernel: FusedEnergy) -> tuple[str, ...]:
    from compiler_core.amounts import count

    parts = ", ".join(member.name for member in fused_kernel.members)
    return (
        fused_kernel.kernel.name,
        parts if len(parts) < 48 else count(len(fused_kernel.members), "kernel"),
        f"{fused_kernel.kept_bytes:,.0f}",
        f"{fused_kernel.before_joules * 1e6:.3g}",
        f"{fused_kernel.kernel.joules * 1e6:.3g}",
    )
