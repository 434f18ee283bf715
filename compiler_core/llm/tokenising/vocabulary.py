"""The tokens of a file, checked before a library gets them.

Every token is there once, every merge joins two tokens into a third, every number is one. Control
tokens are kept apart: text that a user typed never becomes one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from compiler_core.llm.reading.errors import ModelFileRefused, ModelFileTooLarge
from compiler_core.llm.records import TokeniserData

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
MAXIMUM_TOKENS = 1_000_000
MAXIMUM_WHOLE_TOKENS = 20_000
_CONTROL = (CONTROL, UNKNOWN)
_NOT_MERGED = (CONTROL, UNKNOWN, BYTE)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """types: of all tokens. identifiers: of tokens that text may become by merging. control,
    user_defined: tokens that are never cut, longest first; control also holds the unknown token."""

    data: TokeniserData
    types: tuple[int, ...]
    identifiers: dict[str, int]
    control: tuple[tuple[str, int], ...]
    user_defined: tuple[tuple[str, int], ...]


def vocabulary_of(data: TokeniserData) -> Vocabulary:
    """Check the tokens. Raises ModelFileRefused."""
    if not data.tokens:
        raise ModelFileRefused(
            "The file carries no tokens.", "A GGUF or a directory with tokenizer.json has them."
        )
    if len(data.tokens) > MAXIMUM_TOKENS:
        raise ModelFileTooLarge(
            f"{len(data.tokens):,} tokens are more than the limit of {MAXIMUM_TOKENS:,}."
        )
    _check_lengths(data)
    _check_unique(data.tokens)
    types = _types(data)
    whole = sum(kind in (CONTROL, USER_DEFINED, UNKNOWN) for kind in types)
    if whole > MAXIMUM_WHOLE_TOKENS:
        raise ModelFileTooLarge(
            f"{whole:,} tokens that are never cut are more than the limit of "
            f"{MAXIMUM_WHOLE_TOKENS:,}."
        )
    identifiers = {
        token: at for at, token in enumerate(data.tokens) if types[at] not in _NOT_MERGED
    }
    return Vocabulary(
        data,
        types,
        identifiers,
        _of_kinds(data, types, _CONTROL),
        _of_kinds(data, types, (USER_DEFINED,)),
    )


def _types(data: TokeniserData) -> tuple[int, ...]:
    # Type 0 says that nothing is known of a token, and no library gives it a meaning of its own.
    types = tuple(kind or NORMAL for kind in data.types) or (NORMAL,) * len(data.tokens)
    if not all(NORMAL <= kind <= BYTE for kind in types):
        raise ModelFileRefused(f"A token's type is not one of {NORMAL} to {BYTE}.")
    if data.model != "llama" or data.unknown is None:
        return types
    # Files pad their table with tokens of this type; the one that is meant is named apart.
    others = tuple(CONTROL if kind == UNKNOWN else kind for kind in types)
    return (*others[: data.unknown], UNKNOWN, *others[data.unknown + 1 :])


def merge_pairs(vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """The merges, best first. Raises ModelFileRefused for one that refers to nothing."""
    identifiers = vocabulary.identifiers
    pairs: list[tuple[str, str]] = []
    for merge in vocabulary.data.merges:
        # A token may hold a space itself only at its start, where llama.cpp looks past it.
        at = merge.find(" ", 1)
        left, right = merge[:at], merge[at + 1 :]
        if at < 0 or not right:
            raise ModelFileRefused(f"The merge {merge[:60]!r} is not a pair with a space between.")
        for token in (left, right, left + right):
            if token not in identifiers:
                raise ModelFileRefused(
                    f"The merge {merge[:60]!r} needs the token {token[:60]!r}, which is not there."
                )
        pairs.append((left, right))
    return pairs


def _of_kinds(
    data: TokeniserData, types: tuple[int, ...], kinds: tuple[int, ...]
) -> tuple[tuple[str, int], ...]:
    pairs = [(token, at) for at, token in enumerate(data.tokens) if types[at] in kinds and token]
    return tuple(
        sorted(pairs, key=lambda pair: (-len(pair[0].encode("utf-8", "replace")), pair[1]))
    )


def _check_lengths(data: TokeniserData) -> None:
    count = len(data.tokens)
    for what, values in (("scores", data.scores), ("types", data.types)):
        if values and len(values) != count:
            raise ModelFileRefused(f"The tokeniser has {len(values):,} {what}, {count:,} tokens.")
    for what, identifier in (
        ("begin", data.begin), ("end", data.end), ("unknown", data.unknown),
    ):  # fmt: skip
        if identifier is not None and not 0 <= identifier < count:
            raise ModelFileRefused(f"The {what} token is {identifier}, of {count:,} tokens.")
    if not all(map(isfinite, data.scores)):
        raise ModelFileRefused("A token's score is not a finite number.")


def _check_unique(tokens: tuple[str, ...]) -> None:
    if len(set(tokens)) == len(tokens):
        return
    seen: set[str] = set()
    for token in tokens:
        if token in seen:
            raise ModelFileRefused(f"The token {token[:60]!r} is there twice.")
        seen.add(token)
