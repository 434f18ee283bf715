"""GCC's ledger: the whole compile without one pass at a time.

GCC's dumps cannot be read back, so no compile can go on from one. Instead each pass over GIMPLE
that changed the function is switched off alone (`-fdisable-tree-…`), and the whole is compiled and
run: what is lost is what the pass gave, beside all the others. Such differences do not add up to
the whole, since passes prepare and repair each other's work; the rest is shown as interaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from compiler_core.host.ledger.other_results import OTHER_RESULTS
from compiler_core.host.ledger.record import LedgerBar
from compiler_core.host.ledger.trial_runs import CountedTrial, counted_bar
from compiler_core.host.passes.concepts import title_of
from compiler_core.host.passes.steps import PassStep
from compiler_core.toolchain.outcome import CompileJob, Outcome
from compiler_core.toolchain.service import compile_with


def passes_in_question(steps: Sequence[PassStep]) -> tuple[PassStep, ...]:
    """Passes over GIMPLE that changed the function, each name once, in order."""
    changed = [step for step in steps if step.changed and step.dump.level == "GIMPLE"]
    return tuple({step.dump.pass_name: step for step in reversed(changed)}.values())[::-1]


def compiles_without(job: CompileJob, passes: Sequence[PassStep]) -> list[Callable[[], Outcome]]:
    """The whole compile without each, in order."""
    return [partial(compile_with, job, (_disabled(step),)) for step in passes]


def compiled_without_all(job: CompileJob, passes: Sequence[PassStep]) -> Outcome:
    """The whole compile without all of them. Raises as `compile_assembly`."""
    return compile_with(job, tuple(map(_disabled, passes)))


def _disabled(step: PassStep) -> str:
    return f"-fdisable-tree-{step.dump.pass_name}"


def left_out_bars(
    passes: Sequence[PassStep], trials: Sequence[CountedTrial], whole: CountedTrial
) -> tuple[LedgerBar, ...]:
    """One bar a pass tried: what the whole costs without it, less what it costs. A pass without
    which GCC compiles nothing makes what later ones read; it has none. One without which the
    program computes something else has no price, and its bar says so."""
    tried = zip(passes, trials, strict=False)
    return tuple(_bar(step, trial, whole) for step, trial in tried if not trial.refused)


def _bar(step: PassStep, trial: CountedTrial, whole: CountedTrial) -> LedgerBar:
    dump = step.dump
    name = (dump.pass_name, title_of(step.concept), dump.unit, step.number)
    bar = counted_bar(name, trial, whole, trial, whole)
    return replace(bar, saved=None, message=OTHER_RESULTS) if trial.other_results else bar
