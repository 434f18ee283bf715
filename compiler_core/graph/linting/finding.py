"""What a lint rule finds, and what a rule is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import onnx_ir as ir


@dataclass(frozen=True, slots=True)
class Lanes:
    """How many channels the multiply-accumulate array takes at once."""

    channels: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class LintFinding:
    """A node that a rule speaks of."""

    rule: str
    """Name of the rule, as in addresses."""
    node: str
    """Name of the node."""
    sentence: str
    """What it costs, with numbers."""
    remedy: str
    """Id for apply_remedy, "" where only the author of the model can help."""
    remedy_title: str
    """What would help, in the words of a button: `Use 64 channels`."""
    same_outputs: bool
    """Does the remedy keep what the model computes? If not, the model must be trained again, and
    the page says so."""


@dataclass(frozen=True, slots=True)
class LintRule:
    """name: as in URLs. idea: one sentence. remedy applies to a copy of the model, in place."""

    name: str
    idea: str
    find: Callable[[ir.Model, Lanes], tuple[LintFinding, ...]]
    remedy: Callable[[ir.Model, ir.Node, Lanes], None]
