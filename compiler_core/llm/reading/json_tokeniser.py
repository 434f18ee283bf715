"""What tokenizer.json and tokenizer_config.json say, in the terms of a GGUF.

Byte-level BPE keeps its merges. A SentencePiece model was turned into merges by Hugging Face; the
scores it had are put back as minus the rank of the first merge that makes a token, which orders
pairs as the original scores did.
"""

from __future__ import annotations

from typing import Any

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.limits import hold
from compiler_core.llm.reading.text_cutting import (
    BYTE_FALLBACK,
    UNRECOGNISED,
    normaliser_of,
    pre_of,
    steps_of,
)
from compiler_core.llm.records import TokeniserData

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
_NO_MERGE_SCORE = -1e6
_BYTE_TOKEN_LENGTH = len("<0x00>")


def json_tokeniser(tokenizer: dict[str, Any], settings: dict[str, Any]) -> TokeniserData:
    """The tokeniser of a directory; `settings`: tokenizer_config.json. Raises ModelFileRefused."""
    model = _part(tokenizer, "model")
    if model.get("type", "BPE") != "BPE":
        return TokeniserData(model=f"Hugging Face {str(model.get('type'))[:40]}")
    vocabulary = _vocabulary(model)
    merges = _merges(model)
    added = _added(tokenizer)
    tokens, types = _table(vocabulary, added, model.get("unk_token"))
    pre = pre_of(tokenizer)
    is_pieces = pre == BYTE_FALLBACK
    spaces = _piece_spaces(tokenizer) if is_pieces else ""
    return TokeniserData(
        model="llama" if is_pieces else "gpt2",
        pre=("default" if spaces else UNRECOGNISED) if is_pieces else pre,
        tokens=tokens,
        scores=_scores(tokens, merges) if is_pieces else (),
        types=types,
        merges=merges,
        begin=_identifier(settings, "bos_token", tokens),
        end=_identifier(settings, "eos_token", tokens),
        unknown=_index(tokens, model.get("unk_token")),
        add_begin=_adds_begin(tokenizer, settings),
        add_space_before=is_pieces and spaces != "never",
        chat_template=_template(settings),
        normaliser="" if is_pieces else normaliser_of(tokenizer) or "",
        merges_decide=is_pieces and bool(merges),
        whole_words=None if is_pieces else model.get("ignore_merges") is True,
        space_rule=spaces if spaces in ("where none", "first") else "",
        strips_before=_stripping(tokenizer, "lstrip"),
        strips_after=_stripping(tokenizer, "rstrip"),
    )


def _part(document: dict[str, Any], key: str) -> dict[str, Any]:
    value = document.get(key)
    if not isinstance(value, dict):
        raise ModelFileRefused(f"tokenizer.json has no object {key}.")
    return value


def _vocabulary(model: dict[str, Any]) -> dict[str, int]:
    vocabulary = _part(model, "vocab")
    hold("strings", len(vocabulary), "tokenizer.json")
    for token, identifier in vocabulary.items():
        _check_identifier(token, identifier)
    if len(set(vocabulary.values())) != len(vocabulary):
        raise ModelFileRefused("Two tokens of tokenizer.json have the same number.")
    return vocabulary


def _check_identifier(token: str, identifier: Any) -> None:
    if type(identifier) is not int or identifier < 0:
        raise ModelFileRefused(
            f"The token {token[:40]!r} has the number {str(identifier)[:40]}; it has to be whole."
        )
    hold("strings", identifier, "the number of a token")


def _merges(model: dict[str, Any]) -> tuple[str, ...]:
    merges = model.get("merges", [])
    if not isinstance(merges, list):
        raise ModelFileRefused("The merges of tokenizer.json have to be a list.")
    hold("strings", len(merges), "tokenizer.json")
    return tuple(_merge(merge) for merge in merges)


def _merge(merge: Any) -> str:
    if isinstance(merge, str):
        return merge
    if isinstance(merge, list) and len(merge) == 2 and all(isinstance(part, str) for part in merge):
        return f"{merge[0]} {merge[1]}"
    raise ModelFileRefused(f"The merge {str(merge)[:60]} of tokenizer.json is not a pair.")


