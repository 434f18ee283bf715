"""Whether a model's work, read in another process, can be what a model asks of a chip.

Views compute with it in the server: a size below zero, a name of no node or a million layers must
end here. Types are `checked_records`; the numbers of one record must fit together.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from compiler_core.checked_records import RecordLimits, check_record
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.llm.reading.limits import LIMITS
from compiler_core.llm.records import ModelConfiguration, TensorEntry
from compiler_core.soc.mapping.graph import KernelGraph, check_graph
from compiler_core.soc.work.records import LanguageWork, NetworkWork, Work

# A file has at most 20,000 nodes; passes may cut one into several.
MOST_LAYERS = 60_000
_NETWORK = RecordLimits(longest_list=MOST_LAYERS)
_LANGUAGE = RecordLimits(longest_list=LIMITS.tensors)
# Far beyond any model; floats still count it exactly.
_LARGEST_PRODUCT = 1 << 53


def checked_work(work: object) -> Work:
    """The same. Raises InputError for anything that is no work of a model."""
    if isinstance(work, NetworkWork):
        check_record(work, NetworkWork, (KernelGraph,), _NETWORK)
        _check_network(work)
        return work
    if isinstance(work, LanguageWork):
        check_record(work, LanguageWork, (), _LANGUAGE)
        _check_configuration(work.header.configuration)
        _check_tensors(work.header.tensors)
        return work
    raise _refusal("what a model asks of a chip is missing")


def _check_network(work: NetworkWork) -> None:
    for layers in (work.layers, work.nodes, work.lowered):
        _check_layers(layers)
    _check_names(work.members, work.layers, work.lowered)
    _check_names(work.sources, work.lowered, work.nodes)
    if not all(work.members):
        raise _refusal("a kernel is made of nothing")
    if sum(map(len, work.members)) > len(work.lowered):
        raise _refusal("a node is in two kernels")
    if work.graph is not None:
        _check_mapped(work.graph, len(work.layers))


def _check_layers(layers: tuple[Layer, ...]) -> None:
    for layer in layers:
        if not 1 <= layer.groups <= max(layer.channels_out, 1):
            raise _refusal("a layer has groups that its channels do not have")
        if max(layer.macs, layer.output_elements) > _LARGEST_PRODUCT:
            raise _refusal("a layer is larger than any chip could compute")


def _check_names(
    lists: tuple[tuple[str, ...], ...], owners: tuple[Layer, ...], named: Iterable[Layer]
) -> None:
    """A list of names for each owner, or none at all."""
    if len(lists) not in (0, len(owners)):
        raise _refusal("its parts do not belong together")
    known = {layer.name for layer in named}
    if not all(known.issuperset(names) for names in lists):
        raise _refusal("it names a node that it does not have")


def _check_mapped(graph: KernelGraph, kernels: int) -> None:
    try:
        check_graph(graph)
    except (AttributeError, TypeError) as error:
        raise _refusal("the graph of its kernels is none") from error
    if len(graph.kernels) != kernels:
        raise _refusal("its parts do not belong together")


def _check_configuration(shape: ModelConfiguration) -> None:
    widths = shape.hidden, shape.feed_forward, shape.expert_feed_forward, shape.vocabulary
    heads = shape.heads, shape.key_value_heads, shape.experts, shape.experts_used
    within = (
        shape.layers <= LIMITS.layers
        and max(*widths, shape.head_size, shape.value_size) <= LIMITS.width
        and max(heads) <= LIMITS.heads
        and shape.context <= LIMITS.width
    )
    if not within:
        raise _refusal("its configuration is beyond all models")


def _check_tensors(tensors: tuple[TensorEntry, ...]) -> None:
    for entry in tensors:
        if len(entry.shape) > LIMITS.json_axes or prod(entry.shape) > _LARGEST_PRODUCT:
            raise _refusal("a tensor is larger than any memory")


def _refusal(reason: str) -> InputError:
    return InputError(
        f"The kept result of reading this model is damaged: {reason}.", "Drop the file again."
    )
