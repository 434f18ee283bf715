"""`lowlab matrix`: one source under many settings of a compiler, and what each changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, Files, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.comparison.matrix import FlagMatrix, MatrixLoop, MatrixRow


def matrix_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: Annotated[str, typer.Option(help="Flags that every setting gets in front.")] = "",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Say what -O0 to -Ofast, SVE, LTO and others change.

    Exit status 1 if no setting gives code.
    """
    import orjson

    from command_line.output import print_answer, print_error, print_lines
    from command_line.progress import told_progress
    from command_line.source_arguments import read_sources
    from compiler_core.host.comparison.matrix import flag_matrix

    sources, tell = read_sources(files, language), told_progress()
    matrix = flag_matrix(sources, compiler, flags, progress=tell)
    if not any(row.ok for row in matrix.rows):
        print_error(matrix.rows[0].message)
        return 1
    if as_json:
        print_answer(orjson.dumps(matrix))
    else:
        print_lines(matrix_lines(matrix))
    return 0


def matrix_lines(matrix: FlagMatrix) -> list[str]:
    """Which settings give the same code, then each with its loops and what it changed."""
    from command_line.output import columns

    rows = [
        (row.title, f"{row.metrics.get('instructions', 0):.0f}" if row.ok else "", _says(row))
        for row in matrix.rows
    ]
    return [*matrix.sentences, "", *columns([("setting", "instructions", ""), *rows])]


def _says(row: MatrixRow) -> str:
    if not row.ok:
        return row.message
    loops = "; ".join(_loop(loop) for loop in row.loops)
    if row.same_as:
        return f"{loops} (the same code as {row.same_as})"
    change = f" (against {row.against}: {row.summary[0]})" if row.summary else ""
    return f"{loops}{change}"


def _loop(loop: MatrixLoop) -> str:
    location = f"line {loop.source_line}" if loop.source_line else f"a loop of {loop.function}"
    return ", ".join(
        (f"{location}: {loop.instructions} instructions", loop.works_on, *_round(loop))
    )


def _round(loop: MatrixLoop) -> list[str]:
    if not loop.elements:
        return []
    return ["1 element a round" if loop.elements == 1 else f"{loop.elements} elements a round"]
