"""A network that a reader gives, through TVM: which of its nodes share a kernel, and its result.

Nodes are read by TVM's own importer, one by one, which often makes several operators of one. So a
node may lie in several of TVM's kernels, and its kind is that of its hardest operator.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import numpy as np

from compiler_core.atlas.networks import (
    OwnNetwork,
    difference_from,
    drawn_request,
    network_request,
    reference_outputs,
    refuse_unknown,
)
from compiler_core.atlas.tvm.asking import check_end
from compiler_core.errors import InputError
from compiler_core.graph.fusion.kinds import KIND_TITLES, OperatorKind
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver
from compiler_core.toolchain.atlas_tools import find_wheels

TVM_OPERATORS = frozenset((
    "Abs", "Add", "AveragePool", "BatchNormalization", "Cast", "Ceil", "Clip", "Concat", "Conv",
    "ConvTranspose", "DepthToSpace", "Div", "Elu", "Erf", "Exp", "Expand", "Flatten", "Floor",
    "Gather", "Gelu", "Gemm", "GlobalAveragePool", "GlobalMaxPool", "HardSigmoid", "HardSwish",
    "Identity", "InstanceNormalization", "LayerNormalization", "LeakyRelu", "Log", "LogSoftmax",
    "MatMul", "Max", "MaxPool", "Min", "Mul", "Neg", "PRelu", "Pad", "Pow", "Reciprocal",
    "ReduceMax", "ReduceMean", "ReduceMin", "ReduceSum", "Relu", "Reshape", "Resize", "Sigmoid",
    "Slice", "Softmax", "Softplus", "SpaceToDepth", "Split", "Sqrt", "Squeeze", "Sub", "Tanh",
    "Tile", "Transpose", "Unsqueeze",
))  # fmt: skip
"""Of ONNX, that TVM gets from here: floats and their shapes, no quantised ones."""
_TOOL, _TITLE, _DRIVER = "tvm", "TVM", "tvm_kernels"
_MEMORY_BYTES, _WALL_SECONDS = 2 << 30, 110.0
_SMALLER = "Take a smaller network, or a part of this one."
_LONGEST_SAID = 200


class _Said(msgspec.Struct, frozen=True):
    operators: tuple[tuple[int, str, int], ...]
    kernels: tuple[tuple[str, tuple[int, ...]], ...]
    outputs: int


@dataclass(frozen=True, slots=True)
class TvmOperator:
    """What TVM computes a node by, or a part of it. kernel: its place among the kernels, -1 where
    it is in none."""

    name: str
    kind: OperatorKind
    kernel: int

    @property
    def text(self) -> str:
        return f"{self.name} ({KIND_TITLES[self.kind]})"


@dataclass(frozen=True, slots=True, kw_only=True)
class TvmNetwork:
    """operators: of each node, by its name, in order. kernels: TVM's names, in the order of their
    calls. difference: of the result from ONNX Runtime's, in parts of its largest."""

    version: str
    operators: Mapping[str, tuple[TvmOperator, ...]]
    kernels: tuple[str, ...]
    kernels_text: str
    difference: float

    def kernels_of(self, node: str) -> frozenset[int]:
        """Those that hold an operator of it."""
        return frozenset(
            operation.kernel for operation in self.operators[node] if operation.kernel >= 0
        )

    def kind_of(self, node: str) -> str:
        """Of its hardest operator; "" for a node that TVM computes by none."""
        kinds = [operation.kind for operation in self.operators[node]]
        return KIND_TITLES[max(kinds)] if kinds else ""


def ask_about(network: OwnNetwork, most: int) -> TvmNetwork:
    """most: TVM's operators in a kernel.

    Raises InputError for what this page or TVM does not take, a crash and a limit; ToolMissing.
    """
    version = find_wheels(_TOOL).version
    refuse_unknown(network, TVM_OPERATORS, _TITLE)
    reference = reference_outputs(network)
    request = {"network": network_request(network), "drawn": drawn_request(network), "most": most}
    answer = run_driver(
        _TOOL, _DRIVER, request, memory_bytes=_MEMORY_BYTES, wall_seconds=_WALL_SECONDS
    )
    check_end(answer, version, _WALL_SECONDS, (_SMALLER, _SMALLER))
    said = _said(answer, network, version)
    outputs = tuple(_read(answer.files.get(f"{at}.npy", b"")) for at in range(said.outputs))
    return TvmNetwork(
        version=version,
        operators=_operators(network, said),
        kernels=tuple(name for name, _ in said.kernels),
        kernels_text=answer.files.get("kernels.txt", b"").decode("utf-8", "replace"),
        difference=difference_from(reference, outputs),
    )


def _said(answer: DriverAnswer, network: OwnNetwork, version: str) -> _Said:
    if "error" in answer.answer:
        raise _refusal(answer.answer, network, version)
    try:
        return msgspec.convert(answer.answer, _Said)
    except msgspec.ValidationError as error:
        raise InputError("The driver's answer cannot be read.", str(error)) from error


def _refusal(answer: Mapping[str, object], network: OwnNetwork, version: str) -> InputError:
    at = answer.get("node")
    node = network.nodes[at] if isinstance(at, int) and 0 <= at < len(network.nodes) else None
    what = f"the node {node.name[:80]} ({node.operator})" if node else "this network"
    words = str(answer.get("said", "")).partition("\n")[0][:_LONGEST_SAID].strip().rstrip(".")
    return InputError(
        f"The importer of TVM {version} does not take {what}: {words or answer['error']}.",
        "Take a network, or a part of one, without.",
    )


def _operators(network: OwnNetwork, said: _Said) -> dict[str, tuple[TvmOperator, ...]]:
    kernels = {index: at for at, (_, inside) in enumerate(said.kernels) for index in inside}
    by_node: dict[str, list[TvmOperator]] = {node.name: [] for node in network.nodes}
    for number, (at, name, kind) in enumerate(said.operators):
        if at >= 0:
            operator = TvmOperator(name, OperatorKind(kind), kernels.get(number, -1))
            by_node[network.nodes[at].name].append(operator)
    return {name: tuple(operators) for name, operators in by_node.items()}


def _read(content: bytes) -> np.ndarray:
    try:
        return np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise InputError("TVM left no result to read.") from error
