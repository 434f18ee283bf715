"""The nets that ship: trained on the drawn signs, so that their answers mean something."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from compiler_core.content_files import CONTENT_FOLDER, ContentError, Rule, read_file
from compiler_core.errors import UnknownName
from compiler_core.graph.picture_input.settings import (
    Colours,
    PictureSettings,
    TensorLayout,
    Triple,
)
from compiler_core.typed_numbers import whole_numbers

_FOLDER = CONTENT_FOLDER / "models" / "signs"
_LIST = _FOLDER / "models.yaml"


@dataclass(frozen=True, slots=True)
class _ModelEntry:
    id: str
    title: str
    about: str
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _PictureEntry:
    width: int
    height: int
    scale: Annotated[float, Rule(gt=0)]
    mean: Triple
    deviation: Triple
    colours: Colours
    layout: TensorLayout


@dataclass(frozen=True, slots=True, kw_only=True)
class _ModelsEntry:
    title: str
    about: str
    classes: tuple[str, ...]
    preprocessing: _PictureEntry
    licence: str
    made: str
    models: Annotated[tuple[_ModelEntry, ...], Rule(min_length=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedModel:
    """A net and how to feed it."""

    id: str
    """Name in addresses, and the stem of the file: `residual`."""
    title: str
    """For people."""
    about: str
    """What kind of net it is, in a sentence or two."""
    path: Path
    """Of its ONNX file."""
    classes: tuple[str, ...]
    """What its outputs stand for, in order."""
    settings: PictureSettings
    """How pictures are prepared for it."""
    licence: str
    """Under which it may be used."""
    made: str
    """The command and versions it was made with."""
    right: int
    """How many pictures of the test split it got right when it was trained."""
    total: int
    """How many pictures the test split has."""

    def content(self) -> bytes:
        """The ONNX file."""
        return self.path.read_bytes()


@lru_cache(maxsize=1)
def shipped_models() -> tuple[ShippedModel, ...]:
    """All nets in the order of the list. Raises ContentError."""
    listed = read_file(_LIST, _ModelsEntry)
    return tuple(_model(listed, model) for model in listed.models)


def shipped_model(name: str) -> ShippedModel:
    """Raises UnknownName."""
    shipped = next((model for model in shipped_models() if model.id == name), None)
    if shipped is None:
        known = ", ".join(model.id for model in shipped_models())
        raise UnknownName(f"There is no shipped model {name!r}.", f"Shipped models: {known}.")
    return shipped


def _model(listed: _ModelsEntry, model: _ModelEntry) -> ShippedModel:
    path = _FOLDER / f"{model.id}.onnx"
    if not path.is_file():
        raise ContentError(f"{_LIST.name}: there is no file {path.name}.")
    numbers = whole_numbers(model.right.split(" of "), 9)
    if numbers is None or len(numbers) != 2:
        raise ContentError(f"{_LIST.name}, {model.id}, right: expected a text such as 985 of 1000.")
    return ShippedModel(
        id=model.id,
        title=model.title,
        about=model.about,
        path=path,
        classes=listed.classes,
        settings=shipped_settings(),
        licence=listed.licence,
        made=listed.made,
        right=numbers[0],
        total=numbers[1],
    )


@lru_cache(maxsize=1)
def shipped_settings() -> PictureSettings:
    """How all of them want their pictures. Raises ContentError."""
    listed = read_file(_LIST, _ModelsEntry).preprocessing
    return PictureSettings(**{**asdict(listed), "scale": 1 / listed.scale})
