"""Mistakes made on purpose in the cache: one of the checks of this folder has to fail for each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from tests.graph.mutation import Mutant, apply_mutant, read_mutants
from tests.llm.cache import test_block_table as tables
from tests.llm.cache import test_paged_decode as decoding
from tests.llm.cache import test_simulation as serving
from tests.llm.cache import test_sizes as sizes

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")
BROKEN = (AssertionError, InputError, LookupError, ValueError, RuntimeError, ArithmeticError,
          pytest.fail.Exception)  # fmt: skip
CHECKS: tuple[Callable[[], None], ...] = (
    *(lambda name=name: sizes.test_published_models(name) for name in sizes.PUBLISHED),
    sizes.test_a_window_longer_than_the_text_saves_nothing,
    sizes.test_values_of_another_size_than_keys,
    lambda: tables.test_positions_outside_a_sequence_have_no_address(3),
    tables.test_a_shared_block_is_copied_by_who_writes_first,
    tables.test_a_full_shared_block_is_never_copied,
    tables.test_the_copy_counts_when_memory_is_short,
    lambda: decoding.test_paged_is_contiguous("llama", 3, "F32"),
    decoding.test_forks_go_their_own_ways,
    serving.test_holes_that_are_enough_together_but_not_alone,
    serving.test_the_first_hole_that_fits_exactly,
    serving.test_the_same_beginning_is_kept_once,
    serving.test_a_shared_half_block_is_copied_once,
    serving.test_who_came_last_gives_way_when_blocks_run_out,
    serving.test_first_come_first_served,
    serving.test_a_request_of_one_token_takes_one_step,
    serving.test_a_full_cache_refuses_and_forgets,
)


def fails(check: Callable[[], None]) -> bool:
    try:
        check()
    except BROKEN:
        return True
    return False


def test_the_real_code_passes() -> None:
    for check in CHECKS:
        check()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_is_seen(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    assert any(fails(check) for check in CHECKS)
