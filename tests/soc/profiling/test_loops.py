"""A C loop in the profiling exercise: really compiled, run and counted; judged by hand figures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.host.running.experiment import Experiment
from compiler_core.soc.description import Figure, SocDescription
from compiler_core.soc.profiling.loops import binding, choices, comparing, cores
from compiler_core.soc.profiling.loops.measured import MeasuredLoop, measured_loop
from compiler_core.soc.profiling.loops.program import LoopChange, LoopProgram, changes_of, written
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.loop_points import loop_work
from compiler_core.soc.rooflines.loop_time import loop_time
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("emulator")

DOT = """float dot(const float *x, const float *y, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
"""
SCALE = """void scale(float *y, const float *x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
"""
UNIT = "cpu"


def loop(text: str, flags: str = "-O2", changes: str = "") -> MeasuredLoop:
    made = LoopProgram(source_file(text), "gcc", flags, Experiment(n=1024))
    return measured_loop(made.with_changes(changes_of(changes)) if changes else made)


def chip(clock: float = 2.0, bits: float = 64) -> SocDescription:
    """The generic SoC with another clock of its CPU and another width of its memory."""
    soc = soc_named("generic")
    units = tuple(
        replace(unit, clock_ghz=Figure(clock, "design")) if unit.name == UNIT else unit
        for unit in soc.units
    )
    memories = tuple(
        replace(memory, bus_width_bits=Figure(bits, "design")) if memory.kind == "dram" else memory
        for memory in soc.memories
    )
    return replace(soc, units=units, memories=memories)


def seconds(found: binding.JudgedLoop, bound: str) -> float:
    return next(time.seconds or 0.0 for time in found.times if time.bound == bound)


def test_classes_lines_and_loops_add_up() -> None:
    found = loop(SCALE)
    assert sum(one.instructions for one in found.classes) == found.instructions
    assert sum(one.share for one in found.classes) == pytest.approx(1)
    kinds = {one.kind: one.instructions for one in found.classes}
    assert kinds["load"] == found.counts.loads
    assert kinds["store"] == found.counts.stores
    assert choices.hot_loop(found) is not None


def test_a_sum_in_order_is_bound_by_its_chain() -> None:
    found = loop(DOT)
    judged = binding.judged_loop(chip(), UNIT, found)
    assert judged.bound == "chain"
    # LLVM's Neoverse N1 takes 4 cycles from fmadd to fmadd, 1,024 times at 2 GHz.
    assert judged.seconds == pytest.approx(1024 * 4 / 2e9, rel=0.01)
    assert seconds(judged, "issue") == pytest.approx(found.instructions / (4 * 2e9))
    # 1,024 products go through two pipelines, beside moving the first and the last sum.
    assert seconds(judged, "lanes") == pytest.approx(1024 / 2 / 2e9, rel=0.02)
    assert binding.loop_verdict(judged, "chain").right
    assert not binding.loop_verdict(judged, "issue").right


def test_what_binds_follows_the_chip() -> None:
    found = loop(SCALE)
    assert binding.judged_loop(chip(), UNIT, found).bound == "issue"
    narrow = binding.judged_loop(chip(bits=2), UNIT, found)
    assert narrow.bound == "memory"
    assert "LPDDR" in narrow.reason
    assert 0 < (narrow.speed.bandwidth or 0) < 2 / 8 * 4266e6
    assert seconds(narrow, "memory") == narrow.memory_bytes / (narrow.speed.bandwidth or 1)


def test_only_a_cache_of_the_cpu_keeps_lines() -> None:
    assert binding.loop_core(soc_named("jetson-agx-orin"), UNIT).cache is None
    assert "L3" in (binding.loop_core(soc_named("raspberry-pi-5"), UNIT).cache or "")


def test_a_sum_in_another_order_is_fewer_instructions_and_other_bits() -> None:
    before, after = loop(DOT), loop(DOT, changes="omp_simd_reduction@3")
    assert "reduction(+ : sum)" in after.written.difference
    found = comparing.loops_compared(before, after)
    assert found.happened == "fewer"
    assert not found.output.same
    assert "ULP" in found.output.words
    assert comparing.foretold(found, "fewer").right
    assert not comparing.foretold(found, "more").right
    same = comparing.loops_compared(before, before)
    assert (same.happened, same.output.same) == ("same", True)


def test_the_compilers_verdict_comes_first_and_is_not_suggested_twice() -> None:
    found = loop(DOT)
    judged = binding.judged_loop(chip(), UNIT, found)
    offered = choices.loop_alternatives(found, judged.speed, judged.bound, (found.program,))
    first = choices.suggested_change(offered)
    assert first is not None
    assert first.basis == "verdict"
    assert first.program.changes[-1].suggestion in choices._SHORTENS_CHAINS
    again = choices.loop_alternatives(found, judged.speed, judged.bound, (first.program,))
    assert choices.suggested_change(again) not in (None, first)
    sve = next(one for one in offered if one.program.text == "sve")
    assert not sve.runs_here


def test_each_core_of_a_description_is_known_or_said_to_be_assumed() -> None:
    generic = soc_named("generic").unit(UNIT)
    assert cores.core_of(generic).assumed
    assert not any(core.assumed for core in cores.CORES)
    assert cores.core_of(soc_named("rk3576").unit("big")).model == "cortex-a72"


def test_a_core_of_which_little_is_described_is_judged_by_the_rest() -> None:
    judged = binding.judged_loop(soc_named("imx8m-plus"), UNIT, loop(DOT))
    assert seconds(judged, "issue") == 0
    assert judged.bound == "chain"


def test_both_views_have_the_same_times() -> None:
    found, soc = loop(SCALE, "-O3"), soc_named("raspberry-pi-5")
    judged, work = binding.judged_loop(soc, UNIT, found), loop_work(found.counts)
    speed = judged.speed.speed
    assert speed is not None
    roof = loop_time(work, speed, judged.speed.width or 0)
    own = max(seconds(judged, one) for one in ("issue", "lanes", "memory"))
    assert own == pytest.approx(roof.busy_seconds)


@pytest.mark.parametrize(
    "text",
    ["", "nothing", "restrict", "optimize_o3@3", "restrict@0x3", "+", "optimize_o3+",
     "+".join(["optimize_o3"] * 9), "a" * 5000],
    ids=["empty", "unknown", "no-line", "a-line-too-many", "no-number", "plus", "half", "many",
         "long"],
)  # fmt: skip
def test_what_is_no_change_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        changes_of(text)


def test_a_change_that_does_not_apply_is_refused() -> None:
    program = LoopProgram(source_file(DOT), "gcc", "-O2", Experiment())
    for name in ("interchange", "clang_vectorize"):
        with pytest.raises(InputError, match="does not apply"):
            written(program.changed(LoopChange(name, 3)))
    with pytest.raises(InputError, match="No loop starts on line 99"):
        written(program.changed(LoopChange("restrict", 99)))


def test_a_loop_that_does_not_compile_or_run_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="nothing to measure"):
        loop("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = b; }")


def test_a_chip_without_a_cpu_is_refused() -> None:
    with pytest.raises(InputError, match="CPU"):
        binding.core_units(soc_named("h100"))


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 64 << 20))
def test_a_modelled_cache_is_never_larger_and_hardly_smaller(size: int) -> None:
    found = binding.cache_of(size).total_bytes
    assert found <= max(size, 64)
    assert found * 1.2 >= min(size, 32 * 64 * 65536) - 64 * 64


@pytest.mark.parametrize("bound", ["issue", "memory"])
def test_a_time_grows_with_what_it_counts(bound: str) -> None:
    small = LoopProgram(source_file(SCALE), "gcc", "-O2", Experiment(n=512))
    large = replace(small, experiment=Experiment(n=4096))
    times = [
        seconds(binding.judged_loop(chip(), UNIT, measured_loop(one)), bound)
        for one in (small, large)
    ]
    assert times[1] / times[0] == pytest.approx(8, rel=0.05)
