"""The kernel graph of any network that `lowlab soc cnn` takes: its layers, and what they exchange.

This reads models, so a user's file comes here in a worker or in the command line only.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import onnx_ir as ir

from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.layers.model_layers import model_layers
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.settings import DEFAULT_SETTINGS
from compiler_core.graph.sizes import is_constant, static_shape
from compiler_core.graph.source_model import source_model
from compiler_core.graph.undoing import run_sound_passes
from compiler_core.soc.mapping.graph import FROM_OUTSIDE, GraphKernel, GraphTensor, KernelGraph
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.networks.layer_tables import TABLES


def mapped_graph_of(name: str) -> KernelGraph:
    """Of a layer table, a model that ships, or a file, after graph passes and fusion.

    Raises UnknownName for none of them, ModelRefused for a file that cannot be read, InputError
    for a network that is too large or has no kernels.
    """
    if name in TABLES:
        return table_graph(name)
    source = source_model(name, DEFAULT_SETTINGS, TABLES)
    model = run_sound_passes(source.imported.model).model
    return kernel_graph(source.title, model, fuse(model).groups)


def kernel_graph(name: str, model: ir.Model, groups: Sequence[FusedGroup]) -> KernelGraph:
    """Of a model with static shapes and its kernels, in their order of execution."""
    operators = {str(node.name): node.op_type for node in model.graph}
    kernels = tuple(
        GraphKernel(layer, tuple(dict.fromkeys(operators[member] for member in group.nodes)))
        for layer, group in zip(model_layers(model, tuple(groups)), groups, strict=True)
    )
    return KernelGraph(name, kernels, _tensors(model, groups))


def _tensors(model: ir.Model, groups: Sequence[FusedGroup]) -> tuple[GraphTensor, ...]:
    """Inputs of the network first, then what kernels make; nothing that nobody reads."""
    producers = {
        str(tensor.name): FROM_OUTSIDE for tensor in model.graph.inputs if not is_constant(tensor)
    } | {name: number for number, group in enumerate(groups) for name in group.outputs}
    readers: dict[str, list[int]] = {name: [] for name in producers}
    for number, group in enumerate(groups):
        for name in group.inputs:
            readers.setdefault(name, []).append(number)
    results = {str(output.name) for output in model.graph.outputs}
    sizes = _elements(model)
    return tuple(
        GraphTensor(name, sizes.get(name, 1), producer, tuple(readers[name]), name in results)
        for name, producer in producers.items()
        if readers[name] or name in results
    )


def _elements(model: ir.Model) -> dict[str, int]:
    values = [*model.graph.inputs, *(made for node in model.graph for made in node.outputs)]
    return {str(value.name): prod(static_shape(value) or ()) for value in values if value.name}
