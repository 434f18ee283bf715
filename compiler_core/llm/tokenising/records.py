"""Records of a text's way to tokens, as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass

Symbols = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeStep:
    """One merge. rank: its place among the merges, or for SentencePiece minus the score of the
    result. position: of the left symbol. before, after: all symbols of the word."""

    rank: float
    left: str
    right: str
    result: str
    position: int
    before: Symbols
    after: Symbols


@dataclass(frozen=True, slots=True, kw_only=True)
class WordWalk:
    """One word. text: as the model sees it (Ġ or ▁ for a space). symbols: what it starts with.
    whole: it is a token as it stands, and no merge was needed. final: its tokens as texts."""

    text: str
    symbols: Symbols
    steps: tuple[MergeStep, ...]
    whole: bool
    final: Symbols
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MergeWalk:
    """All words of a text, and the tokens in order."""

    text: str
    words: tuple[WordWalk, ...]
    ids: tuple[int, ...]
