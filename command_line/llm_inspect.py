"""`lowlab llm inspect`: what a model's header says, without reading its weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.llm.inspection import InspectedTensor, Inspection

_LARGEST_SHOWN = 12


def llm_inspect_command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A GGUF, a safetensors file, or a directory with config.json and safetensors.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> int:
    """Show a language model's shape, tensors and what a token reads.

    Only the header is read, so a file of many gigabytes takes no longer than a small one.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json
    from compiler_core.llm.inspection import inspect_model
    from compiler_core.llm.reading.header import read_header

    inspection = inspect_model(read_header(Path(file)))
    if as_json:
        print_json(plain_json(inspection))
    else:
        print_lines(report_lines(inspection))
    return 0


def report_lines(inspection: Inspection) -> list[str]:
    """Figures first, then the types, the largest tensors, and what cannot be computed."""
    from command_line.output import columns
    from compiler_core.amounts import count

    shape, cache = inspection.configuration, inspection.kv_bytes_per_position
    types = [
        (kind, count(number, "tensor"), f"{inspection.bytes_by_type[kind]:,} bytes")
        for kind, number in inspection.types.items()
    ]
    largest = sorted(inspection.tensors, key=lambda tensor: -tensor.bytes)[:_LARGEST_SHOWN]
    lines = [
        f"{inspection.name}: {inspection.architecture}, {shape.layers} layers, hidden "
        f"{shape.hidden}, {shape.heads} heads over {shape.key_value_heads} of keys and values.",
        f"{inspection.parameters:,} parameters, {inspection.active_parameters:,} of them for a "
        f"token; {inspection.bits_per_weight:.2f} bits each.",
        f"{inspection.bytes_total:,} bytes of weights; a decoded token reads "
        f"{inspection.bytes_per_token:,}.",
        "The cache cannot be computed."
        if cache is None
        else f"Keys and values take {cache:,} bytes per position in F16.",
        f"{inspection.header_bytes:,} of {inspection.file_bytes:,} bytes were read.",
        *inspection.problems,
        *inspection.warnings,
        *inspection.refusals,
        "",
        *columns(types),
        "",
        f"The largest {len(largest)} of {len(inspection.tensors)} tensors:",
        *columns([_tensor_row(parameter) for parameter in largest]),
    ]
    return [_printable(line) for line in lines]


def _tensor_row(parameter: InspectedTensor) -> tuple[str, ...]:
    return (
        parameter.name,
        parameter.type,
        "×".join(map(str, parameter.shape)),
        f"{parameter.bytes:,}",
        parameter.reason,
    )


def _printable(line: str) -> str:
    """Names are the file's author's; a terminal must not obey them."""
    return "".join(character if character.isprintable() else "�" for character in line)
