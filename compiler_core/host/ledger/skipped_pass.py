"""LLVM's pipeline less one pass: what the later ones then do, and what is lost in the end.

LLVM prints the pipeline that Clang would run. Its tool `opt` runs that pipeline, whole and less one
part, over the code that no pass had changed; the code after each pass is run, as in the ledger. The
two runs of `opt` are compared with each other and not with Clang's: `opt` decides some things by
other limits, on inlining for instance, and whether that shows is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.host.ledger.case import Case, case_of
from compiler_core.host.ledger.record import LedgerBar, ReplacedWork, SkippedPass
from compiler_core.host.ledger.skip_sentences import skip_sentences
from compiler_core.host.ledger.stopped_compiles import (
    finishing,
    first_is_start,
    stopped_bars,
    stopped_title,
)
from compiler_core.host.ledger.trial_runs import CountedTrial, TrialRuns
from compiler_core.host.passes.llvm_dumps import ModuleText, PassRun, module_texts, pass_runs
from compiler_core.host.passes.pipeline import (
    Path,
    PipelinePart,
    UnreadablePipeline,
    groups_of,
    parse_pipeline,
    part_at,
    without,
    written,
)
from compiler_core.host.passes.pipeline_places import places_of
from compiler_core.host.passes.timeline import llvm_dump_options
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.record import Counts
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.optimiser import printed_pipeline, run_passes

SKIPS_KEPT = 64
WHOLES_KEPT = 16
NOT_LLVM = "Only Clang prints its pipeline; GCC's bars are the whole without one pass already."
NO_PIPELINE = "This Clang prints no pipeline that can be read, so no pass can be left out of it."
NO_PLACE = (
    "Which part of the printed pipeline this pass is cannot be told: code generation, or what the "
    "pipeline runs by itself before passes on loops, cannot be left out."
)
NO_STEP = "There is no step {step}: the passes over this function are steps 0 to {last}."
_END = "after all passes"

_Key = tuple[int, str]
"""A pass of the whole pipeline by its number there; or what runs by itself after it, by name."""


@dataclass(frozen=True, slots=True)
class _Pipeline:
    """parts: as printed. passes: the path of each pass, in order."""

    parts: tuple[PipelinePart, ...]
    passes: tuple[Path, ...]

    @classmethod
    def of(cls, parts: tuple[PipelinePart, ...]) -> _Pipeline:
        return cls(parts, tuple(path for group in groups_of(parts) for path in group.paths))


@dataclass(frozen=True, slots=True)
class _Priced:
    """What one run of `opt` comes to. end: of its last code. saved: by each pass that changed the
    function, code generation under the last key.
    """

    end: CountedTrial
    saved: dict[_Key, int]
    names: dict[_Key, str]
    problem: str = ""


_kept: Kept[SkippedPass] = Kept(SKIPS_KEPT)
_wholes: Kept[_Priced] = Kept(WHOLES_KEPT)


def skipped_pass(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    step: int,
    experiment: Experiment | None = None,
) -> SkippedPass:
    """The pipeline less the pass of one step of the timeline.

    Raises as `pass_ledger`, and ToolMissing without `opt` for this Clang. A step that cannot be
    left out is a record whose message says why.
    """
    setup = experiment or Experiment()
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (tuple(sources), compiler.build_id, flags, step, setup)
    skip, _ = _kept.get_or_compute(
        key,
        lambda: _skipped(sources, compiler_name, " ".join(flags), step, setup),
        lambda skipped: skipped.without is not None,
    )
    return skip


def _skipped(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    step: int,
    experiment: Experiment,
) -> SkippedPass:
    counts = count_source(sources, compiler_name, flags_text, experiment)
    empty = _without_counts(counts, step)
    if not counts.ok:
        return replace(empty, message=counts.message)
    if not counts.compiler.startswith("clang"):
        return replace(empty, message=NOT_LLVM)
    case = case_of(counts, sources, compiler_name, flags_text, experiment)
    run = case.dumped()
    texts = module_texts(run.messages, case.symbol)
    if run.outcome.status != "ok" or not first_is_start(texts):
        return replace(empty, message=case.not_dumped(run) or NO_PIPELINE)
    try:
        pipeline = _Pipeline.of(parse_pipeline(printed_pipeline(case.job)))
    except UnreadablePipeline:
        return replace(empty, message=NO_PIPELINE)
    runs = pass_runs(run.messages, case.symbol)
    places = places_of(runs, pipeline.parts)
    last = max((run.step for run in runs), default=-1)
    if step > last >= 0:
        return replace(empty, message=NO_STEP.format(step=step, last=last))
    if step not in places:
        return replace(empty, message=NO_PLACE if places else NO_PIPELINE)
    return _compared(case, texts[0].text, pipeline, runs, places, empty)


def _compared(
    case: Case,
    start: str,
    pipeline: _Pipeline,
    runs: Sequence[PassRun],
    places: dict[int, Path],
    empty: SkippedPass,
) -> SkippedPass:
    """runs, places: of Clang's own compile, whose steps the page knows."""
    number = pipeline.passes.index(places[empty.step])
    skipped = next(run for run in runs if run.step == empty.step)
    named = replace(
        empty,
        pass_name=skipped.pass_name,
        title=stopped_title(skipped.pass_name),
        unit=skipped.unit,
        option=part_at(pipeline.parts, places[empty.step]).name,
    )
    whole, _ = _wholes.get_or_compute(
        (start, written(pipeline.parts), case.job, case.experiment),
        lambda: _priced(case, start, pipeline, left_out=None),
        lambda priced: priced.end.totals is not None,
    )
    less = _Pipeline.of(without(pipeline.parts, places[empty.step]))
    shortened = _priced(case, start, less, left_out=number)
    problem = whole.problem or shortened.problem
    if problem or shortened.end.totals is None:
        return replace(named, message=problem or shortened.end.message)
    later = _later(whole, shortened, number, _steps(runs, places, pipeline))
    skip = replace(
        named,
        saved=whole.saved.get((number, ""), 0),
        pipeline=whole.end.totals,
        without=shortened.end.totals,
        pipeline_library=whole.end.library,
        without_library=shortened.end.library,
        same_bits=shortened.end.digest == whole.end.digest,
        later=later,
    )
    return replace(skip, sentences=skip_sentences(skip))


