"""What is known of a program before a board runs it: its parts, what was counted, its digest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BoardKind = Literal["network", "loop", "language"]
RUNS = 100
"""Of a board's program with the clock; `LOWLAB_RUNS` asks for another number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKernel:
    """A part that the board times."""

    name: str
    """The part's function, by which the report names it."""
    title: str
    """What it computes, for people."""
    instructions: int | None = None
    """Counted under the emulator, loaded and stored together; None where nothing was counted."""
    bytes: int | None = None
    """Loaded and stored in one call, counted under the emulator; None where nothing was counted."""
    operations: int = 0
    """A multiply-accumulate is two."""
    tokens: int = 0
    """That one call makes or reads, 0 where it has none."""


@dataclass(frozen=True, slots=True)
class BoardSubject:
    """A program for boards. digest: SHA-256 over its sources, its weights and its input; a report
    must name the same. tolerance: how far the output may be from the one that is sent along, as a
    share of its largest amount.
    """

    kind: BoardKind
    title: str
    digest: str
    kernels: tuple[BoardKernel, ...]
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True)
class BoardBundle:
    """The files to pack, by name, and what they are."""

    files: dict[str, bytes]
    subject: BoardSubject
