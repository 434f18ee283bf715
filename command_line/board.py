"""`lowlab board`: what a board measured, beside what was counted and modelled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.board.compare import BoardComparison, MeasuredKernel


def board_command(
    directory: Annotated[
        str,
        typer.Argument(
            metavar="DIR",
            help="The bundle: what `lowlab graph compile` wrote, or one that was unpacked.",
            show_default=False,
        ),
    ],
    report: Annotated[
        str,
        typer.Argument(
            metavar="REPORT", help="The file that `sh run.sh` left there.", show_default=False
        ),
    ],
    soc: Annotated[str, typer.Option(help="The chip of the modelled times.")] = "generic",
    as_json: AsJson = False,
) -> int:
    """Read what a bundle's run on a board left.

    Each part of the program with its measured times, the instructions that were counted under the
    emulator, and the modelled time on a described chip. Exit status 1 if the board's output was not
    the expected one.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.board.compare import board_json
    from compiler_core.board.report import LARGEST_REPORT
    from compiler_core.soc.boards import compare_bundle

    with Path(report).open("rb") as file:
        content = file.read(LARGEST_REPORT + 1)
    comparison = compare_bundle(Path(directory), content, soc)
    if as_json:
        print_json(board_json(comparison))
    else:
        print_lines(report_lines(comparison))
    return 0 if comparison.agrees else 1


def report_lines(comparison: BoardComparison) -> list[str]:
    """The board, then its parts."""
    from command_line.output import columns
    from compiler_core.amounts import time_text

    machine = comparison.machine
    hardware = f"{machine.architecture}, {machine.processor or 'processor not named'}"
    whole = time_text(comparison.whole.median)
    lines = [
        f"{comparison.origin.capitalize()}: {hardware}, kernel {machine.kernel}; "
        f"{comparison.runs} runs, median {whole}",
        "The output is the expected one."
        if comparison.agrees
        else (f"The output differs from the expected one by up to {comparison.difference:.3g}."),
    ]
    heading = (
        "kernel",
        "median",
        "quartiles",
        "minimum",
        "counted",
        "bytes",
        "executed/counted",
        f"modelled on {comparison.soc}",
        "measured/modelled",
    )
    lines += columns([heading, *map(_row, comparison.kernels)])
    lines += [
        f"{kernel.name}: {kernel.tokens_per_second:.1f} tokens a second"
        for kernel in comparison.kernels
        if kernel.tokens_per_second
    ]
    if comparison.unmodelled:
        lines.append(f"No modelled times: {comparison.unmodelled}")
    if comparison.coarse:
        lines.append(
            "So short that reading the clock is a part of their time: "
            + ", ".join(comparison.coarse)
        )
    return lines


def _row(kernel: MeasuredKernel) -> tuple[str, ...]:
    from compiler_core.amounts import time_text

    seconds = kernel.seconds
    return (
        kernel.name,
        time_text(seconds.median),
        f"{time_text(seconds.first_quartile)} to {time_text(seconds.third_quartile)}",
        time_text(seconds.minimum),
        "" if kernel.instructions is None else f"{kernel.instructions:,}",
        "" if kernel.bytes is None else f"{kernel.bytes:,}",
        "" if kernel.of_count is None else f"{kernel.of_count:.2f}",
        "" if kernel.modelled is None else time_text(kernel.modelled),
        "" if kernel.of_model is None else f"{kernel.of_model:.2f}",
    )
