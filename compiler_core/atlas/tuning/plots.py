"""The page's plots: how the best so far comes down, and each guess beside what was counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from compiler_core.atlas.records import Plot, PlotSeries
from compiler_core.atlas.tuning.comparison import SEEDS, median_curves, space_facts
from compiler_core.atlas.tuning.search import STRATEGIES, Strategy, Try, best_so_far
from compiler_core.atlas.tuning.space import SPACE


def curve_plot(strategy: Strategy, seed: int, tried: Sequence[Try]) -> Plot:
    """The reader's search over the medians of all."""
    best = space_facts().best
    own = tuple((float(at), value / best) for at, value in enumerate(best_so_far(tried), 1))
    medians = tuple(
        PlotSeries(
            name=_median_name(method),
            form="line",
            points=tuple(enumerate(median_curves()[method.name][: len(tried)], 1)),
        )
        for method in STRATEGIES
    )
    return Plot(
        title="Best so far",
        look="The lower, the better: 1 is the best kernel of all. Compare the medians; your own "
        "search is one draw.",
        across="tries",
        up="instructions, best of all = 1",
        series=(
            PlotSeries(name=f"{strategy.title}, seed {seed}", form="line", points=own),
            *medians,
            _new_bests(tried, own),
        ),
    )


def _median_name(strategy: Strategy) -> str:
    return f"{strategy.title}, median of {len(SEEDS)} seeds" if strategy.draws else strategy.title


def _new_bests(tried: Sequence[Try], own: Sequence[tuple[float, float]]) -> PlotSeries:
    places = [at for at in range(len(own)) if not at or own[at][1] < own[at - 1][1]]
    return PlotSeries(
        name="a new best",
        form="marks",
        points=tuple(own[at] for at in places),
        titles=tuple(f"try {at + 1}: {said(tried[at])}" for at in places),
    )


def ranking_plot(
    title: str, guesses: np.ndarray, counts: Sequence[int], tried: Sequence[Try]
) -> Plot:
    """Every kernel of the space: guessed across, counted up."""
    points = [(float(guess), float(count)) for guess, count in zip(guesses, counts, strict=True)]
    own = {trial.place for trial in tried}
    best = counts.index(min(counts))
    return Plot(
        title=title,
        look="Each dot is a kernel. A good guess ranks kernels as their counts do; look at what "
        "lies to the left of the best.",
        across="instructions, guessed",
        up="instructions, counted",
        series=(
            PlotSeries(
                name="not tried", form="dots",
                points=tuple(point for at, point in enumerate(points) if at not in own),
            ),
            PlotSeries(
                name="tried", form="marks", points=tuple(points[probe.place] for probe in tried),
                titles=tuple(
                    f"{said(sample)}; guessed at {points[sample.place][0]:,.0f}" for sample in tried
                ),
            ),
            PlotSeries(
                name="best of all", form="marks", points=(points[best],),
                titles=(f"best of all: {SPACE[best].name}, {counts[best]:,}",),
            ),
        ),
    )  # fmt: skip


def said(attempt: Try) -> str:
    """A kernel and its count."""
    return f"{SPACE[attempt.place].name}: {attempt.instructions:,} instructions"
