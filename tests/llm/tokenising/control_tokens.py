"""Control tokens as the libraries encode them; in a text of a user's they stay text."""

from __future__ import annotations

from compiler_core.llm.tokenising.tokeniser import Tokeniser


def encode_with_control_tokens(tokeniser: Tokeniser, text: str) -> tuple[int, ...]:
    """A text whose control tokens, such as <|im_start|>, become their numbers."""
    vocabulary = tokeniser._vocabulary
    whole = sorted(
        (*vocabulary.control, *vocabulary.user_defined),
        key=lambda one: -len(one[0].encode("utf-8", "replace")),
    )
    return (*tokeniser._begin(), *tokeniser._encode(text, tuple(whole)))
