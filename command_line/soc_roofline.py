"""`lowlab soc roofline`: kernels of a model under the ceilings of a described chip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from command_line.options import AsJson, CompilerOption
from command_line.soc_cnn import PrecisionOption, one_of
from command_line.soc_decode import SocOption

if TYPE_CHECKING:
    from compiler_core.soc.description import SocDescription
    from compiler_core.soc.rooflines.loop_points import PlacedLoop
    from compiler_core.soc.rooflines.named_points import PointChoice
    from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline

ModelsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="MODEL...",
        help="ONNX files, models that ship, layer tables, GGUF or safetensors, or directories that "
        "lowlab graph compile or lowlab llm compile wrote.",
        show_default=False,
    ),
]
_HEADING = (
    "kernel", "operations/byte", "G operations/s", "bound", "headroom", "modelled", "distance",
    "why",
)  # fmt: skip
FusionOption = Annotated[
    str,
    typer.Option(help="usual; passes: each node after the graph passes; none: each of the file."),
]

UnitOption = Annotated[str, typer.Option(help="A unit of the chip; what runs networks if empty.")]
MemoryOption = Annotated[str, typer.Option(help="A memory of it; if empty, what the unit reaches.")]
ContextOption = Annotated[int, typer.Option(help="Positions of prefill and cache.", min=1)]
BatchOption = Annotated[int, typer.Option(help="Sequences decoded together.", min=1)]
LoopOption = Annotated[str, typer.Option(help="A C file whose loop is counted and placed.")]
FlagsOption = Annotated[str, typer.Option(help="Of the loop's compiler.")]
CountOption = Annotated[int | None, typer.Option(help="Of the loop.")]


def soc_roofline_command(
    models: ModelsArgument,
    soc: SocOption = "generic",
    precision: PrecisionOption = "int8",
    unit: UnitOption = "",
    memory: MemoryOption = "",
    context: ContextOption = 128,
    batch: BatchOption = 1,
    fusion: FusionOption = "usual",
    loop: LoopOption = "",
    compiler: CompilerOption = "gcc",
    flags: FlagsOption = "-O3",
    n: CountOption = None,
    as_json: AsJson = False,
) -> int:
    """Place each kernel of models under a chip's roofline.

    The ceilings are of compute and memory.

    Beside what the chip allows stands what the cost model says: the speed, how many times as long
    as on the roof it takes, and why.
    Of a language model, decoding and prefill are one point each, and are compared by the token. A
    bundle or an engine stands as it was compiled, in its own types, and runs on one CPU core. A C
    loop is counted under the emulator and stands under the ceiling of one CPU core.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.soc.json_form import roofline_json
    from compiler_core.soc.reading import soc_named
    from compiler_core.soc.rooflines.named_points import usual_unit

    chip = soc_named(soc)
    choice = _choice(precision, fusion, context, batch)
    chosen = unit or usual_unit(models, chip, choice.precision)
    roofline = _roofed(models, choice, chip, chosen, memory)
    placed = _placed(chip, loop, (compiler, flags), n, memory) if loop else None
    if as_json:
        print_json(roofline_json(roofline, placed))
    else:
        print_lines([*report_lines(chip.title, roofline), *loop_lines(placed)])
    return 0


def _choice(precision: str, fusion: str, context: int, batch: int) -> PointChoice:
    from compiler_core.soc.description import Precision
    from compiler_core.soc.rooflines.named_points import FusionStage, PointChoice

    wanted: Precision = one_of("precision", precision, get_args(Precision))
    stage: FusionStage = one_of("fusion", fusion, get_args(FusionStage))
    return PointChoice(wanted, stage, context, batch)


def _roofed(
    models: list[str], choice: PointChoice, chip: SocDescription, unit: str, memory: str
) -> Roofline:
    """Of several models, each point says whose it is."""
    from compiler_core.soc.rooflines.named_points import points_of

    roofs = [
        points_of(network, choice).roofed(chip, unit, choice.precision, memory)
        for network in models
    ]
    if len(roofs) == 1:
        return roofs[0]
    return replace(
        roofs[0],
        points=tuple(
            replace(point, name=f"{Path(name).name}: {point.name}")
            for name, roofline in zip(models, roofs, strict=True)
            for point in roofline.points
        ),
        unmodelled=" ".join(roofline.unmodelled for roofline in roofs if roofline.unmodelled),
        phases=tuple(
            replace(phase, name=f"{Path(name).name}: {phase.name}")
            for name, roofline in zip(models, roofs, strict=True)
            for phase in roofline.phases
        ),
    )


