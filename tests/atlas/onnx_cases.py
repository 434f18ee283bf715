"""Nodes of ONNX, each a model of its own for ONNX Runtime, all of them one request for a driver."""

from __future__ import annotations

import warnings
from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
from onnx import NodeProto, helper, numpy_helper

from compiler_core.graph.model_session import Session

OPERATOR_SET, FILE_FORMAT = 21, 10


@dataclass(frozen=True, slots=True)
class OnnxCase:
    """A node with an array for each name that it reads. known: names of those that do not change
    from run to run."""

    name: str
    node: NodeProto
    arrays: dict[str, np.ndarray]
    known: frozenset[str]

    def expected(self) -> tuple[np.ndarray, ...]:
        """By ONNX Runtime."""
        inputs = [
            helper.make_tensor_value_info(
                name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
            )
            for name, array in self.arrays.items()
            if name not in self.known
        ]
        outputs = [helper.make_empty_tensor_value_info(name) for name in self.node.output]
        constants = [numpy_helper.from_array(self.arrays[name], name) for name in self.known]
        graph = helper.make_graph([self.node], "case", inputs, outputs, constants)
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPERATOR_SET)], ir_version=FILE_FORMAT
        )
        fed = {name: one for name, one in self.arrays.items() if name not in self.known}
        return Session(model).outputs(fed)


def case_of(
    operator: str,
    arrays: Sequence[np.ndarray | None],
    known: Sequence[np.ndarray | None] = (),
    outputs: int = 1,
    **attributes: object,
) -> OnnxCase:
    """arrays: what the node reads; known: what it reads behind these, and is constant; None in
    both where nothing is given."""
    reads = {f"r{at}": one for at, one in enumerate((*arrays, *known)) if one is not None}
    names = [f"r{at}" if f"r{at}" in reads else "" for at in range(len(arrays) + len(known))]
    node = helper.make_node(operator, names, [f"w{at}" for at in range(outputs)], **attributes)
    told = ", ".join(f"{name} {value}" for name, value in attributes.items())
    constant = frozenset(name for name in names[len(arrays) :] if name)
    return OnnxCase(f"{operator} {told}".strip(), node, reads, constant)


def shipped_cases(
    operators: Collection[str], takes: Callable[[OnnxCase], bool]
) -> list[tuple[OnnxCase, tuple[np.ndarray, ...]]]:
    """Of a single node with one of these operators, of the standard's suite for back ends, with
    what they expect. What a node reads as a list of whole numbers is constant."""
    from onnx.backend.test.case.node import collect_testcases

    # They compute with infinities on purpose.
    with warnings.catch_warnings(action="ignore"):
        shipped = collect_testcases()
    found = []
    for one in shipped:
        assert one.model is not None
        nodes = one.model.graph.node
        if len(nodes) == 1 and nodes[0].op_type in operators and not nodes[0].domain:
            given, expected = (one.data_sets or [((), ())])[0]
            if all(isinstance(array, np.ndarray | np.generic) for array in (*given, *expected)):
                names = [value.name for value in one.model.graph.input]
                arrays = dict(zip(names, map(np.asarray, given), strict=True))
                case = OnnxCase(one.name, nodes[0], arrays, _lists(nodes[0], arrays))
                if set(arrays) <= set(nodes[0].input) and takes(case):
                    found.append((case, tuple(map(np.asarray, expected))))
    return found


def _lists(node: NodeProto, arrays: dict[str, np.ndarray]) -> frozenset[str]:
    return frozenset(
        name
        for name in node.input[1:]
        if name in arrays
        and arrays[name].ndim == 1
        and (arrays[name].dtype == np.int64 or node.op_type == "Resize")
    )


def request_of(cases: Sequence[OnnxCase]) -> dict[str, object]:
    """All of them side by side in one network; outputs in their order."""
    inputs, constants, nodes = [], [], []
    for number, case in enumerate(cases):
        for name, array in case.arrays.items():
            (constants if name in case.known else inputs).append(_tensor(f"{number}.{name}", array))
        nodes.append(
            {
                "name": case.name, "operator": case.node.op_type,
                "reads": [name and f"{number}.{name}" for name in case.node.input],
                "writes": [name and f"{number}.{name}" for name in case.node.output],
                "attributes": {one.name: _plain(one) for one in case.node.attribute},
            }
        )  # fmt: skip
    return {
        "inputs": inputs, "given": inputs, "constants": constants, "nodes": nodes,
        "outputs": [name for node in nodes for name in node["writes"] if name],
    }  # fmt: skip


def _plain(attribute: object) -> object:
    value = helper.get_attribute_value(attribute)  # type: ignore[arg-type]
    if isinstance(value, bytes):
        return value.decode()
    return value if isinstance(value, (int, float)) else list(value)


def _tensor(name: str, array: np.ndarray) -> dict[str, object]:
    return {
        "name": name, "shape": list(array.shape), "type": str(array.dtype),
        "base64": b64encode(np.ascontiguousarray(array).tobytes()).decode(),
    }  # fmt: skip
