"""A pass left out of LLVM's pipeline: its price in the end, and what later passes then do."""

from __future__ import annotations

import re

import pytest

from command_line.main import run_arguments
from compiler_core.host.counting.record import Totals
from compiler_core.host.ledger.ledger import pass_ledger
from compiler_core.host.ledger.record import SkippedPass
from compiler_core.host.ledger.skip_sentences import skip_sentences
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


@pytest.mark.parametrize("saved", [-300, -1, 0, 1, 300])
@pytest.mark.parametrize("without", [1, 700, 999, 1001, 1300])
def test_what_is_said_of_its_place_and_of_later_passes_adds_up(saved: int, without: int) -> None:
    """Whatever the signs: a pass may cost at its place, and later passes may do better without."""
    skipped = SkippedPass(
        compiler="clang-19",
        compiler_title="Clang",
        flags=(),
        function="f",
        n=1,
        step=3,
        pass_name="SROAPass",
        title="",
        unit="f",
        option="sroa",
        saved=saved,
        whole=counted(1000),
        pipeline=counted(1000),
        without=counted(without),
        same_bits=True,
        later=(),
        sentences=(),
    )
    said = " ".join(skip_sentences(skipped))
    place = re.search(r"At its place it (saved|cost) (nothing|\d+)\.", said)
    later = re.search(r"Later passes save ([\d,]+) more (with|without) it", said)
    if saved == without - 1000:
        assert place is later is None
        return
    assert place is not None
    assert later is not None
    at_place = 0 if place[2] == "nothing" else int(place[2]) * (1 if place[1] == "saved" else -1)
    behind = int(later[1].replace(",", "")) * (1 if later[2] == "with" else -1)
    assert at_place == saved
    assert at_place + behind == without - 1000


def counted(instructions: int) -> Totals:
    return Totals(
        instructions=instructions,
        loads=5,
        stores=3,
        bytes_loaded=20,
        bytes_stored=12,
        cache_lines=1,
        misses=1,
        unseen=0,
    )


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


def test_a_call_that_is_not_made_without_it_is_told() -> None:
    copy = (
        source_file(
            "void f(int *restrict y, const int *restrict x, int n) "
            "{ for (int i = 0; i < n; i++) y[i] = x[i]; }"
        ),
    )
    bars = pass_ledger(copy, "clang-19", "-O3", SIZE).bars
    step = next(bar.step for bar in bars if bar.pass_name == "LoopIdiomRecognizePass" and bar.saved)
    assert step is not None
    skipped = skipped_pass(copy, "clang-19", "-O3", step, SIZE)
    assert skipped.without_library == 0 < skipped.pipeline_library
    assert f"nothing without the pass and {skipped.pipeline_library:,}" in skipped.sentences[1]
    assert skipped.pipeline is not None
    both = skipped.pipeline.instructions + skipped.pipeline_library
    assert f"and {both:,} with the function's own" in skipped.sentences[1]


def test_what_cannot_be_left_out_says_why() -> None:
    assert skipped_pass(SOURCES, "clang-19", "-O3", 0, SIZE).message == NO_PLACE
    assert "no step 9999" in skipped_pass(SOURCES, "clang-19", "-O3", 9999, SIZE).message
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
