"""Preprocessing as nodes of the graph, so that the program reads the camera's bytes.

(p * scale - mean) / deviation is written as (p - mean / scale) * (scale / deviation): one Sub and
one Mul, of which a later pass can fold the Mul into the first convolution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.model_session import model_of
from compiler_core.graph.picture_input.settings import LARGEST_SIDE, PictureSettings
from compiler_core.trace import Change

INPUT_NAME = "pixels"
SOURCE = "preprocessing"
_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedInput:
    """The model that reads pixels: uint8 [1, height, width, 3], RGB, from a camera of that size."""

    model: ir.Model
    """A copy with the preparation in front; its input is called `pixels`."""
    bytes_before: int
    """Size of the input tensor that the given model reads."""
    bytes_after: int
    """Size of the picture that this model reads."""
    nodes: tuple[str, ...]
    """Names of those added, in order."""
    changes: tuple[Change, ...]
    """One for each node that was added."""
    sentence: str
    """Both sizes and how many nodes, in words."""


def fold_preprocessing(
    model: ir.Model, settings: PictureSettings, camera: tuple[int, int] | None = None
) -> FoldedInput:
    """The model with preprocessing in front; the given one is left alone.

    camera: height and width of its pictures, the network's when None. Raises InputError when the
    model does not read one picture of the settings' shape, and for a resampling that no node does.
    """
    changed = model_of(model)
    tensor = _picture_input(changed, settings)
    height, width = camera or (settings.height, settings.width)
    _check_camera(height, width)
    nodes = _preprocessing(changed.graph, settings, (height, width))
    _connect(changed.graph, tensor, nodes)
    names = tuple(node.name or "" for node in nodes)
    before, after = 3 * settings.height * settings.width * _FLOAT_BYTES, 3 * height * width
    return FoldedInput(
        model=changed,
        bytes_before=before,
        bytes_after=after,
        nodes=names,
        changes=tuple(_change(node) for node in nodes),
        sentence=f"The input is {after:,} bytes instead of {before:,}, and {len(names)} nodes "
        "prepare it.",
    )


def _picture_input(model: ir.Model, settings: PictureSettings) -> ir.Value:
    """The model's only input. Raises InputError if the settings' tensors do not fit it."""
    entries = [value for value in model.graph.inputs if value.name not in model.graph.initializers]
    shape = tuple(settings.shape)
    if len(entries) != 1 or entries[0].shape is None or entries[0].shape.dims != shape:
        raise InputError(
            f"The model does not read one tensor of {' x '.join(map(str, shape))}.",
            "Set width, height and layout to those of the model's input.",
        )
    if entries[0].dtype != ir.DataType.FLOAT:
        raise InputError("The model's input is not float32.", "It may read pixels already.")
    return entries[0]


def _check_camera(height: int, width: int) -> None:
    if not (1 <= height <= LARGEST_SIDE and 1 <= width <= LARGEST_SIDE):
        raise InputError(f"A camera of {width} x {height} pixels is outside 1 to {LARGEST_SIDE}.")


def _preprocessing(
    graph: ir.Graph, settings: PictureSettings, camera: tuple[int, int]
) -> list[ir.Node]:
    """The nodes in order; each reads the one before."""
    pixels = ir.Value(
        name=_free_name(graph, INPUT_NAME),
        shape=ir.Shape((1, *camera, 3)),
        type=ir.TensorType(ir.DataType.UINT8),
    )
    chain = _Chain(graph, pixels)
    chain.add("Cast", (), {"to": int(ir.DataType.FLOAT)}, (1, *camera, 3))
    chain.add("Transpose", (), {"perm": (0, 3, 1, 2)}, (1, 3, *camera))
    size = (settings.height, settings.width)
    if camera != size:
        _add_resize(chain, settings, camera)
    shape = (1, 3, *size)
    if settings.colours == "BGR":
        chain.add("Gather", (np.array([2, 1, 0]),), {"axis": 1}, shape)
    shift, factor = affine_of(settings)
    if shift.any():
        chain.add("Sub", (shift,), {}, shape)
    if (factor != 1).any():
        chain.add("Mul", (factor,), {}, shape)
    if settings.layout == "NHWC":
        chain.add("Transpose", (), {"perm": (0, 2, 3, 1)}, (1, *size, 3))
    return chain.nodes


def affine_of(settings: PictureSettings) -> tuple[np.ndarray, np.ndarray]:
    """What is subtracted from a pixel and what it is then multiplied with: float32 [1, 3, 1, 1]."""
    mean, deviation = np.array(settings.mean), np.array(settings.deviation)
    shift, factor = mean / settings.scale, settings.scale / deviation
    both = (values.astype(np.float32).reshape(1, 3, 1, 1) for values in (shift, factor))
    first, second = both
    return first, second


class _Chain:
    """Nodes one behind the other, with constants as initializers of the graph."""

    def __init__(self, graph: ir.Graph, start: ir.Value) -> None:
        self.start = start
        self.nodes: list[ir.Node] = []
        self._graph = graph
        self._last = start

    def add(
        self,
        operator: str,
        constants: tuple[np.ndarray | None, ...],
        attributes: dict[str, object],
        shape: tuple[int, ...],
    ) -> None:
        name = f"{SOURCE}/{len(self.nodes)}/{operator}"
        inputs = [
            self._constant(f"{name}/{at}", values) for at, values in enumerate(constants, start=1)
        ]
        node = ir.node(operator, [self._last, *inputs], attributes, name=name)  # pyright: ignore[reportArgumentType]
        self._last = node.outputs[0]
        self._last.name = _free_name(self._graph, f"{name}_output")
        self._last.shape = ir.Shape(shape)
        self._last.type = ir.TensorType(ir.DataType.FLOAT)
        self.nodes.append(node)

    def _constant(self, name: str, values: np.ndarray | None) -> ir.Value | None:
        if values is None:
            return None
        tensor = ir.Tensor(values, name=name)
        made = ir.Value(
            name=name, shape=tensor.shape, type=ir.TensorType(tensor.dtype), const_value=tensor
        )
        self._graph.register_initializer(made)
        return made


def _add_resize(chain: _Chain, settings: PictureSettings, camera: tuple[int, int]) -> None:
    size = (settings.height, settings.width)
    shape = (1, 3, *size)
    if settings.resampling == "area":
        steps = _whole_steps(camera, size)
        chain.add("AveragePool", (), {"kernel_shape": steps, "strides": steps}, shape)
        return
    attributes: dict[str, object] = {"coordinate_transformation_mode": "half_pixel"}
    if settings.resampling == "nearest":
        attributes |= {"mode": "nearest", "nearest_mode": "round_prefer_floor"}
    else:
        attributes |= {"mode": "linear"}
    chain.add("Resize", (None, None, np.array(shape, dtype=np.int64)), attributes, shape)


def _whole_steps(camera: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """How many pixels each output takes the mean of, down and across."""
    if camera[0] % size[0] or camera[1] % size[1]:
        raise InputError(
            f"{camera[1]} x {camera[0]} pixels are no whole multiple of {size[1]} x {size[0]}, "
            "so that no pooling takes their mean.",
            "Choose bilinear or nearest, or a camera size that is a multiple.",
        )
    return camera[0] // size[0], camera[1] // size[1]


def _free_name(graph: ir.Graph, wanted: str) -> str:
    """The name, or one near it that no value of the graph has."""
    taken = {value.name for value in graph.inputs} | set(graph.initializers)
    taken |= {value.name for node in graph for value in node.outputs}
    while wanted in taken:
        wanted += "_"
    return wanted


def _connect(graph: ir.Graph, tensor: ir.Value, nodes: list[ir.Node]) -> None:
    """Put the nodes in front, and let what read the tensor read the last of them."""
    start = nodes[0].inputs[0]
    last = nodes[-1].outputs[0]
    assert start is not None
    ir.convenience.replace_all_uses_with(tensor, last)
    graph.inputs[list(graph.inputs).index(tensor)] = start
    first = next(iter(graph), None)
    if first is None:
        graph.extend(nodes)
    else:
        graph.insert_before(first, nodes)


_REASONS = {
    "Cast": "bytes become float32",
    "Transpose": "the camera writes pixel by pixel (NHWC)",
    "Resize": "the camera's picture is larger or smaller than the network's",
    "AveragePool": "each of the network's pixels is the mean of those it covers",
    "Gather": "the network was trained with blue first",
    "Sub": "mean / scale is subtracted from each channel",
    "Mul": "each channel is multiplied with scale / deviation",
}


def _change(node: ir.Node) -> Change:
    name = node.name or ""
    return Change("added", name, f"{node.op_type}: {_REASONS[node.op_type]}.", (), (name,))
