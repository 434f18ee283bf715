"""Each of these mistakes, put into bundles or runs, is found by the tests beside this file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from compiler_core.graph.artifact import Artifact, digest_of
from compiler_core.graph.running.build import build_artifact
from compiler_core.graph.running.run import added, kernel_plan, run_artifact
from compiler_core.toolchain.counting import CodeSymbol, Tally
from tests.graph.mutation import Mutant, apply_mutant, read_mutants
from tests.graph.running import test_artifact, test_run
from tests.graph.running.small_bundles import BYTES, bundle, dot_product_bundle

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
          RuntimeError, pytest.fail.Exception)  # fmt: skip
Check = Callable[[Path], None]


def digests_know_names_contents_and_no_order(directory: Path) -> None:
    first, second = {"a": b"1", "b": b"2"}, {"b": b"2", "a": b"1"}
    assert digest_of(first) == digest_of(second)
    others = ({"a": b"1", "c": b"2"}, {"a": b"1", "b": b"3"}, {"a": b"12", "b": b""})
    assert len({digest_of(one) for one in (first, *others)}) == 4


def functions_of_a_kernel_are_found(directory: Path) -> None:
    """Also those that the compiler split off, or that a kernel brought along."""
    from compiler_core.graph.running.run import _kernel_of

    names = ["k1", "k10", "k1_a"]
    owners = [_kernel_of(name, names) for name in ("k1.part.0", "k10", "k1_a_b", "k2", "k1x")]
    assert owners == ["k1", "k10", "k1_a", None, None]
    assert added(Tally(1, 2, 3, 4, 5), Tally(10, 20, 30, 40, 50)) == Tally(11, 22, 33, 44, 55)


def symbols_of_the_plan_are_the_kernels(directory: Path) -> None:
    plan = kernel_plan(bundle(), build_artifact(bundle()).executable)
    assert all(isinstance(one, CodeSymbol) for one in plan.symbols)
    assert {one.name for one in plan.symbols} == {one.function for one in bundle().manifest.kernels}


def a_core_that_lacks_sdot_refuses(directory: Path) -> None:
    result = run_artifact(dot_product_bundle(), BYTES, processor="cortex-a72", counted="nothing")
    assert result.status == "refused by the core"


def other_processors_are_refused(directory: Path) -> None:
    for name in ("max,sve=on", "a b", ""):
        test_run.test_a_processor_is_a_name(name)


def numbers_of_another_width_are_refused(directory: Path) -> None:
    cases = test_run.test_inputs_outside_the_profile.pytestmark[0].args[1]  # type: ignore[attr-defined]
    for inputs, said in cases:
        test_run.test_inputs_outside_the_profile(inputs, said)


def comparisons_hold(directory: Path) -> None:
    test_run.test_comparison_finds_the_worst_element()
    for ours, theirs in ((np.nan, 1.0), (np.inf, -np.inf)):
        test_run.test_what_is_no_number_is_infinitely_wrong(ours, theirs)
    test_run.test_comparison_needs_the_same_shapes_and_names()


def hostile_manifests_are_refused(directory: Path) -> None:
    changes: tuple[dict[str, object], ...] = ({"name": "../model"}, {"form": 99})
    for at, change in enumerate(changes):
        test_artifact.test_a_hostile_manifest_is_refused(change, directory / str(at))


def bundles_are_read_back(directory: Path) -> None:
    test_artifact.test_read_back_as_written(directory)
    for name in ("model.c", "weights.bin"):
        test_artifact.test_a_changed_file_is_noticed(name, directory)


def outputs_of_another_size_fail(directory: Path) -> None:
    test_run.test_outputs_of_another_size_are_a_failure()


def the_manifest_holds_the_plan(directory: Path) -> None:
    from compiler_core.graph.artifact import _buffers
    from compiler_core.graph.records import Buffer, MemoryPlan, PlacedBuffer

    placed = (PlacedBuffer(Buffer("a", 12, 3, 4), 64),)
    (found,) = _buffers(MemoryPlan("m", placed, 76, 12, 12))
    assert (found.offset, found.bytes, found.first, found.last) == (64, 12, 3, 4)


CHECKS: tuple[Check, ...] = (
    digests_know_names_contents_and_no_order, functions_of_a_kernel_are_found,
    the_manifest_holds_the_plan, comparisons_hold, numbers_of_another_width_are_refused,
    other_processors_are_refused, bundles_are_read_back, hostile_manifests_are_refused,
    symbols_of_the_plan_are_the_kernels, a_core_that_lacks_sdot_refuses,
    outputs_of_another_size_fail,
)  # fmt: skip


@cache
def _bundles_made() -> tuple[Artifact, ...]:
    return bundle(), dot_product_bundle()


def failed_checks(directory: Path) -> Iterator[str]:
    for check in CHECKS:
        own = directory / check.__name__
        own.mkdir()
        try:
            check(own)
        except BROKEN:
            yield check.__name__


def test_without_a_mistake_every_check_holds(tmp_path: Path) -> None:
    assert list(failed_checks(tmp_path)) == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_mistakes_are_found(
    mutant: Mutant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _bundles_made()
    apply_mutant(mutant, monkeypatch)
    assert next(failed_checks(tmp_path), None) is not None


def test_there_are_enough() -> None:
    assert len(MUTANTS) >= 15
