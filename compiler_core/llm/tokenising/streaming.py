"""Text from tokens that arrive one by one: a character whose bytes are not all there waits."""

from __future__ import annotations

import codecs
from collections.abc import Callable


class TokenStream:
    """Gives the text that each token completes; what is no UTF-8 becomes �."""

    def __init__(self, piece: Callable[[int], bytes]) -> None:
        self._piece = piece
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def push(self, identifier: int) -> str:
        """The text that is complete with this token; empty while a character is not."""
        return self._decoder.decode(self._piece(identifier))

    def finish(self) -> str:
        """What is left when no token follows."""
        return self._decoder.decode(b"", True)
