"""Published times of whole prompts: `content/soc/prompts.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from compiler_core.content_files import CONTENT_FOLDER, Rule
from compiler_core.llm.weight_quantisation.published_recipes import published_recipe
from compiler_core.soc.decode_engines import DecodeEngine
from compiler_core.soc.description import Source
from compiler_core.soc.measurements import rows_of
from compiler_core.soc.reading import soc_named

PROMPTS_FILE = CONTENT_FOLDER / "soc" / "prompts.yaml"
_OPERATIONS_OF_MAC = 2


@dataclass(frozen=True, slots=True)
class PromptShape:
    """What a model asks for each token. weights: elements that a token is multiplied by. attention:
    query heads times the widths of keys and values, in all layers: the products with one position.
    """

    layers: int
    weights: float
    attention: float

    def operations(self, tokens: int) -> float:
        """Of a prompt of so many, without skipping what the mask hides."""
        return _OPERATIONS_OF_MAC * tokens * (self.weights + self.attention * tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptMeasurement:
    """One published prompt, of a single sequence."""

    soc: str
    """Name of the chip."""
    engine: str
    """A name of `decode_engines`."""
    model: str
    """As the source calls it."""
    type: str
    """A recipe of `published_recipes`."""
    shape: PromptShape
    """What the model asks for each token."""
    tokens: int
    """In the prompt."""
    milliseconds: float
    """Published, of the whole prompt."""
    source: Source
    """Where the row was published."""

    @property
    def stored(self) -> str:
        """The type that most of its weights are stored in."""
        return published_recipe(self.type).usual


@dataclass(frozen=True, slots=True, kw_only=True)
class _PromptEntry:
    soc: str
    engine: DecodeEngine
    model: str
    type: str
    layers: int
    weights: Annotated[float, Rule(gt=0)]
    attention: float
    tokens: Annotated[int, Rule(ge=1)]
    milliseconds: Annotated[float, Rule(gt=0)]
    source: Source


@cache
def prompt_measurements() -> tuple[PromptMeasurement, ...]:
    """In the file's order. Raises ContentError."""
    return tuple(
        _measurement(row) for row in rows_of(PROMPTS_FILE, "prompts", tuple[_PromptEntry, ...])
    )


def _measurement(row: _PromptEntry) -> PromptMeasurement:
    soc_named(row.soc)
    published_recipe(row.type)
    return PromptMeasurement(
        soc=row.soc,
        engine=row.engine.name,
        model=row.model,
        type=row.type,
        shape=PromptShape(row.layers, row.weights, row.attention),
        tokens=row.tokens,
        milliseconds=row.milliseconds,
        source=row.source,
    )
