"""SentencePiece, GGUF's model "llama", by the library sentencepiece.

The library wants a model of its own format, which is built here from tokens, scores and types. A
space is written ▁; what is no token falls back to its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.tokenising.vocabulary import BYTE, UNKNOWN, Vocabulary

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

SPACE = "▁"
_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_BYTES = 256
_BYTE_PAIR_ENCODING = 2


class PieceModel:
    """Encodes texts without control tokens."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.types = _checked_types(vocabulary)
        self.scores = vocabulary.data.scores
        self.unknown = self.types.index(UNKNOWN)
        self.falls_back_to_bytes = BYTE in self.types
        self.bytes = byte_values(vocabulary.data.tokens, self.types)
        self.byte_tokens = {
            value: vocabulary.data.tokens.index(token) for token, value in self.bytes.items()
        }
        self._library = self._build()

    def encode(self, text: str) -> list[int]:
        """Tokens of a text, in which spaces are as the file wants them."""
        return self._library.encode(text, out_type=int)

    def words(self, text: str) -> list[str]:
        """SentencePiece cuts nothing: one word, its spaces as ▁."""
        return [text.replace(" ", SPACE)] if text else []

    def piece(self, token: str) -> bytes:
        """The bytes of a token, ▁ being a space."""
        if token in self.bytes:
            return bytes((self.bytes[token],))
        return token.replace(SPACE, " ").encode("utf-8", "replace")

    def _build(self) -> SentencePieceProcessor:
        from sentencepiece import SentencePieceProcessor
        from sentencepiece.sentencepiece_model_pb2 import (
            ModelProto,  # pyright: ignore[reportAttributeAccessIssue]
        )

        model = ModelProto()
        for token, score, kind in zip(
            self.vocabulary.data.tokens, self.scores, self.types, strict=True
        ):
            model.pieces.add(piece=token, score=score, type=kind)
        model.trainer_spec.model_type = _BYTE_PAIR_ENCODING
        model.trainer_spec.byte_fallback = self.falls_back_to_bytes
        model.trainer_spec.unk_id = self.unknown
        model.normalizer_spec.name = "identity"
        model.normalizer_spec.add_dummy_prefix = False
        model.normalizer_spec.remove_extra_whitespaces = False
        model.normalizer_spec.escape_whitespaces = True
        try:
            return SentencePieceProcessor(model_proto=model.SerializeToString())
        except (RuntimeError, ValueError) as error:
            reason = " ".join(str(error).split())[:200]
            raise ModelFileRefused(f"SentencePiece refuses these tokens: {reason}") from error


def _checked_types(vocabulary: Vocabulary) -> tuple[int, ...]:
    data = vocabulary.data
    if not data.scores:
        raise ModelFileRefused("A SentencePiece model needs a score for each token; none is there.")
    if "" in vocabulary.identifiers:
        raise ModelFileRefused("A token is empty.")
    types = vocabulary.types
    if types.count(UNKNOWN) != 1:
        raise ModelFileRefused(
            f"A SentencePiece model has one unknown token; this one has {types.count(UNKNOWN)}."
        )
    _check_bytes(data.tokens, types)
    return types


def _check_bytes(tokens: tuple[str, ...], types: tuple[int, ...]) -> None:
    count = types.count(BYTE)
    values = set(byte_values(tokens, types).values())
    if count and (len(values), count) != (_BYTES, _BYTES):
        raise ModelFileRefused(
            f"{count} tokens stand for {len(values)} different bytes; all 256 have to, or none."
        )


def byte_values(tokens: tuple[str, ...], types: Sequence[int]) -> dict[str, int]:
    """The byte that each byte token stands for, by its text."""
    return {
        token: int(match[1], 16)
        for token, kind in zip(tokens, types, strict=True)
        if kind == BYTE and (match := _BYTE_TOKEN.fullmatch(token))
    }
