"""A text of several stories as the tokens a model was trained on: each with its begin and end."""

from __future__ import annotations

from compiler_core.llm.tokenising.tokeniser import Tokeniser


def document_tokens(tokeniser: Tokeniser, text: str) -> tuple[int, ...]:
    """Stories are separated by an empty line; a tokeniser without begin or end adds none."""
    begin, end = ((limit,) if limit is not None else () for limit in _limits(tokeniser))
    tokens: list[int] = []
    for story in text.strip().split("\n\n"):
        tokens += (*begin, *tokeniser.encode_pieces(story), *end)
    return tuple(tokens)


def _limits(tokeniser: Tokeniser) -> tuple[int | None, int | None]:
    return tokeniser.data.begin, tokeniser.data.end
