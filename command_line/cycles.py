"""`lowlab cycles`: what static models say an iteration of each innermost loop costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.cycles.record import CyclesReport, LoopCycles, ModelAnswer


def cycles_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    cpu: Annotated[str, typer.Option(help="The core to model.")] = "neoverse-n1",
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Model the cycles of every innermost loop.

    By llvm-mca, and OSACA where it is installed.

    Exit status 1 if the compiler gives no assembly.
    """
    import orjson

    from command_line.compile import refusal
    from command_line.output import print_answer, print_error, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.host.compile import compile_source
    from compiler_core.host.cycles.cycles import cycles_of, installed_analysers

    analysers = installed_analysers()
    sources = read_sources(files, language)
    compilation = compile_source(sources, compiler, flags)
    if not compilation.ok:
        print_error(refusal(compilation))
        return 1
    report = cycles_of(sources, compilation, cpu, analysers)
    if as_json:
        print_answer(orjson.dumps(report))
    else:
        print_lines(report_lines(report))
    return 0


def report_lines(report: CyclesReport) -> list[str]:
    """Loops with the figures of every model, what bounds them, and what holds for all."""
    title = f"{report.compiler} {report.version} {' '.join(report.flags)}, for {report.cpu}"
    lines = [title]
    for loop in report.loops:
        lines += ["", *_loop_lines(loop)]
    return [*lines, "", *report.notes] if report.notes else lines


def _loop_lines(loop: LoopCycles) -> list[str]:
    lines = [
        f"{loop.function}, loop of {loop.place or 'no source line'} ({loop.role})",
        f"  {loop.path}",
    ]
    for answer in loop.models:
        lines += [f"  {line}" for line in _answer_lines(answer)]
    return lines


def _answer_lines(answer: ModelAnswer) -> list[str]:
    if answer.cycles_per_iteration is None:
        return [f"{answer.model} {answer.version}: {answer.message}"]
    least = "at least " if answer.is_lower_bound else ""
    figure = f"{least}{answer.cycles_per_iteration:g} cycles per round"
    if answer.cycles_per_element is not None:
        elements = answer.elements_per_iteration
        figure += (
            f", {elements} element{'' if elements == 1 else 's'}: "
            f"{least}{answer.cycles_per_element:.3g} cycles per element"
        )
    else:
        figure += f"; elements per round unknown: {answer.elements_reason}"
    unknown = [f"  unknown: {text}" for text in answer.unknown]
    said = [f"  {sentence}" for sentence in (*answer.sentences, *answer.notes)]
    listing = [f"  {line}" for line in _listing(answer)]
    return [f"{answer.model}: {figure}", *said, *unknown, *listing, f"  ({answer.statement})"]


def _listing(answer: ModelAnswer) -> list[str]:
    """Each instruction with the ports it holds; those on the path to the next round are marked."""
    from command_line.output import columns
    from compiler_core.host.cycles.held_ports import listed_instructions, path_sentences

    rows = [
        ("path" if row.carried else "", row.text, row.ports, row.latency)
        for row in listed_instructions(answer)
    ]
    heading = ("", "instruction", "ports, busy cycles per round", "latency")
    return [*path_sentences(answer), *columns([heading, *rows])]
