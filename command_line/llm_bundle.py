"""`lowlab llm bundle`: what takes a compiled language model to a board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from command_line.options import AsJson, EngineDirectory


def llm_bundle_command(
    directory: EngineDirectory,
    prompt: Annotated[int, typer.Option("--pp", help="Tokens of the prompt.")] = 64,
    decoded: Annotated[int, typer.Option("--tg", help="Tokens to decode after it.")] = 16,
    seconds: Annotated[int, typer.Option(help="Processor time the emulated run may take.")] = 120,
    as_json: AsJson = False,
) -> int:
    """Count a prompt and decoding, and leave a bundle in DIR.

    The bundle times them on any AArch64 Linux.

    `sh run.sh` there leaves a report, which `lowlab board` reads: tokens a second beside counted
    instructions and bytes.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.board.packing import write_files
    from compiler_core.board.subject import subject_text
    from compiler_core.llm.engine.board_bundle import language_bundle

    made = language_bundle(Path(directory), prompt, decoded, seconds)
    write_files(made.files, Path(directory))
    if as_json:
        print_json(subject_text(made.subject))
    else:
        print_lines([f"{made.subject.title}: copy {directory} to a board; sh run.sh times it."])
    return 0
