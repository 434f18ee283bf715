"""Tiles of one layer: the reader's choice beside the best that a search finds."""

from __future__ import annotations

import shlex
from dataclasses import replace

from app.addresses.chips import SocRequest
from app.soc.cost import UNCHANGED
from app.soc.dials import memory_dials, unit_dials
from app.soc.scenes import tiling_picture
from app.soc.tile_search import KeptSearch, tile_search
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.fields import Field
from app.soc.views.summaries import tiling_summaries
from app.soc.views.tiling import tiling_headline, tiling_view
from app.soc.views.tiling_fields import (
    BUFFERS,
    OWN,
    chosen_precision,
    own_layer,
    tiling_fields,
    wanted_tile,
)
from app.soc.works import network_work
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Precision
from compiler_core.soc.tiling.beside_cost import cost_beside
from compiler_core.soc.tiling.chips import TilingChip, array_unit, tiling_chip
from compiler_core.soc.tiling.operations import GroupedConvolution, convolution_of
from compiler_core.soc.tiling.study import TileStudy, study

_MOST_STEPS = 1 << 40


def tiling_answer(context: SocContext) -> ViewAnswer:
    """The view. `kernel` chooses a layer; `tiles`, `tile_…` and `order` its tiles."""
    request = context.asked
    layers = _tiled_layers(context)
    precision = chosen_precision(request, context.soc)
    name, layer = _chosen_layer(request, layers, precision)
    chip = _chip(context, precision)
    search = tile_search(layer.one, chip.machine)
    choice = wanted_tile(request, layer.one, chip.machine, search.found)
    step = request.whole("step", 1, 1, _MOST_STEPS) - 1
    layer_study = study(layer, chip, choice, search.found, step)
    beside = cost_beside(context.soc, _all_layers(context), name, chip)
    detail = tiling_view(request, layer_study, beside, (search.problem, _searching(search)))
    command = _command(request, layer_study)
    return ViewAnswer(
        # Without one the page is loaded anew when the best is known: fields begin with it.
        headline="" if search.waits else tiling_headline(layer_study),
        detail=detail,
        says=tiling_summaries(detail),
        template="partials/soc/tiling.html",
        record=layer_study,
        command=command,
        scene=tiling_picture(layer_study, (name, context.soc.title, command)),
        fields=(*tiling_fields(context, layers, name, layer_study), *_dials(context, precision)),
        waits=search.waits,
        inside=("step",),
    )


def _dials(context: SocContext, precision: Precision) -> tuple[Field, ...]:
    """Beside a chip without an array one is assumed, whatever its units are."""
    unit = array_unit(context.soc)
    own = unit_dials(context.asked, unit, precision) if unit else ()
    return (*memory_dials(context.asked), *own)


def _searching(search: KeptSearch) -> str:
    return "search" if search.waits else ""


def _command(request: SocRequest, layer_study: TileStudy) -> str:
    """What prints the same at home; figures of the chip cannot be changed there."""
    layer, tile = layer_study.layer.one, layer_study.choice.tile
    sizes = (layer.rows, layer.columns, layer.channels_in, layer.channels_out)
    lengths = (tile.rows, tile.columns, tile.channels_in, tile.channels_out)
    words = ["lowlab", "soc", "tile", "--soc", request.chip, "--layer", "x".join(map(str, sizes))]
    words += ["--window", f"{layer.kernel_rows}x{layer.kernel_columns}"]
    words += ["--stride", str(layer.stride)] if layer.stride > 1 else []
    words += ["--groups", str(layer_study.layer.groups)] if layer_study.layer.groups > 1 else []
    words += ["--precision", layer_study.chip.precision]
    added = layer.residual_bytes // layer.output_bytes
    words += ["--residuals", str(added)] if added else []
    words += ["--tile", "x".join(map(str, lengths)), "--order", layer_study.choice.order]
    words += ["--buffers", "1"] if layer_study.chip.machine.buffers == 1 else []
    return shlex.join(words) + (UNCHANGED if request.edits else "")


def _tiled_layers(context: SocContext) -> tuple[Layer, ...]:
    """Kernels of the network that multiply by weights. Raises InputError if there are none."""
    layers = tuple(layer for layer in _all_layers(context) if layer.macs)
    if not layers:
        raise InputError(
            "No kernel of this network multiplies by weights, so there is nothing to tile.",
            "Choose a network with convolutions or matrix products.",
        )
    return layers


def _all_layers(context: SocContext) -> tuple[Layer, ...]:
    return network_work(context.work).layers if context.work else ()


def _chosen_layer(
    request: SocRequest, layers: tuple[Layer, ...], precision: Precision
) -> tuple[str, GroupedConvolution]:
    """The kernel of this name or the reader's own sizes; of another network's, the largest."""
    name = request.value("kernel")
    if name == OWN:
        return OWN, GroupedConvolution(own_layer(request, precision), 1)
    largest = max(layers, key=lambda candidate: candidate.macs)
    chosen_layer = next((layer for layer in layers if layer.name == name), largest)
    return chosen_layer.name, convolution_of(chosen_layer, precision)


def _chip(context: SocContext, precision: Precision) -> TilingChip:
    chip = tiling_chip(context.soc, precision)
    buffers = int(context.asked.one_of("buffers", BUFFERS))
    return replace(chip, machine=replace(chip.machine, buffers=buffers))
