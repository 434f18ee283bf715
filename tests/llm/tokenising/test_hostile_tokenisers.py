"""Vocabularies of strangers: refused in words, before a library sees them or by it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.records import TokeniserData
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from tests.llm.tokenising.vocabularies import byte_level, pieces
from tests.stopwatch import Stopwatch

BASE = TokeniserData(model="gpt2", pre="gpt-2", tokens=("a", "b", "ab"), merges=("a b",))
NAN = float("nan")


def _changed_type(kind: int, position: int) -> TokeniserData:
    data = pieces()
    types = list(data.types)
    types[position] = kind
    return replace(data, types=tuple(types))


HOSTILE: dict[str, tuple[Callable[[], TokeniserData], str]] = {
    "no model": (lambda: TokeniserData(), "kind"),
    "unigram": (lambda: replace(BASE, model="t5"), "kind t5"),
    "no tokens": (lambda: replace(BASE, tokens=(), merges=()), "no tokens"),
    "more tokens than there are": (
        lambda: replace(BASE, tokens=tuple(map(str, range(1_000_001)))), "limit",
    ),
    "only whole tokens": (
        lambda: replace(BASE, tokens=tuple(map(str, range(20_001))), types=(4,) * 20_001,
                        merges=()), "never cut",
    ),
    "token twice": (lambda: replace(BASE, tokens=("a", "b", "a")), "twice"),
    "types too few": (lambda: replace(BASE, types=(1,)), "types"),
    "scores too many": (lambda: replace(BASE, scores=(0.0,) * 9), "scores"),
    "score that is no number": (lambda: replace(BASE, scores=(0.0, NAN, 0.0)), "finite"),
    "begin beyond the table": (lambda: replace(BASE, begin=3), "begin token"),
    "end below 0": (lambda: replace(BASE, end=-1), "end token"),
    "cut that is unknown": (lambda: replace(BASE, pre="new-model"), "new-model"),
    "merge of nothing": (lambda: replace(BASE, merges=("a c",)), "needs the token 'c'"),
    "merge to nothing": (lambda: replace(BASE, merges=("b a",)), "needs the token 'ba'"),
    "merge to itself": (lambda: replace(BASE, merges=("a a",)), "needs the token 'aa'"),
    "merge of a control token": (
        lambda: replace(BASE, types=(1, 3, 1)), "needs the token 'b'",
    ),
    "merge of one": (lambda: replace(BASE, merges=("ab",)), "not a pair"),
    "empty merge": (lambda: replace(BASE, merges=("",)), "not a pair"),
    "merge of spaces": (lambda: replace(BASE, merges=("  ",)), "not a pair"),
    "pieces without scores": (lambda: replace(pieces(), scores=()), "score"),
    "pieces without unknown": (
        lambda: replace(_changed_type(1, 0), unknown=None), "one unknown token",
    ),
    "two unknown pieces": (
        lambda: replace(_changed_type(2, 300), unknown=None), "one unknown token",
    ),
    "a byte missing": (lambda: _changed_type(1, 4), "all 256"),
    "a byte that is no byte": (lambda: _changed_type(6, 300), "all 256"),
    "empty piece": (lambda: replace(pieces(), tokens=("", *pieces().tokens[1:])), "empty|refuses"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_vocabulary_is_refused(name: str) -> None:
    make, words = HOSTILE[name]
    data, watch = make(), Stopwatch()
    with pytest.raises(ModelFileRefused) as caught:
        tokeniser_of(data)
    assert re.search(words, str(caught.value)), str(caught.value)
    assert watch.seconds() < 5


def test_merges_that_make_one_another_end() -> None:
    """Three ways round the same tokens: each merge shortens the word, so it ends."""
    data = TokeniserData(
        model="gpt2", pre="gpt-2", tokens=("a", "aa", "aaa"), merges=("a aa", "aa a", "a a")
    )
    walk = tokeniser_of(data).merge_walk("a" * 100)
    assert walk.ids == tokeniser_of(data).encode_pieces("a" * 100)
    assert len(walk.words[0].steps) < 100


NAMES = st.text(max_size=4)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(NAMES, max_size=12),
    st.lists(st.integers(0, 7), max_size=12),
    st.lists(NAMES, max_size=4),
    st.sampled_from(["gpt2", "llama"]),
    st.text(max_size=12),
)
def test_any_vocabulary_encodes_or_is_refused(
    tokens: list[str], types: list[int], merges: list[str], model: str, text: str
) -> None:
    data = TokeniserData(
        model=model,
        pre="default",
        tokens=tuple(tokens),
        merges=tuple(merges),
        types=tuple(types[: len(tokens)]),
        scores=(0.0,) * len(tokens),
        unknown=0,
    )
    try:
        tokeniser = tokeniser_of(data)
        found = tokeniser.encode(text)
        tokeniser.decode(found)
        assert tokeniser.merge_walk(text).ids == found
    except InputError:
        return
    assert all(0 <= one < len(tokens) for one in found)


def test_a_large_text_takes_seconds_at_most() -> None:
    for data in (byte_level("llama-bpe"), pieces()):
        tokeniser = tokeniser_of(data)
        for text in ("a" * 300_000, "\n" * 100_000, " \t" * 100_000, "🙂" * 60_000):
            watch = Stopwatch()
            tokeniser.encode(text)
            assert watch.seconds() < 3, text[:1]
