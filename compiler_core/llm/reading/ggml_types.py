"""GGML's tensor types: number in a GGUF, elements and bytes of a block.

Source: ggml.h and the block structures of ggml-common.h in llama.cpp; a test compares this table
with the one in the package gguf.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.reading.errors import ModelFileRefused


@dataclass(frozen=True, slots=True)
class TensorType:
    """number: in a GGUF. block_elements, block_bytes: of the unit that is stored as one."""

    number: int
    name: str
    block_elements: int
    block_bytes: int

    def bytes_of(self, elements: int) -> int:
        """Of whole blocks."""
        return elements // self.block_elements * self.block_bytes


TENSOR_TYPES = (
    TensorType(0, "F32", 1, 4),
    TensorType(1, "F16", 1, 2),
    TensorType(2, "Q4_0", 32, 18),
    TensorType(3, "Q4_1", 32, 20),
    TensorType(6, "Q5_0", 32, 22),
    TensorType(7, "Q5_1", 32, 24),
    TensorType(8, "Q8_0", 32, 34),
    TensorType(9, "Q8_1", 32, 40),
    TensorType(10, "Q2_K", 256, 84),
    TensorType(11, "Q3_K", 256, 110),
    TensorType(12, "Q4_K", 256, 144),
    TensorType(13, "Q5_K", 256, 176),
    TensorType(14, "Q6_K", 256, 210),
    TensorType(15, "Q8_K", 256, 292),
    TensorType(16, "IQ2_XXS", 256, 66),
    TensorType(17, "IQ2_XS", 256, 74),
    TensorType(18, "IQ3_XXS", 256, 98),
    TensorType(19, "IQ1_S", 256, 50),
    TensorType(20, "IQ4_NL", 32, 18),
    TensorType(21, "IQ3_S", 256, 110),
    TensorType(22, "IQ2_S", 256, 82),
    TensorType(23, "IQ4_XS", 256, 136),
    TensorType(24, "I8", 1, 1),
    TensorType(25, "I16", 1, 2),
    TensorType(26, "I32", 1, 4),
    TensorType(27, "I64", 1, 8),
    TensorType(28, "F64", 1, 8),
    TensorType(29, "IQ1_M", 256, 56),
    TensorType(30, "BF16", 1, 2),
    TensorType(34, "TQ1_0", 256, 54),
    TensorType(35, "TQ2_0", 256, 66),
    TensorType(39, "MXFP4", 32, 17),
    TensorType(40, "NVFP4", 64, 36),
    TensorType(41, "Q1_0", 128, 18),
)
_BY_NUMBER = {tensor_type.number: tensor_type for tensor_type in TENSOR_TYPES}
_BY_NAME = {ggml_type.name: ggml_type for ggml_type in TENSOR_TYPES}

# Types that files of early 2023 or of one processor's layout had; no reader takes them any more.
_WITHDRAWN = frozenset((4, 5, 31, 32, 33, 36, 37, 38))


def type_of_number(number: int, tensor: str) -> TensorType:
    """The type with this number in a GGUF. Raises ModelFileRefused."""
    kind = _BY_NUMBER.get(number)
    if kind is not None:
        return kind
    if number in _WITHDRAWN:
        raise ModelFileRefused(
            f"Tensor {tensor} has type {number}, which GGML has withdrawn.",
            "Convert the model again with a current converter.",
        )
    raise ModelFileRefused(
        f"Tensor {tensor} has type {number}, which is not a type of GGML's that is known here.",
        f"Known are {', '.join(tensor_type.name for tensor_type in TENSOR_TYPES)}.",
    )


def type_named(name: str) -> TensorType:
    """The type of this name. Raises ModelFileRefused."""
    kind = _BY_NAME.get(name.upper())
    if kind is None:
        raise ModelFileRefused(f"{name} is not a tensor type.")
    return kind
