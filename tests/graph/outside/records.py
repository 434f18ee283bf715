"""A network from outside, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Ending = Literal["agrees", "differs", "refused", "too long", "failed"]


@dataclass(frozen=True, slots=True)
class OutsideNetwork:
    """path: an ONNX file, or the name of one that the product knows. sizes: of axes that it leaves
    open, as on the command line. options: further ones.
    """

    name: str
    path: Path
    sizes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """said: the last lines that the command printed. seconds: elapsed."""

    network: OutsideNetwork
    ending: Ending
    said: str
    seconds: float
