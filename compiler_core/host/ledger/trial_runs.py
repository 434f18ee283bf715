"""Run unfinished code in the place of the real compile's, each different program once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.asker import WorkPool
from compiler_core.host.counting.record import Totals
from compiler_core.host.ledger.record import LedgerBar
from compiler_core.host.running.count import counted_run
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.session import Driven, with_assembly
from compiler_core.toolchain.outcome import Outcome

MOST_PROGRAMS = 48
_AT_ONCE = 2
NOT_TRIED = f"Not run: after {MOST_PROGRAMS} different programs the ledger stops."
# What says where code is from, and what names places: without both, equal text is equal code.
_PLACES = re.compile(r"^\s*\.(loc|file|cfi_\w+|ident)\b|^\s*(//|#)|^\.L(tmp|func_|Lexical)")


@dataclass(frozen=True, slots=True)
class Trial:
    """What one program counted; totals None where it did not compile, link or end, see message."""

    totals: Totals | None
    digest: str
    message: str = ""


def trials_of(
    driven: Driven, plan: Plan, experiment: Experiment, outcomes: Sequence[Outcome]
) -> tuple[Trial, ...]:
    """One trial for each outcome, in order; equal code runs once, and whoever asks may leave.

    Raises as `build_program` and `run_program`.
    """
    keys = [_code_of(outcome) for outcome in outcomes]
    by_code = dict(zip(keys, outcomes, strict=True))
    chosen = list(dict.fromkeys(keys))[:MOST_PROGRAMS]
    with WorkPool(max_workers=_AT_ONCE) as pool:
        ran = pool.map(lambda key: _trial(driven, plan, experiment, by_code[key]), chosen)
        known = dict(zip(chosen, ran, strict=True))
    return tuple(known.get(key, Trial(None, "", NOT_TRIED)) for key in keys)


def counted_bar(
    name: tuple[str, str, int | None], trial: Trial, whole: Trial, saved: int | None
) -> LedgerBar:
    """The bar of one pass. name: the pass, what it ran on, its place in the timeline."""
    pass_name, unit, step = name
    totals = trial.totals
    if totals is None:
        return LedgerBar(
            pass_name=pass_name, unit=unit, step=step, saved=None, message=trial.message
        )
    return LedgerBar(
        pass_name=pass_name,
        unit=unit,
        step=step,
        saved=saved,
        instructions=totals.instructions,
        loads=totals.loads,
        stores=totals.stores,
        bytes=totals.bytes_loaded + totals.bytes_stored,
        same_bits=trial.digest == whole.digest,
    )


def instructions_of(trial: Trial) -> int | None:
    """What the program executed in the function; None where it did not run."""
    return None if trial.totals is None else trial.totals.instructions


def programs_in(outcomes: Sequence[Outcome]) -> int:
    """How many of them are different code."""
    return len({_code_of(outcome) for outcome in outcomes})


def _code_of(outcome: Outcome) -> str:
    """What two compiles have in common when they made the same code."""
    if outcome.status != "ok":
        return f"{outcome.status}: {outcome.message}"
    return "\n".join(line for line in outcome.output.splitlines() if not _PLACES.match(line))


def _trial(driven: Driven, plan: Plan, experiment: Experiment, outcome: Outcome) -> Trial:
    if outcome.status != "ok":
        return Trial(None, "", outcome.message)
    changed = with_assembly(driven, outcome)
    if changed.program is None:
        return Trial(None, "", changed.message)
    counted = counted_run(changed, plan, experiment)
    if counted.code is None or counted.outputs is None:
        return Trial(None, "", counted.message)
    return Trial(counted.code.totals, counted.outputs.digest)