def _added(tokenizer: dict[str, Any]) -> dict[int, tuple[str, int]]:
    added: dict[int, tuple[str, int]] = {}
    for token in tokenizer.get("added_tokens") or []:
        content = token.get("content") if isinstance(token, dict) else None
        if not isinstance(token, dict) or not isinstance(content, str):
            raise ModelFileRefused("An added token of tokenizer.json has no content.")
        _check_identifier(content, token.get("id"))
        added[token["id"]] = (content, CONTROL if token.get("special") is True else USER_DEFINED)
    return added


def _table(
    vocabulary: dict[str, int], added: dict[int, tuple[str, int]], unknown: Any
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Tokens and types by number; a number nobody has becomes an unused token."""
    count = max([*vocabulary.values(), *added], default=-1) + 1
    tokens = [f"[PAD{at}]" for at in range(count)]
    types = [UNUSED] * count
    for token, identifier in vocabulary.items():
        tokens[identifier] = token
        types[identifier] = BYTE if _is_byte(token) else NORMAL
    for identifier, (content, kind) in added.items():
        tokens[identifier] = content
        types[identifier] = UNKNOWN if content == unknown else kind
    return tuple(tokens), tuple(types)


def _is_byte(token: str) -> bool:
    return len(token) == _BYTE_TOKEN_LENGTH and token.startswith("<0x") and token.endswith(">")


def _scores(tokens: tuple[str, ...], merges: tuple[str, ...]) -> tuple[float, ...]:
    ranks: dict[str, int] = {}
    for rank, merge in enumerate(merges):
        ranks.setdefault("".join(merge.split(" ")), rank)
    return tuple(-float(ranks[token]) if token in ranks else _NO_MERGE_SCORE for token in tokens)


def _index(tokens: tuple[str, ...], token: Any) -> int | None:
    return tokens.index(token) if isinstance(token, str) and token in tokens else None


def _identifier(settings: dict[str, Any], key: str, tokens: tuple[str, ...]) -> int | None:
    token = settings.get(key)
    return _index(tokens, token.get("content") if isinstance(token, dict) else token)


def _adds_begin(tokenizer: dict[str, Any], settings: dict[str, Any]) -> bool:
    said = settings.get("add_bos_token")
    if isinstance(said, bool):
        return said
    return any(_template_begins(step) for step in _processors(tokenizer.get("post_processor")))


def _processors(post_processor: Any) -> list[dict[str, Any]]:
    if not isinstance(post_processor, dict):
        return []
    inner = post_processor.get("processors")
    return (
        [processor for processor in inner if isinstance(processor, dict)]
        if isinstance(inner, list)
        else [post_processor]
    )


def _template_begins(processor: dict[str, Any]) -> bool:
    single = processor.get("single")
    return isinstance(single, list) and bool(single) and "SpecialToken" in single[0]


def _piece_spaces(tokenizer: dict[str, Any]) -> str:
    """Where a space is put before the text, by the words of TokeniserData.space_rule, "each part"
    for its first and "never"; empty for steps that are not known."""
    steps = steps_of(tokenizer.get("normalizer"), "normalizers")
    kinds = [step.get("type") for step in steps]
    cuts = steps_of(tokenizer.get("pre_tokenizer"), "pretokenizers")
    if cuts and cuts[0].get("type") == "Metaspace":
        scheme = cuts[0].get("prepend_scheme", "always")
        known = {"always": "where none", "first": "first", "never": "never"}
        cuts_words = cuts[0].get("split", True) is not False
        return "" if kinds or cuts_words else known.get(str(scheme), "")
    if kinds == ["Prepend", "Replace"]:
        return "each part"
    return "never" if kinds == ["Replace"] else ""


def _stripping(tokenizer: dict[str, Any], side: str) -> tuple[int, ...]:
    """Added tokens that take the white space on a side with them."""
    return tuple(
        token["id"] for token in tokenizer.get("added_tokens") or [] if token.get(side) is True
    )


def _template(settings: dict[str, Any]) -> str:
    template = settings.get("chat_template")
    return template if isinstance(template, str) else ""
