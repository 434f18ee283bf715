"""The language model that ships, its texts, and prompts to try it with."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from compiler_core.content_files import CONTENT_FOLDER, Rule, read_file
from compiler_core.errors import UnknownName

_FOLDER = CONTENT_FOLDER / "models" / "language"
_LIST = _FOLDER / "models.yaml"


@dataclass(frozen=True, slots=True)
class _ModelEntry:
    id: str
    title: str
    about: str
    prompts: tuple[str, ...]
    perplexity: float


@dataclass(frozen=True, slots=True)
class _ModelsEntry:
    licence: str
    made: str
    texts: str
    models: Annotated[tuple[_ModelEntry, ...], Rule(min_length=1)]


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
    listed = read_file(path, _ModelsEntry)
    return tuple(
        ShippedLanguageModel(
            **asdict(model),
            path=path.parent / f"{model.id}.gguf",
            folder=path.parent / model.id,
            licence=listed.licence,
            made=listed.made,
        )
        for model in listed.models
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
