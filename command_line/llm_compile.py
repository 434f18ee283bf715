"""`lowlab llm compile`: a GGUF file to a decode engine in C."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.llm.engine.records import EngineBuild

ContextOption = Annotated[
    int, typer.Option(help="Positions there is room for; 0: as trained, at most 1024.")
]
ArithmeticOption = Annotated[
    str,
    typer.Option(help="'dot product', 'matrix' (SMMLA for prompts too), or 'scalar' (plain C)."),
]
CacheOption = Annotated[
    str,
    typer.Option(
        "--kv", help="Keys and values: 'f32', 'f16' or 'q8_0'; by the weights if not given."
    ),
]


def llm_compile_command(
    file: Annotated[str, typer.Argument(metavar="F.gguf", show_default=False)],
    out: Annotated[str, typer.Option(help="Directory for the engine; made if it is not there.")],
    context: ContextOption = 0,
    page: Annotated[int, typer.Option(help="Positions in a page of the key-value cache.")] = 16,
    batch: Annotated[int, typer.Option(help="Tokens of a prompt computed together.")] = 16,
    arithmetic: ArithmeticOption = "dot product",
    cache: CacheOption = "",
    as_json: AsJson = False,
) -> int:
    """Write the C program that runs this model on AArch64.

    It stands beside the model file.

    Shapes and offsets become constants, memory is static, weights are mapped from the GGUF file.
    `make native` in the directory builds it for this computer.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.llm.engine.settings import settings_of
    from compiler_core.llm.engine.write import write_engine
    from compiler_core.llm.reading.header import read_header

    settings = settings_of(
        context=context, page=page, batch=batch, arithmetic=arithmetic, cache_type=cache
    )
    path = Path(file)
    build = write_engine(read_header(path), path, Path(out), settings)
    if as_json:
        print_json(_encoded(build, out))
    else:
        print_lines(report_lines(build, out))
    return 0


def _encoded(build: EngineBuild, out: str) -> bytes:
    import orjson

    return orjson.dumps(dataclasses.asdict(build) | {"artifact": out})


def report_lines(build: EngineBuild, out: str) -> list[str]:
    """The builder's log, the kernels of decoding, and where it all is."""
    from command_line.output import columns

    log = [(decision.subject, decision.choice, decision.reason) for decision in build.decisions]
    rows = [("kernel", "type", "bytes per token", "how")]
    rows += [
        (kernel.function, kernel.type, f"{kernel.bytes_per_token:,}", kernel.tactic)
        for kernel in build.kernels
        if kernel.phase == "decode"
    ]
    return [
        *columns(log),
        "",
        *columns(rows),
        *build.warnings,
        "",
        f"{build.bytes_per_token:,} bytes of weights per decoded token; written to {out}",
    ]
