"""Pieces merged by a list of merges, as Hugging Face does with SentencePiece models.

Scores say which token is the best result; merges say which pairs there are, and two pairs can make
the same token. So a file that has merges is read by the library tokenizers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler_core.llm.tokenising.pieces import SPACE, byte_values
from compiler_core.llm.tokenising.vocabulary import BYTE, UNKNOWN, Vocabulary, merge_pairs

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class MergedPieceModel:
    """Encodes texts without control tokens. unknown: the token's number, None without one."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        types, tokens = vocabulary.types, vocabulary.data.tokens
        self.bytes = byte_values(tokens, types)
        self.byte_tokens = {value: tokens.index(token) for token, value in self.bytes.items()}
        self.falls_back_to_bytes = BYTE in types
        self.unknown = types.index(UNKNOWN) if UNKNOWN in types else None
        self.pairs = merge_pairs(vocabulary)
        self._library = self._build()

    def encode(self, text: str) -> list[int]:
        """Tokens of a text, in which spaces are as the file wants them."""
        return self._library.encode(text.replace(" ", SPACE), add_special_tokens=False).ids

    def words(self, text: str) -> list[str]:
        """Nothing is cut: one word, its spaces as ▁."""
        return [text.replace(" ", SPACE)] if text else []

    def symbols(self, word: str) -> tuple[str, ...]:
        """What merging starts with: characters, or the bytes of one that is no token."""
        known, tokens = self.vocabulary.identifiers, self.vocabulary.data.tokens
        pieces: list[str] = []
        for character in word:
            if character in known or not self.falls_back_to_bytes:
                pieces.append(character)
            else:
                pieces += [tokens[self.byte_tokens[byte]] for byte in character.encode()]
        return tuple(pieces)

    def piece(self, token: str) -> bytes:
        """The bytes of one token, ▁ being a space."""
        if token in self.bytes:
            return bytes((self.bytes[token],))
        return token.replace(SPACE, " ").encode("utf-8", "replace")

    def _build(self) -> Tokenizer:
        from tokenizers import Tokenizer, models

        tokens = self.vocabulary.data.tokens
        table = dict(self.vocabulary.identifiers)
        table |= {token: at for at, token in enumerate(tokens) if token in self.bytes}
        unknown = None if self.unknown is None else tokens[self.unknown]
        if unknown is not None and self.unknown is not None:
            table[unknown] = self.unknown
        model = models.BPE(
            vocab=table,
            merges=self.pairs,
            unk_token=unknown,
            fuse_unk=True,
            byte_fallback=self.falls_back_to_bytes,
        )
        return Tokenizer(model)
