"""What a compiled kernel's inner instructions do: how many products each of them makes.

Every kernel of ours is written for vectors of 128 bits. SDOT adds 16 products of bytes, SMMLA 32,
FMLA 4 of floats; without them 16 products of bytes take a SMULL, a SMLAL2 and a SADALP. Winograd's
algorithm makes 16 products where the layer counts 36; its transforms are not counted. Plain C code
that multiplies is taken to make one number at a time, product and sum apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.emission.program_text import KernelRecord
from compiler_core.llm.engine.records import EngineBuild, EngineKernel
from compiler_core.soc.description import Precision

VECTOR_BITS = 128
_FLOAT_TYPES = ("F32", "F16", "BF16")
_PRODUCT_OPERATORS = frozenset(("Conv", "ConvInteger", "Gemm", "MatMul", "MatMulInteger",
                                "ConvTranspose", "QLinearConv", "QLinearMatMul"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class InnerCode:
    """products: that one instruction makes; 0 where nothing is multiplied. needs: the precision
    that a core must have a described rate at, for these instructions. words: what it is."""

    precision: Precision
    products: float
    needs: Precision
    words: str


_FLOATS = InnerCode("fp32", 4, "fp32", "FMLA makes 4 products of floats")
_PLAIN = InnerCode("fp32", 0.5, "fp32", "plain C code makes one product in two instructions")
_NOTHING = InnerCode("fp32", 0, "fp32", "")
_BYTES = InnerCode("int8", 16, "int8", "SDOT makes 16 products of bytes")
_MATRIX = InnerCode("int8", 32, "int8", "SMMLA makes 32 products of bytes")
_WIDENING = InnerCode("int8", 16 / 3, "fp32", "without SDOT 16 products of bytes take 3 of them")
_WINOGRAD = InnerCode("fp32", 4 * 36 / 16, "fp32", "Winograd's algorithm makes 16 products for 36")
_INSTRUCTIONS = {"sdot": _BYTES, "smmla": _MATRIX, "smlal": _WIDENING, "fma": _FLOATS}
_ALGORITHMS = {"winograd": _WINOGRAD, "planes": _FLOATS}


def code_of_tactic(tactic: str) -> InnerCode | None:
    """Of a tactic of the registry; None for one that is not in it."""
    algorithm, _, instruction = tactic.partition("-")
    return _ALGORITHMS.get(algorithm) or _INSTRUCTIONS.get(instruction)


def code_of_kernel(kernel: KernelRecord) -> InnerCode:
    """Of a bundle's kernel."""
    code = code_of_tactic(kernel.tactic)
    if code is not None:
        return code
    return _PLAIN if _PRODUCT_OPERATORS & set(kernel.operators) else _NOTHING


def code_of_product(build: EngineBuild, kernel: EngineKernel) -> InnerCode:
    """Of an engine's product."""
    if build.arithmetic == "scalar":
        return _PLAIN
    if kernel.type in _FLOAT_TYPES:
        return _FLOATS
    return _MATRIX if build.arithmetic == "matrix" and kernel.phase == "prefill" else _BYTES
