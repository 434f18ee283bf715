"""What a reader can choose about compiling a language model: one record, checked at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.pipelines.setting_values import changed_values, plain_values, with_values

WEIGHT_TYPES = ("f16", "q8_0", "q4_0", "q4_k_m")
METHODS = ("rtn", "gptq", "awq")
GROUPS = (64, 128)
PAGES = (8, 16, 32, 64)
ARITHMETICS = ("dot product", "matrix", "scalar")
CACHE_TYPES = ("auto", "f32", "f16", "q8_0")
MOST_TOKENS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSettings:
    """What a reader can choose about compiling a language model."""

    prompt: str = ""
    """Text to go on from, "" for the model's own."""
    tokens: int = 48
    """How many tokens to write."""
    type: str = "q4_0"
    """Of the weights: `f16`, `q8_0`, `q4_0` or `q4_k_m`."""
    method: str = "rtn"
    """How weights are rounded."""
    group: int = 64
    """Weights that share a scale in GPTQ and AWQ."""
    page: int = 16
    """Positions in a page of the key-value cache."""
    arithmetic: str = "dot product"
    """Instructions that products use."""
    kv: str = "auto"
    """Type of keys and values; auto: 32 bits where all weights are floats, else 16."""

    def values(self) -> dict[str, object]:
        """All fields as plain values."""
        return plain_values(self)

    def query(self) -> dict[str, str]:
        """What differs from the default, as text for an address."""
        return changed_values(self)


DEFAULT_SETTINGS = LanguageSettings()


def settings_of(values: Mapping[str, object]) -> LanguageSettings:
    """Settings from text or plain values; unknown names are left alone.

    Raises InputError for a value that no setting can have.
    """
    made = with_values(DEFAULT_SETTINGS, values)
    _one_of("weights", made.type, WEIGHT_TYPES)
    _one_of("rounding method", made.method, METHODS)
    _one_of("group", made.group, GROUPS)
    _one_of("page", made.page, PAGES)
    _one_of("arithmetic", made.arithmetic, ARITHMETICS)
    _one_of("cache type", made.kv, CACHE_TYPES)
    if not 1 <= made.tokens <= MOST_TOKENS:
        raise InputError(
            f"The program may write 1 to {MOST_TOKENS} tokens.", "Choose a number in between."
        )
    return made


def _one_of(what: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        offered = ", ".join(str(choice) for choice in known)
        raise InputError(f"There is no {what} {str(value)[:40]}.", f"Choose one of {offered}.")
