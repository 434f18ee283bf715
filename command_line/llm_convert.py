"""`lowlab llm convert`: safetensors or a GGUF to a GGUF of another type."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.llm.converting.records import Conversion

_MAXIMUM_CALIBRATION_BYTES = 4 << 20

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="DIR|FILE",
        help="A directory with config.json and safetensors, or a GGUF.",
        show_default=False,
    ),
]
TypeNameOption = Annotated[str, typer.Option("--type", help="f32, f16, q8_0, q4_0 or q4_k_m.")]
CalibrationOption = Annotated[
    str, typer.Option(help="A text file that gptq and awq run the model on; else ours.")
]
GroupOption = Annotated[
    int | None,
    typer.Option(help="Weights with one scale, for gptq and awq: 32, 64 or 128; else 64."),
]


def llm_convert_command(
    source: SourceArgument,
    out: Annotated[str, typer.Option("--out", help="The GGUF to write.")],
    type_name: TypeNameOption = "f16",
    method: Annotated[str, typer.Option(help="How weights are rounded: rtn, gptq or awq.")] = "rtn",
    calibration: CalibrationOption = "",
    group: GroupOption = None,
    as_json: AsJson = False,
) -> int:
    """Convert a language model to GGUF.

    Says of each tensor where it came from, and what was done to it and why.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json
    from compiler_core.llm.converting.convert import convert_model
    from compiler_core.llm.converting.records import ConversionSettings

    method = method.lower()
    _refuse_unused(method, calibration, group)
    text = _calibration_text(Path(calibration)) if calibration else usual_text(method)
    settings = ConversionSettings(type_name.lower(), method, text)
    if group is not None:
        settings = replace(settings, group=group)
    conversion = convert_model(Path(source), Path(out), settings)
    if as_json:
        print_json(plain_json(conversion))
    else:
        print_lines(report_lines(conversion, out))
    return 0


def _refuse_unused(method: str, calibration: str, group: int | None) -> None:
    """Raises InputError for an option that would change nothing."""
    from compiler_core.errors import InputError

    given = [
        name
        for name, is_given in (("--calibration", calibration), ("--group", group is not None))
        if is_given
    ]
    if method == "rtn" and given:
        raise InputError(
            f"{given[0]} changes nothing under rtn, which rounds each weight by itself.",
            "Add --method gptq or awq, or leave it out.",
        )


def _calibration_text(path: Path) -> str:
    from compiler_core.errors import InputError, SourceTooLarge

    size = path.stat().st_size
    if size > _MAXIMUM_CALIBRATION_BYTES:
        raise SourceTooLarge(
            f"{path} has {size:,} bytes; calibration texts have at most "
            f"{_MAXIMUM_CALIBRATION_BYTES:,}.",
            "A few pages are enough.",
        )
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text.") from error


def usual_text(method: str) -> str:
    """The text that comes with the shipped model, for methods that need one."""
    if method == "rtn":
        return ""
    from compiler_core.llm.evaluation.shipped import calibration_text

    return calibration_text()


def report_lines(conversion: Conversion, out: str) -> list[str]:
    """A line per tensor, then what was left out, the sizes and the pages."""
    from command_line.output import columns

    rows = [
        (
            tensor.source[0] if tensor.source else "(computed)",
            tensor.name,
            "×".join(map(str, tensor.shape)),
            f"{tensor.type_before} → {tensor.type_after}",
            tensor.permutation,
        )
        for tensor in conversion.tensors
    ]
    return [
        *columns(rows),
        *(f"{weight.source}: left out. {weight.reason}" for weight in conversion.dropped),
        *conversion.warnings,
        "",
        f"{conversion.bytes_before:,} bytes of weights became {conversion.bytes_after:,}; "
        f"{out} has {conversion.file_bytes:,}.",
        conversion.reads.sentence,
    ]
