"""What a GGUF says about text and tokens, checked for lengths and identifiers.

Defaults are those of llama.cpp's llama-vocab.cpp: SentencePiece models add a begin token and a
space, byte-level ones neither, except for the kinds of Llama 3 and Mistral's tekken.
"""

from __future__ import annotations

from array import array
from math import isfinite

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.gguf_values import GgufValue
from compiler_core.llm.records import TokeniserData

BEGIN_BY_DEFAULT = frozenset(
    ("llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2",
     "jina-v5-nano", "tekken", "chameleon")
)  # fmt: skip
NORMAL = 1
_LAST_TYPE = 6
_PREFIX = "tokenizer.ggml."
# Keys of ours, for what GGUF has none.
NORMALISER_KEY = "tokenizer.lowlab.normaliser"
WHOLE_WORDS_KEY = "tokenizer.lowlab.whole_words"
MERGES_DECIDE_KEY = "tokenizer.lowlab.merges_decide"
SPACE_RULE_KEY = "tokenizer.lowlab.space_rule"
STRIPS_BEFORE_KEY = "tokenizer.lowlab.strips_before"
STRIPS_AFTER_KEY = "tokenizer.lowlab.strips_after"
_USUAL_IDENTIFIERS = {"bos_token_id": 1, "eos_token_id": 2, "unknown_token_id": 0}


def gguf_tokeniser(metadata: dict[str, GgufValue]) -> TokeniserData:
    """The tokeniser's part of the metadata. Raises ModelFileRefused."""
    model = _text(metadata, _PREFIX + "model")
    pre = _text(metadata, _PREFIX + "pre")
    tokens = _texts(metadata, _PREFIX + "tokens")
    types = _types(metadata, len(tokens))
    return TokeniserData(
        model=model,
        pre=pre,
        tokens=tokens,
        scores=_scores(metadata, len(tokens)),
        types=types,
        merges=_texts(metadata, _PREFIX + "merges"),
        begin=_identifier(metadata, "bos_token_id", model, len(tokens)),
        end=_identifier(metadata, "eos_token_id", model, len(tokens)),
        unknown=_identifier(metadata, "unknown_token_id", model, len(tokens)),
        add_begin=_truth(metadata, "add_bos_token", model == "llama" or pre in BEGIN_BY_DEFAULT),
        add_space_before=_truth(metadata, "add_space_prefix", model == "llama"),
        chat_template=_text(metadata, "tokenizer.chat_template"),
        normaliser=_text(metadata, NORMALISER_KEY),
        merges_decide=_own_truth(metadata, MERGES_DECIDE_KEY) is True,
        whole_words=_own_truth(metadata, WHOLE_WORDS_KEY),
        space_rule=_text(metadata, SPACE_RULE_KEY),
        strips_before=_own_tokens(metadata, STRIPS_BEFORE_KEY, len(tokens)),
        strips_after=_own_tokens(metadata, STRIPS_AFTER_KEY, len(tokens)),
    )


def _text(metadata: dict[str, GgufValue], key: str) -> str:
    entry = metadata.get(key)
    if entry is None:
        return ""
    if not isinstance(entry.value, str):
        raise ModelFileRefused(f"{key} is of type {entry.type}; it has to be a string.")
    return entry.value


def _texts(metadata: dict[str, GgufValue], key: str) -> tuple[str, ...]:
    entry = metadata.get(key)
    if entry is None:
        return ()
    if not isinstance(entry.value, list):
        raise ModelFileRefused(f"{key} is of type {entry.type}; it has to be strings.")
    return tuple(entry.value)


def _numbers(metadata: dict[str, GgufValue], key: str, count: int) -> array | None:
    entry = metadata.get(key)
    if entry is None:
        return None
    if not isinstance(entry.value, array):
        raise ModelFileRefused(f"{key} is of type {entry.type}; it has to be numbers.")
    if len(entry.value) != count:
        raise ModelFileRefused(
            f"{key} has {len(entry.value):,} values for {count:,} tokens; it needs one for each."
        )
    return entry.value


def _scores(metadata: dict[str, GgufValue], count: int) -> tuple[float, ...]:
    scores = _numbers(metadata, _PREFIX + "scores", count)
    if scores is None:
        return ()
    if not all(map(isfinite, scores)):
        raise ModelFileRefused("A token's score is not a finite number.")
    return tuple(scores)


def _types(metadata: dict[str, GgufValue], count: int) -> tuple[int, ...]:
    types = _numbers(metadata, _PREFIX + "token_type", count)
    if types is None:
        return (NORMAL,) * count
    if count and not (min(types) >= 0 and max(types) <= _LAST_TYPE):
        raise ModelFileRefused(f"A token's type is not one of 1 to {_LAST_TYPE}.")
    return tuple(types)


def _identifier(metadata: dict[str, GgufValue], key: str, model: str, count: int) -> int | None:
    entry = metadata.get(_PREFIX + key)
    if entry is None:
        usual = _USUAL_IDENTIFIERS[key] if model == "llama" else count
        return usual if usual < count else None
    value = entry.value
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ModelFileRefused(f"{_PREFIX}{key} is {str(value)[:40]}; it has to be a token.")
    if value >= count:
        raise ModelFileRefused(
            f"{_PREFIX}{key} is {value:,}, and the last of {count:,} tokens is {count - 1:,}."
        )
    return value


def _truth(metadata: dict[str, GgufValue], key: str, otherwise: bool) -> bool:
    entry = metadata.get(_PREFIX + key)
    if entry is None:
        return otherwise
    if not isinstance(entry.value, bool):
        raise ModelFileRefused(f"{_PREFIX}{key} is of type {entry.type}; it has to be a bool.")
    return entry.value


def _own_truth(metadata: dict[str, GgufValue], key: str) -> bool | None:
    entry = metadata.get(key)
    return entry.value if entry is not None and isinstance(entry.value, bool) else None


def _own_tokens(metadata: dict[str, GgufValue], key: str, count: int) -> tuple[int, ...]:
    entry = metadata.get(key)
    if entry is None or entry.type != "[i32]" or not isinstance(entry.value, array):
        return ()
    return tuple(token for token in entry.value if 0 <= token < count)
