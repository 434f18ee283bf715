"""What other weights change, measured where they can: on text the model hesitates at.

On stories like those it was trained on, the model that ships is nearly sure of every token, and
rounding its weights moves perplexity by less than chance does, up or down. So the text here is one
that the model drew itself, after beginnings that are no story (`script/training/language/
hard_text.py` wrote it): of such a text the expected logarithm of perplexity grows by exactly the
Kullback-Leibler divergence of the changed model, which cannot be negative.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.llm.evaluation.perplexity import divergence, negative_log_likelihoods
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.tokenising.tokeniser import Tokeniser

SEPARATOR = "\t"


@dataclass(frozen=True, slots=True)
class HardSample:
    """tokens: of beginning and text. first: index of the first one that is scored."""

    tokens: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightsPrice:
    """Of a model beside the one it was made from."""

    before: float
    """Perplexity of the text by the model that it was made from."""
    perplexity: float
    """Perplexity of the text by the model itself."""
    chance: float
    """Standard error of the difference of their logarithms, token by token."""
    divergence: float
    """Mean nats of a prediction."""
    same: int
    """For how many tokens both models find the same next one likeliest."""
    tokens: int
    """How many were predicted."""

    @property
    def agreement(self) -> float:
        """Share of next tokens that stay the most likely one."""
        return self.same / self.tokens

    @property
    def beyond_chance(self) -> bool:
        """Whether perplexity moved by more than two standard errors."""
        return abs(math.log(self.perplexity / self.before)) > 2 * self.chance


def hard_samples(tokeniser: Tokeniser, text: str) -> tuple[HardSample, ...]:
    """A line each: a beginning, a separator, the text that is scored."""
    samples = []
    for line in text.splitlines():
        beginning, _, rest = line.partition(SEPARATOR)
        read = tuple(tokeniser.encode(beginning))
        samples.append(HardSample((*read, *tokeniser.encode_pieces(rest)), len(read)))
    return tuple(samples)


def price_of(
    model: ReferenceModel, other: ReferenceModel, samples: Sequence[HardSample]
) -> WeightsPrice:
    """What the other's weights cost beside the model's."""
    mine, theirs, changes, same = [], [], [], 0
    for sample in samples:
        answers = np.asarray(sample.tokens[sample.first :])
        first, second = (_predictions(side, sample) for side in (model, other))
        mine.append(negative_log_likelihoods(first, answers))
        theirs.append(negative_log_likelihoods(second, answers))
        changes.append(divergence(first, second))
        same += int((first.argmax(axis=-1) == second.argmax(axis=-1)).sum())
    before, after = np.concatenate(mine), np.concatenate(theirs)
    return WeightsPrice(
        before=math.exp(before.mean()),
        perplexity=math.exp(after.mean()),
        chance=float((after - before).std() / math.sqrt(len(after))),
        divergence=float(np.concatenate(changes).mean()),
        same=same,
        tokens=len(after),
    )


def _predictions(model: ReferenceModel, sample: HardSample) -> np.ndarray:
    """Logits float32 [scored, vocabulary]."""
    return forward(model, np.asarray(sample.tokens[:-1]))[sample.first - 1 :]
