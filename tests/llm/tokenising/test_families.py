"""Tokens and text are those of the library tokenizers, for eight families and nasty strings."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from compiler_core.llm.converting.metadata import keys_of
from compiler_core.llm.reading.gguf_tokeniser import gguf_tokeniser
from compiler_core.llm.reading.json_tokeniser import json_tokeniser
from compiler_core.llm.reading.text_cutting import UNRECOGNISED
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.tokenising.merge_walk import MAXIMUM_CHARACTERS
from compiler_core.llm.tokenising.tokeniser import Tokeniser, tokeniser_of
from tests.llm.tiny_models import TINY
from tests.llm.tokenising.control_tokens import encode_with_control_tokens
from tests.llm.tokenising.families import FAMILIES, PIECES, tokenizer_json
from tests.llm.tokenising.nasty import COUNT, nasty_strings
from tests.llm.tokenising.vocabularies import pieces, trained_pieces

STRINGS = nasty_strings()


@cache
def library(family: str) -> Any:
    from tokenizers import Tokenizer

    return Tokenizer.from_str(json.dumps(tokenizer_json(family)))


@cache
def ours(family: str) -> Tokeniser:
    return tokeniser_of(json_tokeniser(tokenizer_json(family), {}))


def encoded(family: str, text: str) -> list[int]:
    return library(family).encode(text, add_special_tokens=False).ids


def test_there_are_five_hundred_strings_and_they_differ() -> None:
    assert len(STRINGS) == COUNT
    assert len(set(STRINGS)) > 480


@pytest.mark.parametrize("family", FAMILIES)
def test_tokens_are_those_of_the_library(family: str) -> None:
    tokeniser = ours(family)
    wrong = [
        text
        for text in STRINGS
        if list(encode_with_control_tokens(tokeniser, text)) != encoded(family, text)
    ]
    assert wrong == []


@pytest.mark.parametrize("family", FAMILIES)
def test_text_is_that_of_the_library_whole_and_streamed(family: str) -> None:
    tokeniser, wrong = ours(family), []
    for text in STRINGS:
        tokens = encoded(family, text)
        if tokeniser.decode(tokens) != library(family).decode(tokens):
            wrong.append(text)
        stream = tokeniser.stream()
        parts = [*map(stream.push, tokens), stream.finish()]
        assert "".join(parts) == tokeniser.continuation(tokens)
    assert wrong == []


@pytest.mark.parametrize("family", FAMILIES)
def test_tokens_in_any_order_give_the_text_of_the_library(family: str) -> None:
    """Bytes that are no UTF-8: a model may choose any token after any other."""
    tokeniser, random = ours(family), Random(8)
    count = len(tokeniser.data.tokens)
    bytes_first = range(3, 259) if family in PIECES else range(count)
    for _ in range(300):
        tokens = [
            random.choice((random.randrange(count), random.choice(bytes_first)))
            for _ in range(random.randint(1, 12))
        ]
        assert tokeniser.decode(tokens) == library(family).decode(tokens)


@pytest.mark.parametrize("family", FAMILIES)
def test_merges_shown_one_by_one_end_where_the_library_does(family: str) -> None:
    """Our own loop, on texts without whole tokens: those stay text for a user."""
    tokeniser = ours(family)
    special = [one["content"] for one in tokenizer_json(family)["added_tokens"] if one["special"]]
    checked = 0
    for text in STRINGS[::2]:
        if len(text) > MAXIMUM_CHARACTERS // 4 or any(one in text for one in special):
            continue
        assert list(tokeniser.merge_walk(text).ids) == encoded(family, text)
        checked += 1
    assert checked > 150


@pytest.mark.parametrize("family", FAMILIES)
def test_a_converted_file_keeps_the_tokeniser(family: str) -> None:
    data = ours(family).data
    configuration = replace(TINY, vocabulary=len(data.tokens))
    header = ModelHeader(
        format="safetensors", name="x", configuration=configuration, tensors=(), tokeniser=data
    )
    found = tokeniser_of(gguf_tokeniser(keys_of(header, configuration, "f16")))
    for text in STRINGS[::5]:
        assert found.encode_pieces(text) == ours(family).encode_pieces(text)


@pytest.mark.parametrize(
    "change",
    [
        {"normalizer": {"type": "Lowercase"}},
        {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": "x+"}, "behavior": "Isolated"},
            {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False},
        ]}},
        {"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": True}},
    ],
)  # fmt: skip
def test_steps_that_are_not_known_are_not_taken_for_known_ones(change: dict[str, Any]) -> None:
    file = {**tokenizer_json("Llama 3"), **change}
    assert json_tokeniser(file, {}).pre == UNRECOGNISED


def test_a_piece_model_that_cuts_words_is_not_taken_for_one_that_does_not(tmp_path: Path) -> None:
    cut = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
    file = {**tokenizer_json("Llama 2"), "normalizer": None, "pre_tokenizer": cut}
    assert json_tokeniser(file, {}).pre == UNRECOGNISED


def test_bytes_that_are_no_text_are_replaced_as_sentencepiece_does() -> None:
    """A GGUF's model of pieces has scores: its reference is SentencePiece itself."""
    tokeniser, random = tokeniser_of(pieces("nothing before")), Random(9)
    first = tokeniser.data.tokens.index("<0x00>")
    for _ in range(300):
        tokens = [
            random.choice((random.randrange(first, first + 256), random.randrange(260, 400)))
            for _ in range(random.randint(1, 10))
        ]
        expected = trained_pieces().decode(tokens)
        assert tokeniser.continuation(tokens).removeprefix(" ") == expected
