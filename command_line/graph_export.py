"""`lowlab graph export`: a PyTorch module to ONNX, by PyTorch itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from compiler_core.graph.exporting.export import ExportResult

ModuleArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODULE.py:CLASS",
        help="A Python file of yours, which runs, and a class in it made without arguments.",
        show_default=False,
    ),
]
OutOption = Annotated[str, typer.Option("--out", help="Where the ONNX file goes.")]
InputShapeOption = Annotated[str, typer.Option("--input-shape", help="Of the module's one input.")]
DynamicBatchOption = Annotated[
    bool, typer.Option("--dynamic-batch", help="Ask for a batch of any size.")
]


def graph_export_command(
    module: ModuleArgument,
    out: OutOption = "exported.onnx",
    input_shape: InputShapeOption = "1,3,32,32",
    dynamic_batch: DynamicBatchOption = False,
) -> int:
    """Export a PyTorch module to ONNX.

    Needs the extra torch. Prints which module each node comes from. Files with pickled objects
    (.pt, .pth and the like) are never loaded.

    Exit status 1 if PyTorch does not export it; its own words say why.
    """
    from command_line.output import print_error, print_lines
    from compiler_core.graph.exporting.export import export_module, require_torch
    from compiler_core.graph.exporting.request import export_request

    request = export_request(module, input_shape)
    if dynamic_batch:
        request = replace(request, dynamic_batch="dynamic")
    result = export_module(request, require_torch())
    if not result.ok:
        print_lines(result.message.splitlines())
        print_error(f"PyTorch {result.torch} does not export {module}: {result.error}")
        return 1
    Path(out).write_bytes(result.content)
    print_lines(export_lines(result, out))
    return 0


def export_lines(result: ExportResult, out: str) -> list[str]:
    """What was written, and for each node where it comes from."""
    from command_line.output import columns
    from compiler_core.amounts import count

    rows = [("node", "operator", "module", "class", "line")]
    rows += [
        (node.node, node.operator, node.module or "(itself)", node.class_name, str(node.line or ""))
        for node in result.origins
    ]
    head = f"PyTorch {result.torch} exported {count(len(result.origins), 'node')} to {out}."
    return [head, "", *columns(rows)]
