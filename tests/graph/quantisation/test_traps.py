"""Each trap: the text of both forms, and that both compute what the float32 model does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import onnx
import onnx_ir as ir
import pytest

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.passes.nhwc_layout import NHWC_LAYOUT
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.quantisation.construction import QUANTISED
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings, QuantisedModel
from compiler_core.graph.quantisation.reference import reference_run
from tests.golden_file import assert_golden
from tests.graph.quantisation.model_lines import is_close, lines_of
from tests.graph.quantisation.traps import TRAPS, Trap

GOLDEN = Path(__file__).parent / "golden"


@cache
def forms(name: str) -> tuple[Trap, ir.Model, QuantisedModel, ir.Model]:
    """The trap, its float32 model, the pairs and the integer form."""
    trap = TRAPS[name]()
    model = trap.net.model(*trap.outputs)
    calibration = calibrate(model, trap.net.images(4))
    pairs = quantise(model, calibration, QuantisationSettings("minmax", trap.pinned))
    integers = pairs.model.clone()
    INTEGER_FORM.run(integers)
    return trap, model, pairs, integers


@pytest.mark.parametrize("name", TRAPS)
def test_the_text_is_as_a_person_read_it(name: str, request: pytest.FixtureRequest) -> None:
    _, _, pairs, integers = forms(name)
    text = f"pairs\n{lines_of(pairs.model)}\nintegers\n{lines_of(integers)}"
    assert_golden(GOLDEN / f"{name}.txt", text, request)


@pytest.mark.parametrize("name", TRAPS)
def test_both_forms_are_valid_onnx_and_close_to_float32(name: str) -> None:
    trap, model, pairs, integers = forms(name)
    picture = trap.net.images(1)[0]
    real = ObservedModel(model, trap.outputs).run(picture)
    for form in (pairs.model, integers):
        onnx.checker.check_model(ir.to_proto(form), full_check=True)
        found = ObservedModel(form, trap.outputs).run(picture)
        assert all(is_close(real[output], found[output], 30) for output in trap.outputs)


@pytest.mark.parametrize("name", TRAPS)
def test_the_reference_agrees_with_onnx_runtime(name: str) -> None:
    trap, _, pairs, integers = forms(name)
    picture = trap.net.images(1, seed=7)[0]
    computed = reference_run(integers, picture)
    names = [value for value in computed if value.endswith(QUANTISED) and _is_run(value, integers)]
    theirs = ObservedModel(pairs.model, names, "nothing").run(picture)
    same = ObservedModel(integers, names, "nothing").run(picture)
    for value in names:
        assert np.abs(computed[value].astype(int) - theirs[value]).max() <= 1
        assert np.array_equal(computed[value], same[value]) or "sigmoid" in value
    assert names


def _is_run(name: str, model: ir.Model) -> bool:
    return any(value.name == name for node in model.graph for value in node.outputs)


@pytest.mark.parametrize("name", TRAPS)
def test_the_layout_of_pictures_changes_no_bit(name: str) -> None:
    trap, _, _, integers = forms(name)
    laid_out = integers.clone()
    NHWC_LAYOUT.run(laid_out)
    picture = trap.net.images(1)[0]
    before, after = (reference_run(each, picture) for each in (integers, laid_out))
    assert all(np.array_equal(before[output], after[output]) for output in trap.outputs)


@pytest.mark.parametrize("name", TRAPS)
def test_every_node_says_where_it_comes_from(name: str) -> None:
    _, model, pairs, integers = forms(name)
    known = {node.name for node in model.graph}
    for form in (pairs.model, integers):
        names = [node.name for node in form.graph]
        assert len(set(names)) == len(names)
        for node in form.graph:
            inserted_for_input = node.op_type in ("QuantizeLinear", "DequantizeLinear")
            assert inserted_for_input or set(sources_of(node)) <= known


@pytest.mark.parametrize("name", TRAPS)
def test_the_integer_form_of_an_integer_form_is_itself(name: str) -> None:
    integers = forms(name)[3].clone()
    before = lines_of(integers)
    result = INTEGER_FORM.run(integers)
    assert lines_of(integers) == before
    assert not result.changed


@pytest.mark.parametrize("name", TRAPS)
def test_every_change_names_lines_that_exist(name: str) -> None:
    step = forms(name)[2].step
    assert step.before is not None
    assert step.after is not None
    before, after = ({line.id for line in one.lines} for one in (step.before, step.after))
    assert step.changes
    for change in step.changes:
        assert set(change.before) <= before
        assert set(change.after) <= after
        assert change.reason
