"""`lowlab whole`: two files linked to a program, with and without link-time optimisation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, FlagsOption

if TYPE_CHECKING:
    from compiler_core.host.whole_program.record import WholeProgram


def whole_command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE FILE", help="Two C or C++ files, by suffix.", show_default=False
        ),
    ],
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    as_json: AsJson = False,
) -> int:
    """Link two files with and without -flto and compare the code.

    The code is that of the linked program, with the lines of both files.

    Exit status 1 if no program comes of it.
    """
    import orjson

    from command_line.output import print_answer, print_error, print_lines, with_title
    from command_line.source_arguments import read_sources
    from compiler_core.host.whole_program.whole import link_whole

    whole = link_whole(read_sources(files, "c"), compiler, flags)
    if as_json:
        print_answer(orjson.dumps(whole))
    elif whole.ok:
        print_lines(whole_lines(whole))
    if not whole.ok:
        print_error(with_title(whole.compiler_title, whole.message))
        return 1
    return 0


def whole_lines(whole: WholeProgram) -> list[str]:
    """What became of the calls, the differences, and the rows side by side."""
    from command_line.diff import comparison_lines

    checked = [whole.outputs.sentence] if whole.outputs is not None else []
    head = [*whole.summary, *checked, "", *whole.notes, whole.entry, ""]
    return [*head, *comparison_lines(whole.comparison)]
