"""`lowlab slice`: why one value of a run is what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.count import FunctionOption, SetOption
from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption

if TYPE_CHECKING:
    from compiler_core.host.slicing.answer import KindCounts, SliceAnswer, SliceInput

ElementOption = Annotated[
    str,
    typer.Option(help="y[5], c[2][3], return, or a register at the end: s0, x3, v1.s[2]."),
]
CountOption = Annotated[
    int | None, typer.Option("--n", help="What loop bounds become; 64 for a plain loop.")
]
SeedOption = Annotated[int, typer.Option(help="What the arrays' contents come from.")]
SveBitsOption = Annotated[int, typer.Option(help="Bits of an SVE vector, 128 to 2048.")]


def slice_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    function: FunctionOption = "",
    element: ElementOption = "",
    n: CountOption = None,
    seed: SeedOption = 1,
    settings: SetOption = None,
    sve_bits: SveBitsOption = 128,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Tell why a value is what it is.

    Records up to 100,000 instructions and follows the value backwards: through data, addresses and
    branches. What it depends on is then executed alone, with noise everywhere else.

    Exit status 1 if there is no such value, or if the replay gives other bits.
    """
    from command_line.progress import told_progress
    from command_line.source_arguments import read_sources
    from compiler_core.host.running.experiment import experiment_of
    from compiler_core.host.slicing.explained_value import explain_value

    sources = read_sources(files, language)
    experiment = experiment_of(function, n, seed, settings or [], sve_bits)
    tell = told_progress()
    answer = explain_value(
        sources, compiler, flags, element, experiment, lambda advance: tell(advance.words)
    )
    return _printed(answer, as_json)


def _printed(answer: SliceAnswer, as_json: AsJson) -> int:
    """The command's exit status."""
    import orjson

    from command_line.output import print_answer, print_error, print_lines

    if as_json:
        print_answer(orjson.dumps(answer))
    elif answer.ok:
        print_lines(slice_lines(answer))
    if not answer.ok:
        print_error(" ".join((answer.message, *answer.notes)))
        return 1
    return 1 if answer.replay.verdict == "differs" else 0


def slice_lines(answer: SliceAnswer) -> list[str]:
    """The sentence and its proof, what was given, the source and the code with their counts."""
    from command_line.output import columns

    flags = " ".join(answer.flags)
    title = f"{answer.function} · {answer.compiler} {answer.version} {flags}"
    value = f"{answer.element} = {answer.value}, bits {answer.bits}"
    heading = ("data", "address", "branch", "executed")
    source = [
        (str(line.line), *_counts(line.counts), f"{line.executed:,}", line.text)
        for line in answer.source_lines
    ]
    code = [
        (
            "" if assembly.source_line is None else str(assembly.source_line),
            *_counts(assembly.counts),
            f"{assembly.executed:,}",
            assembly.text,
        )
        for assembly in answer.lines
        if assembly.executed
    ]
    return [
        title,
        "",
        value,
        answer.sentence,
        answer.replay.sentence,
        "",
        "It was given",
        *(_input_line(row) for row in answer.inputs),
        *_left(answer.inputs_left),
        "",
        *columns([("line", *heading, "source"), *source]),
        "",
        *columns([("line", *heading, "instruction"), *code]),
        "",
        *answer.notes,
    ]


def _counts(counts: KindCounts) -> tuple[str, str, str]:
    return f"{counts.data:,}", f"{counts.address:,}", f"{counts.branch:,}"


def _input_line(row: SliceInput) -> str:
    value = f" = {row.value}" if row.value else ""
    return f"  {row.name}{value} ({row.kind})"


def _left(count: int) -> list[str]:
    return [f"  and {count:,} more"] if count else []
