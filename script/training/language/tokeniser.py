"""A byte-level BPE tokeniser learnt from stories, in the form of `tokenizers` and in GGUF's words.

Text is cut as GPT-2 cuts it before merging, which every GGUF reader knows under the name "gpt-2".
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from compiler_core.llm.records import TokeniserData

BEGIN, END = "<|begin|>", "<|end|>"
VOCABULARY = 768
_CONTROL, _NORMAL = 3, 1


def learn_tokeniser(texts: Iterable[str], vocabulary: int = VOCABULARY) -> Any:
    """A `tokenizers.Tokenizer` with two control tokens, all bytes, and learnt merges."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokeniser = Tokenizer(models.BPE())
    tokeniser.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokeniser.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[BEGIN, END],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokeniser.train_from_iterator(texts, trainer)
    return tokeniser


def tokeniser_data(tokeniser_json: str) -> TokeniserData:
    """What a GGUF says of a tokeniser of ours, from the text of its `tokenizer.json`."""
    model = json.loads(tokeniser_json)["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].__getitem__)
    return TokeniserData(
        model="gpt2",
        pre="gpt-2",
        tokens=tuple(tokens),
        types=tuple(_CONTROL if token in (BEGIN, END) else _NORMAL for token in tokens),
        merges=tuple(" ".join(pair) for pair in model["merges"]),
        begin=tokens.index(BEGIN),
        end=tokens.index(END),
        add_begin=True,
        add_space_before=False,
    )


def story_tokens(tokeniser: Any, stories: Iterable[str]) -> list[int]:
    """All stories one after the other, each between its begin and its end."""
    begin, end = tokeniser.token_to_id(BEGIN), tokeniser.token_to_id(END)
    tokens: list[int] = []
    for encoding in tokeniser.encode_batch(list(stories)):
        tokens += [begin, *encoding.ids, end]
    return tokens
