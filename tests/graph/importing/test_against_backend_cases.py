"""The 1,884 node cases of the onnx package: our shapes against those of the outputs they bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.inference.rules import rule_of
from compiler_core.graph.importing.reader import ImportedModel, import_model
from compiler_core.graph.passes.constant_folding import fold_constants
from compiler_core.graph.validation import amount_of, largest_difference

# Strings are the one element type of these cases that a program on numbers does not read.
UNREAD = ("test_equal_string", "test_equal_string_broadcast")
FEW = 64


@dataclass(frozen=True)
class Case:
    """A model of one node mostly, with arrays for its inputs and the outputs they give."""

    name: str
    model: onnx.ModelProto
    inputs: tuple[np.ndarray, ...]
    outputs: tuple[np.ndarray, ...]


@cache
def cases() -> tuple[Case, ...]:
    from onnx.backend.test.case.node import collect_testcases

    return tuple(_tensor_cases(collect_testcases(None)))


def _tensor_cases(found: list[Any]) -> Iterator[Case]:
    for one in found:
        inputs, outputs = one.data_sets[0]
        if all(isinstance(value, (np.ndarray, np.generic)) for value in (*inputs, *outputs)):
            yield Case(
                one.name, one.model, tuple(map(np.asarray, inputs)), tuple(map(np.asarray, outputs))
            )


def read(case: Case, constant: list[bool]) -> ImportedModel:
    """The case with some of its inputs written into the model."""
    made = onnx.ModelProto()
    made.CopyFrom(case.model)
    for value, array, chosen in zip(made.graph.input, case.inputs, constant, strict=False):
        if chosen:
            made.graph.initializer.append(numpy_helper.from_array(array, value.name))
    return import_model(made.SerializeToString())


def holds_sizes(array: np.ndarray) -> bool:
    return array.size <= 8 or (array.dtype.kind in "iu" and array.size < FEW)


def may_be_refused(case: Case, words: str) -> bool:
    """Strings and types of fewer than eight bits are not read, nor what no rule infers."""
    known = all(rule_of(node.op_type) for node in case.model.graph.node)
    return case.name in UNREAD or "element type" in words or not known


@pytest.mark.slow
def test_shapes_are_those_of_the_outputs() -> None:
    counts: Counter[str] = Counter()
    for case in cases():
        try:
            imported = read(case, [holds_sizes(array) for array in case.inputs])
        except ModelRefused as error:
            counts["refused" if may_be_refused(case, str(error)) else case.name] += 1
            continue
        for value, expected in zip(imported.model.graph.outputs, case.outputs, strict=True):
            if value.shape is None or not value.shape.is_static():
                counts["unknown"] += 1
                continue
            assert value.shape.numpy() == expected.shape, case.name
            assert value.dtype is not None
            assert value.dtype.numpy() == expected.dtype, case.name
            counts["right"] += 1
    assert set(counts) == {"right", "unknown", "refused"}
    assert counts["right"] >= 2000
    assert counts["unknown"] <= 30


@pytest.mark.slow
def test_what_is_folded_has_the_elements_of_the_outputs() -> None:
    """All inputs constant: what is left of the model are constants, and they must be right."""
    folded = 0
    for case in cases():
        if len(case.model.graph.node) != 1 or not rule_of(case.model.graph.node[0].op_type):
            continue
        try:
            imported = read(case, [True] * len(case.inputs))
        except ModelRefused:
            continue
        graph = imported.model.graph
        if len(graph) != 1 or graph[0].domain:
            continue
        # Outputs of the model are never folded, so they are read by another node here.
        outputs = list(graph.outputs)
        graph.outputs.clear()
        if not fold_constants_of(imported, outputs):
            continue
        for found, expected in zip(found_constants(imported, outputs), case.outputs, strict=False):
            assert largest_difference(expected, found, amount_of(expected)) <= 1e-5, case.name
        folded += 1
    assert folded >= 300


def fold_constants_of(imported: ImportedModel, outputs: list[Any]) -> bool:
    import onnx_ir as ir

    graph = imported.model.graph
    for value in outputs:
        graph.append(ir.Node("", "Keep", [value], name=f"keep {value.name}"))
    fold_constants(imported.model)
    return all(node.op_type == "Keep" for node in graph)


def found_constants(imported: ImportedModel, outputs: list[Any]) -> list[np.ndarray]:
    found = []
    for node, _ in zip(imported.model.graph, outputs, strict=True):
        value = node.inputs[0]
        assert value is not None
        assert value.const_value is not None
        found.append(value.const_value.numpy())
    return found
