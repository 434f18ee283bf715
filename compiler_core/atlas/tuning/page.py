"""The page on tuning: a space counted whole, searches that may count only a few of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from compiler_core.atlas.records import (
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    Progress,
    Settings,
    Teller,
    Value,
)
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
    Counter,
    Strategy,
    Try,
    best_so_far,
    looked_up,
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
    "winner, counted now",
    "that is the table's count",
    "it computes the table's bits",
)
_COUNTED_NOW, _ALL_AGREE, _ALL_SAME_BITS = (
    "tries counted now",
    "of these, counts that are the table's",
    "all of these compute its bits",
)
_TIMES = "times the best"
_ALOUD_AFTER = 16
"""Tries without a new best after which it is read aloud how far the search is."""


def _median_name(strategy: Strategy, tries: int) -> str:
    return f"{strategy.title}, after {tries} tries"


_FACTS = (
    AtlasFact(name="best found", unit="instructions", basis="computed"),
    AtlasFact(name="best found over best of all", unit="", basis="computed"),
    AtlasFact(name="try that found it", unit="", basis="computed"),
    AtlasFact(name="rank correlation of the formula", unit="", basis="computed"),
    AtlasFact(name="rank correlation of the learned model", unit="", basis="computed"),
    AtlasFact(name="kernels in the space", unit="", basis="computed"),
    AtlasFact(name="best of all", unit="instructions", basis="recorded"),
    AtlasFact(name="worst of all", unit="instructions", basis="recorded"),
    AtlasFact(name="best that packs", unit="instructions", basis="recorded"),
    AtlasFact(name="best tile of 8 × 4", unit="instructions", basis="recorded"),
    AtlasFact(name="all outputs are equal", unit="", basis="recorded"),
    AtlasFact(name=_NOW, unit="", basis="counted"),
    AtlasFact(name=_AGREES, unit="", basis="counted"),
    AtlasFact(name=_SAME_BITS, unit="", basis="counted"),
    AtlasFact(name=_COUNTED_NOW, unit="", basis="counted"),
    AtlasFact(name=_ALL_AGREE, unit="", basis="counted"),
    AtlasFact(name=_ALL_SAME_BITS, unit="", basis="counted"),
    *(
        AtlasFact(name=_median_name(strategy, tries), unit=_TIMES, basis="computed")
        for strategy in STRATEGIES
        for tries in COMPARED_AFTER
    ),
)


def _compute(settings: Settings) -> PageFinding:
    return _compute_told(settings, lambda _: None)


def _compute_told(settings: Settings, tell: Teller) -> PageFinding:
    """Nothing is told of a search that only looks its counts up: it is done at once."""
    strategy, seed, budget = _asked(settings)
    table = count_table()
    counted: dict[int, CountedKernel] = {}
    if settings["count"] == "each":
        tried = run_search(
            strategy,
            _counter(counted),
            seed,
            budget,
            lambda so_far: tell(_progress(strategy, seed, budget, so_far)),
        )
    else:
        tried = run_search(strategy, looked_up(table.instructions), seed, budget)
    winner = min(tried, key=lambda attempt: attempt.instructions)
    if settings["count"] == "now":
        _counter(counted)([winner.place])
    learned = learned_guesses([run.place for run in tried], [trial.instructions for trial in tried])
    return PageFinding(
        facts={
            **_own_facts(tried, winner), **_ranking_facts(table, learned), **_space_facts(),
            **_winner_facts(table, winner, counted), **_each_facts(table, settings, counted),
            **_median_facts(),
        },
        steps=(*_rounds(tried), *_recounted(table, winner, counted), _written(SPACE[winner.place])),
        sentence=f"{_sentence(strategy, tried, winner)}{_said_now(table, winner, counted)}",
        plots=(
            curve_plot(strategy, seed, tried),
            ranking_plot("Guessed by the formula", formula_guesses(), table.instructions, tried),
            ranking_plot(
                f"Guessed by the model learned from {_counts(len(tried))}", learned,
                table.instructions, tried,
            ),
        ),
        recorded_part=_recorded_part(table, settings),
    )  # fmt: skip


def _asked(settings: Settings) -> tuple[Strategy, int, int]:
    return _STRATEGIES[settings["strategy"]], int(settings["seed"]), int(settings["budget"])


def _recorded_part(table: CountTable, settings: Settings) -> str:
    """Of the search's own counts where it looked them up, else of all that stands beside them."""
    whose = "the other kernels' " if settings["count"] == "each" else ""
    return f"{whose}{table.origin}; they are instructions, which is not time"


def _counter(counted: dict[int, CountedKernel]) -> Counter:
    """Compiles and runs, and keeps what it found by places."""

    def count(places: Sequence[int]) -> Sequence[int]:
        counts = count_kernels([SPACE[index] for index in places])
        counted.update(zip(places, counts, strict=True))
        return [kernel.instructions for kernel in counts]

    return count


