"""What stages hand to each other, and how they say how far they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from compiler_core.llm.engine.records import EngineBuild
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.settings import LanguageSettings
from compiler_core.llm.source import LanguageSource
from compiler_core.pipelines.stages import StageResult


def _nobody(_: str) -> None:
    """Nobody reads along."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageState:
    """What the stages of a language model's compilation hand to each other."""

    source: LanguageSource
    """The model that is compiled."""
    settings: LanguageSettings
    """What was asked for."""
    directory: Path
    """Where files are made."""
    header: ModelHeader
    """Of the newest model file: the one that came, then those made of it."""
    tokens: tuple[int, ...] = ()
    """Ids of the prompt's tokens; empty before they are known, or without a tokeniser."""
    plain: Path | None = None
    """The GGUF file with weights as they came."""
    compiled: Path | None = None
    """With weights as the settings want them; both None while there are none, or when only a header
    is there."""
    engine: EngineBuild | None = None
    """The program as built; None before that, or where only a header is there."""
    wrote: Callable[[str], None] = _nobody
    """Is told the text of each token as it comes out of the program."""


Advance = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class StageEnd:
    """A stage that ended: the state it leaves, and its result without its time."""

    state: LanguageState
    result: StageResult


Stage = Callable[[LanguageState, Advance], StageEnd]
