"""A prompt for a model: the file that the reference computes, its tokens and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.records import ConversionSettings
from compiler_core.llm.pipeline.written_tokens import piece_text
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.slicing.explained_token import AskedPrompt
from compiler_core.llm.source import language_source
from compiler_core.llm.tokenising.tokeniser import tokeniser_of

MOST_PARAMETERS = 200_000_000
"""As float32 they take 0.75 GiB, and the model runs a dozen times."""
CONVERTED = "reference.gguf"


def reference_file(name: str, directory: Path) -> Path:
    """The GGUF of a model that ships, or of a file or folder at a path; made in the directory where
    there is none. Raises as `language_source` does, and InputError for one that cannot be run."""
    source = language_source(name)
    if not source.complete:
        raise InputError(
            "The weights are not here, so there is no run to ask about.", "Drop the whole file."
        )
    if source.inspection.parameters > MOST_PARAMETERS:
        raise InputError(
            f"The model has {source.inspection.parameters:,} weights; up to {MOST_PARAMETERS:,} "
            "are run here.",
            "Take a smaller one.",
        )
    if source.header.format == "gguf":
        return source.path
    path = directory / CONVERTED
    convert_model(source.path, path, ConversionSettings())
    return path


def asked_prompt(path: Path, text: str, written: Sequence[int] = ()) -> AskedPrompt:
    """written: tokens behind the text. Raises InputError for a model that cannot be computed or
    carries no tokeniser, and for tokens that it has not."""
    header = read_header(path)
    if not header.tokeniser.tokens:
        raise InputError("The model file carries no tokeniser.", "Take a GGUF file that has one.")
    vocabulary = header.configuration.vocabulary
    if any(number >= vocabulary for number in written):
        raise InputError("A written token is not in the vocabulary.", f"It has {vocabulary:,}.")
    tokeniser = tokeniser_of(header.tokeniser)
    tokens = (*tokeniser.encode(text), *written)
    texts = tuple(piece_text(tokeniser, token) for token in tokens)
    return AskedPrompt(
        load_reference(path), tokens, texts, lambda token_id: piece_text(tokeniser, token_id)
    )
