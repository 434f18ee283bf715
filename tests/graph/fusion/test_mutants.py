"""Mistakes made on purpose: each has to fail something that the real code meets."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.graph.fusion.extensions import EXTENSIONS
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from tests.graph.fusion import test_extensions
from tests.graph.fusion.mutation import Mutant, apply_mutant, read_mutants
from tests.graph.fusion.random_models import random_model
from tests.graph.fusion.reference import immediate_post_dominators, problems
from tests.graph.fusion.test_traps import FOLDER
from tests.graph.fusion.traps import TRAPS, outcome

MUTANTS = read_mutants(Path(__file__).with_name("mutants.yaml"))
ALL_EXTENSIONS = FusionOptions(extensions=tuple(extension.name for extension in EXTENSIONS))


def requirements_met() -> bool:
    """Golden traps, properties of a few random models, legality of the extensions."""
    for name, trap in TRAPS.items():
        if outcome(trap) != (FOLDER / f"{name}.txt").read_text(encoding="utf-8"):
            return False
    for seed in range(12):
        model = random_model(seed)
        fusion = fuse(model, ALL_EXTENSIONS)
        tree = {node.name: node.parent for node in fusion.tree}
        if list(problems(model, fusion)) or tree != immediate_post_dominators(model):
            return False
    return legality_holds()


def legality_holds() -> bool:
    """The cases of the extensions' own tests."""
    for test in (test_extensions.test_pad_into_convolution,
                 test_extensions.test_depthwise_pointwise):  # fmt: skip
        (mark,) = vars(test)["pytestmark"]
        for case in mark.args[1]:
            test(*case)
    test_extensions.test_one_row_buffer_a_kernel()
    test_extensions.test_less_near_memory_means_more_bands_until_it_is_not_worth_it()
    test_extensions.test_a_second_result_needs_no_other_tensor()
    test_extensions.test_a_second_result_is_one_that_has_to_be_stored()
    return True


def test_the_real_code_meets_all() -> None:
    assert requirements_met()
    assert len(MUTANTS) >= 15


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_fails_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    try:
        met = requirements_met()
    except (AssertionError, ValueError, KeyError, IndexError, AttributeError, TypeError):
        met = False
    assert not met
