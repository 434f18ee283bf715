"""Four ways to choose which kernels to count next, each a plain function of the counts so far.

A search sees only counts of kernels that it tried. The seed decides every drawn number, so that a
run can be repeated. Kernels that are chosen together, without a look at each other's counts, may be
counted together too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from compiler_core.atlas.tuning.models import formula_guesses, learned_guesses
from compiler_core.atlas.tuning.space import SPACE, neighbours

FIRST_DRAWN = 8
"""Kernels that every search but the formula's draws before it has counts to go by."""
_PARENTS = 6
_CHILDREN_TRIED = 12
_FOLLOWED = 3
"""Of the learned guess, in a round; then one is drawn, lest the guess be followed in a circle."""
_TOGETHER = 4
"""Kernels chosen at once where none depends on a count of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """One counted kernel of a search. place: in SPACE. why: it was chosen."""

    place: int
    instructions: int
    why: str


Choice = tuple[int, str]
"""The place of a kernel in SPACE, and why it is chosen."""
Chooser = Callable[[Sequence[int], random.Random, list[Try]], Iterator[Sequence[Choice]]]
"""Gives kernels that may be counted together, and then looks at the counts of all so far."""
Counter = Callable[[Sequence[int]], Sequence[int]]
"""Instructions of the kernels at these places of SPACE."""
Listener = Callable[[Sequence[Try]], None]
"""Told of all tries so far, whenever more were counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A search by name."""

    name: str
    title: str
    choose: Chooser
    draws: bool = True
    """Whether the seed decides anything."""


def run_search(
    strategy: Strategy, count: Counter, seed: int, budget: int, tell: Listener | None = None
) -> list[Try]:
    """budget tries at most. count: is asked for each kernel once, when it is tried."""
    tried: list[Try] = []
    for chosen in strategy.choose(range(len(SPACE)), random.Random(seed), tried):
        counted = chosen[: budget - len(tried)]
        counts = count([index for index, _ in counted])
        tried += [
            Try(place=index, instructions=instructions, why=why)
            for (index, why), instructions in zip(counted, counts, strict=True)
        ]
        if tell is not None:
            tell(tried)
        if len(tried) == budget:
            break
    return tried


def looked_up(counts: Sequence[int]) -> Counter:
    """Counts that are known. counts: of SPACE."""
    return lambda places: [counts[index] for index in places]


def best_so_far(tried: Sequence[Try]) -> list[int]:
    """The least count after each try."""
    return list(accumulate((trial.instructions for trial in tried), min))


def _random(
    space: Sequence[int], chance: random.Random, tried: list[Try]
) -> Iterator[Sequence[Choice]]:
    yield from _together(_drawn(space, chance))


def _evolution(
    space: Sequence[int], chance: random.Random, tried: list[Try]
) -> Iterator[Sequence[Choice]]:
    """Children of the best few, one property changed; a newcomer where all children are known."""
    yield from _together(_drawn(space, chance)[:FIRST_DRAWN])
    while True:
        yield (_child(chance, tried) or _newcomer(space, chance, _places(tried)),)


def _child(chance: random.Random, tried: list[Try]) -> Choice | None:
    known = _places(tried)
    parents = sorted(tried, key=lambda attempt: attempt.instructions)[:_PARENTS]
    for _ in range(_CHILDREN_TRIED):
        parent = chance.choice(parents).place
        index = chance.choice(neighbours()[parent])
        if index not in known:
            return index, f"one step from {SPACE[parent].name}"
    return None


def _learned(
    space: Sequence[int], chance: random.Random, tried: list[Try]
) -> Iterator[Sequence[Choice]]:
    """The best by a guess that is learned anew from all counts, and a newcomer; and so on."""
    yield from _together(_drawn(space, chance)[:FIRST_DRAWN])
    while True:
        guesses = learned_guesses(
            [run.place for run in tried], [trial.instructions for trial in tried]
        )
        known = _places(tried)
        rest = [
            index for index in np.argsort(guesses, kind="stable").tolist() if index not in known
        ]
        followed = rest[:_FOLLOWED]
        newcomer = _newcomer(space, chance, known | set(followed))
        yield (*((index, f"guessed at {guesses[index]:,.0f}") for index in followed), newcomer)


def _formula(
    space: Sequence[int], chance: random.Random, tried: list[Try]
) -> Iterator[Sequence[Choice]]:
    guesses = formula_guesses()
    order = np.argsort(guesses, kind="stable").tolist()
    yield from _together([(index, f"the formula says {guesses[index]:,.0f}") for index in order])


def _drawn(space: Sequence[int], chance: random.Random) -> list[Choice]:
    return [(index, "drawn") for index in chance.sample(space, len(space))]


def _together(choices: Sequence[Choice]) -> Iterator[Sequence[Choice]]:
    for start in range(0, len(choices), _TOGETHER):
        yield choices[start : start + _TOGETHER]


def _newcomer(space: Sequence[int], chance: random.Random, known: set[int]) -> Choice:
    return chance.choice([index for index in space if index not in known]), "drawn"


def _places(tried: Sequence[Try]) -> set[int]:
    return {trial.place for trial in tried}


STRATEGIES: tuple[Strategy, ...] = (
    Strategy(name="random", title="random", choose=_random),
    Strategy(name="evolution", title="evolution", choose=_evolution),
    Strategy(name="learned", title="learned model", choose=_learned),
    Strategy(name="formula", title="closed formula", choose=_formula, draws=False),
)
