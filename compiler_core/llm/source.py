"""The language model that a compilation starts from, and what is known beyond its header."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from compiler_core.errors import InputError, UnknownName
from compiler_core.llm.inspection import Inspection, inspect_model
from compiler_core.llm.limits import HEADER_ONLY_NAME, USUAL_PROMPT
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.records import ModelHeader


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSource:
    """The language model that a compilation starts from."""

    id: str
    """Name of the model that ships, empty for a file or folder of the reader's."""
    title: str
    """The name to show; of a file or folder its name."""
    path: Path
    """A GGUF file, a safetensors file or a folder."""
    header: ModelHeader
    """Of the file or folder at `path`."""
    inspection: Inspection
    """What was made of `header`."""
    complete: bool
    """Whether the weights are there."""
    trained: bool
    """Whether it ships with text to measure it on."""
    prompt: str
    """What to go on from when nobody asks for something else."""


def language_source(name: str) -> LanguageSource:
    """The model that ships, by its name, else the file or folder at this path.

    Raises UnknownName for neither, InputError for safetensors alone, and as `read_header` does.
    """
    from compiler_core.llm.evaluation.shipped import shipped_language_model

    shipped = shipped_language_model()
    if name == shipped.id:
        return _source(shipped.id, shipped.title, shipped.folder, shipped.prompts[0])
    path = Path(name)
    if not path.exists():
        raise UnknownName(
            f"There is no model or file {name[:80]}.", f"{shipped.id} is a model that is here."
        )
    return _source("", path.name, path, USUAL_PROMPT)


def _source(name: str, title: str, path: Path, prompt: str) -> LanguageSource:
    header = read_header(path)
    if header.format == "safetensors" and not header.configuration.layers:
        raise InputError(
            "These safetensors come without config.json, so nothing says how they are used.",
            "Send config.json and tokenizer.json together with them.",
        )
    complete = path.name != HEADER_ONLY_NAME
    return LanguageSource(
        id=name,
        title=title,
        path=path,
        header=header,
        inspection=inspect_model(header),
        complete=complete,
        trained=bool(name),
        prompt=prompt,
    )
