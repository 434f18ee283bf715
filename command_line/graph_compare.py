"""`lowlab graph compare`: two networks node by node, and what was changed between them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.graph_compile import SizeOption
from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.graph.pairing.records import (
        ChangedPlace,
        ComparedNetwork,
        NetworkComparison,
        PlaceSide,
    )

_ABOUT = "An ONNX file, the name of a model that ships, or what `lowlab graph compile` wrote."
LeftArgument = Annotated[str, typer.Argument(metavar="LEFT", help=_ABOUT, show_default=False)]
RightArgument = Annotated[
    str, typer.Argument(metavar="RIGHT", help="The one it became.", show_default=False)
]
CountOption = Annotated[
    bool, typer.Option("--count", help="Compile and run both too, and count instructions.")
]
PrecisionOption = Annotated[str, typer.Option(help="fp32 or int8, for --count.")]
_NAMES_SHOWN = 4


def graph_compare_command(
    left: LeftArgument,
    right: RightArgument,
    count: CountOption = False,
    precision: PrecisionOption = "fp32",
    size: SizeOption = None,
    as_json: AsJson = False,
) -> int:
    """Compare two networks node by node.

    Nodes are matched by structure, weights and names: what is new, gone, fused, split, renamed or
    otherwise changed, with the bytes of both sides.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.graph.pairing.comparison import compare_networks
    from compiler_core.json_form import plain_json

    chosen: dict[str, object] = {"precision": precision, "sizes": tuple(size or ())}
    pairs = (("left", left), ("right", right))
    sides = [_side(side, name, chosen, count) for side, name in pairs]
    comparison = compare_networks(*sides)
    if as_json:
        print_json(plain_json(comparison))
    else:
        print_lines(report_lines(comparison))
    return 0


def _side(side: str, name: str, chosen: dict[str, object], counted: bool) -> ComparedNetwork:
    """One of the two; what is wrong with it is told with the side and the file it is about."""
    from compiler_core.errors import InputError

    try:
        return _network(name, chosen, counted)
    except InputError as error:
        about = f"On the {side}, {name}: {error.message}"
        raise InputError(about, error.advice) from error


def _network(name: str, chosen: dict[str, object], counted: bool) -> ComparedNetwork:
    """Read, and compiled and run where that was asked for. Raises as `source_model` does."""
    from command_line.graph_run import REFERENCE_NAME
    from compiler_core.graph.compile import compile_model
    from compiler_core.graph.model_inputs import inputs_of
    from compiler_core.graph.pairing.reading import marks_of
    from compiler_core.graph.pairing.records import ComparedNetwork
    from compiler_core.graph.settings import settings_of
    from compiler_core.graph.source_model import source_model
    from compiler_core.graph.whole_graph.kernel_work import kernel_work

    folder = Path(name)
    settings = settings_of(chosen)
    source = source_model(str(folder / REFERENCE_NAME) if folder.is_dir() else name, settings)
    marks = marks_of(source.imported.model)
    if not counted:
        return ComparedNetwork(name, marks)
    compilation = compile_model(source, settings, inputs_of(source, None))
    results = {result.stage: result for result in compilation.results}
    return ComparedNetwork(name, marks, kernel_work(results))


def report_lines(comparison: NetworkComparison) -> list[str]:
    """The sentence, the places in order, and the figures of both."""
    from command_line.output import columns

    lines = [comparison.sentence, ""]
    lines += columns([_place_cells(change) for change in comparison.places])
    sides = (comparison.left, comparison.right)
    rows = [
        ("", "left", "right"),
        ("file", *(network.title for network in sides)),
        ("nodes", *(f"{network.nodes:,}" for network in sides)),
        ("weights, bytes", *(f"{network.weight_bytes:,}" for network in sides)),
    ]
    if any(side.made_bytes for side in sides):
        made = (f"{network.made_bytes:,}" for network in sides)
        rows.append(("of these made from a shape, in no file", *made))
    if any(network.instructions is not None for network in sides):
        rows.append(("instructions", *(_number(network.instructions) for network in sides)))
    return [*lines, *([""] if comparison.places else []), *columns(rows)]


def _place_cells(change: ChangedPlace) -> tuple[str, ...]:
    size = f"{change.left.weight_bytes:,} → {change.right.weight_bytes:,} bytes"
    work = ""
    if change.left.instructions is not None or change.right.instructions is not None:
        before, after = _number(change.left.instructions), _number(change.right.instructions)
        work = f"{before} → {after} instructions"
    return change.kind, _nodes(change.left), _nodes(change.right), size, work, change.words


def _nodes(side: PlaceSide) -> str:
    pairs = zip(side.operators, side.names, strict=True)
    shown = [f"{operator} {name}" for operator, name in pairs]
    rest = len(shown) - _NAMES_SHOWN
    return " + ".join(shown[:_NAMES_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def _number(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"
