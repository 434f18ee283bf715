"""Networks as drafts that can be edited: every node knows which nodes of the first one it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np
import onnx_ir as ir
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from compiler_core.graph.pairing.marks import NetworkMarks
from compiler_core.graph.pairing.reading import marks_of

WIDTH = 8
KINDS = ("convolutions", "branches", "dense", "attention")


@dataclass
class DraftNode:
    """origins: names of the nodes of the unedited network that it computes."""

    operator: str
    inputs: list[str]
    output: str
    name: str
    attributes: dict[str, Any] = field(default_factory=dict)
    origins: frozenset[str] = frozenset()


@dataclass
class Draft:
    """A network being edited; `shape`: of its only input x; y is its only output. ends: behind each
    block as it was drawn, the number of nodes so far and the value that it ends in."""

    shape: tuple[int, ...]
    chance: np.random.Generator
    nodes: list[DraftNode] = field(default_factory=list)
    constants: dict[str, np.ndarray] = field(default_factory=dict)
    last: str = "x"
    numbers: int = 0
    ends: list[tuple[int, str]] = field(default_factory=list)

    def end_block(self) -> None:
        self.ends.append((len(self.nodes), self.last))

    def fresh(self, stem: str) -> str:
        self.numbers += 1
        return f"{stem}_{self.numbers}"

    def constant(self, *shape: int) -> str:
        name = self.fresh("w")
        self.constants[name] = self.chance.uniform(0.1, 1.0, shape).astype(np.float32)
        return name

    def add(self, operator: str, inputs: list[str], **attributes: object) -> str:
        name = self.fresh(f"/net/{operator}")
        node = DraftNode(operator, inputs, self.fresh("t"), name, attributes, frozenset({name}))
        self.nodes.append(node)
        self.last = node.output
        return node.output

    def readers(self, value: str) -> list[DraftNode]:
        return [node for node in self.nodes if value in node.inputs]

    def maker(self, value: str) -> DraftNode | None:
        return next((node for node in self.nodes if node.output == value), None)

    def copied(self) -> Draft:
        nodes = [replace(node, inputs=list(node.inputs)) for node in self.nodes]
        return replace(self, nodes=nodes, constants=dict(self.constants))

    def model(self) -> ModelProto:
        """As a file holds it; nodes in their order."""
        nodes: list[NodeProto] = [
            helper.make_node(
                node.operator, node.inputs, [node.output], name=node.name, **node.attributes
            )
            for node in self.nodes
        ]
        graph = helper.make_graph(
            nodes,
            "drawn",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, self.shape)],
            [helper.make_tensor_value_info(self.last, TensorProto.FLOAT, None)],
            [numpy_helper.from_array(one, name) for name, one in self.constants.items()],
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

    def marks(self) -> NetworkMarks:
        return marks_of(ir.serde.deserialize_model(self.model()))


def drawn_network(chance: Random, blocks: int, kind: str = "") -> Draft:
    """One of four kinds: plain and residual convolutions, branches, dense layers, attention."""
    numbers = np.random.default_rng(chance.randrange(1 << 30))
    kind = kind or chance.choice(KINDS)
    if kind in ("convolutions", "branches"):
        draft = Draft((1, WIDTH, 16, 16), numbers)
        for _ in range(blocks):
            _branches(draft) if kind == "branches" else _residual(draft, chance)
            draft.end_block()
        _head(draft)
    else:
        draft = Draft((4, WIDTH), numbers)
        for _ in range(blocks):
            _dense(draft, chance) if kind == "dense" else _attention(draft)
            draft.end_block()
    return draft


def convolution(draft: Draft, value: str, size: int, width: int = WIDTH, made: int = WIDTH) -> str:
    return draft.add(
        "Conv",
        [value, draft.constant(made, width, size, size)],
        kernel_shape=[size, size],
        pads=[size // 2] * 4,
    )


def normalised(draft: Draft, value: str, width: int = WIDTH) -> str:
    return draft.add("BatchNormalization", [value, *(draft.constant(width) for _ in range(4))])


def _residual(draft: Draft, chance: Random) -> None:
    start = draft.last
    wide = WIDTH * chance.choice((1, 1, 2))
    value = draft.add("Relu", [normalised(draft, convolution(draft, start, 3, made=wide), wide)])
    value = normalised(draft, convolution(draft, value, 3, width=wide))
    if chance.random() < 0.7:
        value = draft.add("Add", [value, start])
    draft.add("Relu", [value])


def _branches(draft: Draft) -> None:
    start = draft.last
    one = draft.add("Relu", [convolution(draft, start, 1)])
    other = draft.add("Relu", [normalised(draft, convolution(draft, start, 3))])
    third = convolution(draft, draft.add("MaxPool", [start], kernel_shape=[3, 3], pads=[1] * 4), 1)
    joined = draft.add("Concat", [one, other, third], axis=1)
    convolution(draft, joined, 1, width=3 * WIDTH)


def _head(draft: Draft) -> None:
    value = draft.add("GlobalAveragePool", [draft.last])
    value = draft.add("Flatten", [value])
    draft.add("Gemm", [value, draft.constant(WIDTH, WIDTH), draft.constant(WIDTH)])


def _dense(draft: Draft, chance: Random) -> None:
    wide = WIDTH * chance.choice((1, 2, 4))
    value = draft.add("Gemm", [draft.last, draft.constant(WIDTH, wide), draft.constant(wide)])
    value = draft.add(chance.choice(("Relu", "Sigmoid")), [value])
    draft.add("Gemm", [value, draft.constant(wide, WIDTH), draft.constant(WIDTH)])


def _attention(draft: Draft) -> None:
    start = draft.last
    normal = draft.add("LayerNormalization", [start, draft.constant(WIDTH), draft.constant(WIDTH)])
    query, key, value = (_projected(draft, normal) for _ in range(3))
    turned = draft.add("Transpose", [key], perm=[1, 0])
    weights = draft.add("Softmax", [draft.add("MatMul", [query, turned])])
    mixed = _projected(draft, draft.add("MatMul", [weights, value]))
    added = draft.add("Add", [start, mixed])
    normal = draft.add("LayerNormalization", [added, draft.constant(WIDTH), draft.constant(WIDTH)])
    inner = draft.add("Gemm", [normal, draft.constant(WIDTH, 4 * WIDTH), draft.constant(4 * WIDTH)])
    inner = draft.add("Relu", [inner])
    draft.add(
        "Add",
        [
            added,
            draft.add("Gemm", [inner, draft.constant(4 * WIDTH, WIDTH), draft.constant(WIDTH)]),
        ],
    )


def _projected(draft: Draft, value: str) -> str:
    product = draft.add("MatMul", [value, draft.constant(WIDTH, WIDTH)])
    return draft.add("Add", [product, draft.constant(WIDTH)])
