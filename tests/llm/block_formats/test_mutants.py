"""Mistakes put into the formats: each has to be seen by bytes, values, pictures or products."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.block_formats.formats import block_format
from tests.graph.mutation import Mutant, apply_mutant, read_mutants
from tests.llm.block_formats import test_integer_products as products
from tests.llm.block_formats import test_k_quants as k_quants
from tests.llm.block_formats import test_layout as layout
from tests.llm.block_formats import test_refusals as refusals
from tests.llm.block_formats.test_against_gguf import (
    test_any_bytes_decode_as_gguf_decodes_them,
    test_bytes_are_those_of_gguf,
)

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")
KINDS = ("even", "all positive", "sizes from group to group", "exactly between two codes")


def checks() -> list[Callable[[], None]]:
    """Tests of this folder that take little time."""
    some: list[Callable[[], None]] = [
        lambda: refusals.test_what_is_not_finite("Q4_0", np.nan, "not a number"),
        lambda: refusals.test_a_scale_that_is_no_half("Q4_0", 1e9),
        products.test_a_half_goes_to_the_even_code,
        products.test_the_scale_is_the_stored_half,
        products.test_blocks_are_added_in_order_in_single_precision,
    ]
    for name in ("Q4_0", "Q8_0"):
        some += [lambda n=name, k=kind: test_bytes_are_those_of_gguf(n, k) for kind in KINDS]
    for name in ("Q4_K", "Q6_K", "Q8_K"):
        some += [
            lambda n=name, k=k: k_quants.test_bytes_are_those_of_llama_cpp(n, k) for k in KINDS
        ]
    for name in products.WEIGHTS:
        some += [
            lambda n=name: test_any_bytes_decode_as_gguf_decodes_them(n),
            lambda n=name: layout.test_pieces_spell_the_numbers_of_the_formula(n),
            lambda n=name: layout.test_codes_put_into_blocks_come_out_again(n),
            lambda n=name: products.test_results_are_the_exact_sums_but_for_rounding(n),
        ]
    return some


def is_seen() -> bool:
    for check in checks():
        try:
            check()
        except (AssertionError, InputError, ValueError, KeyError, pytest.fail.Exception):
            return True
    return False


def test_the_real_code_is_right() -> None:
    assert block_format("Q4_0").size == 18
    assert not is_seen()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_mistake_is_seen(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    assert is_seen()
