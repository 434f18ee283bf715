"""The page to drop a model on: the models that are here, and what will happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.addresses.lessons import SHOWN_ON_MAP
from app.model.views.signs import SignBoard
from app.model_runs.known import KnownModel
from app.model_runs.tracks import TRACKS, Track, TrackName

TRACK_TITLES = {"graph": "Of a network", "language": "Of a language model"}


@dataclass(frozen=True, slots=True)
class ModelLink:
    """A model to open, with one sentence about it."""

    title: str
    address: str
    note: str


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage and its idea. address: of the stage of a network that ships."""

    number: int
    title: str
    address: str
    idea: str


@dataclass(frozen=True, slots=True)
class TrackLines:
    """The stages of one track."""

    title: str
    stages: tuple[StageLine, ...]


@dataclass(frozen=True, slots=True)
class DropProblem:
    """Why a file was not opened: what happened, what to try. again: where its form is sent to try
    the same file once more, "" where that cannot help.
    """

    title: str
    message: str
    advice: str
    again: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDropPage:
    """The page where a reader chooses a model or drops a file."""

    title: str
    """Of the document."""
    board: SignBoard
    """Signs to draw, and what a net says of one."""
    limit: str
    """Largest file that can be uploaded, as `64 MiB`."""
    language: tuple[ModelLink, ...]
    """Language models that ship."""
    trained: tuple[ModelLink, ...]
    """Trained networks that ship."""
    topologies: tuple[ModelLink, ...]
    """Networks without trained weights, from the `onnx` package."""
    tracks: tuple[TrackLines, ...]
    """What will happen to a model: the stages of both compilers."""
    problem: DropProblem | None = None
    """Why the file sent last was not opened; None if nothing went wrong."""


def model_drop_page(
    models: Sequence[KnownModel],
    limit: int,
    board: SignBoard,
    problem: DropProblem | None = None,
) -> ModelDropPage:
    """The page for these models; limit in bytes."""
    return ModelDropPage(
        title="Draw a sign, or bring a model",
        board=board,
        limit=f"{limit >> 20} MiB",
        language=_links(models, "shipped", "language"),
        trained=_links(models, "shipped", "graph"),
        topologies=_links(models, "light", "graph"),
        tracks=tuple(_track(TRACK_TITLES[track.name], track) for track in TRACKS),
        problem=problem,
    )


def _track(title: str, track: Track) -> TrackLines:
    model = f"/model/{SHOWN_ON_MAP[track.name]}"
    return TrackLines(
        title,
        tuple(
            StageLine(number, stage.title, f"{model}/{stage.name}", stage.idea)
            for number, stage in enumerate(track.stages, 1)
        ),
    )


def _links(models: Sequence[KnownModel], kind: str, track: TrackName) -> tuple[ModelLink, ...]:
    chosen = (model for model in models if (model.kind, model.track) == (kind, track))
    return tuple(ModelLink(known.title, f"/model/{known.id}", known.note) for known in chosen)
