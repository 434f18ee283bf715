"""Well-known language models by their configurations: `content/soc/language-models.yaml`.

Keys are those of config.json, read as from such a file; what the model weighs is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from compiler_core.content_files import ContentError, read_file
from compiler_core.errors import InputError, UnknownName
from compiler_core.llm.reading.json_configuration import json_configuration
from compiler_core.llm.records import ModelConfiguration
from compiler_core.soc.description import Source
from compiler_core.soc.reading import SOC_FOLDER, check_sources

LANGUAGE_MODELS_FILE = SOC_FOLDER / "language-models.yaml"


@dataclass(frozen=True, slots=True)
class KnownLanguageModel:
    """A published shape without weights. name: as in addresses and on the command line."""

    name: str
    title: str
    configuration: ModelConfiguration
    source: Source


@dataclass(frozen=True, slots=True)
class _ModelEntry:
    name: str
    title: str
    source: str
    config: dict[str, object]


@dataclass(frozen=True, slots=True)
class _ModelsEntry:
    sources: dict[str, Source]
    models: tuple[_ModelEntry, ...]


@cache
def known_language_models() -> tuple[KnownLanguageModel, ...]:
    """Smallest first, as in the file. Raises ContentError."""
    content = read_file(LANGUAGE_MODELS_FILE, _ModelsEntry)
    check_sources(LANGUAGE_MODELS_FILE.name, content.sources)
    return tuple(_model(entry, content.sources) for entry in content.models)


def known_language_model(name: str) -> KnownLanguageModel:
    """The model of this name. Raises UnknownName."""
    language_model = next((model for model in known_language_models() if model.name == name), None)
    if language_model is None:
        names = ", ".join(known_model.name for known_model in known_language_models())
        raise UnknownName(f"There is no language model {name[:40]!r}.", f"Known: {names}.")
    return language_model


def language_model_of(text: str) -> KnownLanguageModel | None:
    """The model of this name in any case, or the only one whose name begins so: `Phi-3`. None where
    there is no such one."""
    wanted, models = text.lower(), known_language_models()
    exact = [model for model in models if model.name == wanted]
    begun = exact or [model for model in models if model.name.startswith(f"{wanted}-")]
    return begun[0] if len(begun) == 1 else None


def _model(entry: _ModelEntry, sources: dict[str, Source]) -> KnownLanguageModel:
    location = f"{LANGUAGE_MODELS_FILE.name}, {entry.name}"
    if entry.source not in sources:
        raise ContentError(f"{location}: the source is not among the file's sources.")
    try:
        configuration, problems = json_configuration(entry.config)
    except InputError as error:
        raise ContentError(f"{location}, config: {error.message}", error.advice) from error
    if problems:
        raise ContentError(f"{location}, config: {problems[0]}")
    return KnownLanguageModel(entry.name, entry.title, configuration, sources[entry.source])
