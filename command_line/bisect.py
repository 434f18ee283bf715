"""`lowlab bisect`: which single setting of the compiler makes the difference between two levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, File, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.bisection.record import Bisection, LevelSetting


def bisect_command(
    file: File,
    compiler: CompilerOption = "gcc",
    low: Annotated[str, typer.Option(help="The flags to start from.")] = "-O2",
    high: Annotated[str, typer.Option(help="The flags to arrive at.")] = "-O3",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Try every setting in which two levels differ, one by one.

    Exit status 1 if the source does not compile under one of them.
    """
    import orjson

    from command_line.output import print_answer, print_error, print_lines
    from command_line.progress import told_progress
    from command_line.source_arguments import read_sources
    from compiler_core.host.bisection.bisect import bisect

    (source,) = read_sources([file], language)
    bisection = bisect(source, compiler, low, high, progress=told_progress())
    if bisection.status == "no code":
        print_error(" ".join(bisection.sentences))
        return 1
    if as_json:
        print_answer(orjson.dumps(bisection))
    else:
        print_lines(bisection_lines(bisection))
    return 0


def bisection_lines(bisection: Bisection) -> list[str]:
    """The answer in sentences, then every setting with what trying it showed."""
    from command_line.output import columns
    from compiler_core.amounts import count

    rows = [
        (setting.name, f"{setting.low} -> {setting.high}", _verdict(bisection, setting))
        for setting in bisection.settings
    ]
    lines = [*bisection.sentences, "", *columns(rows)]
    return [*lines, "", count(bisection.compiles, "compile")]


def _verdict(bisection: Bisection, setting: LevelSetting) -> str:
    phrases = []
    if setting in bisection.sufficient:
        phrases.append("enough alone")
    if setting in bisection.preventing:
        phrases.append("not without it")
    if setting in bisection.minimal:
        phrases.append("part of a smallest set")
    return ", ".join(phrases)
