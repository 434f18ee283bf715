"""`lowlab graph slice`: why one element of a compiled network is what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.graph_compile import ModelArgument, PictureOption, SizeOption
from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.graph.slicing.answer import ElementAnswer, TensorRegion

TensorOption = Annotated[
    str, typer.Option(help="A tensor of the compiled network; the first output without.")
]
IndexOption = Annotated[str, typer.Option(help="Of the element, from 0, with commas: 0,3,5,5.")]
PrecisionOption = Annotated[str, typer.Option(help="fp32 or int8.")]


def graph_slice_command(
    model: ModelArgument,
    tensor: TensorOption = "",
    index: IndexOption = "",
    precision: PrecisionOption = "int8",
    picture: PictureOption = "",
    size: SizeOption = None,
    as_json: AsJson = False,
) -> int:
    """Tell what one element of a tensor depends on.

    Which part of the input, of the weights and of the kernels. Goes back through the operators;
    then everything outside is poisoned and the network run again.

    Exit status 1 if the element then has other bits.
    """
    from command_line.output import print_json, print_lines
    from compiler_core.graph.slicing.compiled import sliced_network
    from compiler_core.graph.slicing.explained_element import explain_element
    from compiler_core.json_form import plain_json

    network = sliced_network(model, precision, picture, tuple(size or ()))
    answer = explain_element(network, tensor, index)
    if as_json:
        print_json(plain_json(answer))
    else:
        print_lines(slice_lines(answer))
    return 1 if answer.proof.verdict == "differs" else 0


def slice_lines(answer: ElementAnswer) -> list[str]:
    """The sentence and its proof, then tensors and kernels with their shares."""
    from command_line.output import columns

    tensors = [("tensor", "", "region", "of", "share", "box")]
    tensors += [_cells(tensor) for tensor in answer.tensors]
    kernels = [("kernel", "region", "of", "share", "operators")]
    kernels += [
        (
            row.function,
            f"{row.elements:,}",
            f"{row.total:,}",
            f"{row.elements / row.total:.1%}",
            " → ".join(row.operators),
        )
        for row in answer.kernels
    ]
    named = f", {answer.class_name}" if answer.class_name else ""
    return [
        f"value {answer.value}{named}, bits {answer.bits}",
        *([answer.place] if answer.place else []),
        answer.sentence,
        answer.proof.sentence,
        answer.probes_sentence,
        *(
            f"  {probe.tensor}{list(probe.index)} {probe.before} → {probe.after}: {probe.reason}"
            for probe in answer.probes
            if not probe.changed
        ),
        *(f"{node.node} is taken to read everything: {node.reason}." for node in answer.opaque),
        "",
        *columns(kernels),
        "",
        *columns(tensors),
    ]


def _cells(region: TensorRegion) -> tuple[str, ...]:
    box = ", ".join(
        str(first) if first == last else f"{first}–{last}"
        for first, last in zip(region.first, region.last, strict=True)
    )
    share = f"{region.elements / region.total:.1%}"
    made = region.title or region.role
    return region.name, made, f"{region.elements:,}", f"{region.total:,}", share, f"[{box}]"
