"""What fewer bits cost, measured on the text of the model that ships at which it hesitates."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from compiler_core.llm.evaluation.hard_text import WeightsPrice, hard_samples, price_of
from compiler_core.llm.evaluation.shipped import hard_text
from compiler_core.llm.pipeline.state import LanguageState
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tokenising.tokeniser import tokeniser_of


@dataclass(frozen=True, slots=True)
class MeasuredType:
    """name: of the weights' type and method. price: beside the weights as they came."""

    name: str
    price: WeightsPrice


def measured_type(state: LanguageState, compiled: Path) -> MeasuredType:
    """The price of the weights as they are now.

    Products are computed in float32 with the decoded weights, so this is the price of the weights
    alone.
    """
    assert state.plain is not None
    settings = state.settings
    name = settings.type if settings.method == "rtn" else f"{settings.type} by {settings.method}"
    samples = hard_samples(tokeniser_of(state.header.tokeniser), hard_text())
    return MeasuredType(
        name, price_of(load_reference(state.plain), load_reference(compiled), samples)
    )
