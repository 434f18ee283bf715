"""Texts and tokens: what the network learns from, and what it is measured on later.

The training text is not kept, its seed is; the evaluation and the calibration text are files.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np

from script.training.language.shape import SHIPPED_FOLDER, WORK_FOLDER
from script.training.language.stories import Split, stories, text_of
from script.training.language.tokeniser import learn_tokeniser, story_tokens

TOKENISER = SHIPPED_FOLDER / "workshop" / "tokenizer.json"
_SEED = 20
_TRAINING_STORIES = 24_000
_SIZES: dict[Split, int] = {"evaluation": 40_000, "calibration": 30_000}


def prepare() -> None:
    """Write both texts, the tokeniser, and the tokens of the training and the evaluation text."""
    TOKENISER.parent.mkdir(parents=True, exist_ok=True)
    WORK_FOLDER.mkdir(parents=True, exist_ok=True)
    for split, size in _SIZES.items():
        text_path(split).write_text(text_of(split, _SEED, size), encoding="utf-8")
    examples = list(islice(stories("train", _SEED), _TRAINING_STORIES))
    tokeniser = learn_tokeniser(examples[:2000])
    TOKENISER.write_text(tokeniser.to_str(pretty=True), encoding="utf-8")
    evaluated = text_path("evaluation").read_text(encoding="utf-8").strip().split("\n\n")
    for name, texts in (("train", examples), ("evaluation", evaluated)):
        tokens = np.array(story_tokens(tokeniser, texts), dtype=np.uint16)
        np.save(WORK_FOLDER / f"{name}.npy", tokens)
        print(f"{name}: {len(texts)} stories, {len(tokens)} tokens")


def text_path(split: Split) -> Path:
    return SHIPPED_FOLDER / f"{split}.txt"
