"""`lowlab diff`: one source under two settings, and what that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, Files, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.comparison.diff import SettingsComparison
    from compiler_core.host.comparison.rows import ComparedRow

SETTING_HELP = 'A compiler and flags, such as "gcc -O2" or "clang-19 -O3 -ffast-math".'
SIGNS = {"same": " ", "changed": "~", "removed": "-", "added": "+", "moved": "↕"}


def diff_command(
    files: Files,
    left: Annotated[str, typer.Option(help=SETTING_HELP)] = "gcc -O2",
    right: Annotated[str, typer.Option(help=SETTING_HELP)] = "gcc -O3",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Compare two settings of compiler and flags.

    Labels and registers are renamed first, so that only real differences stay.

    Exit status 1 if one of the compilers gives no assembly.
    """
    from command_line.compile import refusal
    from command_line.output import print_answer, print_error, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.host.comparison.diff import compare
    from compiler_core.host.compile import compile_source
    from compiler_core.json_form import plain_json

    sources = read_sources(files, language)
    sides = [compile_source(sources, *split_setting(setting)) for setting in (left, right)]
    comparison = compare(sides[0], sides[1], sources)
    if as_json:
        print_answer(plain_json(comparison))
    else:
        print_lines(comparison_lines(comparison))
    failed = next((side for side in sides if not side.ok), None)
    if failed is not None:
        print_error(refusal(failed))
        return 1
    return 0


def split_setting(setting: str) -> tuple[str, str]:
    """`gcc -O2 -g` is the compiler `gcc` with the flags `-O2 -g`. Raises InputError."""
    from compiler_core.errors import InputError

    compiler, _, flags = setting.strip().partition(" ")
    if not compiler or compiler.startswith("-"):
        raise InputError(f"{setting!r} names no compiler.", 'Write for example "gcc -O2".')
    return compiler, flags.strip()


def comparison_lines(comparison: SettingsComparison) -> list[str]:
    """The summary, the counts that differ, and the rows."""
    from command_line.output import columns

    lines = [f"left:  {comparison.left}", f"right: {comparison.right}", ""]
    lines += comparison.summary
    left, right = comparison.metrics["left"], comparison.metrics["right"]
    names = [name for name in left if left[name] != right.get(name)]
    counts = [("", "left", "right")] + [
        (name.replace("_", " "), f"{left[name]:g}", f"{right.get(name, 0):g}") for name in names
    ]
    if names:
        lines += ["", *columns(counts)]
    for function in comparison.functions:
        lines += ["", function.name, *columns([_row_cells(row) for row in function.rows])]
    return lines


def _row_cells(row: ComparedRow) -> tuple[str, ...]:
    return (SIGNS[row.kind], row.left_text, row.right_text, row.note)
