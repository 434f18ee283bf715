"""`lowlab profile`: what a profile does to a function, on two kinds of input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, File, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.whole_program.profile_record import (
        Distribution,
        LaidBlock,
        Layout,
        ProfileExperiment,
    )

INPUT_HELP = (
    "A kind of input, given twice: settings such as 'x.above=10:0.95' (95 in 100 elements of x lie "
    "above 10), several separated by spaces."
)


def profile_command(
    file: File,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    function: Annotated[str, typer.Option(help="Its name; the first with a loop if empty.")] = "",
    inputs: Annotated[list[str] | None, typer.Option("--input", help=INPUT_HELP)] = None,
    n: Annotated[int | None, typer.Option("--n", help="What loop bounds become.")] = None,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Show what a profile changes in a function.

    Built without a profile and with one of each kind of input, and measured on both.

    Exit status 1 if a build or a run fails.
    """
    import orjson

    from command_line.output import print_answer, print_error, print_lines, with_title
    from command_line.source_arguments import read_sources
    from compiler_core.host.whole_program.profile import profile_of

    (source,) = read_sources([file], language)
    experiment = profile_of(source, compiler, flags, function, _distributions(inputs or []), n)
    if as_json:
        print_answer(orjson.dumps(experiment))
    elif experiment.ok:
        print_lines(profile_lines(experiment))
    if not experiment.ok:
        print_error(with_title(experiment.compiler_title, experiment.message))
        return 1
    return 0


def _distributions(inputs: list[str]) -> tuple[Distribution, ...]:
    from compiler_core.host.whole_program.profile_record import Distribution

    return tuple(Distribution(text, tuple(text.split())) for text in inputs)


def profile_lines(experiment: ProfileExperiment) -> list[str]:
    """The sentences, the cost of each build on each input, and the blocks of each layout."""
    from command_line.output import columns
    from compiler_core.amounts import count

    names = [distribution.name for distribution in experiment.distributions]
    lines = [
        f"{experiment.function}, {count(experiment.elements, 'element')}",
        *experiment.summary,
        "",
    ]
    lines += [
        *(
            f"{distance.name}: {' '.join(distance.settings)}"
            for distance in experiment.distributions
        ),
        "",
    ]
    lines += [*columns(_cost_rows(experiment, names)), ""]
    for layout in experiment.layouts:
        lines += [layout.title, *columns(_block_rows(layout, names)), ""]
    return [*lines, experiment.method, *experiment.notes]


def _cost_rows(experiment: ProfileExperiment, names: list[str]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("per element", *(f"run on {name}" for name in names))]
    for layout in experiment.layouts:
        costs = [layout.costs[name] for name in names]
        cells = [
            f"{cost.instructions_per_element:.2f} instructions, "
            + ("?" if cost.taken_per_element is None else f"{cost.taken_per_element:.2f}")
            + " branches taken"
            for cost in costs
        ]
        rows.append((layout.title, *cells))
    return rows


def _block_rows(layout: Layout, names: list[str]) -> list[tuple[str, ...]]:
    head = ("block", "lines", *(f"ran on {name}" for name in names), "branch", "taken")
    return [head, *(_block_row(block, names) for block in layout.blocks)]


def _block_row(block: LaidBlock, names: list[str]) -> tuple[str, ...]:
    flows = [block.flows[name] for name in names]
    taken = " / ".join("" if flow.taken is None else f"{flow.taken:g}" for flow in flows)
    return (
        f"{block.id}",
        ", ".join(str(line) for line in block.source_lines),
        *(f"{flow.executions}" for flow in flows),
        block.branch,
        taken if block.branch else "",
    )
