"""What each setting of a language model's compilation can be, from the tuples that check it."""

from __future__ import annotations

from compiler_core.llm.settings import (
    ARITHMETICS,
    CACHE_TYPES,
    GROUPS,
    METHODS,
    MOST_TOKENS,
    PAGES,
    WEIGHT_TYPES,
    LanguageSettings,
)
from compiler_core.pipelines.setting_choices import SettingChoices, as_choices

_PROMPT_WORDS = (4, 16, 64)


def setting_choices(settings: LanguageSettings) -> tuple[SettingChoices, ...]:
    """Of every setting."""
    return (
        SettingChoices(
            name="type", title="weights in", stage="weights", choices=as_choices(WEIGHT_TYPES)
        ),
        SettingChoices(
            name="method", title="weights rounded by", stage="weights", choices=as_choices(METHODS)
        ),
        SettingChoices(
            name="arithmetic", title="products by", stage="engine", choices=as_choices(ARITHMETICS)
        ),
        SettingChoices(
            name="kv", title="keys and values in", stage="cache", choices=as_choices(CACHE_TYPES)
        ),
        SettingChoices(
            name="group", title="weights that share a scale", stage="weights",
            choices=as_choices(GROUPS),
        ),
        SettingChoices(
            name="page", title="positions in a page", stage="cache", choices=as_choices(PAGES)
        ),
        SettingChoices(
            name="tokens", title="tokens to write", stage="tokens",
            choices=as_choices(_around(settings.tokens, MOST_TOKENS)),
        ),
        SettingChoices(
            name="prompt", title="a prompt of", stage="tokens", choices=_prompts(settings)
        ),
    )  # fmt: skip


def _around(own: int, most: int) -> list[int]:
    return sorted({own, max(own // 2, 1), min(own * 2, most), 1, most})


def _prompts(settings: LanguageSettings) -> tuple[tuple[str, str], ...]:
    """Beginnings of the text that ships for calibration."""
    from compiler_core.llm.evaluation.shipped import calibration_text

    words = calibration_text().split()
    begun = tuple((" ".join(words[:count]), f"{count} words") for count in _PROMPT_WORDS)
    return ((settings.prompt, "its own words"), *begun)
