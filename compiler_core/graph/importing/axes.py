"""Axes that a file leaves open, and the sizes they get before anything is built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from compiler_core.graph.importing.errors import ModelRefused, SizesNeeded
from compiler_core.graph.importing.limits import ImportLimits
from compiler_core.graph.importing.report import DynamicAxis
from compiler_core.graph.importing.tensors import check_dimensions

if TYPE_CHECKING:
    from onnx import GraphProto, TypeProto, ValueInfoProto

# What exporters call the batch, which need not be the first axis.
_BATCHES = ("batch", "batch_size", "batchsize", "bs")
_PICTURE_SIDE = 320
_LENGTH = 16
_ONE_PICTURE = "the batch: one picture at a time"


def fix_axes(
    graph: GraphProto, sizes: Mapping[str, int], limits: ImportLimits
) -> tuple[DynamicAxis, ...]:
    """Give every open axis of the inputs its size, in place.

    A size is given for an axis's name or for "input:axis"; the first axis is 1 without one. Raises
    SizesNeeded for other open axes, ModelRefused for an input without a shape or a wrong size.
    """
    _forget_placeholders(graph)
    axes: list[DynamicAxis] = []
    needed: dict[str, int] = {}
    known = dict(sizes)
    for value in graph.input:
        if not value.type.tensor_type.HasField("shape"):
            raise ModelRefused(f"The input {value.name} has no shape.", "Export it with one.")
        for axis, dimension in enumerate(value.type.tensor_type.shape.dim):
            if dimension.HasField("dim_value"):
                continue
            open_axis = _chosen(value, axis, known)
            if open_axis is None:
                needed.setdefault(dimension.dim_param or f"{value.name}:{axis}", _usual(value))
                continue
            axes.append(open_axis)
            if open_axis.name:
                known.setdefault(open_axis.name, open_axis.size)
    if needed:
        raise SizesNeeded(needed)
    _check_sizes(sizes)
    _check_names(sizes, axes)
    for open_axis in axes:
        dimension = _input(graph, open_axis.input).type.tensor_type.shape.dim[open_axis.axis]
        dimension.dim_value = open_axis.size
    _check_shapes(graph, limits)
    _fill_names(graph, known)
    return tuple(axes)


def _forget_placeholders(graph: GraphProto) -> None:
    """Names without a letter, such as ?, name nothing: two axes of that name may differ."""
    for value in (*graph.input, *graph.output, *graph.value_info):
        for dimension in value.type.tensor_type.shape.dim:
            if dimension.dim_param and not any(map(str.isalpha, dimension.dim_param)):
                dimension.ClearField("dim_param")


def _chosen(value: ValueInfoProto, axis: int, known: Mapping[str, int]) -> DynamicAxis | None:
    name = value.type.tensor_type.shape.dim[axis].dim_param
    full_name = f"{value.name}:{axis}"
    for key in (full_name, name):
        if key in known:
            return DynamicAxis(value.name, axis, name, known[key], "chosen")
    is_batch = axis == 0 or name.lower() in _BATCHES
    return DynamicAxis(value.name, axis, name, 1, _ONE_PICTURE) if is_batch else None


def _usual(value: ValueInfoProto) -> int:
    """A size to propose: of pictures a multiple of 32, by which detectors divide; else a few."""
    return _PICTURE_SIDE if len(value.type.tensor_type.shape.dim) == 4 else _LENGTH


def _check_names(sizes: Mapping[str, int], axes: list[DynamicAxis]) -> None:
    """A size that nothing asks for is a mistake in its name."""
    open_names = {axis.name for axis in axes} | {f"{free.input}:{free.axis}" for free in axes}
    unknown = [name for name in sizes if name not in open_names]
    if unknown:
        known = ", ".join(
            dict.fromkeys(
                dimension.name or f"{dimension.input}:{dimension.axis}" for dimension in axes
            )
        )
        raise ModelRefused(
            f"The model leaves no axis {unknown[0]} open.",
            f"Open axes: {known}." if known else "All its sizes are fixed.",
        )


def _check_sizes(sizes: Mapping[str, int]) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise ModelRefused(f"The size {size} of {name} is not positive.", "Give 1 or more.")


def _check_shapes(graph: GraphProto, limits: ImportLimits) -> None:
    for value in graph.input:
        shape = tuple(dimension.dim_value for dimension in value.type.tensor_type.shape.dim)
        check_dimensions(shape, limits, f"The input {value.name}")
        if 0 in shape:
            raise ModelRefused(
                f"The input {value.name} has an axis of size 0.",
                "A program needs at least one element.",
            )


def _input(graph: GraphProto, name: str) -> ValueInfoProto:
    return next(value for value in graph.input if value.name == name)


def _fill_names(graph: GraphProto, known: Mapping[str, int]) -> None:
    """The same names in what the file says of other values."""
    for value in (*graph.output, *graph.value_info):
        _fill_type(value.type, known)


def _fill_type(kind: TypeProto, known: Mapping[str, int]) -> None:
    for dimension in kind.tensor_type.shape.dim:
        if dimension.dim_param in known:
            dimension.dim_value = known[dimension.dim_param]
