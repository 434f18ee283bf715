"""What counting must do, as short checks that the mutants are held against."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler_core.toolchain.counting import CacheGeometry
from tests.counting import (
    test_cache,
    test_counts,
    test_flow,
    test_mapping,
    test_runs,
    test_scalable,
)
from tests.counting.corpus import call_of, corpus, counted

Requirement = Callable[[], None]


def scalar_loops_have_their_closed_forms() -> None:
    for example in ("saxpy", "histogram"):
        test_counts.test_loads_and_stores_are_the_closed_form(call_of(example))


def a_wide_load_is_one_load() -> None:
    totals = counted(corpus("gcc-12", "-O3"), call_of("sum"), 192).totals
    assert (totals.loads, totals.bytes_loaded) == (48, 768)


def the_log_agrees() -> None:
    for example in ("masked_add", "jump_table", "prefix_sum"):
        test_counts.test_every_sum_is_the_total_and_the_log_agrees(
            call_of(example), "gcc-12", "-O2"
        )


def a_random_walk_misses_as_it_must() -> None:
    test_cache.test_misses_of_a_random_walk_are_the_second_models(CacheGeometry(64, 16, 2))


def instructions_are_where_the_notes_say() -> None:
    built = corpus("gcc-12", "-O3")
    with tempfile.TemporaryDirectory() as directory:
        code = test_mapping.disassembled(built.program, built.addresses, Path(directory))
    lines = test_mapping.lines_of(built.outputs)
    spans = [span for span in built.addresses.spans if (span.unit, span.line) in lines]
    found = [(lines[span.unit, span.line].instruction, span) for span in spans]
    assert all(
        instruction is None
        or (
            span.end - span.first == 4
            and test_mapping.agree(instruction.mnemonic, code[span.first])
        )
        for instruction, span in found
    )
    assert len(found) == len(lines) - sum(
        line.instruction is None and key not in {(one.unit, one.line) for one in spans}
        for key, line in lines.items()
    )


def every_sve_form_moves_what_it_says() -> None:
    test_scalable.test_every_kind_of_access_moves_what_its_manual_says(64)
    test_scalable.test_addresses_fall_where_they_must(64)


SCALAR = scalar_loops_have_their_closed_forms
WIDE = a_wide_load_is_one_load
LOG = the_log_agrees
WALK = a_random_walk_misses_as_it_must
PLACES = instructions_are_where_the_notes_say
SVE = every_sve_form_moves_what_it_says
STRADDLE = test_cache.test_an_access_across_two_lines_touches_both
HEAT = test_runs.test_heat_and_shares
COUNTERS = test_runs.test_counters_go_to_the_code_in_order_of_address
DISTINCT = test_runs.test_source_lines_and_loops_know_their_distinct_lines
ANEW = test_runs.test_counting_begins_anew_and_ends
LIBRARY = test_runs.test_library_functions_are_counted_apart
EVERYTHING = test_runs.test_everything_is_what_the_emulator_executed_in_the_window
FALLBACK = test_runs.test_the_emulators_log_gives_the_same_executions
LOOPS = test_flow.test_loops_know_how_often_they_were_entered
BRANCH = test_flow.test_a_loop_with_a_branch_is_settled_whole
CONTRADICTION = test_flow.test_counts_that_contradict_the_graph_settle_nothing


def holds(requirement: Requirement) -> bool:
    """Whether the check passes; one that ends in an error does not."""
    try:
        requirement()
    except (Exception, pytest.fail.Exception):  # noqa: BLE001
        return False
    return True
