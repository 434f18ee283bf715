"""A language model through the seven stages: start reading here.

Each stage takes the state that the one before left. What a stage did is told when it ends, so that
a page can show it while the next one runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter

from compiler_core.llm.pipeline.cache_stage import cache_stage
from compiler_core.llm.pipeline.checks import CHECKS
from compiler_core.llm.pipeline.convert_stage import convert_stage
from compiler_core.llm.pipeline.decode_stage import decode_stage
from compiler_core.llm.pipeline.engine_stage import engine_stage
from compiler_core.llm.pipeline.fusion_stage import fusion_stage
from compiler_core.llm.pipeline.state import LanguageState, Stage
from compiler_core.llm.pipeline.tokens_stage import tokens_stage
from compiler_core.llm.pipeline.weights_stage import weights_stage
from compiler_core.llm.settings import LanguageSettings
from compiler_core.llm.source import LanguageSource
from compiler_core.llm.stages import STAGE_NAMES
from compiler_core.pipelines.jobs import Progress
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Trace

FUNCTIONS: tuple[tuple[str, Stage], ...] = (
    ("tokens", tokens_stage),
    ("convert", convert_stage),
    ("weights", weights_stage),
    ("cache", cache_stage),
    ("fusion", fusion_stage),
    ("engine", engine_stage),
    ("decode", decode_stage),
)
assert tuple(name for name, _ in FUNCTIONS) == STAGE_NAMES


@dataclass(frozen=True, slots=True)
class LanguageCompilation:
    """All results in order, and the state at the end."""

    results: tuple[StageResult, ...]
    state: LanguageState

    @property
    def trace(self) -> Trace:
        """The steps of all stages."""
        return Trace("llm", tuple(step for result in self.results for step in result.steps))


def compile_language_model(
    source: LanguageSource,
    settings: LanguageSettings,
    directory: Path,
    progress: Progress | None = None,
    stages: tuple[str, ...] = STAGE_NAMES,
) -> LanguageCompilation:
    """Run the stages in order, up to the last one named; files are made in the directory.

    Raises InputError for a model or a prompt that no stage can take.
    """
    reporter = progress or Progress()
    state = LanguageState(
        source=source,
        settings=settings,
        directory=directory,
        header=source.header,
        wrote=partial(reporter.wrote, STAGE_NAMES[-1]),
    )
    results: list[StageResult] = []
    for name, function in FUNCTIONS:
        if name not in stages:
            continue
        reporter.started(name)
        began = perf_counter()
        end = function(state, _advance(reporter, name))
        state = end.state
        results.append(replace(end.result, seconds=perf_counter() - began))
        reporter.finished(results[-1])
    return LanguageCompilation(tuple(results), state)


def checked_results(
    compilation: LanguageCompilation, progress: Progress | None = None
) -> LanguageCompilation:
    """With what takes longer than the stages; each result is told when it is there."""
    reporter = progress or Progress()
    results = list(compilation.results)
    for stage, text, check in CHECKS:
        for position, result in enumerate(results):
            if result.stage == stage:
                reporter.advanced(stage, text, 0, 0)
                results[position] = check(compilation.state, result)
                reporter.checked(results[position])
    return replace(compilation, results=tuple(results))


def _advance(reporter: Progress, stage: str) -> Callable[[str, int, int], None]:
    return lambda text, done, total: reporter.advanced(stage, text, done, total)
