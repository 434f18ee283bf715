"""A pass that the program needs to be right has no price; one that moves a rounding has."""

from __future__ import annotations

import struct

import pytest

from app.loop.views.ledger import ledger_view
from compiler_core.host.ledger.ledger import pass_ledger
from compiler_core.host.ledger.other_results import OTHER_RESULTS, are_other_results
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.outputs import OutputArray, Outputs
from compiler_core.source import source_file

TOTAL = """
#include <vector>
int total(const std::vector<int> &v) { int s = 0; for (int x : v) s += x; return s; }
"""
DOT = """
float dot(const float *a, const float *b, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}
"""


def floats(*values: float) -> Outputs:
    return Outputs((OutputArray("y", "f", 4, struct.pack(f"<{len(values)}f", *values)),))


def whole_numbers(*values: int) -> Outputs:
    return Outputs((OutputArray("y", "i", 4, struct.pack(f"<{len(values)}i", *values)),))


@pytest.mark.parametrize(
    ("found", "right", "others"),
    [
        (floats(1.0, 1e-7), floats(1.000001, 0.0), False),
        (floats(1.0, 0.0), floats(1.0, 0.1), True),
        (floats(float("nan")), floats(float("nan")), False),
        (floats(float("nan")), floats(1.0), True),
        (floats(float("-inf")), floats(float("inf")), True),
        (whole_numbers(7), whole_numbers(7), False),
        (whole_numbers(7), whole_numbers(8), True),
        (whole_numbers(7), floats(7.0), True),
    ],
)
def test_rounding_is_told_from_other_results(found: Outputs, right: Outputs, others: bool) -> None:
    assert are_other_results(found, right) is others


@pytest.mark.usefixtures("emulator")
def test_a_pass_without_which_the_result_is_another_has_no_price() -> None:
    ledger = pass_ledger((source_file(TOTAL, "c++"),), "gcc-12", "-O3", Experiment(n=200))
    unpriced = {bar.pass_name: bar.message for bar in ledger.bars if bar.saved is None}
    assert unpriced == {"eh": OTHER_RESULTS}
    assert ledger.before is not None
    assert ledger.whole is not None
    assert ledger.before.instructions > ledger.whole.instructions
    assert not any("eh" in sentence.split() for sentence in ledger.sentences)
    assert f"Without a bar: eh. {OTHER_RESULTS}" in ledger_view(ledger, leads=True).others


@pytest.mark.usefixtures("emulator")
def test_a_pass_that_moves_a_rounding_keeps_its_price() -> None:
    ledger = pass_ledger((source_file(DOT),), "gcc-12", "-O3", Experiment(n=1024))
    (vect,) = [bar for bar in ledger.bars if bar.pass_name == "vect"]
    assert vect.same_bits is False
    assert vect.saved is not None
    assert vect.saved > 0
