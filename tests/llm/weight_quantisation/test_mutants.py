"""Mistakes put into the methods: each has to be seen by comparing with a slower form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import InputError
from tests.graph.mutation import Mutant, apply_mutant, read_mutants
from tests.llm.weight_quantisation import test_awq as awq
from tests.llm.weight_quantisation import test_gptq as gptq
from tests.llm.weight_quantisation import test_quantise_model as whole
from tests.llm.weight_quantisation import test_recipes as recipes

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")

CHECKS: dict[str, tuple[Callable[[], None], ...]] = {
    "gptq": (
        partial(gptq.test_codes_are_those_of_the_slow_form, 64, 192, "activation"),
        partial(gptq.test_outputs_are_nearer_than_after_rounding, "Q4_0", 64, "given"),
        gptq.test_fewer_samples_than_columns,
        gptq.test_refusals,
    ),
    "grids": (
        partial(gptq.test_outputs_are_nearer_than_after_rounding, "Q4_0", 64, "activation"),
        partial(gptq.test_outputs_are_nearer_than_after_rounding, "Q4_K", 32, "activation"),
        partial(gptq.test_groups_with_a_zero_point_as_in_the_paper, 64),
    ),
    "awq": (partial(awq.test_the_search_finds_what_trying_finds, 64),),
    "folds": (
        partial(awq.test_folding_alone_changes_no_logit, "llama"),
        partial(awq.test_folding_alone_changes_no_logit, "qwen2"),
        awq.test_experts_are_not_scaled,
    ),
    "recipes": (
        recipes.test_layers_with_more_bits_of_a_model_of_32,
        recipes.test_a_tied_embedding_is_the_output_head,
    ),
    "tensor_error": (whole.test_errors_are_those_of_the_written_values,),
}
"""By module: what would notice a mistake there."""


def is_seen(part: str) -> bool:
    for check in CHECKS[part]:
        try:
            check()
        except (AssertionError, InputError, ValueError, IndexError, pytest.fail.Exception):
            return True
    return False


@pytest.mark.parametrize("part", list(CHECKS))
def test_the_real_code_is_right(part: str) -> None:
    assert not is_seen(part)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_is_seen(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    with np.errstate(all="ignore"):
        assert is_seen(mutant.module.rpartition(".")[2])
