"""`lowlab passes --compiler textbook`: one function through our own passes, with their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compiler_core.loop.pipeline import TextbookTrace
    from compiler_core.trace import Step


def textbook_passes(
    files: Sequence[str], passes: str, function: str, language: str, as_json: bool
) -> int:
    """Print the trace of one function; `passes` are names with commas, empty for the usual ones.

    Raises InputError for C outside the subset, unknown passes and functions.
    """
    from command_line.output import print_answer, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.errors import InputError
    from compiler_core.loop.json_form import textbook_json
    from compiler_core.loop.passes.registry import USUAL_PASSES
    from compiler_core.loop.pipeline import compile_textbook

    sources = read_sources(list(files), language)
    if len(sources) != 1:
        raise InputError("The textbook compiler reads one file.", "Give the one with the loop.")
    chosen = tuple(name.strip() for name in passes.split(",") if name.strip()) or USUAL_PASSES
    trace = compile_textbook(sources[0], function, chosen)
    if as_json:
        print_answer(textbook_json(trace))
    else:
        print_lines(list(trace_lines(trace)))
    return 0


def trace_lines(trace: TextbookTrace) -> Iterator[str]:
    """Each pass with its changes and refusals, then the program they leave."""
    yield f"textbook: {trace.function}, operations counted with {trace.measured_on}"
    for step in trace.steps[1:]:
        yield ""
        yield f"{step.pass_name}{_gain(step)}"
        if not step.changes:
            yield "  nothing to do"
        for change in step.changes:
            sign = "-" if change.kind == "refused" else "+"
            yield f"  {sign} {change.reason}"
    yield ""
    last = trace.steps[-1].after
    yield from (line.text for line in (last.lines if last is not None else ()))


def _gain(step: Step) -> str:
    before, after = (step.metrics.get(f"operations_{when}") for when in ("before", "after"))
    if before is None or after is None or before == after:
        return ""
    return f": {before:g} operations become {after:g}"
