"""Four ways to choose which kernel to count next, each a plain function of the counts so far.

A search sees only counts of kernels that it tried. The seed decides every drawn number, so that a
run can be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

import numpy as np

from compiler_core.atlas.tuning.models import formula_guesses, learned_guesses
from compiler_core.atlas.tuning.space import SPACE, neighbours

FIRST_DRAWN = 8
"""Kernels that every search but the formula's draws before it has counts to go by."""
_PARENTS = 6
_CHILDREN_TRIED = 12
_FOLLOWED = 3
"""Of the learned guess, in a round; then one is drawn, lest the guess be followed in a circle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """One counted kernel of a search. place: in SPACE. why: it was chosen."""

    place: int
    instructions: int
    why: str


Choice = tuple[int, str]
"""The place of a kernel in SPACE, and why it is chosen."""
Chooser = Callable[[Sequence[int], random.Random, list[Try]], Iterator[Choice]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A search by name."""

    name: str
    title: str
    choose: Chooser
    draws: bool = True
    """Whether the seed decides anything."""


def run_search(strategy: Strategy, counts: Sequence[int], seed: int, budget: int) -> list[Try]:
    """budget tries at most. counts: of SPACE, of which a kernel's is read when it is tried."""
    tried: list[Try] = []
    chosen = strategy.choose(range(len(SPACE)), random.Random(seed), tried)
    for place, why in islice(chosen, budget):
        tried.append(Try(place=place, instructions=counts[place], why=why))
    return tried


def best_so_far(tried: Sequence[Try]) -> list[int]:
    """The least count after each try."""
    return list(accumulate((one.instructions for one in tried), min))


def _random(space: Sequence[int], chance: random.Random, tried: list[Try]) -> Iterator[Choice]:
    yield from _drawn(space, chance)


def _evolution(space: Sequence[int], chance: random.Random, tried: list[Try]) -> Iterator[Choice]:
    """Children of the best few, one property changed; a newcomer where all children are known."""
    yield from islice(_drawn(space, chance), FIRST_DRAWN)
    while True:
        yield _child(chance, tried) or _newcomer(space, chance, tried)


def _child(chance: random.Random, tried: list[Try]) -> Choice | None:
    known = {one.place for one in tried}
    parents = sorted(tried, key=lambda one: one.instructions)[:_PARENTS]
    for _ in range(_CHILDREN_TRIED):
        parent = chance.choice(parents).place
        place = chance.choice(neighbours()[parent])
        if place not in known:
            return place, f"one step from {SPACE[parent].name}"
    return None


def _learned(space: Sequence[int], chance: random.Random, tried: list[Try]) -> Iterator[Choice]:
    """The best by a guess that is learned anew from all counts, then a newcomer, and so on."""
    yield from islice(_drawn(space, chance), FIRST_DRAWN)
    while True:
        guesses = learned_guesses([one.place for one in tried], [one.instructions for one in tried])
        known = {one.place for one in tried}
        rest = [place for place in np.argsort(guesses, kind="stable").tolist()
                if place not in known]  # fmt: skip
        for place in rest[:_FOLLOWED]:
            yield place, f"guessed at {guesses[place]:,.0f}"
        yield _newcomer(space, chance, tried)


def _formula(space: Sequence[int], chance: random.Random, tried: list[Try]) -> Iterator[Choice]:
    guesses = formula_guesses()
    for place in np.argsort(guesses, kind="stable").tolist():
        yield place, f"the formula says {guesses[place]:,.0f}"


def _drawn(space: Sequence[int], chance: random.Random) -> Iterator[Choice]:
    for place in chance.sample(space, len(space)):
        yield place, "drawn"


def _newcomer(space: Sequence[int], chance: random.Random, tried: list[Try]) -> Choice:
    known = {one.place for one in tried}
    return chance.choice([place for place in space if place not in known]), "drawn"


STRATEGIES: tuple[Strategy, ...] = (
    Strategy(name="random", title="random", choose=_random),
    Strategy(name="evolution", title="evolution", choose=_evolution),
    Strategy(name="learned", title="learned model", choose=_learned),
    Strategy(name="formula", title="closed formula", choose=_formula, draws=False),
)