def _progress(strategy: Strategy, seed: int, budget: int, tried: Sequence[Try]) -> Progress:
    best = best_so_far(tried)
    at = best.index(best[-1])
    news = max(at, (len(tried) - 1 - at) // _ALOUD_AFTER * _ALOUD_AFTER + at)
    return Progress(
        says=f"{len(tried)} of {budget} kernels compiled, run and counted. "
        f"The best so far takes {best[-1]:,} instructions: {SPACE[tried[at].place].name}.",
        announces=f"After {_counts(news + 1)} of {budget} the best takes {best[-1]:,} "
        "instructions.",
        gone=len(tried),
        planned=budget,
        plots=(curve_plot(strategy, seed, tried),),
    )


def _own_facts(tried: Sequence[Try], winner: Try) -> dict[str, Value]:
    return {
        "best found": winner.instructions,
        "best found over best of all": winner.instructions / space_facts().best,
        "try that found it": tried.index(winner) + 1,
    }


def _winner_facts(
    table: CountTable, winner: Try, counted: Mapping[int, CountedKernel]
) -> dict[str, Value]:
    recount = counted.get(winner.place)
    if recount is None:
        return {_NOW: _NOT_ASKED, _AGREES: _NOT_ASKED, _SAME_BITS: _NOT_ASKED}
    row = table.rows[winner.place]
    return {
        _NOW: recount.instructions,
        _AGREES: recount.instructions == row.instructions,
        _SAME_BITS: recount.output_digest == row.output,
    }


def _each_facts(
    table: CountTable, settings: Settings, counted: Mapping[int, CountedKernel]
) -> dict[str, Value]:
    if settings["count"] != "each":
        return {_COUNTED_NOW: _NOT_ASKED, _ALL_AGREE: _NOT_ASKED, _ALL_SAME_BITS: _NOT_ASKED}
    rows = {index: table.rows[index] for index in counted}
    return {
        _COUNTED_NOW: len(counted),
        _ALL_AGREE: sum(
            kernel.instructions == rows[index].instructions for index, kernel in counted.items()
        ),
        _ALL_SAME_BITS: all(
            run.output_digest == rows[index].output for index, run in counted.items()
        ),
    }


def _ranking_facts(table: CountTable, learned: np.ndarray) -> dict[str, Value]:
    counts = np.array(table.instructions)
    return {
        "rank correlation of the formula": rank_correlation(formula_guesses(), counts),
        "rank correlation of the learned model": rank_correlation(learned, counts),
    }


def _median_facts() -> dict[str, Value]:
    medians = median_curves()
    return {
        _median_name(strategy, tries): medians[strategy.name][tries - 1]
        for strategy in STRATEGIES
        for tries in COMPARED_AFTER
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


def _sentence(strategy: Strategy, tried: Sequence[Try], winner: Try) -> str:
    best = space_facts().best
    usual = median_curves()[strategy.name][len(tried) - 1]
    return (
        f"{_counts(len(tried)).capitalize()} of {len(SPACE)} found a kernel of "
        f"{winner.instructions:,} instructions, {_beside_best(winner.instructions / best)}; the "
        f"median of {len(SEEDS)} seeds is {_beside_best(usual)}."
    )


def _beside_best(ratio: float) -> str:
    if ratio == 1:
        return "the best there is"
    if ratio < 1:
        return f"{100 * (1 - ratio):.1f} % below the best of the table, which other tools counted"
    return f"{100 * (ratio - 1):.1f} % above the best there is"


def _counts(number: int) -> str:
    return f"{number} counts" if number > 1 else "1 count"


def _said_now(table: CountTable, winner: Try, counted: Mapping[int, CountedKernel]) -> str:
    recount = counted.get(winner.place)
    if recount is None:
        return ""
    agrees = recount.instructions == table.rows[winner.place].instructions
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
        kind="round",
        changed=bool(better),
        before=None,
        after=Snapshot("Kernels counted", lines),
        changes=tuple(
            Change(
                "replaced",
                SPACE[tried[at].place].name,
                f"It takes {best[at]:,}, the best before it {best[at - 1]:,}.",
            )
            for at in better
        ),
        metrics={"best so far": float(best[end - 1])},
    )


def _row(attempt: Try) -> str:
    return f"{SPACE[attempt.place].name:<52}{attempt.instructions:>9,}  "


def _recounted(
    table: CountTable, winner: Try, counted: Mapping[int, CountedKernel]
) -> tuple[Step, ...]:
    if winner.place not in counted:
        return ()
    counts = {
        "instructions now": float(counted[winner.place].instructions),
        "in the table": float(table.rows[winner.place].instructions),
    }
    return (Step("compile and run the winner", "run", True, None, None, metrics=counts),)


def _written(choice: KernelChoice) -> Step:
    text = kernel_text(choice).splitlines()
    lines = tuple(SnapshotLine(str(at), line) for at, line in enumerate(text, 1))
    return Step(
        f"the winner in C: {choice.name}",
        "code",
        True,
        None,
        Snapshot("The kernel", lines),
        metrics={"lines": float(len(lines)), "vector registers wanted": float(choice.registers)},
    )


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
                choices=tuple((method.name, method.title) for method in STRATEGIES)),
        Control(name="budget", title="Tries", usual="24", least=1, most=MOST_TRIES,
                explains="How many kernels may be counted."),
        Control(name="seed", title="Seed", usual="1", least=1, most=9999,
                explains="Decides what is drawn; the formula draws nothing."),
        Control(name="count", title="Counts", usual="table",
                explains="From the table at once; or the winner is compiled and run once more; or "
                "every kernel that is tried is, which takes up to a minute, and you see the curve "
                "grow.",
                choices=(("table", "from the table"), ("now", "the winner, now"),
                         ("each", "every try, now"))),
    ),
    facts=_FACTS,
    compute=_compute,
    compute_told=_compute_told,
)  # fmt: skip
