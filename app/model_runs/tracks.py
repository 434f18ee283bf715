"""The two tracks a model can take: their stages, their settings, and the job that runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import compiler_core.graph.settings as graph_settings
import compiler_core.graph.stages as graph_stages
import compiler_core.llm.settings as language_settings
import compiler_core.llm.stages as language_stages
from compiler_core.errors import UnknownName
from compiler_core.pipelines.model_runs import TrackName
from compiler_core.pipelines.setting_values import Settings
from compiler_core.pipelines.stages import StageKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """One of the two tracks that a model can take."""

    name: TrackName
    """`graph` or `language`."""
    stages: tuple[StageKind, ...]
    """In order."""
    settings_of: Callable[[Mapping[str, object]], Settings]
    """Makes settings from values of an address; raises InputError."""
    default: Settings
    """Settings of an address without any."""
    job: str
    """The kind of the job that runs it."""
    command: str
    """What does the same at home."""

    @property
    def stage_names(self) -> tuple[str, ...]:
        return tuple(stage.name for stage in self.stages)

    def stage_name(self, word: str) -> str:
        """The stage that a name or a number from 1 says. Raises UnknownName."""
        numbered = {str(number): name for number, name in enumerate(self.stage_names, 1)}
        name = numbered.get(word, word)
        if name not in self.stage_names:
            raise UnknownName(
                f"There is no stage {word[:40]}.", f"Stages: {', '.join(self.stage_names)}."
            )
        return name

    def page_of(self, word: str) -> str:
        """As stage_name, but a stage of the other track leads to the first: an address may be older
        than what the file turned out to be. Raises UnknownName."""
        others = (name for track in TRACKS if track is not self for name in track.stage_names)
        elsewhere = word not in self.stage_names and word in others
        return self.stage_names[0] if elsewhere else self.stage_name(word)

    def number(self, stage: str) -> int:
        """The stage's number from 1. Raises ValueError for a name that is none."""
        return self.stage_names.index(stage) + 1

    def kind(self, stage: str) -> StageKind:
        """The stage of this name. Raises ValueError for a name that is none."""
        return self.stages[self.number(stage) - 1]


GRAPH = Track(
    name="graph",
    stages=graph_stages.STAGES,
    settings_of=graph_settings.settings_of,
    default=graph_settings.DEFAULT_SETTINGS,
    job="network",
    command="lowlab graph compile",
)
LANGUAGE = Track(
    name="language",
    stages=language_stages.STAGES,
    settings_of=language_settings.settings_of,
    default=language_settings.DEFAULT_SETTINGS,
    job="language",
    command="lowlab llm compile",
)
TRACKS = (GRAPH, LANGUAGE)


def job_track(
    name: TrackName,
    stage: StageKind,
    settings_of: Callable[[Mapping[str, object]], Settings],
    default: Settings,
    job: str,
) -> Track:
    """Of a job beside the stages, which has one of its own."""
    return Track(
        name=name, stages=(stage,), settings_of=settings_of, default=default, job=job, command=""
    )


def track_of(name: TrackName) -> Track:
    """The track of this name."""
    return next(track for track in TRACKS if track.name == name)
