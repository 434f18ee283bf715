"""`lowlab soc ladder`: what vectors, contexts and double buffers give, in modelled cycles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.soc.latency_hiding.ladder import Ladder
    from compiler_core.soc.latency_hiding.measured import MeasuredVariant

KernelOption = Annotated[
    str, typer.Option("--kernel", help="gelu, vector-add, relu, axpy, silu or polynomial.")
]
ElementsOption = Annotated[
    int, typer.Option("--elements", help="How many elements the kernel works on.")
]
TileOption = Annotated[
    int | None, typer.Option("--tile", help="Elements of a tile; else one that suits.")
]
OperationsOption = Annotated[
    int | None, typer.Option("--operations", help="Of each element; else the kernel's own.")
]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option("--set", help="NAME=VALUE: another number of content/soc/ladder.yaml."),
]
SocOption = Annotated[
    str, typer.Option("--soc", help="Whose DRAM and on-chip memory: see soc list.")
]
MeasureOption = Annotated[
    bool, typer.Option("--measure", help="Also count GELU scalar, with NEON and with SVE.")
]


def soc_ladder_command(
    kernel: KernelOption = "gelu",
    elements: ElementsOption = 1 << 20,
    tile: TileOption = None,
    operations: OperationsOption = None,
    settings: SettingsOption = None,
    soc: SocOption = "generic",
    measure: MeasureOption = False,
    as_json: AsJson = False,
) -> int:
    """Model one kernel from scalar to double-buffered.

    The rungs between them: vectorised, and on all contexts. The cycles are modelled by the numbers
    in content/soc/ladder.yaml; a SoC brings the speed of its DRAM and its on-chip memory.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.soc.json_form import ladder_json
    from compiler_core.soc.latency_hiding.chips import machine_beside
    from compiler_core.soc.latency_hiding.ladder import climb, sized
    from compiler_core.soc.latency_hiding.parameters import ladder_parameters, with_numbers

    work = ladder_parameters().kernel(kernel).work
    if operations is not None:
        work = replace(work, operations=operations)
    machine = with_numbers(machine_beside(soc), settings or [])
    ladder = climb(sized(work, elements, machine, tile), machine)
    measured = _measured(kernel) if measure else ()
    if as_json:
        print_json(ladder_json(ladder, measured))
    else:
        print_lines([*ladder_lines(ladder), *measured_lines(measured)])
    return 0


def _measured(kernel: str) -> tuple[MeasuredVariant, ...]:
    from compiler_core.errors import InputError
    from compiler_core.soc.latency_hiding.measured import measured_gelu

    if kernel != "gelu":
        raise InputError(f"{kernel} is not measured.", "--measure goes with --kernel gelu.")
    return measured_gelu()


def ladder_lines(ladder: Ladder) -> list[str]:
    """One line per rung, under a line that says what was modelled."""
    from command_line.output import columns

    work = ladder.rungs[0].work
    gains = ladder.gains
    rows = [
        (
            rung.rung,
            f"{rung.cycles:,} cycles",
            f"{gains[rung.rung]:.2f} x the rung before",
            f"{rung.contexts} contexts, {rung.buffers} buffers each",
            f"{rung.bound}-bound",
        )
        for rung in ladder.rungs
    ]
    return [
        f"{work.name}, {work.elements:,} elements in tiles of {work.tile:,}, modelled with the "
        f"memories of {ladder.machine.name}:",
        *columns(rows),
    ]


def measured_lines(variants: tuple[MeasuredVariant, ...]) -> list[str]:
    """One line per counted variant, nothing without any."""
    from command_line.output import columns

    if not variants:
        return []
    rows = [
        (
            variant.name,
            f"{variant.instructions_per_element:.2f} instructions per element",
            f"{variant.fewer:.2f} x fewer than scalar",
            f"{variant.vector_bits} bits",
            variant.flags,
        )
        for variant in variants
    ]
    return ["", f"The same loop, {variants[0].compiler}, {variants[0].measured}:", *columns(rows)]
