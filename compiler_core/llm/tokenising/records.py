"""Records of a text's way to tokens, as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass

Symbols = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeStep:
    """One merge."""

    rank: float
    """Its place among the merges, or for SentencePiece minus the score of the result."""
    left: str
    right: str
    result: str
    position: int
    """Of the left symbol."""
    before: Symbols
    """All symbols of the word."""
    after: Symbols
    """All symbols of the word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordWalk:
    """One word."""

    text: str
    """As the model sees it (Ġ or ▁ for a space)."""
    symbols: Symbols
    """What it starts with."""
    steps: tuple[MergeStep, ...]
    whole: bool
    """It is a token as it stands, and no merge was needed."""
    final: Symbols
    """Its tokens as texts."""
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MergeWalk:
    """All words of a text, and the tokens in order."""

    text: str
    words: tuple[WordWalk, ...]
    ids: tuple[int, ...]
