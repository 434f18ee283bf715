"""Broken analyses must fail against the labels: each mutant here changes one thing on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from compiler_core.host.loop_analysis import (
    affine,
    flow_graph,
    loop_roles,
    loop_sources,
    loop_values,
    loops,
)
from compiler_core.host.loop_analysis.flow_graph import Graph
from compiler_core.host.register_map import argument_passing
from compiler_core.host.register_map import code as register_code
from compiler_core.host.register_map.argument_passing import ArgumentList
from tests.analysis.reading import labels, recorded
from tests.analysis.test_labelled_loops import CASES as LOOP_CASES
from tests.analysis.test_labelled_loops import found_loops
from tests.analysis.test_labelled_registers import CASES as REGISTER_CASES
from tests.analysis.test_labelled_registers import wrong_arguments

Patch = pytest.MonkeyPatch


def wrong_loops() -> list[tuple[str, str]]:
    """Labelled functions whose loops are not those of the labels, or whose analysis fails."""
    return [case for case in LOOP_CASES if not _loops_are_right(*case)]


def _loops_are_right(recording: str, function: str) -> bool:
    try:
        return found_loops(recording, function) == labels("loops.yaml")[recording][function]
    except (IndexError, KeyError, ValueError):
        return False


def everything_dominates(patch: Patch) -> None:
    patch.setattr(flow_graph.DominatorTree, "dominates", lambda tree, above, below: True)


def only_the_entry_dominates(patch: Patch) -> None:
    patch.setattr(
        flow_graph,
        "immediate_dominators",
        lambda graph: dict.fromkeys(range(len(graph.successors)), flow_graph.ENTRY),
    )


def dominators_of_the_first_pass(patch: Patch) -> None:
    """Takes the first predecessor for the closest dominator and never looks at the others."""

    def wrong(graph: Graph) -> dict[int, int]:
        return {
            block: min(graph.predecessors[block], default=flow_graph.ENTRY)
            for block in range(len(graph.successors))
        }

    patch.setattr(flow_graph, "immediate_dominators", wrong)


def no_back_edges(patch: Patch) -> None:
    patch.setattr(flow_graph, "back_edges", lambda graph, dominators: ())


def forward_edges_are_back_edges(patch: Patch) -> None:
    def wrong(graph: Graph, dominators: dict[int, int]) -> tuple[tuple[int, int], ...]:
        tree = flow_graph.DominatorTree(dominators)
        return tuple(
            (block, successor)
            for block, following in enumerate(graph.successors)
            for successor in following
            if tree.dominates(block, successor)
        )

    patch.setattr(flow_graph, "back_edges", wrong)


def body_without_inner_blocks(patch: Patch) -> None:
    patch.setattr(
        flow_graph,
        "_natural_body",
        lambda graph, header, latches: frozenset((header, *latches)),
    )


def irreducible_loops_are_lost(patch: Patch) -> None:
    patch.setattr(flow_graph, "_irreducible_regions", lambda graph, closing, natural: [])


def step_of_loads_only(patch: Patch) -> None:
    def wrong(values: loop_values.LoopValues, stored: frozenset[int]) -> int | None:
        steps = [values.advance(found) for found in values.accesses if found.position not in stored]
        return next((abs(step) for step in steps if step), None)

    patch.setattr(loops, "step_bytes", wrong)


def step_is_signed(patch: Patch) -> None:
    def wrong(values: loop_values.LoopValues, stored: frozenset[int]) -> int | None:
        steps = [values.advance(access) for access in values.accesses]
        return next((step for step in steps if step), None)

    patch.setattr(loops, "step_bytes", wrong)


def post_index_is_forgotten(patch: Patch) -> None:
    patch.setattr(affine, "_write_back", lambda values, position, memory: None)


def scaled_indexes_count_once(patch: Patch) -> None:
    patch.setattr(affine, "_factor", lambda modifier: 1)


def stack_slots_are_not_followed(patch: Patch) -> None:
    patch.setattr(affine, "slot_of", lambda memory: "")


def scalars_rank_first(patch: Patch) -> None:
    patch.setattr(loop_roles, "_rank", lambda loop: (not loop.is_vector, False, 0, 0))


def ways_around_are_not_seen(patch: Patch) -> None:
    original = loop_roles._Ways._reached

    def wrong(self: loop_roles._Ways, starts: object, avoided: frozenset[int]) -> set[int]:
        return set() if avoided else original(self, starts, avoided)  # type: ignore[arg-type]

    patch.setattr(loop_roles._Ways, "_reached", wrong)


def statements_by_extent_only(patch: Patch) -> None:
    patch.setattr(loop_sources, "_fit", lambda statement, *_: -statement.depth)


LOOP_MUTANTS = (
    everything_dominates,
    only_the_entry_dominates,
    dominators_of_the_first_pass,
    no_back_edges,
    forward_edges_are_back_edges,
    body_without_inner_blocks,
    irreducible_loops_are_lost,
    step_of_loads_only,
    step_is_signed,
    post_index_is_forgotten,
    scaled_indexes_count_once,
    stack_slots_are_not_followed,
    scalars_rank_first,
    ways_around_are_not_seen,
    statements_by_extent_only,
)


@pytest.mark.parametrize("mutate", LOOP_MUTANTS, ids=lambda mutate: mutate.__name__)
def test_labelled_loops_notice(mutate: Callable[[Patch], None], monkeypatch: Patch) -> None:
    assert wrong_loops() == []
    mutate(monkeypatch)
    assert wrong_loops() != []


def one_counter_for_both_banks(patch: Patch) -> None:
    original = argument_passing.arguments_of

    def wrong(signature: object) -> ArgumentList:
        listed = original(signature)  # type: ignore[arg-type]
        moved = (
            replace(argument, register=f"{argument.register[0]}{argument.number - 1}")
            for argument in listed.arguments
        )
        return replace(listed, arguments=tuple(moved))

    patch.setattr(register_code, "arguments_of", wrong)


def floats_go_with_the_integers(patch: Patch) -> None:
    patch.setattr(
        argument_passing,
        "_in_vectors",
        lambda passed, places, count: argument_passing._in_generals(passed, places),
    )


def counting_begins_at_one(patch: Patch) -> None:
    shifted = argument_passing.ARGUMENT_GENERAL[1:]
    patch.setattr(argument_passing, "ARGUMENT_GENERAL", shifted)


def arguments_in_reverse(patch: Patch) -> None:
    patch.setattr(
        argument_passing,
        "ARGUMENT_GENERAL",
        tuple(reversed(argument_passing.ARGUMENT_GENERAL)),
    )


def calls_change_nothing(patch: Patch) -> None:
    """Without the clobbers of calls an argument seems to live on in x0 after a call."""
    patch.setattr(register_code, "CALLER_SAVED", frozenset())


ARGUMENT_MUTANTS = (
    one_counter_for_both_banks,
    floats_go_with_the_integers,
    counting_begins_at_one,
    arguments_in_reverse,
)


@pytest.mark.parametrize("mutate", ARGUMENT_MUTANTS, ids=lambda mutate: mutate.__name__)
def test_labelled_arguments_notice(mutate: Callable[[Patch], None], monkeypatch: Patch) -> None:
    cases = [case for case in REGISTER_CASES if case[0].startswith("calls")]
    assert not any(wrong_arguments(*case) for case in cases)
    mutate(monkeypatch)
    assert any(wrong_arguments(*case) for case in cases)


def test_live_ranges_notice_calls_that_change_nothing(monkeypatch: Patch) -> None:
    code = recorded("calls.clang-19.O2")["keep"]
    before = code.registers()
    calls_change_nothing(monkeypatch)
    assert code.registers() != before


def test_there_are_enough_mutants() -> None:
    assert len(LOOP_MUTANTS) + len(ARGUMENT_MUTANTS) >= 8
