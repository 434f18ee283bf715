"""Arenas of the networks that ship: close to the smallest there can be, and sound."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest

from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.evaluation.light import LIGHT_MODELS
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.importing.inference.engine import infer_shapes
from compiler_core.graph.importing.limits import SHIPPED_LIMITS
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.passes.nhwc_layout import NHWC_LAYOUT
from compiler_core.graph.planning import plan_model
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.records import MemoryPlan
from tests.graph.planning.checker import complaints

SIGNS = ("plain", "residual", "depthwise")
QUICK = ("squeezenet", "densenet121")
# Some of them unfold to half a gigabyte of weights.
SLOW = tuple(model.id for model in LIGHT_MODELS if model.id not in QUICK)


def optimised(content: bytes) -> ir.Model:
    imported = import_model(content, limits=SHIPPED_LIMITS)
    return run_passes(imported.model, inputs=0).model


def integer_form(model: ir.Model) -> ir.Model:
    """Int8, channels last, calibrated on noise: the sizes do not depend on the numbers."""
    (given,) = model.graph.inputs
    draw = np.random.default_rng(3)
    shape = [int(str(size)) for size in given.shape or ()]
    batch = {str(given.name): draw.random(shape, dtype=np.float32)}
    quantised = quantise(model, calibrate(model, [batch]), QuantisationSettings()).model
    INTEGER_FORM.run(quantised)
    NHWC_LAYOUT.run(quantised)
    infer_shapes(quantised)
    return quantised


def plan_of(model: ir.Model, *extensions: str) -> MemoryPlan:
    plan = plan_model(model, fuse(model, FusionOptions(extensions=extensions)).groups)
    assert complaints(plan, 64) == []
    return plan


@pytest.mark.parametrize("name", SIGNS)
def test_the_nets_for_signs(name: str) -> None:
    model = optimised((CONTENT_FOLDER / "models" / "signs" / f"{name}.onnx").read_bytes())
    whole = plan_of(model)
    small = plan_of(integer_form(model))
    for plan in (whole, small):
        assert plan.arena_bytes <= 1.05 * plan.lower_bound
    assert small.arena_bytes < whole.arena_bytes / 2


def test_the_narrower_branch_saves_memory_in_the_residual_net() -> None:
    content = (CONTENT_FOLDER / "models" / "signs" / "residual.onnx").read_bytes()
    model = integer_form(optimised(content))
    assert plan_of(model, "narrowest-operand").arena_bytes < plan_of(model).arena_bytes


@pytest.mark.parametrize("name", QUICK)
def test_light_topologies(name: str) -> None:
    plan = plan_of(optimised(light(name)))
    assert plan.arena_bytes <= 1.05 * plan.lower_bound
    assert plan.arena_bytes < plan.without_reuse / 3


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_the_other_light_topologies(name: str) -> None:
    plan = plan_of(optimised(light(name)))
    assert plan.arena_bytes <= 1.05 * plan.lower_bound


def light(name: str) -> bytes:
    return next(model for model in LIGHT_MODELS if model.id == name).content()
