"""GCC's ledger: the whole compile without one pass at a time.

GCC's dumps cannot be read back, so no compile can go on from one. Instead each pass over GIMPLE
that changed the function is switched off alone (`-fdisable-tree-…`), and the whole is compiled and
run: what is lost is what the pass gave, beside all the others. Such differences do not add up to
the whole, since passes prepare and repair each other's work; the rest is shown as interaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.asker import WorkPool
from compiler_core.host.ledger.record import LedgerBar
from compiler_core.host.ledger.trial_runs import Trial, counted_bar, instructions_of
from compiler_core.host.passes.steps import PassStep
from compiler_core.toolchain.outcome import CompileJob, Outcome
from compiler_core.toolchain.service import compile_with

_AT_ONCE = 2
# A compile that met a limit of time says nothing about the pass.
_REFUSED = ("rejected", "crashed")


def passes_in_question(steps: Sequence[PassStep]) -> tuple[PassStep, ...]:
    """Passes over GIMPLE that changed the function, each name once, in order."""
    changed = [step for step in steps if step.changed and step.dump.level == "GIMPLE"]
    return tuple({step.dump.pass_name: step for step in reversed(changed)}.values())[::-1]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Compiles without one pass each, by pass; then without all that can be done without.

    needed: names of passes without which GCC compiles nothing: they make what later ones read.
    """

    each: tuple[tuple[PassStep, Outcome], ...]
    all_of_them: Outcome
    needed: tuple[str, ...]


def compiled_without(job: CompileJob, passes: Sequence[PassStep]) -> LeftOut:
    """The whole compile without each, then without all of them. Raises as `compile_assembly`."""
    with WorkPool(max_workers=_AT_ONCE) as pool:
        outcomes = pool.map(lambda step: compile_with(job, (_disabled(step),)), passes)
        tried = list(zip(passes, outcomes, strict=True))
    each = tuple((step, outcome) for step, outcome in tried if outcome.status not in _REFUSED)
    needed = tuple(step.dump.pass_name for step, outcome in tried if outcome.status in _REFUSED)
    all_of_them = compile_with(job, tuple(_disabled(step) for step, _ in each))
    return LeftOut(each, all_of_them, needed)


def _disabled(step: PassStep) -> str:
    return f"-fdisable-tree-{step.dump.pass_name}"


def left_out_bars(
    passes: Sequence[PassStep], trials: Sequence[Trial], whole: Trial
) -> tuple[LedgerBar, ...]:
    """One bar a pass: what the whole costs without it, less what it costs."""
    return tuple(_bar(step, trial, whole) for step, trial in zip(passes, trials, strict=True))


def _bar(step: PassStep, trial: Trial, whole: Trial) -> LedgerBar:
    without, with_it = instructions_of(trial), instructions_of(whole)
    saved = None if without is None or with_it is None else without - with_it
    return counted_bar((step.dump.pass_name, step.dump.unit, step.number), trial, whole, saved)
