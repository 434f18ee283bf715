"""The language model that ships, its texts, and prompts to try it with."""

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

_FOLDER = CONTENT_FOLDER / "models" / "language"
_LIST = _FOLDER / "models.yaml"
_KEYS = {"licence", "made", "texts", "models"}
_MODEL_KEYS = {"id", "title", "about", "prompts", "perplexity"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedLanguageModel:
    """A language model that ships with the product."""

    id: str
    """By which it is asked for."""
    title: str
    """For people."""
    about: str
    """What it is, in words."""
    path: Path
    """Its GGUF file."""
    folder: Path
    """The same model as Hugging Face lays it out (config.json, model.safetensors,
    tokenizer.json)."""
    prompts: tuple[str, ...]
    """To try it with."""
    perplexity: float
    """Of the evaluation text, as measured when the model was trained."""
    licence: str
    """Of the model and its texts, in words."""
    made: str
    """How the model was made, in words."""


def shipped_language_model(identifier: str = "workshop") -> ShippedLanguageModel:
    """Raises UnknownName if none is called so."""
    for model in shipped_language_models():
        if model.id == identifier:
            return model
    raise UnknownName(f"No language model is called {identifier!r}.", "Try 'workshop'.")


@lru_cache(maxsize=1)
def shipped_language_models() -> tuple[ShippedLanguageModel, ...]:
    """All of them, as `content/models/language/models.yaml` lists them."""
    return read_list(_LIST)


def read_list(path: Path) -> tuple[ShippedLanguageModel, ...]:
    """Raises ContentError for a list that is not as it should be."""
    data = checked_mapping(path.name, read_yaml(path), _KEYS, _KEYS)
    models = data["models"]
    if not isinstance(models, list) or not models:
        raise ContentError(f"{path.name}: models has to be a list.")
    return tuple(_model(data, model, path) for model in models)


def _model(data: Mapping[str, Any], row: Any, path: Path) -> ShippedLanguageModel:
    fields = checked_mapping(path.name, row, _MODEL_KEYS, _MODEL_KEYS)
    identifier = checked_text(path.name, fields["id"])
    return ShippedLanguageModel(
        id=identifier,
        title=checked_text(path.name, fields["title"]),
        about=checked_text(path.name, fields["about"]),
        path=path.parent / f"{identifier}.gguf",
        folder=path.parent / identifier,
        prompts=tuple(str(prompt) for prompt in fields["prompts"]),
        perplexity=float(fields["perplexity"]),
        licence=checked_text(path.name, data["licence"]),
        made=checked_text(path.name, data["made"]),
    )


def evaluation_text() -> str:
    """Stories that the model was not trained on."""
    return (_FOLDER / "evaluation.txt").read_text(encoding="utf-8")


def hard_text() -> str:
    """Beginnings that are no story, and what the model drew after each; see `hard_text.py`."""
    return (_FOLDER / "hard.txt").read_text(encoding="utf-8")


def calibration_text() -> str:
    """Other stories that it was not trained on, for methods that look at activations."""
    return (_FOLDER / "calibration.txt").read_text(encoding="utf-8")
