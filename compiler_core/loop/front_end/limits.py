"""Limits of the subset, each with its own message where it is checked."""

from __future__ import annotations

MAXIMUM_TOKENS = 4_000
MAXIMUM_BRACKETS = 32
MAXIMUM_DEPTH = 90
MAXIMUM_INSTRUCTIONS = 3_000
MAXIMUM_CONSTANTS = 100
MAXIMUM_LOCAL_ELEMENTS = 16_384
