"""`lowlab count`: run a function on generated inputs under qemu-aarch64, and count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson, CompilerOption, Files, FlagsOption, LanguageOption
from compiler_core.errors import InputError
from compiler_core.typed_numbers import whole_numbers

if TYPE_CHECKING:
    from compiler_core.host.running.compare_outputs import OutputComparison
    from compiler_core.host.running.experiment import Experiment
    from compiler_core.host.running.overlap import Overlap
    from compiler_core.host.running.record import Counts
    from compiler_core.host.running.sweep import SveSweep
    from compiler_core.source import SourceFile
    from compiler_core.toolchain.counting import CacheGeometry

FunctionOption = Annotated[
    str, typer.Option("--function", help="Which function; else the first with a loop.")
]
SizeOption = Annotated[
    int | None, typer.Option("--n", help="What loop bounds and array lengths become.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", help="a=0.5, in.size=4096, in.seed=7 or in.above=50:0.9; repeatable."),
]
CacheOption = Annotated[
    str, typer.Option("--cache", help="The modelled cache: line bytes x sets x ways.")
]
CompareOption = Annotated[
    str, typer.Option("--compare", help="Compare the outputs with this setting's: gcc -O0.")
]
OverlapOption = Annotated[
    int | None,
    typer.Option(
        "--overlap",
        help="Also run with restrict broken: the written array begins so many elements after the "
        "other, -64 to 64.",
    ),
]


def count_command(
    files: Files,
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O2",
    function: FunctionOption = "",
    n: SizeOption = None,
    seed: Annotated[int, typer.Option(help="Of the generated inputs.")] = 1,
    settings: SetOption = None,
    sve_bits: Annotated[int, typer.Option(help="Length of SVE vectors, 128 to 2048.")] = 128,
    cache: CacheOption = "64x256x4",
    compare: CompareOption = "",
    sweep: Annotated[bool, typer.Option("--sweep", help="Run at five SVE lengths.")] = False,
    overlap: OverlapOption = None,
    language: LanguageOption = "c",
    as_json: AsJson = False,
) -> int:
    """Run a function and count what it executes.

    Inputs are generated from the function's signature; the same seed gives the same inputs.

    Exit status 1 if the source does not compile or the run is stopped.
    """
    from command_line.output import print_answer, print_error, print_lines
    from command_line.source_arguments import read_sources
    from compiler_core.host.control_flow.entered import count_with_entries
    from compiler_core.host.running.experiment import experiment_of

    sources = read_sources(files, language)
    geometry = _geometry(cache)
    experiment = experiment_of(function, n, seed, settings or (), sve_bits, geometry)
    counts = count_with_entries(sources, compiler, flags, experiment)
    if not counts.ok:
        print_error(counts.message)
        return 1
    more = _more(sources, (compiler, flags), experiment, (compare, sweep, overlap))
    if as_json:
        print_answer(_json(counts, more))
    else:
        print_lines(_text(counts, more))
    return 0


def _geometry(text: str) -> CacheGeometry:
    from compiler_core.toolchain.counting import CacheGeometry

    numbers = whole_numbers(text.lower().split("x"), 9)
    if numbers is None or len(numbers) != 3:
        raise InputError(
            f"--cache {text} is no cache.", "Write line bytes x sets x ways: 64x256x4."
        )
    return CacheGeometry(*numbers)


@dataclass(frozen=True, slots=True)
class More:
    """The further runs that were asked for; None where one was not."""

    comparison: OutputComparison | None
    sweep: SveSweep | None
    overlap: Overlap | None


def _more(
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
    choices: tuple[str, bool, int | None],
) -> More:
    """The further runs that were asked for, by the key they have in the JSON."""
    from command_line.diff import split_setting
    from compiler_core.host.running.compare_outputs import compare_settings
    from compiler_core.host.running.overlap import run_overlap
    from compiler_core.host.running.sweep import sve_sweep

    compare, sweep, overlap = choices
    return More(
        compare_settings(sources, setting, split_setting(compare), experiment) if compare else None,
        sve_sweep(sources, *setting, experiment) if sweep else None,
        run_overlap(sources, *setting, experiment, overlap) if overlap is not None else None,
    )


def _json(counts: Counts, more: More) -> bytes:
    """The counts, with a key for each further run."""
    import orjson

    figures = {field.name: getattr(counts, field.name) for field in fields(counts)}
    runs = {run_field.name: getattr(more, run_field.name) for run_field in fields(more)}
    return orjson.dumps(figures | {name: part for name, part in runs.items() if part is not None})


def _text(counts: Counts, more: More) -> list[str]:
    from command_line.count_text import comparison_lines, count_lines, overlap_lines, sweep_lines

    lines = count_lines(counts)
    lines += comparison_lines(more.comparison) if more.comparison is not None else []
    lines += sweep_lines(more.sweep) if more.sweep is not None else []
    return lines + (overlap_lines(more.overlap) if more.overlap is not None else [])
