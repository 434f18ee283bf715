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
    """directory: where files are made. wrote: is told the text of each token as it comes out of
    the program. tokens: the prompt's. plain: the GGUF file with weights as
    they came; compiled: with weights as the settings want them; both None while there are none,
    or when only a header is there. header: of the newest of these files.
    """

    source: LanguageSource
    settings: LanguageSettings
    directory: Path
    header: ModelHeader
    tokens: tuple[int, ...] = ()
    plain: Path | None = None
    compiled: Path | None = None
    engine: EngineBuild | None = None
    wrote: Callable[[str], None] = _nobody


Advance = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class StageEnd:
    """A stage that ended: the state it leaves, and its result without its time."""

    state: LanguageState
    result: StageResult


Stage = Callable[[LanguageState, Advance], StageEnd]
