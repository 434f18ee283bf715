"""The ONNX project's own cases, all of them, and networks of its operators."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.graph.emission.operators import SUPPORTED_NAMES
from tests.graph.emission.backend_suite.__main__ import GOAL, LARGEST_SHARE, PAGE, supported_cases
from tests.graph.emission.backend_suite.building import verdicts
from tests.graph.emission.backend_suite.cases import node_cases
from tests.graph.emission.backend_suite.operator_set import (
    CNN_OPERATORS,
    LIGHT_NAMES,
    light_operators,
    shipped_operators,
)
from tests.graph.emission.backend_suite.real import compiled, emulated_error, native_run
from tests.graph.emission.backend_suite.score import only_of, page, score_of

pytestmark = pytest.mark.usefixtures("emulator")

# VGG-19 is AlexNet's operators with thirty times the work, minutes of processor. It is left to
# `python -m tests.graph.emission.backend_suite`, which publishes all nine.
TRIED_NAMES = tuple(name for name in LIGHT_NAMES if name != "light_vgg19")
# For these nothing may fail; the others are refused for their element types.
NO_FORM = ("BFLOAT16", "STRING")


def unexplained(found: dict[str, str]) -> dict[str, str]:
    """What failed for another reason than an element type without a C form."""
    return {
        name: reason
        for name, reason in found.items()
        if reason and not (reason.startswith("refused") and any(one in reason for one in NO_FORM))
    }


def test_the_operator_set_has_46_and_all_are_supported() -> None:
    assert len(set(CNN_OPERATORS)) == len(CNN_OPERATORS) == 46
    assert set(CNN_OPERATORS) | light_operators() | shipped_operators() <= SUPPORTED_NAMES


@pytest.mark.slow
def test_all_cases_and_their_published_score(tmp_path: Path) -> None:
    cases = supported_cases()
    found = verdicts(cases, tmp_path)
    assert unexplained(found) == {}
    chosen = only_of(node_cases(), frozenset(CNN_OPERATORS))
    assert score_of(found, chosen).share >= GOAL
    assert score_of(found, only_of(cases, light_operators() | shipped_operators())).share == 1
    assert PAGE.read_text() == page(found, cases)


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED_NAMES)
def test_networks_compute_what_onnx_runtime_does(name: str, tmp_path: Path) -> None:
    """With random weights, which keep numbers within bounds: the package's own are one number
    each."""
    run = native_run(compiled(name, 1), tmp_path)
    assert run.error <= LARGEST_SHARE
    for found in run.reference.values():
        assert np.isfinite(found).all()
        assert np.abs(found).max() < 10
        assert found.std() > 1e-5


@pytest.mark.slow
def test_the_largest_weights_under_the_emulator() -> None:
    assert emulated_error("light_bvlc_alexnet") <= LARGEST_SHARE
