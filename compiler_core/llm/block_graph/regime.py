"""The two ways a block is run: many tokens at once, or one token after those in the cache."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError

RegimeName = Literal["prefill", "decode"]


@dataclass(frozen=True, slots=True)
class Regime:
    """tokens: computed now. position: of the first of them, which is how many the cache holds."""

    name: RegimeName
    tokens: int
    position: int

    @property
    def total(self) -> int:
        """Positions that a query may attend to."""
        return self.position + self.tokens

    @property
    def sentence(self) -> str:
        if self.name == "prefill":
            return f"Prefill of {self.tokens} tokens"
        return f"Decode of one token at position {self.position}"


def prefill(tokens: int) -> Regime:
    """A prompt of this many tokens, with an empty cache. Raises InputError."""
    if tokens < 1:
        raise InputError("A prompt has at least one token.", "Give 1 or more.")
    return Regime("prefill", tokens, 0)


def decode(position: int) -> Regime:
    """One token after `position` others. Raises InputError."""
    if position < 0:
        raise InputError("A position is not negative.", "Positions begin at 0.")
    return Regime("decode", 1, position)
