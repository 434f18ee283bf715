"""What fewer bits cost, measured: perplexity on the evaluation text of the model that ships."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from compiler_core.llm.evaluation.documents import document_tokens
from compiler_core.llm.evaluation.perplexity import perplexity
from compiler_core.llm.evaluation.shipped import evaluation_text
from compiler_core.llm.pipeline.state import LanguageState
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tokenising.tokeniser import tokeniser_of

# Enough to tell methods apart, and few enough to wait for.
TOKENS_SCORED = 2048


@dataclass(frozen=True, slots=True)
class MeasuredType:
    """name: of the weights' type and method. tokens: of the text that were scored."""

    name: str
    perplexity: float
    tokens: int


def measured_types(state: LanguageState, compiled: Path) -> tuple[MeasuredType, ...]:
    """Perplexity with the weights as they came, and as they are now.

    Products are computed in float32 with the decoded weights, so this is the price of the weights
    alone.
    """
    assert state.plain is not None
    settings = state.settings
    name = settings.type if settings.method == "rtn" else f"{settings.type} by {settings.method}"
    return (_measured("f16", state.plain, state), _measured(name, compiled, state))


def _measured(name: str, path: Path, state: LanguageState) -> MeasuredType:
    tokeniser = tokeniser_of(state.header.tokeniser)
    tokens = document_tokens(tokeniser, evaluation_text())[:TOKENS_SCORED]
    found = perplexity(load_reference(path), tokens)
    return MeasuredType(name, found.value, found.tokens)
