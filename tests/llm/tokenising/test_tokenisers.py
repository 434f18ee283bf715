"""Tokens are those of the libraries; control tokens stay out of a user's text."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError, SourceTooLarge
from compiler_core.llm.reading.directory import directory_tokeniser
from compiler_core.llm.records import TokeniserData
from compiler_core.llm.tokenising.merge_walk import MAXIMUM_CHARACTERS
from compiler_core.llm.tokenising.pre_tokenisers import PATTERNS
from compiler_core.llm.tokenising.tokeniser import Tokeniser, tokeniser_of
from tests.llm.tokenising.control_tokens import encode_with_control_tokens
from tests.llm.tokenising.vocabularies import (
    CONTROL_TOKENS,
    TEXT,
    byte_level,
    hugging_face_byte_level,
    pieces,
    trained_pieces,
)

SAMPLES = (
    "", " ", "  two  spaces ", "It's 1234567 o'clock, we'LL see.", "line\n\n\nline\r\n\ttab",
    "Größe naïve 東京 Москва 🙂🙂 e\u0301", "a\x00b\x7f", "▁ and Ġ as they stand", "<tool>x<tool>",
    "<|begin|>hello<|end|>", "<s>hello</s><unk><0x41>", "x" * 300,
)  # fmt: skip
KINDS = {
    **{pre: byte_level(pre) for pre in PATTERNS},
    "pieces": pieces(),
    "pieces, no space": pieces("nothing before"),
}
CHARACTERS = st.characters(exclude_categories=("Cs",))
FAMILIAR = st.sampled_from([*"the quick brown fox 123's\n▁é🙂", "<tool>", "<|end|>", "</s>"])
TEXTS = st.lists(st.one_of(FAMILIAR, st.text(CHARACTERS, max_size=8)), max_size=24).map("".join)


@cache
def built(kind: str) -> Tokeniser:
    return tokeniser_of(KINDS[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_comes_back(kind: str) -> None:
    tokeniser = tokeniser_of(KINDS[kind])
    for text in SAMPLES:
        found = tokeniser.decode(tokeniser.encode(text))
        # SentencePiece writes a space as ▁: the two cannot be told apart afterwards.
        expected = text.replace("▁", " ") if kind.startswith("pieces") else text
        # llama.cpp puts a space before whatever follows a whole token, and leaves it there.
        expected = expected.replace("<tool>x", "<tool> x") if kind == "pieces" else expected
        assert found == expected


@pytest.mark.parametrize("kind", KINDS)
def test_streamed_text_is_the_decoded_text(kind: str) -> None:
    tokeniser = tokeniser_of(KINDS[kind])
    for text in SAMPLES:
        identifiers = tokeniser.encode_pieces(text)
        stream = tokeniser.stream()
        parts = [stream.push(identifier) for identifier in identifiers]
        assert "".join(parts) + stream.finish() == tokeniser.continuation(identifiers)
        assert not any("�" in part for part in parts)


def test_half_a_character_waits_and_is_shown_at_the_end() -> None:
    tokeniser = tokeniser_of(byte_level())
    identifiers = tokeniser.encode_pieces("ꙮ")
    assert len(identifiers) == 3
    stream = tokeniser.stream()
    assert [stream.push(identifier) for identifier in identifiers[:2]] == ["", ""]
    assert stream.push(identifiers[2]) == "ꙮ"
    stream.push(identifiers[0])
    assert stream.finish() == "�"


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(KINDS)), TEXTS)
def test_the_walk_ends_where_the_library_does(kind: str, text: str) -> None:
    tokeniser = built(kind)
    walk = tokeniser.merge_walk(text)
    assert walk.ids == tokeniser.encode_pieces(text)
    for word in walk.words:
        symbols = word.symbols
        for step in word.steps:
            assert step.before == symbols
            assert step.result == step.left + step.right
            assert step.before[step.position : step.position + 2] == (step.left, step.right)
            symbols = step.after
        assert "".join(symbols) == "".join(word.symbols)


def test_merges_are_shown_in_the_order_of_rank() -> None:
    data = TokeniserData(
        model="gpt2",
        pre="gpt-2",
        tokens=("a", "b", "c", "bc", "ab", "abc"),
        merges=("b c", "a bc", "a b"),
    )
    word = tokeniser_of(data).merge_walk("abc").words[0]
    assert [(step.rank, step.left, step.right) for step in word.steps] == [
        (0, "b", "c"),
        (1, "a", "bc"),
    ]
    assert word.steps[0].before == ("a", "b", "c")
    assert word.steps[1].after == ("abc",)


def test_pieces_are_those_of_the_trained_model() -> None:
    """Fed with the tokens of a file alone, the library answers like with its own file."""
    trained, tokeniser = trained_pieces(), tokeniser_of(pieces())
    for text in (*SAMPLES[1:6], TEXT[:400]):
        assert list(tokeniser.encode_pieces(text)) == trained.encode(text, out_type=int)


@pytest.mark.parametrize("kind", KINDS)
def test_control_tokens_come_only_when_asked(kind: str) -> None:
    tokeniser = tokeniser_of(KINDS[kind])
    control = {at for at, one in enumerate(tokeniser.data.types) if one in (2, 3)}
    names = [tokeniser.data.tokens[at] for at in sorted(control)]
    text = "x".join(names) + " ".join(names)
    assert not control & set(tokeniser.encode_pieces(text))
    assert not control & set(tokeniser.merge_walk(text).ids)
    assert control <= set(encode_with_control_tokens(tokeniser, text))


def test_a_whole_word_that_is_a_control_token_stays_text() -> None:
    """Llama 3 takes a word that is a token as it stands: a control token is not among them."""
    base = byte_level("llama-bpe")
    data = replace(base, tokens=(*base.tokens, "hello"), types=(*base.types, 3))
    tokeniser = tokeniser_of(data)
    assert len(base.tokens) not in tokeniser.encode_pieces("hello")
    assert len(base.tokens) in encode_with_control_tokens(tokeniser, "hello")


def test_the_longest_token_is_cut_out_first() -> None:
    base = byte_level()
    data = replace(base, tokens=(*base.tokens, "<a", "<a>b"), types=(*base.types, 4, 4))
    first = len(base.tokens)
    assert tokeniser_of(data).encode_pieces("<a>b<a") == (first + 1, first)


def test_a_begin_token_is_added_where_the_file_says_so() -> None:
    data = byte_level()
    begin = data.begin
    assert tokeniser_of(data).encode("")[:1] == (begin,)
    assert tokeniser_of(replace(data, add_begin=False)).encode("") == ()


def test_pieces_put_a_space_after_each_whole_token_like_llama_cpp() -> None:
    data = pieces()
    tool = data.tokens.index("<tool>")
    tokeniser = tokeniser_of(data)
    lone = tokeniser.encode_pieces("x")
    assert tokeniser.encode_pieces("x<tool>x") == (*lone, tool, *lone)


def test_hugging_face_files_give_the_same_tokens(tmp_path: Path) -> None:
    tokenizer = hugging_face_byte_level()
    (tmp_path / "tokenizer.json").write_text(tokenizer.to_str(), encoding="utf-8")
    settings_text = json.dumps({
        "bos_token": CONTROL_TOKENS[0], "eos_token": {"content": CONTROL_TOKENS[1]},
        "add_bos_token": True, "chat_template": "{{ messages }}",
    })  # fmt: skip
    (tmp_path / "tokenizer_config.json").write_text(settings_text, encoding="utf-8")
    data = directory_tokeniser(tmp_path, {})
    assert (data.model, data.pre, data.add_begin) == ("gpt2", "gpt-2", True)
    assert data.tokens[data.begin or 0] == CONTROL_TOKENS[0]
    assert data.chat_template == "{{ messages }}"
    tokeniser = tokeniser_of(data)
    for text in SAMPLES[:8]:
        expected = tokenizer.encode(text, add_special_tokens=False).ids
        assert list(tokeniser.encode_pieces(text)) == expected


def test_sentencepiece_as_merges_gives_the_same_tokens(tmp_path: Path) -> None:
    """Hugging Face turns scores into merges; the order of pairs survives the way back."""
    base = pieces()
    known = set(base.tokens)
    scored = sorted(zip(base.scores, base.tokens, base.types, strict=True), reverse=True)
    merges = [
        [token[:at], token[at:]]
        for _, token, kind in scored
        if kind == 1
        for at in range(1, len(token))
        if {token[:at], token[at:]} <= known
    ]
    names = ("<unk>", "<s>", "</s>")
    tokenizer = {
        "model": {"type": "BPE", "byte_fallback": True, "unk_token": "<unk>", "merges": merges,
                  "vocab": {token: at for at, token in enumerate(base.tokens)}},
        "added_tokens": [{"id": at, "content": name, "special": True}
                         for at, name in enumerate(names)]
        + [{"id": base.tokens.index("<tool>"), "content": "<tool>", "special": False}],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
    }  # fmt: skip
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    data = directory_tokeniser(tmp_path, {"bos_token_id": 1, "eos_token_id": [2, 3]})
    assert (data.model, data.begin, data.end, data.unknown) == ("llama", 1, 2, 0)
    assert data.add_space_before
    first, second = tokeniser_of(base), tokeniser_of(data)
    for text in (*SAMPLES, TEXT[:400]):
        assert first.encode_pieces(text) == second.encode_pieces(text)


def test_limits_and_what_is_no_text() -> None:
    tokeniser = tokeniser_of(byte_level())
    with pytest.raises(SourceTooLarge, match="merge by merge"):
        tokeniser.merge_walk("x" * (MAXIMUM_CHARACTERS + 1))
    with pytest.raises(SourceTooLarge, match="limit"):
        tokeniser.encode("x" * (4 << 20) + "xx")
    with pytest.raises(InputError, match="half a character"):
        tokeniser.encode("\ud800")
    with pytest.raises(InputError, match="no token"):
        tokeniser.piece(-1)
    with pytest.raises(InputError, match="no token"):
        tokeniser.decode((10**9,))
