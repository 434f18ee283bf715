"""`lowlab bundle`: a function's program with its counted results, to run on a board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from command_line.count import FunctionOption, SetOption, SizeOption
from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption


def bundle_command(
    files: Files,
    out: Annotated[str, typer.Option("--out", help="Directory for the bundle: new or empty.")],
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    function: FunctionOption = "",
    n: SizeOption = None,
    seed: Annotated[int, typer.Option(help="Of the generated inputs.")] = 1,
    settings: SetOption = None,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Leave what times a counted function on a board.

    It is the same code, for any AArch64 Linux. `sh run.sh` there leaves a report, which
    `lowlab board` reads. The inputs are those of `lowlab count`.
    """
    from command_line.output import print_json, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.board.packing import new_directory, write_files
    from compiler_core.board.subject import subject_text
    from compiler_core.host.running.board_bundle import loop_bundle
    from compiler_core.host.running.count import count_source
    from compiler_core.host.running.experiment import experiment_of
    from compiler_core.soc.boards import with_loop_work

    sources = read_sources(files, language)
    experiment = experiment_of(function, n, seed, settings or ())
    folder = new_directory(Path(out))
    bundle = loop_bundle(sources, compiler, flags, experiment)
    made = with_loop_work(bundle, count_source(sources, compiler, flags, experiment))
    folder.mkdir(parents=True, exist_ok=True)
    write_files(made.files, folder)
    if as_json:
        print_json(subject_text(made.subject))
    else:
        print_lines([f"{made.subject.title} is in {out}; sh run.sh there times it."])
    return 0
