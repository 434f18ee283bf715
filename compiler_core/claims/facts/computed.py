"""Facts that are computed here of a language model's shape or weights, without compiling it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from compiler_core.basis import Value
from compiler_core.claims.facts.fact import Fact
from compiler_core.errors import InputError

if TYPE_CHECKING:
    from compiler_core.llm.cache.sizes import CacheSize
    from compiler_core.llm.weight_quantisation.records import AwqCurve, GptqWalk

Question = Literal["cache", "heads", "rounding"]
Values = Mapping[str, str | int]
QUESTIONS: dict[Question, dict[str, str | int]] = {
    "cache": {"model": "gemma-2-2b", "positions": 8192},
    "heads": {"model": "workshop", "tokens": 32},
    "rounding": {"model": "workshop", "method": "gptq"},
}
"""What can be computed, of which model, with what is usual."""


@dataclass(frozen=True, slots=True)
class HeadRows:
    """What heads make of their scores: heads of all layers, rows of all of these, and how far the
    sum of a row's shares is from 1 where it is furthest."""

    heads: int
    rows: int
    furthest: float


def models_of(question: Question) -> tuple[str, ...]:
    """A cache follows from a published shape; the others need weights."""
    from compiler_core.llm.evaluation.shipped import shipped_language_models
    from compiler_core.soc.decoding.known_language_models import known_language_models

    if question == "cache":
        return tuple(known_model.name for known_model in known_language_models())
    return tuple(model.id for model in shipped_language_models())


def computed_record(question: Question, values: Values) -> object:
    """values: all keys of QUESTIONS. Raises InputError and UnknownName."""
    return _ANSWERS[question](values)


def _cache(values: Values) -> CacheSize:
    from compiler_core.llm.cache.sizes import cache_size
    from compiler_core.soc.decoding.known_language_models import known_language_model

    positions = int(values["positions"])
    if positions < 1:
        raise InputError("A cache has one position or more.")
    return cache_size(known_language_model(str(values["model"])).configuration, positions)


def _heads(values: Values) -> HeadRows:
    from compiler_core.llm.evaluation.shipped import calibration_text, shipped_language_model
    from compiler_core.llm.reference.head_scores import head_scores
    from compiler_core.llm.reference.loading import load_reference
    from compiler_core.llm.source import language_source
    from compiler_core.llm.tokenising.tokeniser import tokeniser_of

    name = str(values["model"])
    model = load_reference(shipped_language_model(name).path)
    encode = tokeniser_of(language_source(name).header.tokeniser).encode
    tokens = encode(calibration_text())[: int(values["tokens"])]
    shares = [
        head_scores(model, tokens, layer).weights for layer in range(model.configuration.layers)
    ]
    sums = np.concatenate([share.sum(axis=-1) for share in shares])
    return HeadRows(len(sums), sums.size, float(np.abs(sums - 1).max()))


@cache
def rounded_product(model: str, method: str) -> GptqWalk | AwqCurve:
    """GPTQ or AWQ on one product of the first layer, as stage 3 shows it, beside rounding to
    nearest. Raises InputError for another method, UnknownName for another model.
    """
    from compiler_core.llm.evaluation.shipped import shipped_language_model
    from compiler_core.llm.pipeline.state import LanguageState
    from compiler_core.llm.pipeline.walks import awq_curve_of, gptq_walk_of
    from compiler_core.llm.reading.header import read_header
    from compiler_core.llm.settings import settings_of
    from compiler_core.llm.source import language_source

    path = shipped_language_model(model).path
    settings = settings_of({"method": method})
    state = LanguageState(
        source=language_source(model),
        settings=settings,
        directory=Path(),
        header=read_header(path),
        plain=path,
    )
    rounding = gptq_walk_of(state) or awq_curve_of(state)
    if rounding is None:
        raise InputError(f"Rounding by {method} has no errors to compare.", "Take gptq or awq.")
    return rounding


def _rounding(values: Values) -> GptqWalk | AwqCurve:
    return rounded_product(str(values["model"]), str(values["method"]))


_ANSWERS: dict[Question, Callable[[Values], object]] = {
    "cache": _cache,
    "heads": _heads,
    "rounding": _rounding,
}


def _fact(name: str, question: Question, read: Callable[[Any], Value], unit: str) -> Fact:
    return Fact(of="computed", name=name, stage=question, read=read, unit=unit, basis="computed")


COMPUTED_FACTS: tuple[Fact, ...] = (
    _fact("cache bytes of the shape", "cache", lambda size: float(size.total), "bytes"),
    _fact("cache bytes without a window", "cache", lambda size: float(size.without_window),
          "bytes"),
    _fact("positions that a layer with a window keeps", "cache",
          lambda size: float(size.kept_positions), "positions"),
    _fact("layers with a window", "cache", lambda size: float(size.windowed_layers), "layers"),
    _fact("heads of all layers", "heads", lambda answer: float(answer.heads), "heads"),
    _fact("rows of shares", "heads", lambda answer: float(answer.rows), "rows"),
    _fact("furthest sum of a row from 1", "heads", lambda answer: answer.furthest, ""),
    _fact("output error of a product", "rounding", lambda answer: answer.error, ""),
    _fact("output error of a product rounded to nearest", "rounding",
          lambda answer: answer.plain_error, ""),
)  # fmt: skip
