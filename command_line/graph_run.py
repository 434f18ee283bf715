"""`lowlab graph run`: a compiled network on inputs from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.graph.running.records import ProgramResult

REFERENCE_NAME = "reference.onnx"

DirectoryArgument = Annotated[
    str,
    typer.Argument(metavar="DIR", help="What `lowlab graph compile` wrote.", show_default=False),
]
InputsOption = Annotated[
    str, typer.Option("--input", help="An .npz file with one array per input, by its name.")
]
CoreOption = Annotated[
    str, typer.Option(help="Run on another core than the program was built for.")
]


def graph_run_command(
    directory: DirectoryArgument,
    inputs: InputsOption,
    core: CoreOption = "",
    as_json: AsJson = False,
) -> int:
    """Run a compiled network under the emulator.

    Counts every kernel and compares the outputs with ONNX Runtime's. Exit status 1 if the program
    does not finish.
    """
    from command_line.output import print_error, print_json, print_lines
    from compiler_core.graph.running.arrays import read_arrays
    from compiler_core.graph.running.run import run_artifact
    from compiler_core.graph.selection.cores import find_core

    folder = Path(directory)
    reference = folder / REFERENCE_NAME
    result = run_artifact(
        folder,
        read_arrays(Path(inputs)),
        processor=find_core(core).emulated if core else "max",
        reference=reference.read_bytes() if reference.is_file() else None,
    )
    if not result.ok:
        print_error(result.message)
        return 1
    if as_json:
        print_json(_encoded(result))
    else:
        print_lines(report_lines(result))
    return 0


def _encoded(result: ProgramResult) -> bytes:
    import orjson

    values = {
        "outputs": result.outputs,
        "instructions": result.instructions,
        "seconds_emulated": result.seconds_emulated,
        "max_abs_error": result.max_abs_error,
        "reference": result.reference,
        "kernels": result.kernels,
        "comparison": result.comparison,
    }
    return orjson.dumps(values, option=orjson.OPT_SERIALIZE_NUMPY)


def report_lines(result: ProgramResult) -> list[str]:
    """Counts by kernel, then the outputs beside the reference."""
    from command_line.output import columns

    rows = [("kernel", "algorithm", "instructions", "loads", "stores")]
    rows += [
        (
            kernel.function,
            kernel.tactic,
            f"{kernel.tally.executions:,}",
            f"{kernel.tally.loads:,}",
            f"{kernel.tally.stores:,}",
        )
        for kernel in result.kernels
    ]
    lines = [*columns(rows), f"{result.instructions:,} instructions in all kernels"]
    lines += [
        f"{output.name}: largest difference from {result.reference} {output.max_abs_error:.3g}"
        for output in result.comparison
    ]
    return lines
