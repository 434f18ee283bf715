"""The page on tuning: a space counted whole, searches that may count only a few of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from compiler_core.atlas.records import AtlasFact, AtlasPage, Control, Finding, Settings, Value
from compiler_core.atlas.tuning.comparison import (
    COMPARED_AFTER,
    MOST_TRIES,
    SEEDS,
    median_curves,
    space_facts,
)
from compiler_core.atlas.tuning.counting import CountedKernel, count_kernels
from compiler_core.atlas.tuning.emission import kernel_text
from compiler_core.atlas.tuning.models import formula_guesses, learned_guesses, rank_correlation
from compiler_core.atlas.tuning.plots import curve_plot, ranking_plot
from compiler_core.atlas.tuning.search import (
    FIRST_DRAWN,
    STRATEGIES,
    Strategy,
    Try,
    best_so_far,
    run_search,
)
from compiler_core.atlas.tuning.space import SPACE, KernelChoice
from compiler_core.atlas.tuning.table import CountTable, count_table
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.trace import Change, Snapshot, SnapshotLine, Step

_STRATEGIES = {strategy.name: strategy for strategy in STRATEGIES}
_NOT_ASKED = "not asked for"
_ROUND = 4
_NOW, _AGREES, _SAME_BITS = (
    "winner, counted now", "that is the table's count", "it computes the table's bits",
)  # fmt: skip
_TIMES = "times the best"


def _median_name(strategy: Strategy, tries: int) -> str:
    return f"{strategy.title}, after {tries} tries"


_FACTS = (
    AtlasFact(name="best found", unit="instructions", basis="computed"),
    AtlasFact(name="best found over best of all", unit="", basis="computed"),
    AtlasFact(name="try that found it", unit="", basis="computed"),
    AtlasFact(name=_NOW, unit="", basis="counted"),
    AtlasFact(name=_AGREES, unit="", basis="counted"),
    AtlasFact(name=_SAME_BITS, unit="", basis="counted"),
    AtlasFact(name="rank correlation of the formula", unit="", basis="computed"),
    AtlasFact(name="rank correlation of the learned model", unit="", basis="computed"),
    *(
        AtlasFact(name=_median_name(strategy, tries), unit=_TIMES, basis="computed")
        for strategy in STRATEGIES
        for tries in COMPARED_AFTER
    ),
    AtlasFact(name="kernels in the space", unit="", basis="computed"),
    AtlasFact(name="best of all", unit="instructions", basis="recorded"),
    AtlasFact(name="worst of all", unit="instructions", basis="recorded"),
    AtlasFact(name="best that packs", unit="instructions", basis="recorded"),
    AtlasFact(name="best tile of 8 × 4", unit="instructions", basis="recorded"),
    AtlasFact(name="all outputs are equal", unit="", basis="recorded"),
)


def _compute(settings: Settings) -> Finding:
    strategy, seed = _STRATEGIES[settings["strategy"]], int(settings["seed"])
    table = count_table()
    tried = run_search(strategy, table.instructions, seed, int(settings["budget"]))
    winner = min(tried, key=lambda one: one.instructions)
    recount = count_kernels((SPACE[winner.place],))[0] if settings["count"] == "now" else None
    learned = learned_guesses([one.place for one in tried], [one.instructions for one in tried])
    return Finding(
        facts={
            **_own_facts(tried, winner), **_counted_facts(table, winner, recount),
            **_guess_facts(table, learned), **_space_facts(),
        },
        steps=(*_rounds(tried), *_recounted(winner, recount), _written(SPACE[winner.place])),
        sentence=_sentence(strategy, tried, winner, recount),
        plots=(
            curve_plot(strategy, seed, tried),
            ranking_plot("Guessed by the formula", formula_guesses(), table.instructions, tried),
            ranking_plot(
                f"Guessed by the model learned from {_counts(len(tried))}", learned,
                table.instructions, tried,
            ),
        ),
        recorded_part=f"{table.origin}; they are instructions, which is not time",
    )  # fmt: skip


def _own_facts(tried: Sequence[Try], winner: Try) -> dict[str, Value]:
    return {
        "best found": winner.instructions,
        "best found over best of all": winner.instructions / space_facts().best,
        "try that found it": tried.index(winner) + 1,
    }


def _counted_facts(
    table: CountTable, winner: Try, recount: CountedKernel | None
) -> dict[str, Value]:
    if recount is None:
        return {_NOW: _NOT_ASKED, _AGREES: _NOT_ASKED, _SAME_BITS: _NOT_ASKED}
    return {
        _NOW: recount.instructions,
        _AGREES: recount.instructions == winner.instructions,
        _SAME_BITS: recount.output_digest == table.rows[winner.place].output,
    }


def _guess_facts(table: CountTable, learned: np.ndarray) -> dict[str, Value]:
    counts = np.array(table.instructions)
    medians = median_curves()
    return {
        "rank correlation of the formula": rank_correlation(formula_guesses(), counts),
        "rank correlation of the learned model": rank_correlation(learned, counts),
        **{
            _median_name(strategy, tries): medians[strategy.name][tries - 1]
            for strategy in STRATEGIES
            for tries in COMPARED_AFTER
        },
    }


def _space_facts() -> dict[str, Value]:
    facts = space_facts()
    return {
        "kernels in the space": len(SPACE),
        "best of all": facts.best,
        "worst of all": facts.worst,
        "best that packs": facts.best_packed,
        "best tile of 8 × 4": facts.best_of_largest_tile,
        "all outputs are equal": facts.equal_outputs,
    }


def _sentence(
    strategy: Strategy, tried: Sequence[Try], winner: Try, recount: CountedKernel | None
) -> str:
    best = space_facts().best
    usual = median_curves()[strategy.name][len(tried) - 1]
    return (
        f"{_counts(len(tried)).capitalize()} of {len(SPACE)} found a kernel of "
        f"{winner.instructions:,} instructions, {_beside_best(winner.instructions / best)}; the "
        f"median of {len(SEEDS)} seeds is {_beside_best(usual)}.{_said_now(winner, recount)}"
    )


def _beside_best(ratio: float) -> str:
    if ratio == 1:
        return "the best there is"
    return f"{100 * (ratio - 1):.1f} % above the best there is"


def _counts(number: int) -> str:
    return f"{number} counts" if number > 1 else "1 count"


def _said_now(winner: Try, recount: CountedKernel | None) -> str:
    if recount is None:
        return ""
    agrees = recount.instructions == winner.instructions
    end = "as the table says" if agrees else "which is not what the table says: other tools made it"
    version = find_compiler("gcc").version
    return f" Compiled by GCC {version} and run now, it takes {recount.instructions:,}, {end}."


def _rounds(tried: Sequence[Try]) -> list[Step]:
    """The first that are drawn, then a few tries a step."""
    bounds = [0, *range(FIRST_DRAWN, len(tried), _ROUND), len(tried)]
    best = best_so_far(tried)
    return [_round(tried, best, start, end) for start, end in pairwise(bounds)]


def _round(tried: Sequence[Try], best: Sequence[int], start: int, end: int) -> Step:
    lines = tuple(
        SnapshotLine(str(at + 1), f"{_row(tried[at])}{tried[at].why}") for at in range(start, end)
    )
    better = [at for at in range(start, end) if at and best[at] < best[at - 1]]
    return Step(
        pass_name=f"tries {start + 1} to {end}" if end > start + 1 else f"try {end}",
        kind="round", changed=bool(better), before=None,
        after=Snapshot("Kernels counted", lines),
        changes=tuple(
            Change("replaced", SPACE[tried[at].place].name,
                   f"It takes {best[at]:,}, the best before it {best[at - 1]:,}.")
            for at in better
        ),
        metrics={"best so far": float(best[end - 1])},
    )  # fmt: skip


def _row(one: Try) -> str:
    return f"{SPACE[one.place].name:<52}{one.instructions:>9,}  "


def _recounted(winner: Try, recount: CountedKernel | None) -> tuple[Step, ...]:
    if recount is None:
        return ()
    counts = {
        "instructions now": float(recount.instructions),
        "in the table": float(winner.instructions),
    }
    return (Step("compile and run the winner", "run", True, None, None, metrics=counts),)


def _written(choice: KernelChoice) -> Step:
    text = kernel_text(choice).splitlines()
    lines = tuple(SnapshotLine(str(at), line) for at, line in enumerate(text, 1))
    return Step(
        f"the winner in C: {choice.name}", "code", True, None, Snapshot("The kernel", lines),
        metrics={"lines": float(len(lines)), "vector registers wanted": float(choice.registers)},
    )  # fmt: skip


AUTOTUNE = AtlasPage(
    name="autotune",
    title="Autotuning: a kernel found by trying",
    idea="One product of matrices can be written in hundreds of ways. A tuner counts a few of them "
    "and guesses the rest.",
    label="live",
    tool="Lowering Lab",
    explains=(("graph", "engine"),),
    controls=(
        Control(name="strategy", title="Search", usual="learned",
                explains="How the next kernel is chosen: drawn, bred from the best few, by a model "
                "learned from the counts so far, or by a formula that needs no counts.",
                choices=tuple((one.name, one.title) for one in STRATEGIES)),
        Control(name="budget", title="Tries", usual="24", least=1, most=MOST_TRIES,
                explains="How many kernels may be counted."),
        Control(name="seed", title="Seed", usual="1", least=1, most=9999,
                explains="Decides what is drawn; the formula draws nothing."),
        Control(name="count", title="Count of the winner", usual="table",
                explains="From the table, or the winner is compiled and run once more, now.",
                choices=(("table", "from the table"), ("now", "count it now"))),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
