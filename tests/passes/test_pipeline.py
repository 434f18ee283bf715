"""LLVM's printed pipeline as a tree, and which part of it each step of a timeline is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.passes.llvm_dumps import PassRun, pass_runs
from compiler_core.host.passes.pipeline import (
    PipelinePart,
    UnreadablePipeline,
    groups_of,
    parse_pipeline,
    part_at,
    without,
    written,
)
from compiler_core.host.passes.pipeline_places import places_of
from compiler_core.host.passes.timeline import dump_flags
from compiler_core.source import source_file
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.dumps import compile_with_dumps
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.optimiser import printed_pipeline
from compiler_core.toolchain.outcome import CompileJob

NAMES = st.from_regex(r"[a-z][a-z-]{0,6}(<[a-z;=0-9,()-]{0,5}>)?", fullmatch=True)
PIPELINES = st.lists(
    st.recursive(
        NAMES.map(PipelinePart),
        lambda inner: st.builds(
            PipelinePart, NAMES, st.lists(inner, min_size=1, max_size=4).map(tuple)
        ),
        max_leaves=12,
    ),
    min_size=1,
    max_size=6,
).map(tuple)


@given(PIPELINES)
def test_a_pipeline_reads_as_it_is_written(parts: tuple[PipelinePart, ...]) -> None:
    assert parse_pipeline(written(parts)) == parts


@given(PIPELINES)
def test_without_one_pass_the_others_stay_in_order(parts: tuple[PipelinePart, ...]) -> None:
    paths = [path for group in groups_of(parts) for path in group.paths]
    names = [part_at(parts, path).name for path in paths]
    for place, path in enumerate(paths):
        less = without(parts, path)
        left = [part_at(less, one).name for group in groups_of(less) for one in group.paths]
        assert left == names[:place] + names[place + 1 :]
        # An option in angle brackets may hold any text.
        assert "()" not in re.sub(r"<[^>]*>", "", written(less))


@pytest.mark.parametrize("text", ["a(b", "a)b", "a<b", "function(sroa))"])
def test_what_is_no_pipeline_is_refused(text: str) -> None:
    with pytest.raises(UnreadablePipeline):
        parse_pipeline(text)


def run(step: int, name: str, unit: str = "f", manager: bool = False) -> PassRun:
    return PassRun(step, name, unit, unit.startswith("loop"), manager)


def test_a_loop_that_vanishes_does_not_shift_the_next() -> None:
    """The first loop is gone after `indvars`: it has no `loop-deletion`."""
    parts = parse_pipeline("function(sroa,loop(indvars,loop-deletion),gvn<>)")
    one, two = "loop %a in function f", "loop %b in function f"
    runs = [
        run(0, "SROAPass"), run(1, "LoopSimplifyPass"),
        run(2, "IndVarSimplifyPass", one),
        run(3, "IndVarSimplifyPass", two), run(4, "LoopDeletionPass", two),
        run(-1, "FunctionToLoopPassAdaptor", manager=True), run(5, "GVNPass"),
    ]  # fmt: skip
    assert {step: part_at(parts, path).name for step, path in places_of(runs, parts).items()} == {
        0: "sroa", 2: "indvars", 3: "indvars", 4: "loop-deletion", 5: "gvn<>",
    }  # fmt: skip


def test_runs_that_do_not_fit_the_pipeline_have_no_places() -> None:
    parts = parse_pipeline("function(sroa,gvn,sroa)")
    fitting = [run(0, "SROAPass"), run(1, "GVNPass"), run(2, "SROAPass")]
    assert len(places_of(fitting, parts)) == 3
    assert places_of(fitting[:2], parts) == {}
    assert places_of([run(0, "SROAPass"), run(1, "SROAPass"), run(2, "GVNPass")], parts) == {}


NESTED = """
static int one(int x) { return x * 3; }
float f(const float *a, int n, int *q) {
  float s = 0;
  for (int i = 0; i < 4; i++) s += a[i];
  for (int j = 0; j < n; j++) for (int i = 0; i < 3; i++) q[j] += one(q[j] + i);
  while (n > 0) n--;
  return s + n;
}
int g(int n, const int *q) { int t = 0; for (int i = 0; i < n; i++) t += q[i]; return t; }
"""
KNOWN = {
    "SROAPass": "sroa", "LoopVectorizePass": "loop-vectorize", "GVNPass": "gvn",
    "InstCombinePass": "instcombine", "LICMPass": "licm", "InlinerPass": "inline",
    "LoopFullUnrollPass": "loop-unroll-full", "SimplifyCFGPass": "simplifycfg",
    "EarlyCSEPass": "early-cse", "LoopRotatePass": "loop-rotate",
    "TailCallElimPass": "tailcallelim",
}  # fmt: skip


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("function", ["f", "g"])
@pytest.mark.parametrize("flags", ["-O1", "-Os", "-O2", "-O3 -ffast-math -march=armv8-a+sve"])
def test_each_pass_of_a_compile_is_found_in_its_pipeline(function: str, flags: str) -> None:
    compiler = find_compiler("clang-19")
    job = CompileJob(source_file(NESTED), compiler, parse_flags(flags, compiler))
    messages = compile_with_dumps(job, dump_flags(compiler, function)).messages
    parts, runs = parse_pipeline(printed_pipeline(job)), pass_runs(messages, function)
    places = places_of(runs, parts)
    named = [run for run in runs if run.pass_name in KNOWN]
    assert len(named) > 20
    for one in named:
        assert part_at(parts, places[one.step]).plain_name == KNOWN[one.pass_name]
    # In order, save that each loop begins the loop's passes anew.
    whole = [places[one.step] for one in runs if one.step in places and not one.on_loop]
    assert whole == sorted(whole)
