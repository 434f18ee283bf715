"""What is said of one head's output or one logit: plain records for JSON and the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Subject = Literal["head", "logit"]
Verdict = Literal["same", "differs"]


@dataclass(frozen=True, slots=True)
class TokenRead:
    position: int
    text: str
    share: float
    """Attention's weight of this position's key and value, 0 to 1; of a logit the mean over all
    layers and heads."""
    hidden: bool
    """The mask keeps it out, so its share is 0."""


@dataclass(frozen=True, slots=True)
class HeadShare:
    """Of one head at the asked position: the position it weighs most, and how much."""

    layer: int
    head: int
    position: int
    text: str
    share: float


@dataclass(frozen=True, slots=True)
class MaskProof:
    """What came of replacing what must not be read, and of changing what is read."""

    verdict: Verdict
    sentence: str
    changed: int
    tried: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAnswer:
    """Of one run of the numpy reference in float32."""

    subject: Subject
    layer: int
    """-1 for a logit."""
    head: int
    key_head: int
    """Whose keys and values the head shares with others of its group."""
    position: int
    token: str
    """The text at the position."""
    value: str
    bits: str
    """Hexadecimal: of a logit as in memory; of a head the digest of its output's bytes."""
    sentence: str
    reads: tuple[TokenRead, ...]
    """Every position of the prompt in order."""
    heads: tuple[HeadShare, ...]
    """Of a logit: the heads that look hardest at one position."""
    proof: MaskProof
