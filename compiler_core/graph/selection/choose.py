"""The kernel of each layer on one core: every tactic costed, the cheapest legal one chosen."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.errors import InputError
from compiler_core.graph.kernels.epilogue_text import unsupported
from compiler_core.graph.kernels.finish import bias_of
from compiler_core.graph.kernels.registry import TACTICS, Tactic, find_tactic, refusal
from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.records import ConvolutionShape, KernelText
from compiler_core.graph.selection.builder_log import log_of, sentence_of
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.costs import cost_of
from compiler_core.graph.selection.records import (
    DENSE_STEPS,
    Layer,
    LayerChoice,
    Selection,
    Steps,
    TacticRow,
)
from compiler_core.graph.selection.weight_growth import within_growth
from compiler_core.graph.settings import DEFAULT_SETTINGS


def choose_kernels(
    layers: Sequence[Layer],
    core: CoreProfile,
    winograd_mebibytes: int = DEFAULT_SETTINGS.winograd_mebibytes,
) -> Selection:
    """A plan for these layers, with these shapes, on this core.

    winograd_mebibytes: that Winograd's transformed weights may add in all. Raises
    InputError for a layer that no tactic may compute: `reason_against` says so beforehand.
    """
    each = tuple(choose_kernel(layer, core) for layer in layers)
    choices = within_growth(each, winograd_mebibytes)
    return Selection(core.name, choices, tuple(log_of(choice, core) for choice in choices))


def choose_kernel(layer: Layer, core: CoreProfile) -> LayerChoice:
    """The choice for one layer: fewest predicted instructions, then least memory."""
    reason = reason_against(layer, core)
    if reason:
        raise InputError(f"No fast kernel computes {layer.name!r}: {reason}.")
    rows = tuple(
        sorted((_row(tactic, layer.shape, core) for tactic in _candidates(layer.shape)), key=_rank)
    )
    return LayerChoice(layer.name, layer.shape, rows[0].tactic, rows, sentence_of(rows))


def reason_against(layer: Layer, core: CoreProfile) -> str:
    """Why no tactic computes this layer on this core; empty when one does."""
    step = unsupported(layer.epilogue)
    if step:
        return f"its epilogue has {step}, which no kernel writes"
    if layer.shape.element_type == "int8" and not _scaled_first(layer):
        return "its int32 sums are not scaled to real numbers first"
    rows = [_row(tactic, layer.shape, core) for tactic in _candidates(layer.shape)]
    if not rows:
        return f"there is no {layer.shape.element_type} kernel for {layer.shape.layout}"
    return "" if any(not row.refused for row in rows) else rows[0].refused


def kernel_of(
    layer: Layer,
    choice: LayerChoice,
    name: str,
    tile: Tile | None = None,
    steps: Steps = DENSE_STEPS,
) -> KernelText:
    """The chosen kernel of a layer under a C name.

    tile: what tuning found. steps: of an input or output inside a larger tensor. Raises
    InputError when the layer is not the one the plan was made for.
    """
    if layer.shape != choice.shape:
        raise InputError(
            f"The plan for {choice.layer!r} was made for another shape.",
            "Build the engine again for these sizes: a plan is tied to its shapes.",
        )
    return find_tactic(choice.tactic).build(layer.request(name, tile, steps))


def check_plan(selection: Selection, core: CoreProfile) -> None:
    """Raises InputError when a kernel of the plan needs what this core lacks."""
    for choice in selection.choices:
        missing = [
            feature
            for feature in find_tactic(choice.tactic).features
            if feature not in core.features
        ]
        if missing:
            raise InputError(
                f"{choice.layer!r} uses {choice.tactic}, which needs {missing[0]}; "
                f"{core.title} lacks it.",
                "A plan is tied to its core: build the engine again for this one.",
            )


def _scaled_first(layer: Layer) -> bool:
    """Behind an integer bias, the first thing that happens to integer sums is DequantizeLinear."""
    bias = bias_of(layer.epilogue, "int32")
    steps = layer.epilogue if bias is None else layer.epilogue[1:]
    return bool(steps) and steps[0].operator == "DequantizeLinear"


def _candidates(shape: ConvolutionShape) -> list[Tactic]:
    """Tactics for the layer's type and layout; the others are no alternatives."""
    return [
        tactic
        for tactic in TACTICS
        if (tactic.element_type, tactic.layout) == (shape.element_type, shape.layout)
    ]


def _row(tactic: Tactic, shape: ConvolutionShape, core: CoreProfile) -> TacticRow:
    against = refusal(tactic, shape) or _lacking(tactic, core)
    if against:
        return TacticRow(tactic.name, against)
    return TacticRow(tactic.name, "", cost_of(tactic, shape))


def _lacking(tactic: Tactic, core: CoreProfile) -> str:
    missing = [feature for feature in tactic.features if feature not in core.features]
    if not missing:
        return ""
    return f"{tactic.instruction.upper()} needs {missing[0]}, which {core.title} lacks"


def _rank(row: TacticRow) -> tuple[bool, int, int]:
    """Legal ones first, by instructions, then by extra memory."""
    if row.cost is None:
        return True, 0, 0
    return False, row.cost.instructions, row.cost.scratch_bytes + row.cost.packed_bytes
