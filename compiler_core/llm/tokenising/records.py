"""Records of a text's way to tokens, as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass

Symbols = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeStep:
    """One merge."""

    rank: float
    """Place of the merge in the list, the lowest first; for SentencePiece minus the result's
    score."""
    left: str
    """Text of the left symbol that was merged."""
    right: str
    """Text of the right symbol that was merged."""
    result: str
    """Both texts joined, a symbol of `after`."""
    position: int
    """Of the left symbol in `before`, from 0."""
    before: Symbols
    """All symbols of the word before the merge."""
    after: Symbols
    """All symbols of the word after the merge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordWalk:
    """One word."""

    text: str
    """As the model sees it (Ġ or ▁ for a space)."""
    symbols: Symbols
    """What it starts with."""
    steps: tuple[MergeStep, ...]
    """Merges in order; empty for a word without any."""
    whole: bool
    """It is a token as it stands, and no merge was needed."""
    final: Symbols
    """Texts of the word's tokens, in order."""
    ids: tuple[int, ...]
    """Numbers of the word's tokens, in order."""


@dataclass(frozen=True, slots=True)
class MergeWalk:
    """All words of a text, and the tokens in order."""

    text: str
    words: tuple[WordWalk, ...]
    ids: tuple[int, ...]