def _placed(
    chip: SocDescription, file: str, setting: tuple[str, str], n: int | None, memory: str
) -> PlacedLoop:
    from command_line.source_arguments import read_sources
    from compiler_core.errors import InputError
    from compiler_core.host.running.count import count_source
    from compiler_core.host.running.experiment import Experiment
    from compiler_core.host.running.refusal import why_no_counts
    from compiler_core.soc.rooflines.loop_points import loop_work
    from compiler_core.soc.rooflines.loop_time import modelled_loop

    sources = read_sources([file], "c")
    counts = count_source(sources, *setting, Experiment(n=n))
    if not counts.ok:
        why, advice = why_no_counts(sources, *setting, counts)
        raise InputError(f"The loop gives nothing to measure: {why}", advice)
    return modelled_loop(chip, loop_work(counts), memory)


def report_lines(title: str, roof: Roofline) -> list[str]:
    """The ceilings, the ridge, then a row for each point."""
    from command_line.output import columns

    unmodelled = [roof.unmodelled] if roof.unmodelled else []
    return [
        f"{title}: {roof.unit} at {roof.precision}, {roof.peak / 1e9:,.0f} G operations/s; "
        f"{roof.memory}, {roof.bandwidth / 1e9:.1f} GB/s.",
        f"Below {roof.ridge:.1f} operations a byte a kernel is bound by memory.",
        *unmodelled,
        "",
        *columns(
            [_HEADING, *((*_row(point, point.name), *_modelled(point)) for point in roof.points)]
        ),
        *phase_lines(roof),
    ]


def phase_lines(roof: Roofline) -> list[str]:
    """Prefill beside decode, by the token."""
    from command_line.output import columns
    from compiler_core.sizes import size_text
    from compiler_core.soc.bound_words import WAITS_FOR
    from compiler_core.soc.prompts.fit import NEAR, prompt_errors

    if not roof.phases:
        return []
    heading = ("by the token", "tokens at once", "M operations", "read", "ms, modelled",
               "tokens/s, modelled", "roof allows", "waits for")  # fmt: skip
    rows = [
        (
            step.name,
            f"{step.tokens:,}",
            f"{step.operations / 1e6:,.0f}",
            size_text(step.bytes),
            _number(step.seconds and step.seconds * 1e3),
            _number(step.tokens_per_second),
            _number(step.allowed_per_second),
            WAITS_FOR[step.bound] if step.bound else "-",
        )
        for step in roof.phases
    ]
    if not any(phase.seconds for phase in roof.phases):
        return ["", *columns([heading, *rows])]
    errors = prompt_errors()
    off = (
        f"Of {errors.rows} published prompts, each predicted from the half that it is not in, "
        f"{errors.near} came within {NEAR:.0%}; prefill is off by {errors.mean:.1%} on average."
    )
    return ["", *columns([heading, *rows]), off]


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def loop_lines(placed: PlacedLoop | None) -> list[str]:
    """The loop, under one core."""
    from command_line.output import columns

    if placed is None:
        return []
    rows = [(*_row(placed.every_access, "every load and store"), "", "", "")]
    if placed.missed:
        name = "lines the modelled cache fetched"
        rows.append((*_row(placed.missed, name), *_modelled(placed.missed)))
    notes = [placed.taken] if placed.taken else []
    work = placed.work
    return [
        "",
        f"{work.name}: {work.operations:,.0f} {work.kind} operations, counted; one core of "
        f"{placed.unit}, {placed.peak / 1e9:,.1f} G operations/s, ridge {placed.ridge:.2f}.",
        *columns([("", *_HEADING[1:]), *rows]),
        *([placed.unmodelled] if placed.unmodelled else []),
        *notes,
        *work.notes,
    ]


def _row(point: PlacedPoint, name: str) -> tuple[str, ...]:
    return (
        name,
        "-" if point.intensity is None else f"{point.intensity:.2f}",
        f"{point.attainable / 1e9:.1f}",
        point.bound,
        "-" if point.headroom is None else f"{point.headroom:.1f}x",
    )


def _modelled(point: PlacedPoint) -> tuple[str, str, str]:
    """Speed, distance to the roof over its own bytes, and the reason."""
    timing = point.modelled
    if timing is None:
        return "-", "-", "on the roof: it has no modelled time"
    return f"{timing.operations_per_second / 1e9:.1f}", f"{timing.distance:.1f}x", timing.reason
