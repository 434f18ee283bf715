"""Well-known language models by their configurations: `content/soc/language-models.yaml`.

Keys are those of config.json, read as from such a file; what the model weighs is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from compiler_core.content_files import ContentError, checked_mapping, checked_text, read_yaml
from compiler_core.errors import UnknownName
from compiler_core.llm.reading.json_configuration import json_configuration
from compiler_core.llm.records import ModelConfiguration
from compiler_core.soc.description import Source
from compiler_core.soc.reading import SOC_FOLDER, source_of

LANGUAGE_MODELS_FILE = SOC_FOLDER / "language-models.yaml"
_KEYS = {"name", "title", "source", "config"}


@dataclass(frozen=True, slots=True)
class KnownLanguageModel:
    """A published shape without weights. name: as in addresses and on the command line."""

    name: str
    title: str
    configuration: ModelConfiguration
    source: Source


@cache
def known_language_models() -> tuple[KnownLanguageModel, ...]:
    """Smallest first, as in the file. Raises ContentError."""
    file = LANGUAGE_MODELS_FILE.name
    keys = {"sources", "models"}
    fields = checked_mapping(file, read_yaml(LANGUAGE_MODELS_FILE), keys, keys)
    sources = {key: source_of(f"{file}: {key}", entry) for key, entry in fields["sources"].items()}
    return tuple(_model(file, model, sources) for model in fields["models"])


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


def _model(file: str, value: object, sources: dict[str, Source]) -> KnownLanguageModel:
    fields = checked_mapping(file, value, _KEYS, _KEYS)
    name = checked_text(f"{file}: name", fields["name"])
    if fields["source"] not in sources:
        raise ContentError(f"{file}, {name}: the source is not among the file's sources.")
    configuration, problems = json_configuration(dict(fields["config"]))
    if problems:
        raise ContentError(f"{file}, {name}: {problems[0]}")
    return KnownLanguageModel(
        name,
        checked_text(f"{file}: title", fields["title"]),
        configuration,
        sources[fields["source"]],
    )
