"""`lowlab llm run`: a compiled language model goes on with a text."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, EngineDirectory

if TYPE_CHECKING:
    from compiler_core.llm.engine.records import EngineRun, PhaseCount
    from compiler_core.llm.tokenising.tokeniser import Tokeniser


def llm_run_command(
    directory: EngineDirectory,
    prompt: Annotated[str, typer.Option(help="Text to go on from.")],
    tokens: Annotated[int, typer.Option(help="How many tokens to write.")] = 32,
    seconds: Annotated[int, typer.Option(help="Processor time the emulated run may take.")] = 120,
    as_json: AsJson = False,
) -> int:
    """Run a compiled language model under the emulator, token by token.

    Greedy: the most likely token each time. Counts what each kernel executes. Exit status 1 if the
    program does not finish.
    """
    from command_line.output import print_error, print_json
    from compiler_core.llm.engine.run import run_engine

    tokeniser = tokeniser_in(Path(directory))
    stream = tokeniser.stream()

    def show(token: int) -> None:
        if not as_json:
            typer.echo(stream.push(token), nl=False)

    given = tokeniser.encode(prompt)
    result = run_engine(Path(directory), given, tokens, show, seconds=seconds)
    if not result.ok:
        print_error(result.message)
        return 1
    if as_json:
        print_json(_encoded(result, tokeniser))
        return 0
    typer.echo(stream.finish())
    for line in report_lines(result):
        typer.echo(line)
    return 0


def tokeniser_in(directory: Path) -> Tokeniser:
    """Of the model file in the engine's directory. Raises InputError when it has none."""
    from compiler_core.errors import InputError
    from compiler_core.llm.engine.manifest import read_engine
    from compiler_core.llm.engine.surroundings import MODEL_FILE
    from compiler_core.llm.reading.header import read_header
    from compiler_core.llm.tokenising.tokeniser import tokeniser_of

    read_engine(directory)
    data = read_header(directory / MODEL_FILE).tokeniser
    if not data.tokens:
        raise InputError("The model file carries no tokeniser.", "Take a GGUF file that has one.")
    return tokeniser_of(data)


def _encoded(result: EngineRun, tokeniser: Tokeniser) -> bytes:
    import orjson

    values = {
        "tokens": list(result.tokens),
        "text": tokeniser.decode(result.tokens),
        "instructions_per_token": result.decode.instructions_per_token,
        "prefill": _phase(result.prefill),
        "decode": _phase(result.decode),
        "elsewhere": result.elsewhere,
        "seconds_emulated": result.seconds_emulated,
    }
    return orjson.dumps(values)


def _phase(count: PhaseCount) -> dict[str, object]:
    return {
        **dataclasses.asdict(count),
        "instructions_per_token": count.instructions_per_token,
        "bytes_loaded_per_token": count.bytes_loaded_per_token,
    }


def report_lines(result: EngineRun) -> list[str]:
    """Figures of both phases, then the kernels of decoding."""
    from command_line.output import columns

    lines = [
        f"{name}: {count.tokens} tokens, {count.instructions_per_token:,} instructions and "
        f"{count.bytes_loaded_per_token:,} bytes loaded per token"
        for name, count in (("prefill", result.prefill), ("decode", result.decode))
    ]
    rows = [("kernel", "type", "instructions", "bytes loaded")]
    rows += [
        (kernel.function, kernel.type, f"{kernel.instructions:,}", f"{kernel.bytes_loaded:,}")
        for kernel in result.decode.kernels
    ]
    return [*lines, *columns(rows)]
