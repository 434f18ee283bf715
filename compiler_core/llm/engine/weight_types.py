"""The types of weights there are kernels for, and how each is multiplied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import UnknownName
from compiler_core.llm.engine.settings import EngineSettings

# How activations are prepared for a product: as they are, or as integers.
Preparation = Literal["floats", "q8_0", "q8_k"]
PREPARATIONS: tuple[Preparation, ...] = ("floats", "q8_0", "q8_k")


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightType:
    """A type of weights that there are kernels for."""

    name: str
    """GGML's name of it, such as `Q4_0`."""
    key: str
    """In names of C functions and files."""
    block: int
    """Values that share a scale, and must divide a row."""
    preparation: Preparation
    """How activations are made ready for the product."""
    by: str
    """The instructions of the product, with dot products."""
    why: str
    """Why these instructions."""


WEIGHT_TYPES: tuple[WeightType, ...] = (
    WeightType(
        name="F32",
        key="f32",
        block=4,
        preparation="floats",
        by="FMLA on 32-bit floats",
        why="The weights are floats, and so is all arithmetic.",
    ),
    WeightType(
        name="F16",
        key="f16",
        block=4,
        preparation="floats",
        by="32 weights a load, FCVTL to 32 bits, then FMLA",
        why="Half the bytes of F32; widening keeps every bit, so results are those of floats.",
    ),
    WeightType(
        name="Q8_0",
        key="q8_0",
        block=32,
        preparation="q8_0",
        by="SDOT on int8 codes, scaled per 32",
        why="Activations become int8 too (W8A8): one SDOT is sixteen products.",
    ),
    WeightType(
        name="Q4_0",
        key="q4_0",
        block=32,
        preparation="q8_0",
        by="nibbles apart by AND and USHR, then SDOT, scaled per 32",
        why="Activations become int8 (W4A8): one SDOT is sixteen products, and half the bytes of "
        "Q8_0.",
    ),
    WeightType(
        name="Q4_K",
        key="q4_k",
        block=256,
        preparation="q8_k",
        by="nibbles apart, SDOT, sums scaled by 6-bit integers per 32",
        why="Scales of sub-blocks are integers, so floats come in only once per 256 values.",
    ),
    WeightType(
        name="Q6_K",
        key="q6_k",
        block=256,
        preparation="q8_k",
        by="4 + 2 bits joined, SDOT, sums scaled by int8 per 16",
        why="Six bits where the recipe wants more precision; integers up to one float step per "
        "256.",
    ),
)
_PLAIN = "plain C, one product at a time"


def weight_type(name: str) -> WeightType:
    """Raises UnknownName for a type without kernels."""
    for kind in WEIGHT_TYPES:
        if kind.name == name:
            return kind
    raise UnknownName(f"There is no kernel for weights of type {name[:20]!r}.")


def forms_of(types: Iterable[str]) -> tuple[Preparation, ...]:
    """The forms in which weights of these types want one input, each once, in a fixed order."""
    wanted = {weight_type(name).preparation for name in types}
    return tuple(form for form in PREPARATIONS if form in wanted)


def instructions_of(kind: WeightType, settings: EngineSettings) -> str:
    """What the product is made of, in words."""
    if settings.arithmetic == "scalar":
        return _PLAIN
    pairs = settings.arithmetic == "matrix" and kind.preparation == "q8_0"
    batch = "of a batch, eight rows laid out anew by four tokens at a time, by SMMLA"
    return f"{kind.by}; {batch}" if pairs else kind.by
