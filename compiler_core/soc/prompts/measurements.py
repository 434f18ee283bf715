"""Published times of whole prompts: `content/soc/prompts.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from compiler_core.content_files import CONTENT_FOLDER, ContentError, checked_mapping
from compiler_core.llm.weight_quantisation.published_recipes import published_recipe
from compiler_core.soc.decode_engines import engine_named
from compiler_core.soc.description import Source
from compiler_core.soc.measurements import rows_of
from compiler_core.soc.reading import soc_named, source_of

PROMPTS_FILE = CONTENT_FOLDER / "soc" / "prompts.yaml"
_FIELDS = {
    "soc", "engine", "model", "type", "layers", "weights", "attention", "tokens", "milliseconds",
    "source",
}  # fmt: skip
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


@cache
def prompt_measurements() -> tuple[PromptMeasurement, ...]:
    """In the file's order. Raises ContentError."""
    return tuple(_row(row) for row in rows_of(PROMPTS_FILE, "prompts"))


def _row(value: object) -> PromptMeasurement:
    fields: dict[str, Any] = dict(checked_mapping("a prompt", value, _FIELDS, _FIELDS))
    source = source_of("a prompt", fields.pop("source"))
    shape = PromptShape(*(fields.pop(name) for name in ("layers", "weights", "attention")))
    if not (fields["tokens"] >= 1 and fields["milliseconds"] > 0 and shape.weights > 0):
        raise ContentError("a prompt: tokens, milliseconds and weights are above 0.")
    if engine_named(fields["engine"]) is None:
        raise ContentError(f"a prompt: {fields['engine']!r} is no engine.")
    soc_named(fields["soc"])
    published_recipe(fields["type"])
    return PromptMeasurement(**fields, shape=shape, source=source)
