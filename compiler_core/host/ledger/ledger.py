"""Which pass made the function how much cheaper, by running what the compiler had at each point."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.counting.record import library_instructions
from compiler_core.host.ledger.case import Case, case_of
from compiler_core.host.ledger.left_out_passes import (
    compiled_without_all,
    compiles_without,
    left_out_bars,
    passes_in_question,
)
from compiler_core.host.ledger.machine_parts import part_bars, part_compiles
from compiler_core.host.ledger.record import BUDGET_SECONDS, Ledger, Method
from compiler_core.host.ledger.sentences import ledger_sentences, machine_sentences
from compiler_core.host.ledger.stopped_compiles import finishing, first_is_start, stopped_bars
from compiler_core.host.ledger.trial_runs import CountedTrial, TrialRuns
from compiler_core.host.passes.llvm_dumps import module_texts
from compiler_core.host.passes.timeline import pass_timeline
from compiler_core.host.running.count import count_source, counts_and_outputs
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
_opened: Kept[Ledger] = Kept(LEDGERS_KEPT)


def untold(ledger: Ledger) -> None:
    """For a ledger whose progress nobody follows."""


@dataclass(frozen=True, slots=True)
class LedgerBudget:
    """Of time, in seconds on the clock. progress: is told the bars that are there, after each."""

    seconds: float = BUDGET_SECONDS
    clock: Callable[[], float] = time.monotonic
    progress: Callable[[Ledger], None] = untold


def pass_ledger(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
    budget: LedgerBudget | None = None,
) -> Ledger:
    """The ledger of one function under one setting, as far as the budget reaches.

    Raises as `count_source`. A source that does not compile or a run that was stopped is a Ledger
    whose message says so.
    """
    setup, limit = experiment or Experiment(), budget or LedgerBudget()
    key = _key(sources, compiler_name, flags_text, setup)
    kept_ledger, _ = _kept.get_or_compute(
        key,
        lambda: _ledger(sources, compiler_name, " ".join(key[2]), setup, limit),
        lambda ledger: ledger.lasting,
    )
    return kept_ledger


def opened_ledger(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
    budget: LedgerBudget | None = None,
) -> Ledger:
    """The same with the parts of LLVM's code generation, which cost a whole compile each.

    The budget is that of both. Raises as `pass_ledger`.
    """
    setup, limit = experiment or Experiment(), budget or LedgerBudget()
    key = _key(sources, compiler_name, flags_text, setup)
    ends = limit.clock() + limit.seconds
    closed = pass_ledger(sources, compiler_name, flags_text, setup, limit)
    if closed.method != "stopped here" or not closed.bars:
        return closed
    kept_ledger, _ = _opened.get_or_compute(
        key,
        lambda: _with_parts(sources, (compiler_name, " ".join(key[2])), closed, setup, limit, ends),
        lambda ledger: ledger.lasting,
    )
    return kept_ledger


def kept_ledger(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> Ledger | None:
    """The ledger where it is there already, opened if it is. Raises UnknownCompiler and
    RefusedFlag."""
    key = _key(sources, compiler_name, flags_text, experiment)
    return _opened.kept(key) or _kept.kept(key)


def _key(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> tuple[tuple[SourceFile, ...], str, tuple[str, ...], Experiment]:
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    return tuple(sources), compiler.build_id, flags, experiment


def _ledger(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment,
    budget: LedgerBudget,
) -> Ledger:
    ends = budget.clock() + budget.seconds
    counts, outputs = counts_and_outputs(sources, compiler_name, flags_text, experiment)
    method: Method = "stopped here" if counts.compiler.startswith("clang") else "without it"
    blank = _without_bars(counts, method)
    if not counts.ok:
        return replace(blank, message=counts.message)
    case = case_of(counts, sources, compiler_name, flags_text, experiment)
    runs = TrialRuns(
        driven=case.driven,
        plan=case.plan,
        experiment=case.experiment,
        ends=ends,
        clock=budget.clock,
        right=outputs,
    )
    return (_stopped if method == "stopped here" else _left_out)(case, runs, blank, budget.progress)


def _stopped(
    case: Case, runs: TrialRuns, blank: Ledger, progress: Callable[[Ledger], None]
) -> Ledger:
    job = case.job
    run = case.dumped()
    texts = module_texts(run.messages, case.symbol)
    if run.outcome.status != "ok" or not first_is_start(texts):
        return replace(blank, message=case.not_dumped(run) or NO_DUMP)
    trials: list[CountedTrial] = []
    planned = replace(blank, planned=len(texts), complete=False)
    for trial in runs.each(finishing(texts, job.compiler, job.flags)):
        trials.append(trial)
        *bars, _ = stopped_bars(texts[: len(trials)], trials, case.whole)
        ledger = replace(_begun(planned, trials[0]), bars=tuple(bars), tried=len(trials))
        progress(ledger)
    bars = stopped_bars(texts, trials, case.whole)
    ledger = replace(_begun(planned, trials[0]), bars=bars, tried=len(trials))
    return _told(ledger, runs, trials)


def _with_parts(
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    closed: Ledger,
    experiment: Experiment,
    budget: LedgerBudget,
    ends: float,
) -> Ledger:
    counts = count_source(sources, *setting, experiment)
    if not counts.ok:
        return replace(closed, complete=False)
    case = case_of(counts, sources, *setting, experiment)
    runs = TrialRuns(
        driven=case.driven,
        plan=case.plan,
        experiment=case.experiment,
        ends=ends,
        clock=budget.clock,
    )
    compiles = part_compiles(case.job)
    ledger = replace(closed, planned=closed.planned + len(compiles), complete=False)
    parts: list[CountedTrial] = []
    for trial in runs.each(compiles):
        parts.append(trial)
        ledger = replace(ledger, machine=part_bars(parts, case.whole), tried=ledger.tried + 1)
        budget.progress(ledger)
    return replace(
        ledger,
        programs=closed.programs + runs.programs,
        complete=closed.complete and not any(trial.left for trial in parts),
        machine_sentences=machine_sentences(ledger.machine, counts.totals),
    )


def _left_out(
    case: Case, runs: TrialRuns, blank: Ledger, progress: Callable[[Ledger], None]
) -> Ledger:
    job = case.job
    timeline = pass_timeline(
        job.source, job.compiler.name, " ".join(case.driven.flags), case.symbol
    )
    passes = passes_in_question(timeline.steps)
    if not passes:
        return replace(blank, message=timeline.message or NO_PASSES)
    trials: list[CountedTrial] = []
    ledger = replace(blank, planned=len(passes) + 1, complete=False)
    for trial in runs.each(compiles_without(job, passes)):
        trials.append(trial)
        bars = left_out_bars(passes, trials, case.whole)
        ledger = replace(ledger, bars=bars, tried=len(trials))
        progress(ledger)
    tried = list(zip(passes, trials, strict=True))
    spared = [step for step, trial in tried if not trial.refused and not trial.other_results]
    (without_all,) = runs.each([lambda: compiled_without_all(job, spared)])
    needed = tuple(step.dump.pass_name for step, trial in tried if trial.refused)
    ledger = replace(_begun(ledger, without_all), needed=needed, tried=ledger.planned)
    return _told(ledger, runs, (*trials, without_all))


def _begun(ledger: Ledger, first: CountedTrial) -> Ledger:
    """With what the code executes that its bars start from."""
    return replace(ledger, before=first.totals, library_before=first.library)


def _told(ledger: Ledger, runs: TrialRuns, trials: Sequence[CountedTrial]) -> Ledger:
    """With what its numbers come to, in words."""
    before, whole = ledger.before, ledger.whole
    assert whole is not None
    interaction = None
    if before is not None:
        explained = sum(bar.saved or 0 for bar in ledger.bars)
        interaction = before.instructions - whole.instructions - explained
    return replace(
        ledger,
        interaction=interaction,
        programs=runs.programs,
        complete=not any(trial.left for trial in trials),
        sentences=ledger_sentences(
            ledger.method,
            before,
            whole,
            ledger.bars,
            interaction,
            library=(ledger.library_before, ledger.library),
        ),
    )


def _without_bars(counts: Counts, method: Method) -> Ledger:
    return Ledger(
        compiler=counts.compiler,
        compiler_title=counts.compiler_title,
        flags=counts.flags,
        function=counts.function,
        n=counts.length,
        elements=counts.elements,
        method=method,
        before=None,
        whole=counts.totals if counts.ok else None,
        bars=(),
        interaction=None,
        programs=0,
        complete=True,
        sentences=(),
        library=library_instructions(counts.functions),
    )
