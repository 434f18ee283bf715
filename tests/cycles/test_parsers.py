"""Recorded outputs of the analysers become the records they should."""

from __future__ import annotations

import pytest

from compiler_core.host.cycles.bottleneck import parse_bottleneck
from compiler_core.host.cycles.machine_code_analyzer import parse_analysis
from compiler_core.host.cycles.osaca_report import parse_report
from tests.cycles.asking import GOLDEN


def test_llvm_mca_json_becomes_the_record() -> None:
    text = (GOLDEN / "axpy_n1.json").read_text()
    analysis = parse_analysis(text, range(7), (), False, None)
    assert analysis.model is not None
    assert analysis.model.cpu == "neoverse-n1"
    assert (analysis.cycles, analysis.iterations, analysis.dispatch_width) == (214, 100, 8)
    assert analysis.throughput_bound == 2
    assert analysis.micro_ops == 12
    assert [instruction.latency for instruction in analysis.instructions] == [6, 6, 4, 2, 1, 1, 1]
    assert [found.micro_ops for found in analysis.instructions] == [2, 2, 1, 4, 1, 1, 1]
    pressure = {use.name: use.pressure for use in analysis.resources}
    assert pressure["N1UnitB"] == 1
    assert (pressure["N1UnitL.0"], pressure["N1UnitL.1"]) == (2, 2)
    assert (pressure["N1UnitV0"], pressure["N1UnitV1"]) == (1.43, 1.57)
    assert pressure["N1UnitD.0"] == 0
    assert [use.group for use in analysis.resources][:4] == [
        "N1UnitB",
        "N1UnitD",
        "N1UnitD",
        "N1UnitL",
    ]


def test_pressure_of_the_instructions_adds_up_to_the_units() -> None:
    text = (GOLDEN / "axpy_n1.json").read_text()
    analysis = parse_analysis(text, range(7), (), False, None)
    for use in analysis.resources:
        total = sum(instruction.pressure.get(use.name, 0) for instruction in analysis.instructions)
        assert total == pytest.approx(use.pressure, abs=0.03)


def test_the_timeline_is_in_rounds() -> None:
    text = (GOLDEN / "axpy_n1.json").read_text()
    timeline = parse_analysis(text, range(7), (), False, None).timeline
    assert len(timeline) == 14
    first, eighth = timeline[0], timeline[7]
    assert (first.iteration, first.instruction, first.issued, first.executed) == (0, 0, 1, 7)
    assert (eighth.iteration, eighth.instruction) == (1, 0)
    assert all(
        entry.dispatched <= entry.issued <= entry.executed < entry.retired for entry in timeline
    )


def test_skipped_instructions_keep_the_numbering_of_the_loop() -> None:
    """Had the loop nine instructions of which two were skipped, the rest keep their places."""
    text = (GOLDEN / "axpy_n1.json").read_text()
    known = (0, 1, 3, 4, 5, 7, 8)
    analysis = parse_analysis(text, known, (2, 6), True, None)
    assert [instruction.index for instruction in analysis.instructions] == list(known)
    assert [entry.instruction for entry in analysis.timeline[:7]] == list(known)


def test_the_bottleneck_text_becomes_the_record() -> None:
    found = parse_bottleneck((GOLDEN / "bottleneck_n1.txt").read_text(), range(10))
    assert (found.waiting, found.for_units, found.for_registers) == (35.53, 27.67, 22.01)
    assert found.for_memory == 0
    assert found.units == ("N1UnitL", "N1UnitV0", "N1UnitV1")
    links = [(link.before, link.after, link.kind, link.through) for link in found.chain]
    assert links == [
        (1, 0, "unit", "N1UnitL"),
        (0, 1, "unit", "N1UnitS"),
        (1, 2, "register", "q1"),
        (2, 3, "register", "q1"),
        (3, 4, "register", "q1"),
        (4, 5, "register", "q1"),
        (5, 6, "register", "q1"),
        (6, 0, "unit", "N1UnitL"),
    ]
    assert [link.carried for link in found.chain] == [True] + 6 * [False] + [True]
    assert found.chain[0].share == 43


def test_no_bottleneck_is_all_zero() -> None:
    found = parse_bottleneck("No resource or data dependency bottlenecks discovered.\n", range(3))
    assert (found.waiting, found.for_units, found.units, found.chain) == (0, 0, (), ())


def test_osaca_s_table_becomes_the_record() -> None:
    """The first line analysed is a label; index 0 stands for it."""
    report = parse_report((GOLDEN / "osaca_v2.txt").read_text(), range(9), ())
    assert report.message == ""
    assert report.throughput == 0.76
    assert report.dependency == 4.0
    assert report.cycles == 4.0
    assert report.chain == (3,)
    assert report.unknown == (2, 6, 8)
    assert report.ports is not None
    assert report.ports["2"] == 0.75
    assert report.ports["16"] == 0.5
    assert "6DV" not in report.ports
    row = report.rows[3]
    assert row.pressure == {"8": 0.25, "9": 0.25, "10": 0.25, "11": 0.25}
    assert row.on_critical_path
    assert row.carried


def test_osaca_without_a_table_says_so() -> None:
    assert parse_report("nothing here\n", range(3), ()).message == "OSACA printed no table."
