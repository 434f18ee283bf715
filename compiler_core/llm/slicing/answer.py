"""What is said of one head's output or one logit: plain records for JSON and the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Subject = Literal["head", "logit"]
Verdict = Literal["same", "differs"]


@dataclass(frozen=True, slots=True)
class TokenRead:
    """One token, by how much of it a head or a logit read."""

    position: int
    """Place of the token in the prompt, from 0; the same as its place in `reads`."""
    text: str
    """Text of the token; of one that stands for no text, its name in the vocabulary."""
    share: float
    """Attention's weight of this position's key and value, 0 to 1; of a logit the mean over all
    layers and heads."""
    hidden: bool
    """The mask keeps it out, so its share is 0."""


@dataclass(frozen=True, slots=True)
class HeadShare:
    """Of one head at the asked position: the position it weighs most, and how much."""

    layer: int
    """Number of the layer that has the head, from 0."""
    head: int
    """Number of the head in its layer, from 0."""
    position: int
    """Place in the prompt of the token that the head weighs most, from 0."""
    text: str
    """Text of the token at that position; of one that stands for no text, its name in the
    vocabulary."""
    share: float
    """The head's attention weight on that position, 0 to 1; in `heads` the largest comes first."""


@dataclass(frozen=True, slots=True)
class MaskProof:
    """What came of replacing what must not be read, and of changing what is read."""

    verdict: Verdict
    """Whether the result kept its bits when what must not be read was replaced: `same`, or
    `differs`, which is a mistake of ours."""
    sentence: str
    """What was replaced and what came of it, for the reader."""
    changed: int
    """How many of the `tried` replacements changed the bits of the result, 0 to `tried`."""
    tried: int
    """How many positions that are read were replaced, each alone: the last ones up to the asked
    one, at most 8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAnswer:
    """Of one run of the numpy reference in float32."""

    subject: Subject
    """What was asked about: `head` (the output of one attention head) or `logit` (the score of
    one next token)."""
    layer: int
    """-1 for a logit."""
    head: int
    """Number of the attention head in its layer, from 0; -1 for a logit."""
    key_head: int
    """Whose keys and values the head shares with others of its group."""
    position: int
    """Place of the asked token in the prompt, from 0, also where the request counted from the
    end."""
    token: str
    """The text at the position."""
    value: str
    """What was computed, in words: `0.1234567 for token 42` of a logit, `64 numbers, the largest
    0.73 by amount` of a head."""
    bits: str
    """Hexadecimal: of a logit as in memory; of a head the digest of its output's bytes."""
    sentence: str
    """How many tokens were read, which most, and how many the mask hides, for the reader."""
    reads: tuple[TokenRead, ...]
    """Every position of the prompt in order."""
    heads: tuple[HeadShare, ...]
    """The heads that look hardest at one position; empty when a head was asked about."""
    proof: MaskProof
    """The test of the answer: the model was run again with other tokens, keys and values."""
