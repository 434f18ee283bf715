"""The nets that ship: trained on the drawn signs, so that their answers mean something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    checked_mapping,
    checked_text,
    read_yaml,
)
from compiler_core.errors import UnknownName
from compiler_core.graph.picture_input.settings import PictureSettings
from compiler_core.typed_numbers import whole_numbers

_FOLDER = CONTENT_FOLDER / "models" / "signs"
_LIST = _FOLDER / "models.yaml"
_KEYS = {"title", "about", "classes", "preprocessing", "licence", "made", "models"}
_MODEL_KEYS = {"id", "title", "about", "right"}
_PICTURE_KEYS = {"scale", "mean", "deviation", "colours", "layout", "width", "height"}


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
    location = _LIST.name
    table = checked_mapping(location, read_yaml(_LIST), _KEYS, _KEYS)
    models = table["models"]
    if not isinstance(models, list) or not models:
        raise ContentError(f"{location}: models must be a list of at least one.")
    return tuple(_model(f"{location}, model {at}", table, model) for at, model in enumerate(models))


def shipped_model(name: str) -> ShippedModel:
    """Raises UnknownName."""
    shipped = next((model for model in shipped_models() if model.id == name), None)
    if shipped is None:
        known = ", ".join(model.id for model in shipped_models())
        raise UnknownName(f"There is no shipped model {name!r}.", f"Shipped models: {known}.")
    return shipped


def _model(location: str, table: Mapping[str, Any], value: object) -> ShippedModel:
    entry = checked_mapping(location, value, _MODEL_KEYS, _MODEL_KEYS)
    name = checked_text(f"{location}, id", entry["id"])
    path = _FOLDER / f"{name}.onnx"
    if not path.is_file():
        raise ContentError(f"{location}: there is no file {path.name}.")
    right, total = _right(location, entry["right"])
    return ShippedModel(
        id=name,
        title=checked_text(f"{location}, title", entry["title"]),
        about=checked_text(f"{location}, about", entry["about"]),
        path=path,
        classes=tuple(checked_text(f"{_LIST.name}, classes", label) for label in table["classes"]),
        settings=shipped_settings(),
        licence=checked_text(f"{_LIST.name}, licence", table["licence"]),
        made=checked_text(f"{_LIST.name}, made", table["made"]),
        right=right,
        total=total,
    )


def _right(location: str, value: object) -> tuple[int, int]:
    """Written as `985 of 1000`."""
    numbers = whole_numbers(str(value).split(" of "), 9)
    if numbers is None or len(numbers) != 2:
        raise ContentError(f"{location}, right: expected a text such as 985 of 1000.")
    return numbers[0], numbers[1]


@lru_cache(maxsize=1)
def shipped_settings() -> PictureSettings:
    """How all of them want their pictures. Raises ContentError."""
    location = f"{_LIST.name}, preprocessing"
    table = checked_mapping(_LIST.name, read_yaml(_LIST), _KEYS, _KEYS)
    entry = checked_mapping(location, table["preprocessing"], _PICTURE_KEYS, _PICTURE_KEYS)
    return PictureSettings(
        width=entry["width"],
        height=entry["height"],
        scale=1 / entry["scale"],
        mean=tuple(entry["mean"]),
        deviation=tuple(entry["deviation"]),
        colours=entry["colours"],
        layout=entry["layout"],
    )
