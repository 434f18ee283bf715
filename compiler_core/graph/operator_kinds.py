"""What kind of work an operator is, by its name."""

from __future__ import annotations

_PRODUCTS = (
    "Conv", "ConvTranspose", "ConvInteger", "MatMul", "MatMulInteger", "Gemm", "QLinearConv",
    "QLinearMatMul", "LSTM", "GRU", "RNN", "Einsum",
)  # fmt: skip
_MOVES = (
    "Reshape", "Transpose", "Concat", "Split", "Slice", "Squeeze", "Unsqueeze", "Flatten", "Gather",
    "Expand", "Pad", "Tile", "Resize", "Upsample", "DepthToSpace", "SpaceToDepth", "Identity",
    "Shape", "Constant", "ConstantOfShape",
)  # fmt: skip
_OVER_MANY = ("Pool", "Reduce", "Normalization", "Softmax", "LRN", "ArgM", "TopK")


def is_product(operator: str) -> bool:
    """Whether it multiplies and accumulates."""
    return operator in _PRODUCTS


def is_move(operator: str) -> bool:
    """Whether it only moves data."""
    return operator in _MOVES


def is_over_many(operator: str) -> bool:
    """Whether each result is made from many elements, without weights."""
    return any(word in operator for word in _OVER_MANY)
