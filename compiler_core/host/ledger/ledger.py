"""Which pass made the function how much cheaper, by running what the compiler had at each point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.host.ledger.case import Case, case_of
from compiler_core.host.ledger.left_out_passes import (
    compiled_without,
    left_out_bars,
    passes_in_question,
)
from compiler_core.host.ledger.record import Ledger, LedgerBar, Method
from compiler_core.host.ledger.sentences import ledger_sentences
from compiler_core.host.ledger.stopped_compiles import finished, first_is_start, stopped_bars
from compiler_core.host.ledger.trial_runs import MOST_PROGRAMS, Trial, programs_in, trials_of
from compiler_core.host.passes.llvm_dumps import module_texts
from compiler_core.host.passes.timeline import pass_timeline
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.record import Counts
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags

LEDGERS_KEPT = 64
NO_PASSES = (
    "No pass over the intermediate code changed this function, so there is nothing to price."
)
NO_DUMP = "The compiler did not print the code of this function after its passes."

_kept: Kept[Ledger] = Kept(LEDGERS_KEPT)


def pass_ledger(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
) -> Ledger:
    """The ledger of one function under one setting.

    Raises as `count_source`. A source that does not compile or a run that was stopped is a Ledger
    whose message says so.
    """
    asked = experiment or Experiment()
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    key = (tuple(sources), compiler.build_id, flags, asked)
    found, _ = _kept.get_or_compute(
        key,
        lambda: _ledger(sources, compiler_name, " ".join(flags), asked),
        lambda ledger: ledger.lasting,
    )
    return found


def _ledger(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> Ledger:
    counts = count_source(sources, compiler_name, flags_text, experiment)
    method: Method = "stopped here" if counts.compiler.startswith("clang") else "without it"
    if not counts.ok:
        return _without_bars(counts, method, counts.message)
    case = case_of(counts, sources, compiler_name, flags_text, experiment)
    return _stopped(case) if method == "stopped here" else _left_out(case)


def _stopped(case: Case) -> Ledger:
    job = case.job
    run = case.dumped()
    texts = module_texts(run.messages, case.symbol)
    if run.outcome.status != "ok" or not first_is_start(texts):
        message = run.outcome.message or NO_DUMP
        return _without_bars(case.counts, "stopped here", message)
    outcomes = finished(texts, job.compiler, job.flags)
    trials = trials_of(case.driven, case.plan, case.experiment, outcomes)
    bars = stopped_bars(texts, trials, case.whole)
    return _filled(case.counts, "stopped here", trials[0], bars, programs_in(outcomes))


def _left_out(case: Case) -> Ledger:
    job = case.job
    timeline = pass_timeline(
        job.source, job.compiler.name, " ".join(case.driven.flags), case.symbol
    )
    passes = passes_in_question(timeline.steps)
    if not passes:
        return _without_bars(case.counts, "without it", timeline.message or NO_PASSES)
    left_out = compiled_without(job, passes)
    outcomes = [*(outcome for _, outcome in left_out.each), left_out.all_of_them]
    *trials, without_all = trials_of(case.driven, case.plan, case.experiment, outcomes)
    bars = left_out_bars([step for step, _ in left_out.each], trials, case.whole)
    ledger = _filled(case.counts, "without it", without_all, bars, programs_in(outcomes))
    return replace(ledger, needed=left_out.needed)


def _filled(
    counts: Counts, method: Method, before: Trial, bars: tuple[LedgerBar, ...], programs: int
) -> Ledger:
    explained = sum(bar.saved or 0 for bar in bars)
    interaction = None
    if before.totals is not None:
        interaction = before.totals.instructions - counts.instructions - explained
    return replace(
        _without_bars(counts, method, ""),
        before=before.totals,
        bars=bars,
        interaction=interaction,
        programs=min(programs, MOST_PROGRAMS),
        complete=programs <= MOST_PROGRAMS,
        sentences=ledger_sentences(method, before.totals, counts.totals, bars, interaction),
    )


def _without_bars(counts: Counts, method: Method, message: str) -> Ledger:
    return Ledger(
        compiler=counts.compiler,
        compiler_title=counts.compiler_title,
        flags=counts.flags,
        function=counts.function,
        n=counts.n,
        elements=counts.elements,
        method=method,
        before=None,
        whole=counts.totals if counts.ok else None,
        bars=(),
        interaction=None,
        programs=0,
        complete=True,
        sentences=(),
        message=message,
    )
