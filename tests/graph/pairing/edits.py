"""Edits of a draft, each of which knows what became of which node."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from tests.graph.pairing.drafts import Draft, DraftNode

ACTIVATIONS = ("Relu", "Sigmoid", "Tanh", "HardSwish", "LeakyRelu")
INSERTED = ("Identity", "Neg", "Abs", "Tanh", "Relu")
REMOVED = ("Relu", "Sigmoid", "BatchNormalization", "LayerNormalization", "Softmax")
Edit = Callable[[Draft, Random], bool]
"""Whether there was something to edit."""


def insert(draft: Draft, chance: Random) -> bool:
    """A new node behind one that is there, for all readers; unlike what stands beside it."""
    at = chance.randrange(len(draft.nodes))
    before = draft.nodes[at]
    beside = {before.operator, *(reader.operator for reader in draft.readers(before.output))}
    operator = chance.choice([one for one in INSERTED if one not in beside])
    made = DraftNode(operator, [before.output], draft.fresh("t"), draft.fresh("/net/new"))
    _redirect(draft, before.output, made.output)
    draft.nodes.insert(at + 1, made)
    return True


def remove(draft: Draft, chance: Random) -> bool:
    """A node of one input whose readers can read that."""
    node = _chosen(draft, chance, REMOVED)
    if node is None:
        return False
    draft.nodes.remove(node)
    _redirect(draft, node.output, node.inputs[0])
    return True


def cut(draft: Draft, first: int, count: int = 1) -> None:
    """Take whole blocks out of a network as it was drawn."""
    (begin, before), (end, after) = draft.ends[first - 1], draft.ends[first + count - 1]
    del draft.nodes[begin:end]
    _redirect(draft, after, before)
    read = {value for node in draft.nodes for value in node.inputs}
    draft.constants = {name: one for name, one in draft.constants.items() if name in read}


def fuse(draft: Draft, chance: Random) -> bool:
    """Fold a normalisation into the convolution before it."""
    node = _chosen(draft, chance, ("BatchNormalization",))
    before = draft.maker(node.inputs[0]) if node else None
    if node is None or before is None or before.operator != "Conv":
        return False
    if len(draft.readers(before.output)) > 1:
        return False
    scale, shift, mean, variance = (draft.constants[name] for name in node.inputs[1:])
    factor = scale / np.sqrt(variance + 1e-5)
    weights, bias = draft.fresh("w"), draft.fresh("w")
    draft.constants[weights] = draft.constants[before.inputs[1]] * factor[:, None, None, None]
    draft.constants[bias] = shift - mean * factor
    before.inputs = [before.inputs[0], weights, bias]
    before.origins |= node.origins
    draft.nodes.remove(node)
    _redirect(draft, node.output, before.output)
    return True


def split(draft: Draft, chance: Random) -> bool:
    """A Gemm becomes a MatMul and an Add."""
    node = _chosen(draft, chance, ("Gemm",))
    if node is None:
        return False
    value, weights, bias = node.inputs
    added = DraftNode(
        "Add", [draft.fresh("t"), bias], node.output, draft.fresh("/net/Add"), {}, node.origins
    )
    node.operator, node.inputs, node.output = "MatMul", [value, weights], added.inputs[0]
    draft.nodes.insert(draft.nodes.index(node) + 1, added)
    return True


def replace_activation(draft: Draft, chance: Random) -> bool:
    """Another function of each element."""
    node = _chosen(draft, chance, ACTIVATIONS)
    if node is None:
        return False
    node.operator = chance.choice([one for one in ACTIVATIONS if one != node.operator])
    return True


def change_weights(draft: Draft, chance: Random) -> bool:
    """Those of one node, or all, as training on does."""
    if chance.random() < 0.5:
        retrain(draft)
    else:
        _change(draft, chance.choice(list(draft.constants)))
    return True


def retrain(draft: Draft) -> None:
    """Other values in all weights."""
    for name in draft.constants:
        _change(draft, name)


def _change(draft: Draft, name: str) -> None:
    noise = draft.chance.normal(1.0, 0.05, draft.constants[name].shape)
    draft.constants[name] = (draft.constants[name] * noise).astype(np.float32)


def reorder(draft: Draft, chance: Random) -> bool:
    """Another order of the file in which every node still comes behind its makers."""
    waiting, placed = list(draft.nodes), []
    while waiting:
        made = {one.output for one in waiting}
        ready = [one for one in waiting if not made & set(one.inputs)]
        node = chance.choice(ready)
        waiting.remove(node)
        placed.append(node)
    draft.nodes = placed
    return True


def change_shape(draft: Draft, chance: Random) -> bool:
    """A wider layer between two, or another size of the input."""
    if chance.random() < 0.3:
        draft.shape = (draft.shape[0] * 2, *draft.shape[1:])
        return True
    for node in chance.sample(draft.nodes, len(draft.nodes)):
        between = draft.readers(node.output)
        if node.operator != "Gemm" or len(between) != 1:
            continue
        after = draft.readers(between[0].output)
        if len(after) == 1 and after[0].operator == "Gemm" and between[0].operator in ACTIVATIONS:
            _widen(draft, node, after[0])
            return True
    return False


def _widen(draft: Draft, node: DraftNode, after: DraftNode) -> None:
    rows, columns = draft.constants[node.inputs[1]].shape
    results = draft.constants[after.inputs[1]].shape[1]
    node.inputs[1:] = [draft.constant(rows, columns + 4), draft.constant(columns + 4)]
    after.inputs[1] = draft.constant(columns + 4, results)


def rename(draft: Draft, chance: Random) -> bool:
    """All nodes, values and constants."""
    values = {one.output: f"v{chance.randrange(1 << 40)}" for one in draft.nodes}
    values |= {name: f"c{chance.randrange(1 << 40)}" for name in draft.constants}
    for node in draft.nodes:
        node.name = f"n{chance.randrange(1 << 40)}"
        node.inputs = [values.get(one, one) for one in node.inputs]
        node.output = values[node.output]
    draft.constants = {values[name]: one for name, one in draft.constants.items()}
    draft.last = values.get(draft.last, draft.last)
    return True


EDITS: tuple[Edit, ...] = (
    insert, remove, fuse, split, replace_activation, change_weights, reorder, change_shape,
)  # fmt: skip


def _chosen(draft: Draft, chance: Random, operators: tuple[str, ...]) -> DraftNode | None:
    found = [node for node in draft.nodes if node.operator in operators]
    return chance.choice(found) if found else None


def _redirect(draft: Draft, old: str, new: str) -> None:
    for node in draft.nodes:
        node.inputs = [new if one == old else one for one in node.inputs]
    draft.last = new if draft.last == old else draft.last
