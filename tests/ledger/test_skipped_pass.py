"""A pass left out of LLVM's pipeline: its price in the end, and what later passes then do."""

from __future__ import annotations

import pytest

from command_line.main import run_arguments
from compiler_core.host.ledger.ledger import pass_ledger
from compiler_core.host.ledger.record import SkippedPass
from compiler_core.host.ledger.skipped_pass import NO_PLACE, NOT_LLVM, skipped_pass
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.source import source_file
from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("emulator")

SAXPY = ROOT / "content/examples/saxpy.c"
SOURCES = (source_file(SAXPY.read_text(encoding="utf-8")),)
SIZE = Experiment(n=200)


def without(name: str) -> SkippedPass:
    """The pass of this name that saved most."""
    bars = pass_ledger(SOURCES, "clang-19", "-O3", SIZE).bars
    bar = max((one for one in bars if one.pass_name == name), key=lambda one: one.saved or 0)
    assert bar.step is not None
    return skipped_pass(SOURCES, "clang-19", "-O3", bar.step, SIZE)


@pytest.mark.parametrize("name", ["LoopVectorizePass", "SROAPass", "IndVarSimplifyPass"])
def test_what_is_lost_is_what_it_saved_and_what_later_passes_save_otherwise(name: str) -> None:
    skipped = without(name)
    assert skipped.pipeline is not None
    assert skipped.without is not None
    assert skipped.pipeline == skipped.whole
    lost = skipped.without.instructions - skipped.pipeline.instructions
    assert lost == (skipped.saved or 0) + sum(
        row.saved - row.saved_without for row in skipped.later
    )
    assert skipped.same_bits


def test_without_the_vectoriser_the_loop_is_the_scalar_one() -> None:
    skipped = without("LoopVectorizePass")
    scalar = count_source(SOURCES, "clang-19", "-O3 -fno-vectorize", SIZE)
    assert skipped.without is not None
    assert skipped.without.instructions == scalar.instructions
    assert skipped.option.startswith("loop-vectorize<")


def test_what_a_later_pass_does_as_well_costs_nothing() -> None:
    """Promoting memory to values is done again, by another pass."""
    skipped = without("SROAPass")
    assert skipped.without == skipped.whole
    replaced = {row.pass_name: row for row in skipped.later}
    assert replaced["PromotePass"].saved == 0 < replaced["PromotePass"].saved_without


def test_what_cannot_be_left_out_says_why() -> None:
    assert skipped_pass(SOURCES, "clang-19", "-O3", 9999, SIZE).message == NO_PLACE
    assert skipped_pass(SOURCES, "gcc-12", "-O3", 9, SIZE).message == NOT_LLVM
    broken = (source_file("int f(int n) { return n +; }"),)
    assert "rejects" in skipped_pass(broken, "clang-19", "-O3", 9, SIZE).message


def test_the_command_says_what_the_record_says(capsys: pytest.CaptureFixture[str]) -> None:
    skipped = without("LoopVectorizePass")
    arguments = ["ledger", str(SAXPY), "--compiler", "clang-19", "--n", "200"]
    assert run_arguments([*arguments, "--without", str(skipped.step)]) == 0
    printed = capsys.readouterr().out
    assert all(sentence in printed for sentence in skipped.sentences)
    assert run_arguments([*arguments, "--without", "9999"]) == 1
