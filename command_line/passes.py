"""`lowlab passes`: what each compiler pass did to one function, and the story of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, File, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.passes.timeline import Timeline

FUNCTION_HELP = "The function to follow, by its symbol; the first of the file by default."


def passes_command(
    file: File,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O3",
    function: Annotated[str, typer.Option(help=FUNCTION_HELP)] = "",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Follow one function through the compiler's passes.

    Exit status 1 if the compiler gives no assembly.
    """
    from command_line.output import print_error, print_json, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.host.passes.timeline import pass_timeline
    from compiler_core.json_form import timeline_json

    (source,) = read_sources([file], language)
    timeline = pass_timeline(source, compiler, flags, function)
    if as_json:
        print_json(timeline_json(timeline))
    else:
        print_lines(timeline_lines(timeline))
    if timeline.outcome.status != "ok":
        print_error(timeline.outcome.message or timeline.outcome.diagnostics.strip())
        return 1
    return 0


def timeline_lines(timeline: Timeline) -> list[str]:
    """The story, then every pass that changed something."""
    from command_line.output import columns

    if not timeline.steps:
        return []
    lines = [f"{timeline.compiler.title} {' '.join(timeline.flags)}: {timeline.function}", ""]
    lines += columns([(told.title, told.sentence, told.pass_name) for told in timeline.story])
    changed = [step for step in timeline.steps if step.changed]
    lines += ["", f"{len(changed)} of {len(timeline.steps)} passes changed it:"]
    rows = [(step.dump.level, step.dump.pass_name, _counts(step.counts)) for step in changed]
    return [*lines, *columns(rows)]


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in counts.items())
