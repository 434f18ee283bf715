"""What a network costs on a chip: does it fit, how long it takes, and which part of it binds."""

from __future__ import annotations

import shlex
from dataclasses import replace
from statistics import median
from typing import cast, get_args

from app.addresses.chips import SocRequest
from app.soc.dials import network_dials
from app.soc.every_view import VIEWS
from app.soc.scenes import cost_picture as moving
from app.soc.tile_search import tile_search
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.cost import (
    MOST_ROWS,
    CostView,
    bound_shares,
    cost_facts,
    cost_headline,
    cost_picture,
    counted_in,
    fit_sentence,
    kernel_rows,
)
from app.soc.views.fields import menu
from app.soc.views.kernel_reason import ReasonView, reason_view
from app.soc.views.summaries import cost_summaries
from app.soc.views.tile_beside import both_times
from app.soc.works import network_work, soc_models
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.networks.cnn import Buffering, NetworkCost, network_cost, network_unit
from compiler_core.soc.networks.cnn_fit import constants_for, network_residuals
from compiler_core.soc.networks.kernel_reason import kernel_reason
from compiler_core.soc.stage_costs import EnergyParts, energy_parts
from compiler_core.soc.tiling.chips import tiling_chip
from compiler_core.soc.tiling.operations import convolution_of

BUFFERINGS = (
    ("double", "double: data moves while the array works"),
    ("single", "single: one after the other"),
)
ORDERS = ("time", "place")
UNCHANGED = "  # for the chip as it is"
_USUAL_PRECISION: Precision = "int8"
_MOST_PLACE = 10**6


