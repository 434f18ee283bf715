"""`lowlab compilers`: one source on all installed compilers at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from command_line.options import AsJson, File, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.every_compiler.record import CompiledLoop, CompilerRow, EveryCompiler


def compilers_command(
    file: File,
    flags: FlagsOption = "-O3",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Say what every compiler here makes of each loop.

    Exit status 1 if none of them gives assembly.
    """
    import orjson

    from command_line.output import print_answer, print_answer_lines, print_error, with_title
    from command_line.progress import told_progress
    from command_line.source_arguments import read_sources
    from compiler_core.host.every_compiler.survey import on_every_compiler

    (source,) = read_sources([file], language)
    survey = on_every_compiler(source, flags, told_progress())
    if not any(row.ok for row in survey.rows):
        print_error(with_title(survey.rows[0].title, survey.rows[0].message))
        return 1
    if as_json:
        print_answer(orjson.dumps(survey))
    else:
        print_answer_lines(compilers_lines(survey))
    return 0


def compilers_lines(comparison: EveryCompiler) -> list[str]:
    """What differs, then a paragraph for each compiler."""
    sentences = comparison.sentences or ("This source has no loop statement.",)
    return [*sentences, *(line for row in comparison.rows for line in _row(row))]


def _row(row: CompilerRow) -> list[str]:
    from command_line.output import with_title

    if not row.ok:
        return ["", with_title(row.title, row.message)]
    loops = [f"  line {loop.line}: {_facts(loop)}. {loop.sentence}" for loop in row.loops]
    return ["", row.title, *(loops or ["  no loop statement"])]


def _facts(loop: CompiledLoop) -> str:
    size = "no loop left" if not loop.instructions else f"{loop.instructions} instructions"
    work = f", {loop.iterations} iterations a round" if (loop.iterations or 1) > 1 else ""
    same = f", the same as {loop.same_as}" if loop.same_as else ""
    return f"{loop.title}, {loop.works_on}, {size}{work}{same}"
