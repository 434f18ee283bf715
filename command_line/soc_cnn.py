"""`lowlab soc cnn`: what each kernel of a network would cost on a described chip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from command_line.options import AsJson
from command_line.soc_decode import SocOption

if TYPE_CHECKING:
    from compiler_core.soc.networks.cnn import KernelCost, NetworkCost

NetworkArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="An ONNX file, a model that ships, or a layer table, such as mobilenet-v2.",
        show_default=False,
    ),
]
PrecisionOption = Annotated[str, typer.Option(help="int4, int8, fp16 or fp32.")]
_SHOWN = 12


def soc_cnn_command(
    model: NetworkArgument,
    soc: SocOption = "generic",
    precision: PrecisionOption = "int8",
    buffering: Annotated[str, typer.Option(help="double, or single: nothing overlaps.")] = "double",
    as_json: AsJson = False,
) -> int:
    """Model how long a network takes on a chip, kernel by kernel.

    Each kernel takes as long as its slowest part: compute, on-chip memory or main memory.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json
    from compiler_core.soc.description import Precision
    from compiler_core.soc.networks.cnn import Buffering, network_cost
    from compiler_core.soc.networks.cnn_fit import constants_for
    from compiler_core.soc.networks.named_layers import layers_of
    from compiler_core.soc.reading import soc_named

    chip = soc_named(soc)
    wanted: Precision = one_of("precision", precision, get_args(Precision))
    way: Buffering = one_of("buffering", buffering, get_args(Buffering))
    cost = network_cost(chip, layers_of(model), wanted, constants_for(chip), way)
    if as_json:
        print_json(plain_json(cost))
    else:
        print_lines(report_lines(chip.title, cost))
    return 0


def one_of(option: str, value: str, known: tuple[Any, ...]) -> Any:
    """The choice of this name. Raises InputError."""
    from compiler_core.errors import InputError

    choice = next((candidate for candidate in known if candidate == value), None)
    if choice is None:
        raise InputError(f"No {option} {value!r}.", f"Known: {', '.join(map(str, known))}.")
    return choice


def report_lines(title: str, cost: NetworkCost) -> list[str]:
    """The latency, then the kernels that take longest."""
    from command_line.output import columns
    from compiler_core.sizes import size_text

    if cost.latency_ms is None:
        return [f"The network does not fit on {title}: it needs {size_text(cost.needed_bytes)}."]
    slowest = sorted(cost.per_kernel, key=lambda kernel: -kernel.seconds)[:_SHOWN]
    rows = [
        (
            part.name,
            part.kind,
            _shown(part.seconds),
            f"{part.share:.1%}",
            *_part_cells(part),
            f"{part.macs:,}",
            f"{part.utilisation:.1%}",
            part.bound,
        )
        for part in slowest
    ]
    timed = all(part.npu_cycles is None for part in slowest)
    parts = ("compute", "SRAM", "DRAM") if timed else ("NPU cycles", "SRAM", "DRAM")
    heading = ("kernel", "kind", "µs", "share", *parts, "MACs", "utilisation", "bound")
    resident = "stay on the chip" if cost.weights_resident else "are read at each run"
    return [
        f"{cost.latency_ms:.2f} ms on {title} at {cost.precision} (modelled).",
        f"{cost.macs:,} multiply-accumulates.",
        f"{size_text(cost.weight_bytes)} of weights {resident}.",
        *cost.assumptions,
        "",
        f"The slowest {len(rows)} of {len(cost.per_kernel)} kernels:",
        *columns([heading, *rows]),
    ]


def _part_cells(kernel: KernelCost) -> tuple[str, str, str]:
    """Compute, SRAM and DRAM in cycles as Vela prints them; in microseconds without a clock."""
    cycles = kernel.npu_cycles, kernel.sram_cycles, kernel.dram_cycles
    if kernel.npu_cycles is None:
        seconds = kernel.compute_seconds, kernel.sram_seconds, kernel.dram_seconds
        return _shown(seconds[0]), _shown(seconds[1]), _shown(seconds[2])
    cells = ["-" if cycle is None else f"{cycle:,.0f}" for cycle in cycles]
    return cells[0], cells[1], cells[2]


def _shown(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds * 1e6:.1f}"