def _priced(case: Case, start: str, pipeline: _Pipeline, left_out: int | None) -> _Priced:
    """Run a pipeline over the start, then the code after each of its passes and at its end."""
    setting = case.job.compiler, start, written(pipeline.parts)
    run = run_passes(*setting, llvm_dump_options(case.symbol))
    # With a filter for what is printed on the way, the module itself is printed in part only.
    last = run_passes(*setting)
    if run.problem or last.problem:
        return _Priced(CountedTrial(totals=None, digest=""), {}, {}, run.problem or last.problem)
    texts = [*module_texts(run.messages, case.symbol), ModuleText(-1, _END, "", last.module)]
    places = places_of(pass_runs(run.messages, case.symbol), pipeline.parts)
    if not places or not first_is_start(texts[:-1]):
        return _Priced(CountedTrial(totals=None, digest=""), {}, {}, NO_PIPELINE)
    compiles = finishing(texts, case.job.compiler, case.job.flags)
    *trials, end = TrialRuns(driven=case.driven, plan=case.plan, experiment=case.experiment).each(
        compiles
    )
    bars = stopped_bars(texts[:-1], trials, end)
    saved: dict[_Key, int] = {}
    names: dict[_Key, str] = {}
    for key, bar in zip(_keys(bars, places, pipeline, left_out), bars, strict=True):
        saved[key] = saved.get(key, 0) + (bar.saved or 0)
        names[key] = bar.pass_name
    return _Priced(end, saved, names)


def _keys(
    bars: Sequence[LedgerBar], places: dict[int, Path], pipeline: _Pipeline, left_out: int | None
) -> list[_Key]:
    """Of each bar, by the whole pipeline's numbers. left_out: the number that is not there."""
    keys: list[_Key] = []
    number = -1
    for bar in bars:
        path = places.get(bar.step) if bar.step is not None else None
        if path is not None:
            number = pipeline.passes.index(path)
            number += left_out is not None and number >= left_out
        last = len(pipeline.passes) + 1
        keys.append(
            (last, bar.pass_name)
            if bar.step is None
            else (number, "" if path is not None else bar.pass_name)
        )
    return keys


def _steps(runs: Sequence[PassRun], places: dict[int, Path], pipeline: _Pipeline) -> dict[int, int]:
    """The first step of each pass of the pipeline."""
    steps: dict[int, int] = {}
    for run in runs:
        if run.step in places:
            steps.setdefault(pipeline.passes.index(places[run.step]), run.step)
    return steps


def _later(
    whole: _Priced, shortened: _Priced, number: int, steps: dict[int, int]
) -> tuple[ReplacedWork, ...]:
    keys = sorted({*whole.saved, *shortened.saved} - {(number, "")})
    rows = [
        ReplacedWork(
            pass_name=name,
            title=stopped_title(name),
            step=steps.get(key[0]) if not key[1] else None,
            saved=whole.saved.get(key, 0),
            saved_without=shortened.saved.get(key, 0),
        )
        for key in keys
        for name in (whole.names.get(key) or shortened.names[key],)
    ]
    return tuple(row for row in rows if row.saved != row.saved_without)


def _without_counts(counts: Counts, step: int) -> SkippedPass:
    return SkippedPass(
        compiler=counts.compiler,
        compiler_title=counts.compiler_title,
        flags=counts.flags,
        function=counts.function,
        n=counts.length,
        step=step,
        pass_name="",
        title="",
        unit="",
        option="",
        saved=None,
        whole=counts.totals if counts.ok else None,
        pipeline=None,
        without=None,
        same_bits=None,
        later=(),
        sentences=(),
    )
