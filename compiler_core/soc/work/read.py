"""Reads what a model asks of a chip. A user's model is read in a process of its own: see `job`."""

from __future__ import annotations

from pathlib import Path

import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.fusion.groups import group_of
from compiler_core.graph.layers.model_layers import model_layers
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.settings import DEFAULT_SETTINGS
from compiler_core.graph.source_model import source_model
from compiler_core.graph.undoing import run_sound_passes
from compiler_core.soc.mapping.graph import KernelGraph
from compiler_core.soc.mapping.graph_reading import kernel_graph
from compiler_core.soc.work.records import LanguageWork, NetworkWork, Work


def read_work(model: str) -> Work:
    """Of a network or language model that ships, or of a file.

    Raises UnknownName for none of them, ModelRefused or ModelFileRefused for a file that cannot be
    read.
    """
    if _is_language(model):
        from compiler_core.llm.source import language_source

        return LanguageWork(language_source(model).header)
    return _network(model)


def _is_language(model: str) -> bool:
    from compiler_core.llm.evaluation.shipped import shipped_language_models

    shipped = [language_model.id for language_model in shipped_language_models()]
    return model in shipped or Path(model).suffix in (".gguf", ".safetensors") or _is_folder(model)


def _is_folder(model: str) -> bool:
    return Path(model).is_dir()


def _network(model: str) -> NetworkWork:
    source = source_model(model, DEFAULT_SETTINGS)
    return work_of_network(source.imported.model, source.title)


def work_of_network(source: ir.Model, title: str = "This network") -> NetworkWork:
    """Of an imported model: its nodes, what the graph passes leave of them, and the kernels."""
    nodes = model_layers(source, _each_alone(source))
    lowered = run_sound_passes(source).model
    groups = fuse(lowered).groups
    graph, unmapped = _graph(title, lowered, groups)
    return NetworkWork(
        layers=model_layers(lowered, groups),
        nodes=nodes,
        lowered=model_layers(lowered, _each_alone(lowered)),
        sources=tuple(sources_of(node) for node in lowered.graph),
        members=tuple(group.nodes for group in groups),
        graph=graph,
        unmapped=unmapped,
    )


def _graph(
    title: str, model: ir.Model, groups: tuple[FusedGroup, ...]
) -> tuple[KernelGraph | None, str]:
    """What mapping needs; a network that is too large for it is still good for other views."""
    try:
        return kernel_graph(title, model, groups), ""
    except InputError as error:
        return None, error.message


def _each_alone(model: ir.Model) -> tuple[FusedGroup, ...]:
    return tuple(group_of((node,), "") for node in model.graph)
