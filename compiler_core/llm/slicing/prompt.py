"""A prompt for a model file: its tokens and their texts."""

from __future__ import annotations

from pathlib import Path

from compiler_core.errors import InputError, UnknownName
from compiler_core.llm.pipeline.written_tokens import piece_text
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.slicing.explained_token import AskedPrompt
from compiler_core.llm.tokenising.tokeniser import tokeniser_of


def asked_prompt(path: Path, text: str) -> AskedPrompt:
    """Raises UnknownName where there is no file, InputError for one that cannot be computed or
    carries no tokeniser."""
    if not path.is_file():
        raise UnknownName(f"There is no file {path}.", "Give the path of a GGUF file.")
    data = read_header(path).tokeniser
    if not data.tokens:
        raise InputError("The model file carries no tokeniser.", "Take a GGUF file that has one.")
    tokeniser = tokeniser_of(data)
    tokens = tuple(tokeniser.encode(text))
    texts = tuple(piece_text(tokeniser, one) for one in tokens)
    return AskedPrompt(load_reference(path), tokens, texts)
