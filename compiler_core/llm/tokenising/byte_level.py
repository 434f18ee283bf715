"""Byte-level BPE, GGUF's model "gpt2", by the library tokenizers.

Each of the 256 bytes has a printable character that stands for it, so that tokens are texts; a
word is cut out by the patterns, turned into such characters, and merged by rank.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from compiler_core.llm.tokenising.pre_tokenisers import PATTERNS, WHOLE_WORDS, cut_named
from compiler_core.llm.tokenising.vocabulary import Vocabulary, merge_pairs

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))


@cache
def byte_characters() -> tuple[str, ...]:
    """The character that stands for each byte; source: GPT-2's encoder.py."""
    others = iter(range(0x100, 0x200))
    return tuple(chr(byte if byte in _PRINTABLE else next(others)) for byte in range(256))


@cache
def character_bytes() -> dict[str, int]:
    """The other way round."""
    return {character: byte for byte, character in enumerate(byte_characters())}


class ByteLevelModel:
    """Encodes texts without control tokens."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.cut = cut_named(vocabulary.data.pre)
        said = vocabulary.data.whole_words
        self.takes_whole_words = self.cut in WHOLE_WORDS if said is None else said
        self.pairs = merge_pairs(vocabulary)
        self._library = self._build()

    def encode(self, text: str) -> list[int]:
        """Tokens of a text."""
        return self._library.encode(text, add_special_tokens=False).ids

    def words(self, text: str) -> list[str]:
        """The text cut into words, each in characters that stand for bytes."""
        cutter = self._library.pre_tokenizer
        return [word for word, _ in cutter.pre_tokenize_str(text)] if cutter and text else []

    def piece(self, token: str) -> bytes:
        """The bytes of a token; a character that stands for no byte keeps its own."""
        known = character_bytes()
        return b"".join(
            bytes((known[symbol],)) if symbol in known else symbol.encode("utf-8", "replace")
            for symbol in token
        )

    def _build(self) -> Tokenizer:
        from tokenizers import Regex, Tokenizer, models, pre_tokenizers

        model = models.BPE(
            vocab=self.vocabulary.identifiers,
            merges=self.pairs,
            ignore_merges=self.takes_whole_words,
        )
        tokenizer = Tokenizer(model)
        cuts = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in PATTERNS[self.cut]]
        to_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([*cuts, to_bytes])
        return tokenizer
