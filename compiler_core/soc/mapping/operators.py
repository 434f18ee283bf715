"""What an accelerator's array runs: operators by name. CPUs and GPUs run everything.

A description may list a unit's operators with the document that says so; where it does not, the
list here is assumed: what every vendor's compiler maps to such an array, with the activations that
run at its output. Softmax, normalisations over channels or rows, error functions, divisions,
transpositions and gathers are left out, for the narrower compilers leave them to the CPU.
"""

from __future__ import annotations

from compiler_core.soc.description import ComputeUnit
from compiler_core.soc.mapping.graph import GraphKernel

USUAL_OPERATORS = (
    "Add", "AveragePool", "BatchNormalization", "Clip", "Concat", "Conv", "DequantizeLinear",
    "Dropout", "Flatten", "Gemm", "GlobalAveragePool", "HardSigmoid", "HardSwish", "Identity",
    "LeakyRelu", "MatMul", "MaxPool", "Mul", "Pad", "QuantizeLinear", "Relu", "Reshape", "Sigmoid",
    "Squeeze", "Sub", "Sum", "Tanh", "Unsqueeze",
)  # fmt: skip


def operators_of(unit: ComputeUnit) -> tuple[str, ...] | None:
    """Those that the unit runs; None for all."""
    if unit.operators:
        return unit.operators
    return USUAL_OPERATORS if unit.kind == "npu" else None


def lacking(unit: ComputeUnit, kernel: GraphKernel) -> tuple[str, ...]:
    """The kernel's operators that the unit does not run."""
    known = operators_of(unit)
    return (
        ()
        if known is None
        else tuple(operation for operation in kernel.operators if operation not in known)
    )
