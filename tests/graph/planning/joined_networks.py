"""Networks that join and take apart: with which tensors may lie inside which."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.fusion.model_builder import ModelBuilder


def two_way_concat(batch: int = 1) -> ir.Model:
    """An Inception-like block: two convolutions side by side, joined, read by a third."""
    model = ModelBuilder("two-way")
    image = model.convolution("stem", model.input("x", (batch, 4, 16, 16)), (4, 8))
    branches = [model.convolution(name, image, (8, 16)) for name in ("left", "right")]
    joined = model.node("Concat", "join", *branches, axis=1)
    return model.build(model.convolution("last", joined, (32, 4)))


def chain_of_concats(links: int = 5) -> ir.Model:
    """As in DenseNet: each layer's channels join all before them."""
    model = ModelBuilder("dense")
    grown = model.convolution("stem", model.input("x", (1, 4, 12, 12)), (4, 8))
    for link in range(links):
        new = model.convolution(f"grow{link}", grown, (8 + 4 * link, 4))
        grown = model.node("Concat", f"join{link}", grown, new, axis=1)
    return model.build(model.convolution("last", grown, (8 + 4 * links, 4), kernel=1))


def skip_connection() -> ir.Model:
    """As in U-Net: what is pooled on the way down joins what comes up."""
    model = ModelBuilder("skip")
    fine = model.convolution("fine", model.input("x", (1, 4, 16, 16)), (4, 8))
    pooled = model.node("MaxPool", "pool", fine, kernel_shape=[2, 2], strides=[2, 2])
    coarse = model.convolution("coarse", pooled, (8, 16))
    weights = model.weights((16, 8, 2, 2))
    raised = model.node("ConvTranspose", "raise", coarse, weights, strides=[2, 2])
    joined = model.node("Concat", "join", fine, raised, axis=1)
    return model.build(model.convolution("last", joined, (16, 4)))


def channel_split(units: int = 2) -> ir.Model:
    """As in ShuffleNet: half of the channels go round, the other half through convolutions."""
    model = ModelBuilder("shuffle")
    value = model.convolution("stem", model.input("x", (1, 4, 8, 8)), (4, 16))
    sizes = model.constant(np.array([8, 8], np.int64))
    for unit in range(units):
        left, right = model.split(f"split{unit}", value, sizes, axis=1)
        right = model.convolution(f"one{unit}", right, (8, 8), kernel=1)
        right = model.convolution(f"deep{unit}", right, (8, 8), group=8)
        value = model.node("Concat", f"join{unit}", left, right, axis=1)
    return model.build(model.convolution("last", value, (16, 4), kernel=1))


NETWORKS = {
    "two-way": two_way_concat,
    "dense": chain_of_concats,
    "skip": skip_connection,
    "shuffle": channel_split,
}
