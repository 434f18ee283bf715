"""`lowlab soc decode`: how fast a language model would decode on a described chip."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.llm.records import ModelHeader
    from compiler_core.soc.decoding.decode import DecodeSpeed

SocOption = Annotated[str, typer.Option("--soc", help="The chip; see lowlab soc list.")]

ConfigOption = Annotated[
    str, typer.Option(help="A config.json instead, or a name such as llama-3.1-8b.")
]
TypeNameOption = Annotated[
    str,
    typer.Option(
        "--type",
        help="Of the weights, with --config: a recipe of llama.cpp such as q4_k_m or q3_k_s, "
        "RKLLM's w8a8, w4a16 or w4a16_g128, MLC's q4f16_1, awq_4bit_128g, gptq_4bit_32g.",
    ),
]
PromptOption = Annotated[
    int, typer.Option(help="Tokens of the prompt before the first token; 0: as --context.")
]
EngineOption = Annotated[
    str, typer.Option(help="What decodes, such as llama.cpp-cpu; else the chip's usual one.")
]
UnitOption = Annotated[
    str, typer.Option(help="The chip's unit that decodes, by name or kind, as cpu.")
]


def soc_decode_command(
    soc: SocOption = "generic",
    gguf: Annotated[str, typer.Option(help="A GGUF or safetensors file, or a directory.")] = "",
    config: ConfigOption = "",
    type_name: TypeNameOption = "",
    context: Annotated[int, typer.Option(help="Positions in the cache.", min=0)] = 128,
    batch: Annotated[int, typer.Option(help="Sequences decoded together.", min=1)] = 1,
    prompt: PromptOption = 0,
    engine: EngineOption = "",
    unit: UnitOption = "",
    threads: Annotated[int, typer.Option(help="CPU cores that decode; 0: all.", min=0)] = 0,
    as_json: AsJson = False,
) -> int:
    """Model the tokens a second of a language model on a chip.

    Only headers are read. Whether the model fits in memory comes first: if not, there is no speed.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json
    from compiler_core.soc.decoding.decode_ways import DecodeWay
    from compiler_core.soc.decoding.timed_speed import DecodeAmount, timed_speed
    from compiler_core.soc.reading import soc_named

    chip, way = soc_named(soc), DecodeWay(engine, unit, threads)
    header = _header(gguf, config, type_name)
    speed = timed_speed(chip, way, header, DecodeAmount(context, batch, prompt))
    if as_json:
        print_json(plain_json(speed))
    else:
        print_lines(report_lines(chip.title, speed))
    return 0


def _header(gguf: str, config: str, type_name: str) -> ModelHeader:
    from compiler_core.errors import InputError
    from compiler_core.llm.reading.header import read_header
    from compiler_core.soc.decoding.known_language_models import language_model_of
    from compiler_core.soc.decoding.model_shape import header_of, header_of_config

    if bool(gguf) == bool(config):
        raise InputError("Give either --gguf or --config.")
    if gguf:
        return read_header(Path(gguf))
    if not type_name:
        raise InputError("--config needs --type.", "For example --type q4_k_m.")
    published = language_model_of(config)
    if published is not None:
        return header_of(published.configuration, type_name)
    return header_of_config(Path(config), type_name)


def report_lines(title: str, speed: DecodeSpeed) -> list[str]:
    """Whether it fits, how fast, what bounds, and what is assumed."""
    from compiler_core.sizes import bandwidth_text, size_text
    from compiler_core.soc.decoding.decode import capacity_text, misfit_text

    needed = f"{size_text(speed.needed_bytes)} of {capacity_text(speed.available_bytes)}"
    if speed.tokens_per_second is None:
        misfit = misfit_text(speed.available_bytes, "the model")
        return [f"{misfit} on {title}: it needs {needed}.", *speed.assumptions]
    parts = (speed.memory_seconds, speed.compute_seconds, speed.launch_seconds)
    shown = [f"{part * 1e3:.2f} ms" for part in parts if part is not None]
    bandwidth = speed.effective_bandwidth or 0.0
    return [
        f"It fits on {title}: {needed}.",
        f"{speed.tokens_per_second:.2f} tokens a second (modelled), bound by {speed.bound}.",
        _first_token_line(speed),
        f"A token reads {speed.bytes_per_token:,.0f} bytes, {bandwidth_text(bandwidth)}.",
        f"A step: memory {shown[0]}, compute {shown[1]}, launches {shown[2]}.",
        *speed.assumptions,
    ]


def _first_token_line(speed: DecodeSpeed) -> str:
    if speed.time_to_first_token is None:
        return "The time to the first token is not known: no speed of this unit is."
    return (
        f"{speed.time_to_first_token:.3g} s to the first token after a prompt of "
        f"{speed.prompt_tokens:,} (modelled)."
    )