def cost_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for values that cannot be."""
    assert context.work is not None
    assert context.model is not None
    request, soc, layers = context.asked, context.soc, network_work(context.work).layers
    precision = chosen_precision(request, soc)
    buffering = cast("Buffering", request.one_of("buffering", tuple(dict(BUFFERINGS))))
    cost = network_cost(soc, layers, precision, constants_for(soc), buffering)
    index = _chosen_place(request, cost)
    reason = _reason(soc, cost, layers, index, buffering)
    command = cost_command(context, precision, buffering)
    precisions = [(choice, choice) for choice in network_unit(soc).precisions]
    detail = _view(context, cost, layers, index, reason)
    return ViewAnswer(
        headline=cost_headline(soc, context.model.title, cost),
        detail=detail,
        says=cost_summaries(detail),
        template="partials/soc/cost.html",
        record=cost,
        command=command,
        scene=moving(cost, (context.model.title, soc.title, command)),
        fields=(
            menu("precision", "Numbers", precision, precisions),
            menu("buffering", "Buffers", buffering, BUFFERINGS),
            *network_dials(request, precision),
        ),
    )


def chosen_precision(request: SocRequest, soc: SocDescription) -> Precision:
    """What is asked for if the chip's unit for networks can do it, else int8 or what it can.

    Raises InputError for what is no precision at all.
    """
    known = network_unit(soc).precisions
    usual = _USUAL_PRECISION if _USUAL_PRECISION in known or not known else known[0]
    text = request.one_of("precision", (usual, *get_args(Precision)))
    return cast("Precision", text) if text in known else usual


def cost_command(context: SocContext, precision: str, buffering: str) -> str:
    """What prints the same at home; figures cannot be changed there."""
    words = ["lowlab", "soc", "cnn", network_name(context), "--soc", context.asked.chip]
    words += ["--precision", precision]
    words += ["--buffering", "single"] if buffering == "single" else []
    return shlex.join(words) + unchanged_note(context.asked)


def network_name(context: SocContext) -> str:
    """As commands take it; of an upload, the name of its file."""
    request, model = context.asked, context.model
    offered = {soc_model.id for soc_model in soc_models("network")}
    return request.model if request.model in offered or model is None else model.title


def unchanged_note(request: SocRequest) -> str:
    """Commands know the chip as it is."""
    return UNCHANGED if request.edits else ""


def _chosen_place(request: SocRequest, cost: NetworkCost) -> int:
    """Of the kernel asked for, else of the longest; -1 where there is none."""
    asked_for = request.whole("kernel", 0, 0, _MOST_PLACE) - 1
    kernels = cost.per_kernel
    if 0 <= asked_for < len(kernels):
        return asked_for
    return max(range(len(kernels)), key=lambda index: kernels[index].seconds, default=-1)


def _reason(
    soc: SocDescription, cost: NetworkCost, layers: tuple[Layer, ...], index: int, by: Buffering
) -> ReasonView | None:
    if index < 0:
        return None
    reason = kernel_reason(soc, cost, cost.per_kernel[index], layers[index])
    return reason_view(reason, by, _beside_tiling(soc, cost, layers[index], index, by))


def _beside_tiling(
    soc: SocDescription, cost: NetworkCost, layer: Layer, index: int, by: Buffering
) -> str:
    """Both times and why they differ; "" without multiplications, and while tiles are searched."""
    if not layer.macs:
        return ""
    try:
        chip = tiling_chip(soc, cost.precision)
        machine = replace(chip.machine, buffers=1 if by == "single" else 2)
        layer_tiled = convolution_of(layer, cost.precision)
        search = tile_search(layer_tiled.one, machine)
    except InputError:
        return ""
    if search.found is None:
        return ""
    kernel = cost.per_kernel[index]
    return both_times(kernel, search.found.best, layer_tiled.groups, chip.clock_hertz)


def _view(
    context: SocContext,
    cost: NetworkCost,
    layers: tuple[Layer, ...],
    index: int,
    reason: ReasonView | None,
) -> CostView:
    request, soc = context.asked, context.soc
    by_time = request.one_of("order", ORDERS) == "time"
    order = _order(cost, by_time=by_time)
    left_out = len(cost.per_kernel) - len(order)
    return CostView(
        fits=cost.fits,
        fit_sentence=fit_sentence(soc, cost),
        facts=cost_facts(cost, _energy(soc, cost)),
        bounds=bound_shares(cost),
        picture=cost_picture(request, cost, index),
        rows=kernel_rows(request, cost, layers, order, index),
        left_out=f"{left_out:,} shorter kernels are not shown." if left_out else "",
        by_time=request.with_values(order="").address("kernels-title"),
        by_place=request.with_values(order="place").address("kernels-title"),
        sorted_by_time=by_time,
        counted_in=counted_in(cost),
        reason=reason,
        tiling_address=_tiling_address(request, cost, index),
        trust=trust_sentence(),
        trust_address=view_address(request, "trust"),
        assumptions=(*cost.assumptions, *soc.notes),
    )


def _tiling_address(request: SocRequest, cost: NetworkCost, index: int) -> str:
    """Of the view that cuts this kernel into tiles; "" where there is no kernel."""
    if index < 0:
        return ""
    tiling = request.at_view("tiling")
    return tiling.with_values(
        kernel=cost.per_kernel[index].name, precision=cost.precision
    ).address()


def _energy(soc: SocDescription, cost: NetworkCost) -> EnergyParts | None:
    """None at a precision whose energy no document gives."""
    try:
        return energy_parts(soc, cost)
    except InputError:
        return None


def _order(cost: NetworkCost, *, by_time: bool) -> list[int]:
    """Places of the longest kernels, by time or as they run."""
    kernels = cost.per_kernel
    longest = sorted(range(len(kernels)), key=lambda index: -kernels[index].seconds)[:MOST_ROWS]
    return longest if by_time else sorted(longest)


def trust_sentence() -> str:
    """How far the model is from published measurements that it was not fitted on."""
    rows = network_residuals()
    errors = sorted(abs(row.left_out_error) for row in rows)
    return (
        f"How far to trust this: each of {len(rows)} published latencies, modelled from the others "
        f"alone, is off by {100 * median(errors):.0f}% in the median and by "
        f"{100 * errors[-1]:.0f}% at most."
    )


def view_address(request: SocRequest, name: str) -> str:
    """Of another view of the same chip and model; "" if there is none of this name."""
    known = any(view.name == name for view in VIEWS)
    return replace(request.at_view(name), values=()).address() if known else ""
