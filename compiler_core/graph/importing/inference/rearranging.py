"""Rules of operators that move elements: reshape, transpose, slice, gather, join, repeat."""

from __future__ import annotations

from math import prod

import onnx_ir as ir

from compiler_core.graph.importing.value_facts import Fact, NodeFacts, Shape, broadcast


def reshape(node: NodeFacts) -> tuple[Fact, ...]:
    """0 keeps a size, -1 takes what is left."""
    first = node.input(0)
    wanted = node.constant_integers(1) if node.has(1) else node.integers("shape")
    keeps_zero = node.integer("allowzero", 0) == 1
    node.require(all(size >= -1 for size in wanted), "a size is below -1")
    node.require(wanted.count(-1) <= 1, "two sizes are left open")
    sizes = [
        first.shape[at] if size == 0 and not keeps_zero and at < first.rank else size
        for at, size in enumerate(wanted)
    ]
    if -1 in sizes:
        known = prod(size for size in sizes if size != -1)
        node.require(known > 0 and first.elements % known == 0, "the elements do not divide")
        sizes[sizes.index(-1)] = first.elements // known
    node.require(prod(sizes) == first.elements, f"{prod(sizes)} elements are asked for")
    return (Fact(first.element_type, tuple(sizes)),)


def flatten(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    axis = node.integer("axis", 1)
    cut = first.rank if axis == first.rank else node.axis(axis, first.rank)
    return (Fact(first.element_type, (prod(first.shape[:cut]), prod(first.shape[cut:]))),)


def squeeze(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    axes = _axes_given(node)
    if axes is None:
        axes = tuple(axis for axis, size in enumerate(first.shape) if size == 1)
    dropped = node.axes(axes, first.rank)
    node.require(all(first.shape[axis] == 1 for axis in dropped), "it drops an axis that is not 1")
    shape = tuple(size for axis, size in enumerate(first.shape) if axis not in dropped)
    return (Fact(first.element_type, shape),)


def unsqueeze(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    given = _axes_given(node)
    node.require(given is not None, "it names no axes")
    rank = first.rank + len(given or ())
    new = node.axes(given or (), rank)
    rest = iter(first.shape)
    return (Fact(first.element_type, tuple(1 if at in new else next(rest) for at in range(rank))),)


def _axes_given(node: NodeFacts) -> Shape | None:
    """Axes were an attribute before operator set 13, and are an input since."""
    if node.has(1):
        return node.constant_integers(1)
    return node.integers("axes") if "axes" in node.node.attributes else None


def transpose(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    order = node.integers("perm", tuple(reversed(range(first.rank))))
    node.require(sorted(order) == list(range(first.rank)), f"perm {list(order)} is no permutation")
    return (Fact(first.element_type, tuple(first.shape[axis] for axis in order)),)


def concatenation(node: NodeFacts) -> tuple[Fact, ...]:
    parts = [node.input(index) for index in range(len(node.inputs))]
    first = parts[0]
    axis = node.axis(node.integer("axis", 1), first.rank)
    for part in parts:
        fits = part.rank == first.rank and _beside(part.shape, axis) == _beside(first.shape, axis)
        node.require(fits, "the parts differ beside the axis")
    joined = sum(part.shape[axis] for part in parts)
    return (Fact(first.element_type, (*first.shape[:axis], joined, *first.shape[axis + 1 :])),)


def _beside(shape: Shape, axis: int) -> Shape:
    return shape[:axis] + shape[axis + 1 :]


def split(node: NodeFacts) -> tuple[Fact, ...]:
    """By the sizes given, or into equal parts; the last may be smaller since operator set 18."""
    first = node.input(0)
    axis = node.axis(node.integer("axis", 0), first.rank)
    size, count = first.shape[axis], len(node.node.outputs)
    if node.has(1):
        sizes = node.constant_integers(1)
    elif "split" in node.node.attributes:
        sizes = node.integers("split")
    else:
        step = -(-size // count)
        sizes = tuple(max(min(step, size - at * step), 0) for at in range(count))
    node.require(
        len(sizes) == count and sum(sizes) == size and min(sizes) >= 0,
        f"sizes {list(sizes)} do not make {size} in {count} parts",
    )
    return tuple(
        Fact(first.element_type, (*first.shape[:axis], part, *first.shape[axis + 1 :]))
        for part in sizes
    )


def slicing(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    shape = list(first.shape)
    for axis, chosen in slices_of(node).items():
        shape[axis] = len(range(*chosen.indices(first.shape[axis])))
    return (Fact(first.element_type, tuple(shape)),)


def slices_of(node: NodeFacts) -> dict[int, slice]:
    """The slice along each axis that a Slice node names."""
    first = node.input(0)
    if node.has(1):
        starts, ends = node.constant_integers(1), node.constant_integers(2)
        axes = node.constant_integers(3) if node.has(3) else tuple(range(len(starts)))
        steps = node.constant_integers(4) if node.has(4) else (1,) * len(starts)
    else:
        starts, ends = node.integers("starts"), node.integers("ends")
        axes, steps = node.integers("axes", tuple(range(len(starts)))), (1,) * len(starts)
    node.require(len(starts) == len(ends) == len(axes) == len(steps), "its lists do not fit")
    node.require(0 not in steps, "a step is 0")
    return {
        axis: _slice(start, end, step, first.shape[axis])
        for start, end, axis, step in zip(
            starts, ends, node.axes(axes, first.rank), steps, strict=True
        )
    }


def _slice(start: int, end: int, step: int, size: int) -> slice:
    """Backwards, an end before the first element means "to the first", which Python writes None."""
    if step > 0:
        return slice(start, end, step)
    end = end + size if end < 0 else end
    return slice(start, None if end < 0 else end, step)


def padding(node: NodeFacts) -> tuple[Fact, ...]:
    """Pads before each axis, then after each; negative ones cut off."""
    first = node.input(0)
    pads = node.constant_integers(1) if node.has(1) else node.integers("pads")
    axes = tuple(range(first.rank))
    if node.has(3):
        axes = node.axes(node.constant_integers(3), first.rank)
    node.require(len(pads) == 2 * len(axes), "pads are not two for each axis")
    shape = list(first.shape)
    for at, axis in enumerate(axes):
        shape[axis] += pads[at] + pads[at + len(axes)]
        node.require(shape[axis] >= 0, "it cuts off more than there is")
    return (Fact(first.element_type, tuple(shape)),)


def expand(node: NodeFacts) -> tuple[Fact, ...]:
    wanted = node.constant_integers(1)
    node.require(all(size >= 0 for size in wanted), "a size is negative")
    return (Fact(node.input(0).element_type, broadcast(node, node.input(0).shape, wanted)),)


def tile(node: NodeFacts) -> tuple[Fact, ...]:
    first, repeats = node.input(0), node.constant_integers(1)
    node.require(len(repeats) == first.rank, "repeats are not one for each axis")
    node.require(min(repeats, default=1) >= 0, "a repeat is negative")
    shape = tuple(size * times for size, times in zip(first.shape, repeats, strict=True))
    return (Fact(first.element_type, shape),)


def gather(node: NodeFacts) -> tuple[Fact, ...]:
    first, indices = node.input(0), node.input(1)
    axis = node.axis(node.integer("axis", 0), first.rank)
    if indices.value is not None and indices.elements:
        size = first.shape[axis]
        inside = (indices.value >= -size) & (indices.value < size)
        node.require(bool(inside.all()), f"an index lies outside the {size} elements")
    shape = (*first.shape[:axis], *indices.shape, *first.shape[axis + 1 :])
    return (Fact(first.element_type, shape),)


def gather_elements(node: NodeFacts) -> tuple[Fact, ...]:
    first, indices = node.input(0), node.input(1)
    node.require(first.rank == indices.rank, "indices have other axes")
    node.axis(node.integer("axis", 0), first.rank)
    return (Fact(first.element_type, indices.shape),)


def gather_parts(node: NodeFacts) -> tuple[Fact, ...]:
    """GatherND."""
    first, indices = node.input(0), node.input(1)
    batch = node.integer("batch_dims", 0)
    node.require(
        indices.rank >= 1 and 0 <= batch < min(first.rank, indices.rank), "axes do not fit"
    )
    depth = indices.shape[-1]
    node.require(batch + depth <= first.rank, "indices name too many axes")
    return (Fact(first.element_type, indices.shape[:-1] + first.shape[batch + depth :]),)


def depth_to_space(node: NodeFacts) -> tuple[Fact, ...]:
    first, block = node.input(0), node.integer("blocksize", 1)
    node.require(first.rank == 4 and block >= 1, "it needs an image and a block")
    batch, channels, height, width = first.shape
    node.require(channels % (block * block) == 0, "the block does not divide the channels")
    shape = (batch, channels // (block * block), height * block, width * block)
    return (Fact(first.element_type, shape),)


def space_to_depth(node: NodeFacts) -> tuple[Fact, ...]:
    first, block = node.input(0), node.integer("blocksize", 1)
    node.require(first.rank == 4 and block >= 1, "it needs an image and a block")
    batch, channels, height, width = first.shape
    node.require(height % block == 0 and width % block == 0, "the block does not divide the image")
    shape = (batch, channels * block * block, height // block, width // block)
    return (Fact(first.element_type, shape),)


def resize(node: NodeFacts) -> tuple[Fact, ...]:
    """Resize by sizes or by scales."""
    first = node.input(0)
    axes = node.axes(node.integers("axes", tuple(range(first.rank))), first.rank)
    shape = list(first.shape)
    if node.has(3):
        sizes = node.constant_integers(3)
        node.require(len(sizes) == len(axes) and min(sizes, default=1) >= 1, "sizes do not fit")
        for axis, size in zip(axes, _kept_ratio(node, sizes, axes), strict=True):
            shape[axis] = size
        return (Fact(first.element_type, tuple(shape)),)
    return (Fact(first.element_type, _scaled(node, shape, axes, 2 if node.version > 10 else 1)),)


def _kept_ratio(node: NodeFacts, sizes: Shape, axes: Shape) -> Shape:
    """The sizes themselves, or the nearest that keep the aspect ratio."""
    policy = node.text("keep_aspect_ratio_policy", "stretch")
    first = [node.input(0).shape[axis] for axis in axes]
    if policy == "stretch" or 0 in first:
        return sizes
    choose = min if policy == "not_larger" else max
    scale = choose(size / old for size, old in zip(sizes, first, strict=True))
    return tuple(int(scale * old + 0.5) for old in first)


def upsample(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    return (
        Fact(first.element_type, _scaled(node, list(first.shape), tuple(range(first.rank)), 1)),
    )


def _scaled(node: NodeFacts, shape: list[int], axes: Shape, scales_at: int) -> Shape:
    if "scales" in node.node.attributes:
        scales = [float(factor) for factor in node.node.attributes["scales"].as_floats()]
    else:
        scales = [float(number) for number in node.constant(scales_at).reshape(-1)]
    node.require(len(scales) == len(axes), "scales are not one for each axis")
    node.require(all(0 < scale < 1 << 16 for scale in scales), "a scale is not positive, or huge")
    for axis, scale in zip(axes, scales, strict=True):
        shape[axis] = int(shape[axis] * scale)
    return tuple(shape)


def scatter(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    return (Fact(first.element_type, first.shape),)


def shape_of(node: NodeFacts) -> tuple[Fact, ...]:
    rank = node.input(0).rank
    chosen = slice(node.integer("start", 0), node.integer("end", rank))
    return (Fact(ir.DataType.INT64, (len(range(*chosen.indices(rank))),)),)


def size_of(node: NodeFacts) -> tuple[Fact, ...]:
    node.input(0)
    return (Fact(ir.DataType.INT64, ()),)
