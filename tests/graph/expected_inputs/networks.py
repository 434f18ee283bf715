"""Small networks whose inputs must not be any numbers, as exporters write them."""

from __future__ import annotations

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper

from tests.graph.importing.models import tensor

node = helper.make_node
TOKENS, WIDTH, HEADS, WORDS, KINDS = 8, 16, 2, 50, 2
LOWEST = float(np.finfo(np.float32).min)
Inputs = dict[str, tuple[int, tuple[int, ...]]]


def network(
    nodes: list[NodeProto], inputs: Inputs, constants: dict[str, np.ndarray], output: int = 1
) -> ModelProto:
    """Its output is y, of this element type. inputs: element type and shape by name."""
    graph = helper.make_graph(
        nodes,
        "made",
        [helper.make_tensor_value_info(name, *one) for name, one in inputs.items()],
        [helper.make_tensor_value_info("y", output, None)],
        [tensor(name, array) for name, array in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def bert() -> ModelProto:
    """Embeddings, one layer of attention with (1 - mask) · lowest, and a normalisation."""
    random, names = np.random.default_rng(1), ("input_ids", "attention_mask", "token_type_ids")
    constants = {
        "word": random.standard_normal((WORDS, WIDTH)).astype(np.float32),
        "kind": random.standard_normal((KINDS, WIDTH)).astype(np.float32),
        "scale": np.ones(WIDTH, np.float32), "bias": np.zeros(WIDTH, np.float32),
        "one": np.array(1, np.float32), "lowest": np.array(LOWEST, np.float32),
        "axes": np.array([1, 2]), "root": np.array((WIDTH / HEADS) ** 0.5, np.float32),
        "heads": np.array([1, TOKENS, HEADS, WIDTH // HEADS]),
        "whole": np.array([1, TOKENS, WIDTH]),
    }  # fmt: skip
    nodes = [
        node("Gather", ["word", "input_ids"], ["words"]),
        node("Gather", ["kind", "token_type_ids"], ["kinds"]),
        node("Add", ["words", "kinds"], ["sum"]),
        node("LayerNormalization", ["sum", "scale", "bias"], ["x"]),
        node("Unsqueeze", ["attention_mask", "axes"], ["wide"]),
        node("Cast", ["wide"], ["ones"], to=TensorProto.FLOAT),
        node("Sub", ["one", "ones"], ["zeros"]), node("Mul", ["zeros", "lowest"], ["mask"]),
    ]  # fmt: skip
    for name in "qkv":
        constants[f"w{name}"] = (random.standard_normal((WIDTH, WIDTH)) / 4).astype(np.float32)
        turn = [0, 2, 3, 1] if name == "k" else [0, 2, 1, 3]
        nodes += [
            node("MatMul", ["x", f"w{name}"], [f"{name}0"]),
            node("Reshape", [f"{name}0", "heads"], [f"{name}1"]),
            node("Transpose", [f"{name}1"], [name], perm=turn),
        ]
    nodes += [
        node("MatMul", ["q", "k"], ["scores"]), node("Div", ["scores", "root"], ["scaled"]),
        node("Add", ["scaled", "mask"], ["masked"]), node("Softmax", ["masked"], ["share"]),
        node("MatMul", ["share", "v"], ["seen"]),
        node("Transpose", ["seen"], ["turned"], perm=[0, 2, 1, 3]),
        node("Reshape", ["turned", "whole"], ["joined"]), node("Add", ["joined", "x"], ["last"]),
        node("LayerNormalization", ["last", "scale", "bias"], ["y"]),
    ]  # fmt: skip
    inputs: Inputs = dict.fromkeys(names, (TensorProto.INT64, (1, TOKENS)))
    return network(nodes, inputs, constants)


def hidden_scores(mask: list[NodeProto], kind: int, **constants: np.ndarray) -> ModelProto:
    """softmax over scores, of which the nodes make `masked` from `scores` and `m`."""
    inputs: Inputs = {"scores": (TensorProto.FLOAT, (2, 6)), "m": (kind, (2, 6))}
    fixed = {"one": np.array(1, np.float32), "lowest": np.array(LOWEST, np.float32),
             "whole": np.array(0, np.int64), "below": np.array(-np.inf, np.float32)}  # fmt: skip
    return network([*mask, node("Softmax", ["masked"], ["y"])], inputs, fixed | constants)
