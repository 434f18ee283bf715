"""What can be chosen about an engine, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from compiler_core.errors import InputError

Arithmetic = Literal["dot product", "matrix", "scalar"]
CacheType = Literal["", "f16", "f32", "q8_0"]

USUAL_CONTEXT = 1024
MOST_CONTEXT = 1 << 17
MOST_PAGE = 1024
MOST_BATCH = 256


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """context: positions there is room for; 0: as trained, at most USUAL_CONTEXT. page: positions
    in a page of the cache. batch: tokens of a prompt that are computed together. arithmetic:
    products by SDOT; SMMLA too for batches (needs i8mm); or plain C without vector instructions.
    cache_type: of keys and values; "": 32 bits where all weights are floats, else 16;
    q8_0: codes of 8 bits with a scale per 32.

    Raises InputError for a value outside its range.
    """

    context: int = 0
    page: int = 16
    batch: int = 16
    arithmetic: Arithmetic = "dot product"
    cache_type: CacheType = ""

    def __post_init__(self) -> None:
        _within("context", self.context, 0, MOST_CONTEXT)
        _within("page", self.page, 1, MOST_PAGE)
        _within("batch", self.batch, 1, MOST_BATCH)
        _one_of("arithmetic", self.arithmetic, get_args(Arithmetic))
        _one_of("cache type", self.cache_type, get_args(CacheType))


def _within(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        message = f"A {what} of {value} is not possible."
        raise InputError(message, f"Choose {least} to {most}.")


def _one_of(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        offered = ", ".join(repr(choice) for choice in known if choice)
        raise InputError(f"There is no {what} {value[:40]!r}.", f"Choose one of {offered}.")


DEFAULT_SETTINGS = EngineSettings()


def settings_of(
    context: int, page: int, batch: int, arithmetic: str, cache_type: str = ""
) -> EngineSettings:
    """Settings from what a user typed. Raises InputError for a word that is not known."""
    _one_of("arithmetic", arithmetic, get_args(Arithmetic))
    _one_of("cache type", cache_type, get_args(CacheType))
    return EngineSettings(
        context, page, batch, cast("Arithmetic", arithmetic), cast("CacheType", cache_type)
    )
