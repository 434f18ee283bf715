"""A pass that does wrong ends nothing: its wrong changes are undone, the right ones stay."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest
from onnx import helper

from compiler_core.graph import pass_pipeline
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.rewriting import Rewriter, is_operator
from compiler_core.graph.undoing import UNDONE, run_sound_passes, undone_changes
from compiler_core.graph.validation import reference_of, tolerance_of, validate
from compiler_core.trace import Change
from tests.graph.importing.models import model as model_proto

LENGTH = 9
WRONG = "negation_6"


def chain() -> ir.Model:
    """Nine negations, one after another."""
    nodes = [
        helper.make_node("Neg", [f"v{at}"], [f"v{at + 1}"], f"negation_{at}")
        for at in range(LENGTH)
    ]
    proto = model_proto(nodes, {"v0": (2, 3)}, [f"v{LENGTH}"])
    return import_model(proto.SerializeToString()).model


def as_absolute(name: str, changed: ir.Model) -> PassResult:
    """Every Neg becomes a product with -1, but one becomes Abs: a wrong change among right ones."""
    rewriter = Rewriter(changed)
    for one in list(changed.graph):
        if not is_operator(one, "Neg"):
            continue
        if one.name == name:
            made = rewriter.node("Abs", [one.inputs[0]], (one,))
        else:
            minus = rewriter.constant(np.array(-1, np.float32), "minus")
            made = rewriter.node("Mul", [one.inputs[0], minus], (one,))
        rewriter.insert_before(one, made)
        rewriter.take_over(one, made)
        rewriter.change("replaced", one.name or "", "Neg", (one.name or "",), (made.name or "",))
    return rewriter.result


def stumbles(changed: ir.Model) -> PassResult:
    """As above, but it raises at that node."""
    for one in changed.graph:
        if one.name == WRONG and is_operator(one, "Neg"):
            raise AttributeError("a mistake")
    return as_absolute("", changed)


def breaks_all(changed: ir.Model) -> PassResult:
    changed.graph[0].name = changed.graph[1].name
    return PassResult((Change("replaced", "everything", "a mistake"),))


@pytest.fixture
def with_pass(monkeypatch: pytest.MonkeyPatch):
    known = pass_pipeline.pass_named

    def add(run: object) -> None:
        wrong = GraphPass("wrong", "A mistake.", run)  # type: ignore[arg-type]
        monkeypatch.setattr(
            pass_pipeline, "pass_named", lambda name: wrong if name == "wrong" else known(name)
        )

    return add


@pytest.mark.parametrize("mistake", [lambda one: as_absolute(WRONG, one), stumbles])
def test_of_a_pass_only_the_change_that_fails_is_undone(mistake: object, with_pass) -> None:
    with_pass(mistake)
    run = run_sound_passes(chain(), ("wrong", "dead-code-elimination"), inputs=2)
    left = [one.op_type for one in run.model.graph]
    assert left.count("Mul") == LENGTH - 1
    assert left.count("Neg") == 1
    (undone,) = undone_changes(run.steps)
    assert undone[0] == "wrong"
    assert undone[1].subject == WRONG
    assert "Other outputs" in undone[1].reason or "a mistake" in undone[1].reason
    assert validate(chain(), run.model, 2).equal
    assert [step.pass_name for step in run.steps] == ["wrong", "dead-code-elimination"]


def test_a_pass_that_fails_wherever_it_is_held_is_undone_whole(with_pass) -> None:
    with_pass(breaks_all)
    run = run_sound_passes(chain(), ("wrong", "identity-removal"))
    assert [one.op_type for one in run.model.graph] == ["Neg"] * LENGTH
    (step, _) = run.steps
    assert not step.changed
    assert all(one.kind == "refused" and one.reason.startswith(UNDONE) for one in step.changes)


def test_what_may_differ_follows_the_shortest_type_on_the_way() -> None:
    def cast(kind: int) -> ir.Model:
        nodes = [
            helper.make_node("Cast", ["x"], ["h"], to=kind),
            helper.make_node("Cast", ["h"], ["y"], to=1),
        ]
        proto = model_proto(nodes, {"x": (3,)}, ["y"])
        return import_model(proto.SerializeToString()).model

    wide, half, brain = (tolerance_of(cast(kind)) for kind in (11, 10, 16))
    assert wide == 1e-5
    assert wide < half < brain


def test_a_network_that_carries_roundings_far_may_differ_further() -> None:
    """x to the power of 32 carries a step of x on as 32."""

    def powers(count: int) -> ir.Model:
        nodes = [
            helper.make_node("Mul", [f"v{at}", f"v{at}"], [f"v{at + 1}"]) for at in range(count)
        ]
        proto = model_proto(nodes, {"v0": (64,)}, [f"v{count}"])
        return import_model(proto.SerializeToString()).model

    calm, wild = (reference_of(powers(count), 1).tolerance for count in (1, 5))
    assert calm == 1e-5
    assert calm < wild <= 1e-3
