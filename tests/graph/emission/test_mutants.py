"""Each of these mistakes, put into emission, is found by small models."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from onnx import helper

from compiler_core.errors import LoweringLabError
from compiler_core.graph.emission.program import emit_program, one_group_per_node, scratch_bytes
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import FusedGroup, MemoryPlan
from tests.graph.emission.backend_suite.building import Emitted, judged
from tests.graph.emission.backend_suite.cases import Case
from tests.graph.emission.small_models import case_of, imported, model_proto, numbers
from tests.graph.emission.test_fused_groups import GROUPS
from tests.graph.mutation import Mutant, apply_mutant, read_mutants

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
          RuntimeError, StopIteration)  # fmt: skip
node = helper.make_node
X = numbers(2, 4, 7, 9)
INTEGERS = np.random.default_rng(3).integers(0, 255, (1, 2, 5, 6)).astype(np.uint8)
NODES = (
    (node("Conv", ["x", "w", "b"], ["y"], group=2, strides=[2, 1], dilations=[1, 2],
          pads=[1, 2, 0, 3]), X, {"w": numbers(6, 2, 3, 2, seed=1), "b": numbers(6, seed=2)}),
    (node("Conv", ["x", "w"], ["y"], auto_pad="SAME_LOWER", strides=[2, 2]), X,
     {"w": numbers(3, 4, 3, 2, seed=1)}),
    (node("ConvTranspose", ["x", "w"], ["y"], strides=[2, 3], pads=[1, 0, 0, 1], group=2), X,
     {"w": numbers(4, 3, 3, 2, seed=1)}),
    (node("ConvInteger", ["x", "w", "z"], ["y"], pads=[1, 1, 1, 1]), INTEGERS,
     {"w": INTEGERS[:, :, :3, :3], "z": np.array(7, np.uint8)}),
    (node("MaxPool", ["x"], ["y"], kernel_shape=[3, 2], strides=[2, 2], pads=[1, 0, 1, 1],
          ceil_mode=1), X - 5, {}),
    (node("AveragePool", ["x"], ["y"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]), X, {}),
    (node("AveragePool", ["x"], ["y"], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1],
          ceil_mode=1, count_include_pad=1), X, {}),
    (node("AveragePool", ["x"], ["y"], kernel_shape=[3, 3], strides=[2, 2], pads=[0, 0, 1, 1],
          ceil_mode=1, count_include_pad=1), X[:, :, :, :8], {}),
    (node("Transpose", ["x"], ["y"], perm=[0, 2, 3, 1]), X, {}),
    (node("Concat", ["x", "c"], ["y"], axis=1), X, {"c": numbers(2, 1, 7, 9, seed=1)}),
    (node("MatMul", ["x", "w"], ["y"]), X, {"w": numbers(4, 9, 3, seed=1)}),
    (node("Gemm", ["x", "w", "c"], ["y"], transB=1, alpha=0.5), X[0, 0],
     {"w": numbers(5, 9, seed=1), "c": numbers(5, seed=2)}),
    (node("ReduceMax", ["x", "a"], ["y"], keepdims=0), X - 9, {"a": np.array([1, -1])}),
    (node("ArgMax", ["x"], ["y"], axis=1, keepdims=0), np.round(X), {}),
    (node("Softmax", ["x"], ["y"], axis=1), X * 60, {}),
    (node("LRN", ["x"], ["y"], size=3, alpha=0.5), X, {}),
    (node("InstanceNormalization", ["x", "s", "b"], ["y"]), X,
     {"s": numbers(4, seed=1), "b": numbers(4, seed=2)}),
    (node("Slice", ["x", "s", "e", "a", "t"], ["y"]), X,
     {"s": np.array([-1, 1]), "e": np.array([-99, 99]), "a": np.array([3, 2]),
      "t": np.array([-2, 2])}),
    (node("Pad", ["x", "p"], ["y"], mode="reflect"), X, {"p": np.array([0, 0, 2, 1, 0, 0, 1, 3])}),
    (node("Gather", ["x", "i"], ["y"], axis=2), X, {"i": np.array([[0, -1], [3, 2]])}),
    (node("DepthToSpace", ["x"], ["y"], blocksize=2, mode="CRD"), X, {}),
    (node("Resize", ["x", "", "", "s"], ["y"], mode="cubic"), X, {"s": np.array([2, 4, 5, 12])}),
    (node("QuantizeLinear", ["x", "s", "z"], ["y"], axis=1), X * 50,
     {"s": np.array([0.5, 1, 0.25, 2], np.float32), "z": np.array([3, 0, -4, 9], np.int8)}),
    (node("Clip", ["x", "l", "h"], ["y"]), X,
     {"l": np.array(-0.5, np.float32), "h": np.array(0.75, np.float32)}),
    (node("LeakyRelu", ["x"], ["y"], alpha=-0.25), X, {}),
    (node("Max", ["x", "c"], ["y"]), X, {"c": numbers(1, 4, 1, 1, seed=1)}),
)  # fmt: skip
Prepared = tuple[Case, tuple[FusedGroup, ...] | None]


@cache
def prepared() -> tuple[Prepared, ...]:
    """Models with what ONNX Runtime computes, before any mistake is made."""
    fused = [made() for made in GROUPS]
    found: list[Prepared] = [
        (case_of(model, inputs), tuple(groups))  # type: ignore[arg-type]
        for model, inputs, groups in fused
    ]
    for one, x, held in NODES:
        model = model_proto([one], {"x": x}, ["y"], held)
        found.append((case_of(model, {"x": x}), None))
    return tuple(found)


def _emitted(one: Prepared, at: int) -> Emitted:
    """Single nodes in the arena that the memory plan lays out."""
    case, groups = one
    model = imported(case.model)
    plan: MemoryPlan | None = None
    if groups is None:
        groups = one_group_per_node(model)
        sizes = {group.name: scratch_bytes(model, group) for group in groups}
        plan = plan_model(model, groups, scratch=sizes)
    program = emit_program(model, groups, plan, name=f"case{at}")
    renamed = Case(f"case{at}", case.model, case.inputs, case.outputs, case.rtol, case.atol)
    return Emitted(renamed, program, case.inputs)


def is_found(directory: Path) -> bool:
    """Does any model now fail to be emitted, to compile, or to compute what it should?"""
    try:
        ready = [_emitted(one, at) for at, one in enumerate(prepared())]
    except (LoweringLabError, *BROKEN):
        return True
    return any(judged(ready, directory, "batch").values())


def test_without_a_mistake_nothing_is_found(tmp_path: Path) -> None:
    assert not is_found(tmp_path)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_mistakes_are_found(
    mutant: Mutant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prepared()
    apply_mutant(mutant, monkeypatch)
    assert is_found(tmp_path)


def test_there_are_enough() -> None:
    assert len(MUTANTS) >= 15
