"""The lessons' statements about operations for each byte fall when the intensity is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler_core.claims.check import check_claim
from compiler_core.claims.claim import ClaimResult
from compiler_core.claims.metrics import METRICS, MetricKind
from compiler_core.claims.reading import LESSONS_FOLDER, claims_at
from compiler_core.host.running.record import Counts
from compiler_core.soc.rooflines.loop_points import loop_work
from compiler_core.toolchain.discovery import find_compiler

CLAIMS = [
    one
    for one in claims_at(LESSONS_FOLDER / "roofline")
    if one.id
    in ("axpy-has-little-intensity", "vectorising-keeps-the-intensity", "o0-lowers-the-intensity")
]


def loaded(counts: Counts) -> float:
    return sum(line.bytes_loaded for line in counts.per_line)


WRONG: dict[str, Callable[[Counts], float]] = {
    "bytes for each operation": lambda found: found.bytes / loop_work(found).operations,
    "for each byte loaded": lambda found: loop_work(found).operations / loaded(found),
    "for each byte of fetched lines": lambda found: (
        loop_work(found).operations / loop_work(found).line_bytes
    ),
    "for each load and store": lambda found: (
        loop_work(found).operations / (found.loads + found.stores)
    ),
    "instructions for each byte": lambda found: found.instructions / found.bytes,
}


def results() -> list[ClaimResult]:
    compiler = find_compiler("gcc")
    return [check_claim(claim, compiler) for claim in CLAIMS]


def test_they_hold_as_it_is() -> None:
    assert [result.holds for result in results()] == [True, True, True]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_intensity_is_found(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setitem(METRICS, "operations_per_byte", MetricKind(wrong, WRONG[wrong]))
    assert False in [result.holds for result in results()]
