"""The page to drop a model on: the models that are here, and what will happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.known import KnownModel
from compiler_core.graph.stages import STAGES


@dataclass(frozen=True, slots=True)
class ModelLink:
    """A model to open, with one sentence about it."""

    title: str
    address: str
    note: str


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage and its idea."""

    number: int
    title: str
    idea: str


@dataclass(frozen=True, slots=True)
class ModelDropPage:
    """limit: of an upload, in words."""

    title: str
    limit: str
    trained: tuple[ModelLink, ...]
    topologies: tuple[ModelLink, ...]
    stages: tuple[StageLine, ...]


def model_drop_page(models: Sequence[KnownModel], limit: int) -> ModelDropPage:
    """The page for these models; limit in bytes."""
    return ModelDropPage(
        title="Drop a model",
        limit=f"{limit >> 20} MiB",
        trained=_links(models, "shipped"),
        topologies=_links(models, "light"),
        stages=tuple(
            StageLine(number, one.title, one.idea) for number, one in enumerate(STAGES, 1)
        ),
    )


def _links(models: Sequence[KnownModel], kind: str) -> tuple[ModelLink, ...]:
    return tuple(
        ModelLink(one.title, f"/model/{one.id}", one.note) for one in models if one.kind == kind
    )
