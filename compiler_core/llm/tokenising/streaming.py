"""Text from tokens that arrive one by one: what is no UTF-8 becomes �, as each reference has it.

Byte-level models give bytes, of which a character may need those of several tokens: it waits for
them. Models of pieces give text, and bytes only for what no piece holds: a run of such bytes waits
for its end. SentencePiece then replaces each byte that belongs to no character; Hugging Face
replaces every byte of a run in which one is wrong.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from typing import Literal, Protocol

WrongBytes = Literal["each", "whole run"]
REPLACEMENT = "�"


class TextDecoder(Protocol):
    """Text from bytes of tokens; `is_byte` says that a token stands for a byte alone."""

    def push(self, piece: bytes, is_byte: bool) -> str: ...

    def finish(self) -> str: ...


class ByteStreamDecoder:
    """All bytes are one stream."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, piece: bytes, is_byte: bool) -> str:
        """The characters that are complete with these bytes."""
        return self._decoder.decode(piece)

    def finish(self) -> str:
        """What is left when no token follows."""
        return self._decoder.decode(b"", True)


class PieceDecoder:
    """Pieces are text; runs of bytes between them are decoded by themselves."""

    def __init__(self, wrong: WrongBytes) -> None:
        self._wrong: WrongBytes = wrong
        self._run = b""

    def push(self, piece: bytes, is_byte: bool) -> str:
        """The text of a run that ends here, and of this piece."""
        if is_byte:
            self._run += piece
            return ""
        return self.finish() + piece.decode("utf-8", "replace") if piece else ""

    def finish(self) -> str:
        """The text of the run."""
        run, self._run = self._run, b""
        if self._wrong == "each":
            return run.decode("utf-8", "surrogateescape").translate(_ESCAPED)
        try:
            return run.decode()
        except UnicodeDecodeError:
            return REPLACEMENT * len(run)


# Python escapes each byte that belongs to no character by a code of its own.
_ESCAPED = dict.fromkeys(range(56448, 56576), REPLACEMENT)


class TokenStream:
    """Gives the text that each token completes. decoded: the bytes of a token, and whether it
    stands for a byte alone."""

    def __init__(self, decoded: Callable[[int], tuple[bytes, bool]], decoder: TextDecoder) -> None:
        self._decoded = decoded
        self._decoder = decoder

    def push(self, identifier: int) -> str:
        """The text that is complete with this token; empty while a character is not."""
        return self._decoder.push(*self._decoded(identifier))

    def finish(self) -> str:
        """What is left when no token follows."""
        return self._decoder.finish()
