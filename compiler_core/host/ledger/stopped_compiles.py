"""LLVM's ledger: the module after each pass of the optimiser, compiled by the back end alone.

LLVM's IR can be read back, so the code after each pass becomes a program as if compilation had
stopped there. The back end is the compiler's own with the flags of the whole, and no pass over the
IR before it (`-Xclang -disable-llvm-passes`): what remains after the last pass is the code
generation's doing, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from compiler_core.host.ledger.record import LedgerBar
from compiler_core.host.ledger.trial_runs import CountedTrial, counted_bar
from compiler_core.host.passes.concepts import concept_named, concept_of, title_of
from compiler_core.host.passes.llvm_dumps import START, ModuleText
from compiler_core.kept import Kept
from compiler_core.toolchain.batched_compile import compile_modules
from compiler_core.toolchain.outcome import Compiler, Outcome

BACK_END_ALONE = ("-Xclang", "-disable-llvm-passes")
CODE_GENERATION = "code generation"
THE_REST = "passes not run, and code generation"
FIRST_BATCH, BATCH = 3, 12


def finishing(
    texts: Sequence[ModuleText], compiler: Compiler, flags: tuple[str, ...]
) -> list[Callable[[], Outcome]]:
    """Each module's way to assembly by code generation alone, equal ones once.

    They go to Clang in batches, one when its first is asked for: the first of few, so that there is
    something to show.
    """
    distinct = list(dict.fromkeys(module.text for module in texts))
    starts = [0, *range(FIRST_BATCH, len(distinct), BATCH)]
    batches = [distinct[at:end] for at, end in zip(starts, [*starts[1:], None], strict=True)]
    made: Kept[list[Outcome]] = Kept(len(batches))

    def outcome(number: int, index: int) -> Outcome:
        batch = batches[number]
        compiled, _ = made.get_or_compute(
            number, lambda: compile_modules(batch, compiler, flags, BACK_END_ALONE)
        )
        return compiled[index]

    places = {
        text: (number, index)
        for number, batch in enumerate(batches)
        for index, text in enumerate(batch)
    }
    return [partial(outcome, *places[module.text]) for module in texts]


def stopped_bars(
    texts: Sequence[ModuleText], trials: Sequence[CountedTrial], whole: CountedTrial
) -> tuple[LedgerBar, ...]:
    """One bar a pass after the start, and code generation's, by differences of neighbours.

    Where code after a pass cannot be run, the next that can takes both differences; the last bar
    takes those of all that a limit left.
    """
    bars: list[LedgerBar] = []
    known = trials[0]
    for text, trial in zip(texts[1:], trials[1:], strict=True):
        bars.append(_bar(text, trial, known, whole))
        known = trial if trial.totals is not None else known
    name = THE_REST if any(trial.left for trial in trials) else CODE_GENERATION
    last = ModuleText(-1, name, "", "")
    return (*bars, _bar(last, whole, known, whole))


def first_is_start(texts: Sequence[ModuleText]) -> bool:
    """Whether the first text is the code that no pass had changed, in the compiler's order."""
    in_order = all(module.step < other.step for module, other in pairwise(texts))
    return bool(texts) and texts[0].pass_name == START and in_order


def _bar(
    text: ModuleText, trial: CountedTrial, before: CountedTrial, whole: CountedTrial
) -> LedgerBar:
    step = text.step if text.step >= 0 else None
    name = (text.pass_name, stopped_title(text.pass_name), text.unit, step)
    return counted_bar(name, trial, whole, before, trial)


def stopped_title(pass_name: str) -> str:
    """What a bar's pass does; the last bar is of no pass of the optimiser."""
    if pass_name in (CODE_GENERATION, THE_REST):
        return concept_named("select-instructions").title
    return title_of(concept_of("clang", pass_name))
