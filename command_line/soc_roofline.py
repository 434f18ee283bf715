"""`lowlab soc roofline`: kernels of a model under the ceilings of a described chip."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson
from command_line.soc_cnn import PrecisionOption, one_of
from command_line.soc_decode import SocOption

if TYPE_CHECKING:
    from compiler_core.soc.description import Precision
    from compiler_core.soc.roofline import Point, Roofline

ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="An ONNX file, a network that ships, a GGUF, or a safetensors file or directory.",
        show_default=False,
    ),
]
_LANGUAGE_SUFFIXES = (".gguf", ".safetensors")


def soc_roofline_command(
    model: ModelArgument,
    soc: SocOption = "generic",
    precision: PrecisionOption = "int8",
    unit: Annotated[
        str, typer.Option(help="A unit of the chip; what runs networks if empty.")
    ] = "",
    context: Annotated[int, typer.Option(help="Positions of prefill and cache.", min=1)] = 128,
    fusion: Annotated[str, typer.Option(help="usual, or none: each node is a kernel.")] = "usual",
    as_json: AsJson = False,
) -> int:
    """Place each kernel of a model under a chip's ceilings of compute and memory.

    Of a language model, decoding and prefill are one point each.
    """
    from typing import get_args

    from command_line.output import print_json, print_lines
    from compiler_core.json_form import roofline_json
    from compiler_core.soc.description import Precision
    from compiler_core.soc.reading import soc_named
    from compiler_core.soc.roofline import roofline

    chip = soc_named(soc)
    wanted: Precision = one_of("precision", precision, get_args(Precision))
    chosen = unit or chip.network_unit or chip.units[0].name
    found = roofline(chip, _points(model, wanted, context, fusion), chosen, wanted)
    if as_json:
        print_json(roofline_json(found))
    else:
        print_lines(report_lines(chip.title, found))
    return 0


def _points(model: str, precision: Precision, context: int, fusion: str) -> tuple[Point, ...]:
    from compiler_core.soc.model_points import language_points, network_points

    path = Path(model)
    _refuse_bundle(path)
    if path.suffix in _LANGUAGE_SUFFIXES or path.is_dir():
        from compiler_core.llm.reading.header import read_header
        from compiler_core.soc.model_shape import decode_work

        return language_points(decode_work(read_header(path), context), context)
    from typing import get_args

    from compiler_core.soc.model_layers import FusionChoice, layers_of

    chosen: FusionChoice = one_of("fusion", fusion, get_args(FusionChoice))
    return network_points(layers_of(model, chosen), precision)


def _refuse_bundle(path: Path) -> None:
    from compiler_core.errors import InputError

    if (path / "manifest.json").is_file():
        raise InputError(
            f"{path} is a compiled bundle: it says what its kernels read, not what they compute.",
            "Give the model that it was compiled from.",
        )


def report_lines(title: str, found: Roofline) -> list[str]:
    """The ceilings, the ridge, then a row for each point."""
    from command_line.output import columns

    rows = [
        (one.name, "-" if one.intensity is None else f"{one.intensity:.2f}",
         f"{one.attainable / 1e9:.1f}", one.bound,
         "-" if one.headroom is None else f"{one.headroom:.1f}x")
        for one in found.points
    ]  # fmt: skip
    heading = ("kernel", "operations/byte", "G operations/s", "bound", "headroom")
    return [
        f"{title}: {found.unit} at {found.precision}, {found.peak / 1e9:,.0f} G operations/s; "
        f"{found.memory}, {found.bandwidth / 1e9:.1f} GB/s.",
        f"Below {found.ridge:.1f} operations a byte a kernel is bound by memory.",
        "",
        *columns([heading, *rows]),
    ]
