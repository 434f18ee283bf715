"""`lowlab passes`: what each compiler pass did to one function, and the story of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compiler_core.host.passes.follow import LineMoment
    from compiler_core.host.passes.timeline import Timeline
    from compiler_core.source import SourceFile

FUNCTION_HELP = (
    "The function to follow, by its symbol or C++ name; the first of the file by default."
)
LINE_HELP = "A source line to follow instead: the passes that changed code of it, to the assembly."
PASSES_HELP = (
    "With --compiler textbook: names of its passes, with commas; the usual ones by default."
)


def passes_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O3",
    function: Annotated[str, typer.Option(help=FUNCTION_HELP)] = "",
    line: Annotated[int, typer.Option(help=LINE_HELP, show_default=False)] = 0,
    language: LanguageOption = "c",
    passes: Annotated[str, typer.Option(help=PASSES_HELP)] = "",
    as_json: AsJson = False,
) -> int:
    """Follow one function through the compiler's passes.

    Exit status 1 if the compiler gives no assembly, or no code after its passes.
    """
    from command_line.output import print_answer, print_error, print_lines
    from command_line.source_arguments import read_sources
    from command_line.textbook import textbook_passes
    from compiler_core.host.passes.follow import follow_line
    from compiler_core.host.passes.json_form import timeline_json
    from compiler_core.host.passes.timeline import follow_passes

    if compiler == "textbook":
        return textbook_passes(files, passes, function, language, as_json)
    _refuse_textbook_passes(compiler, passes)
    sources = read_sources(files, language)
    _check_line(line, sources)
    timeline = follow_passes(sources, compiler, flags, function)
    moments = follow_line(timeline, line) if line else ()
    if as_json:
        print_answer(timeline_json(timeline, moments))
    elif line and timeline.steps:
        print_lines(moment_lines(timeline, line, moments))
    else:
        print_lines(timeline_lines(timeline))
    if not timeline.steps:
        print_error(timeline.message or timeline.outcome.diagnostics.strip())
        return 1
    return 0


def _refuse_textbook_passes(compiler: str, passes: str) -> None:
    from compiler_core.errors import InputError

    if passes:
        raise InputError(
            f"--passes chooses passes of the textbook compiler, and {compiler} has its own.",
            "Add --compiler textbook, or leave --passes out.",
        )


def _check_line(line: int, sources: Sequence[SourceFile]) -> None:
    """0 for none. Raises InputError for a line that no file has."""
    from compiler_core.errors import InputError

    last = max(len(source.text.splitlines()) for source in sources)
    if line and not 1 <= line <= last:
        raise InputError(f"The source has no line {line:,}.", f"Its last line is {last:,}.")


def _name(timeline: Timeline) -> str:
    """Of the function, as the source has it."""
    from compiler_core.toolchain.service import demangle

    return demangle((timeline.function,)).get(timeline.function, timeline.function)


def moment_lines(timeline: Timeline, line: int, moments: Sequence[LineMoment]) -> list[str]:
    """One line for each moment: level, pass, what happened."""
    from command_line.output import columns

    title = f"{timeline.compiler.title} {' '.join(timeline.flags)}: {_name(timeline)}"
    head = [f"{title}, line {line} of {timeline.source_name}", ""]
    if not moments:
        return [*head, "No pass printed code of this line."]
    rows = [(moment.level, moment.pass_name or "final code", moment.sentence) for moment in moments]
    return [*head, *columns(rows)]


def timeline_lines(timeline: Timeline) -> list[str]:
    """The story, then every pass that changed something."""
    from command_line.output import columns

    if not timeline.steps:
        return []
    lines = [f"{timeline.compiler.title} {' '.join(timeline.flags)}: {_name(timeline)}", ""]
    lines += columns([(event.title, event.sentence, event.pass_name) for event in timeline.story])
    changed = [step for step in timeline.steps if step.changed]
    lines += ["", f"{len(changed)} of {len(timeline.steps)} passes changed it:"]
    rows = [(step.dump.level, step.dump.pass_name, _counts(step.counts)) for step in changed]
    return [*lines, *columns(rows)]


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in counts.items())
