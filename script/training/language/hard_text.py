"""Write the text on which rounding shows: the model's own words after beginnings that mislead it.

    .venv/bin/python -m script.training.language.hard_text

Six words drawn at random from the evaluation stories, then up to 24 tokens that the model itself
draws from its own distribution. Text that a model draws is the one on which no other model can be
expected to do better, so a change of its weights can only make it worse, by the Kullback-Leibler
divergence on average; and a beginning that is no story leaves it hesitating, so that the change is
larger than what chance does to some thousand tokens. What does not come back as the same tokens
when its text is read again is left out.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from compiler_core.llm.evaluation.hard_text import SEPARATOR
from compiler_core.llm.evaluation.perplexity import log_probabilities
from compiler_core.llm.evaluation.shipped import evaluation_text, shipped_language_model
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.tokenising.tokeniser import Tokeniser, tokeniser_of
from script.training.language.shape import SHIPPED_FOLDER

HARD_TEXT = SHIPPED_FOLDER / "hard.txt"
_SEED = 20
_WORDS = 6
_LONGEST = 24
_TOKENS = 2300


def main(path: Path) -> None:
    model = load_reference(path)
    tokeniser = tokeniser_of(read_header(path).tokeniser)
    chance = np.random.default_rng(_SEED)
    words = evaluation_text().split()
    lines, tokens = [], 0
    while tokens < _TOKENS:
        beginning = " ".join(str(word) for word in chance.choice(words, _WORDS))
        drawn = _drawn(model, tokeniser, beginning, chance)
        text = tokeniser.decode(drawn)
        if SEPARATOR in text or "\n" in text or tuple(tokeniser.encode_pieces(text)) != drawn:
            continue
        lines.append(f"{beginning}{SEPARATOR}{text}\n")
        tokens += len(drawn)
    HARD_TEXT.write_text("".join(lines), encoding="utf-8")
    print(f"{HARD_TEXT.name}: {len(lines)} lines, {tokens} tokens to score")


def _drawn(
    model: ReferenceModel, tokeniser: Tokeniser, beginning: str, chance: np.random.Generator
) -> tuple[int, ...]:
    """Tokens the model draws after the beginning, until its story ends."""
    read = [*tokeniser.encode(beginning)]
    first = len(read)
    while len(read) < first + _LONGEST:
        weights = np.exp(log_probabilities(forward(model, np.asarray(read))[-1]))
        token = int(chance.choice(len(weights), p=weights / weights.sum()))
        if token == tokeniser.data.end:
            break
        read.append(token)
    return tuple(read[first:])


if __name__ == "__main__":
    main(shipped_language_model().path)
