"""Which models can be opened: those that ship, those inside the onnx package, and uploads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.model_runs.tracks import TrackName
from app.model_runs.uploads import uploaded_model
from compiler_core.errors import UnknownName

ModelKind = Literal["shipped", "light", "uploaded"]
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownModel:
    """A model that can be opened."""

    id: str
    """Name in addresses: letters, digits, `_` and `-`."""
    title: str
    """As readers see it; of an upload, its file's name."""
    name: str
    """The id of one that ships or comes from `onnx`, else the path of its file."""
    kind: ModelKind
    """`shipped`, `light` (a topology of the `onnx` package) or `uploaded`."""
    note: str
    """One sentence or less about the model, shown beside its title."""
    weights: str = "file"
    """"random" for topologies whose weights are placeholders."""
    track: TrackName = "graph"
    """Which compiler it takes."""


def offered_models() -> tuple[KnownModel, ...]:
    """Models that are there without an upload, trained ones first."""
    from compiler_core.graph.evaluation.light import LIGHT_MODELS, MEANINGLESS
    from compiler_core.graph.evaluation.shipped import shipped_models

    shipped = tuple(
        KnownModel(
            id=model.id,
            title=model.title,
            name=model.id,
            kind="shipped",
            note=f"{model.right} of {model.total} test pictures right",
        )
        for model in shipped_models()
    )
    light = tuple(
        KnownModel(
            id=light_model.id,
            title=light_model.title,
            name=light_model.id,
            kind="light",
            note=f"{light_model.source}. {MEANINGLESS}",
            weights="random",
        )
        for light_model in LIGHT_MODELS
    )
    return shipped + _language_models() + light


def _language_models() -> tuple[KnownModel, ...]:
    from compiler_core.llm.evaluation.shipped import shipped_language_models

    return tuple(
        KnownModel(
            id=model.id,
            title=model.title,
            name=model.id,
            kind="shipped",
            note=_in_short(model.about),
            track="language",
        )
        for model in shipped_language_models()
    )


def _in_short(about: str) -> str:
    """What stands before the first colon."""
    return f"{about.partition(':')[0]}, trained on stories made by our own rules"


def find_model(name: str) -> KnownModel:
    """The model of this id. Raises UnknownName."""
    if not _NAME.fullmatch(name):
        raise _unknown()
    for model in offered_models():
        if model.id == name:
            return model
    upload = uploaded_model(name)
    if upload is None:
        raise _unknown()
    track = "graph" if upload.format == "onnx" else "language"
    return KnownModel(
        id=name,
        title=upload.title,
        name=str(upload.path),
        kind="uploaded",
        note="Your file",
        track=track,
    )


def _unknown() -> UnknownName:
    return UnknownName(
        "There is no model at this address.",
        "Uploaded models are kept for a while only: drop the file again.",
    )
