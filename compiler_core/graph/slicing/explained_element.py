"""Why one element of a compiled network is what it is: start reading here.

The network is run by the reference executor. From the chosen element its region goes back through
the graph, tensor by tensor. Then everything outside the region is poisoned and the network run
again, and elements inside are changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.quantisation.reference import Values, reference_run
from compiler_core.graph.sizes import static_shape
from compiler_core.graph.slicing.answer import (
    ElementAnswer,
    InputPlane,
    KernelRegion,
    OpaqueNode,
    TensorRegion,
    TensorRole,
)
from compiler_core.graph.slicing.backward import GraphRegion, region_behind
from compiler_core.graph.slicing.choosing import chosen_element, tensors_of
from compiler_core.graph.slicing.grid import grid_around
from compiler_core.graph.slicing.layout import channels_last, place_sentence
from compiler_core.graph.slicing.planes import plane_of
from compiler_core.graph.slicing.proof import ChosenElement, poisoned_run, probes_of
from compiler_core.graph.slicing.titles import tensor_titles
from compiler_core.graph.slicing.words import (
    poison_proof,
    probe_row,
    probes_sentence,
    region_sentence,
)

MOST_ELEMENTS = 60_000_000
"""Of all tensors together: numpy keeps them all, and a byte of region for each."""
OFFERED = 200


@dataclass(frozen=True, slots=True)
class KernelNodes:
    """A kernel of the program: its C function and the nodes that it computes."""

    function: str
    operators: tuple[str, ...]
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlicedNetwork:
    """model: as its program was written from it. inputs: of the run that is asked about. classes:
    what the elements of the first output stand for, if that is known."""

    model: ir.Model
    inputs: Mapping[str, np.ndarray]
    kernels: tuple[KernelNodes, ...]
    classes: tuple[str, ...] = ()


def explain_element(network: SlicedNetwork, tensor: str, index: str) -> ElementAnswer:
    """tensor and index: as `chosen_element` reads them; it raises UnknownName and InputError.

    InputError too for a network that is too large, or has a tensor without a fixed shape.
    """
    model = network.model
    _check(model)
    with np.errstate(all="ignore"):
        values = reference_run(model, network.inputs)
    element = chosen_element(model, values, tensor, index)
    region = region_behind(model, values, element.tensor, element.index)
    inputs = tuple(value.name or "" for value in model.graph.inputs)
    tensors = tuple(_tensors(model, values, region, element))
    kernels = tuple(_kernels(network, region))
    rows = tuple(map(probe_row, probes_of(model, values, region, element, inputs)))
    counts = len(kernels), len(network.kernels)
    return ElementAnswer(
        tensor=element.tensor,
        index=element.index,
        value=str(values[element.tensor][element.index]),
        bits=_bits(values[element.tensor][element.index]),
        class_name=_class(network, element),
        place=place_sentence(element.tensor, element.index, channels_last(model)),
        sentence=region_sentence(_title(element), tensors, counts, len(region.opaque)),
        tensors=tensors,
        kernels=kernels,
        kernels_total=len(network.kernels),
        planes=tuple(_planes(inputs, region)),
        opaque=tuple(OpaqueNode(*opaque) for opaque in region.opaque),
        proof=poison_proof(poisoned_run(model, values, region, element)),
        probes=rows,
        probes_sentence=probes_sentence(rows),
        grid=grid_around(values[element.tensor], element.index),
        offered=tuple(islice(tensors_of(model, values), OFFERED)),
    )


def _check(model: ir.Model) -> None:
    total = 0
    for node in model.graph:
        for value in node.outputs:
            shape = static_shape(value)
            if value.name and shape is None:
                raise InputError(
                    f"The shape of {value.name} is not known before the run.",
                    "Give every input a fixed size: --size NAME=SIZE.",
                )
            total += int(np.prod(shape or (0,), dtype=np.int64))
    if total > MOST_ELEMENTS:
        raise InputError(
            f"The tensors of this network have {total:,} elements; {MOST_ELEMENTS:,} are followed.",
            "Give its input a smaller size, or take a smaller network.",
        )


def _tensors(
    model: ir.Model, values: Values, region: GraphRegion, element: ChosenElement
) -> list[TensorRegion]:
    """Inputs first, then what nodes read and compute, as they come."""
    made = {value.name or "": node.op_type for node in region.nodes for value in node.outputs}
    inputs = [value.name or "" for value in model.graph.inputs]
    read = (
        value.name or ""
        for node in region.nodes
        for value in (*node.inputs, *node.outputs)
        if value is not None
    )
    names = dict.fromkeys(name for name in (*inputs, *read) if name in region.masks)
    titles = tensor_titles(model)
    return [
        _tensor(
            name,
            _role(name, inputs, made, element),
            (made.get(name, ""), titles.get(name, "")),
            region,
        )
        for name in names
    ]


def _role(name: str, inputs: list[str], made: dict[str, str], element: ChosenElement) -> TensorRole:
    if name == element.tensor:
        return "chosen"
    if name in inputs:
        return "input"
    return "inner" if name in made else "weights"


def _tensor(
    name: str, role: TensorRole, made: tuple[str, str], region: GraphRegion
) -> TensorRegion:
    """made: the operator, and what the tensor is by operator and position."""
    mask = region.masks[name]
    places = np.nonzero(mask) if mask.ndim else ()
    return TensorRegion(
        name=name,
        role=role,
        operator=made[0],
        title=made[1],
        shape=mask.shape,
        elements=int(mask.sum()),
        total=int(mask.size),
        first=tuple(int(coordinates.min()) for coordinates in places),
        last=tuple(int(axis.max()) for axis in places),
    )


def _kernels(network: SlicedNetwork, region: GraphRegion) -> list[KernelRegion]:
    nodes = {node.name or "": node for node in region.nodes}
    areas: list[KernelRegion] = []
    for kernel in network.kernels:
        used = [nodes[name] for name in kernel.nodes if name in nodes]
        masks = [
            region.masks[value.name or ""]
            for node in used
            for value in node.outputs
            if value.name in region.masks
        ]
        if masks:
            # What it leaves is what the last of its nodes computes.
            areas.append(
                KernelRegion(
                    kernel.function,
                    kernel.operators,
                    tuple(node.name or "" for node in used),
                    int(masks[-1].sum()),
                    int(masks[-1].size),
                )
            )
    return areas


def _planes(inputs: tuple[str, ...], region: GraphRegion) -> list[InputPlane]:
    planes = (plane_of(name, region.masks[name]) for name in inputs if name in region.masks)
    return [plane for plane in planes if plane is not None]


def _class(network: SlicedNetwork, element: ChosenElement) -> str:
    outputs = network.model.graph.outputs
    if element.tensor != outputs[0].name or not element.index:
        return ""
    label = element.index[-1]
    return network.classes[label] if label < len(network.classes) else ""


def _title(element: ChosenElement) -> str:
    return f"{element.tensor}[{', '.join(str(coordinate) for coordinate in element.index)}]"


def _bits(value: np.generic) -> str:
    return "0x" + np.asarray(value).tobytes()[::-1].hex()
