"""What is said of a file's keys: each is understood, without effect, or named.

A rule says what a key means. A key without a rule becomes a warning, never silence; one that
changes the logits and is not computed with becomes a refusal, unless its value changes nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

KeyMeaning = Literal["understood", "without effect", "changes results"]
_SHOWN = 60
_MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class KeyRule:
    """harmless: values with which a key that changes results changes nothing. advice: what to do
    where it does."""

    meaning: KeyMeaning
    harmless: tuple[object, ...] = ()
    advice: str = ""


@dataclass(frozen=True, slots=True)
class KeyFindings:
    """Sentences, each naming its keys."""

    warnings: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()


UNDERSTOOD = KeyRule("understood")
WITHOUT_EFFECT = KeyRule("without effect")
OFF = (None, False, 0)
"""Values by which a key is switched off; 0 is 0.0 too."""


def findings_of(
    values: Mapping[str, Any], rule_of: Callable[[str], KeyRule | None], file: str
) -> KeyFindings:
    """file: where the keys stand, as "config.json"."""
    unknown: list[str] = []
    refusals: list[str] = []
    for key, value in values.items():
        rule = rule_of(key)
        if rule is None:
            unknown.append(key)
        elif rule.meaning == "changes results" and not _is_harmless(value, rule):
            refusals.append(_refusal(key, value, rule, file))
    return KeyFindings(_warnings(unknown, file), tuple(refusals))


def _is_harmless(value: Any, rule: KeyRule) -> bool:
    """Empty lists and objects, and lists of zeros, switch nothing on."""
    if isinstance(value, list | array):
        return not any(value)
    if isinstance(value, dict):
        return not value
    return any(
        value == harmless and isinstance(value, bool) >= isinstance(harmless, bool)
        for harmless in rule.harmless
    )


def _refusal(key: str, value: Any, rule: KeyRule, file: str) -> str:
    text = f"{key} is {str(value)[:_SHOWN]} in {file}: that changes the logits and is not computed"
    return f"{text} here. {rule.advice}".rstrip()


def _warnings(unknown: list[str], file: str) -> tuple[str, ...]:
    if not unknown:
        return ()
    more = len(unknown) - _MOST_NAMED
    names = ", ".join(key[:_SHOWN] for key in unknown[:_MOST_NAMED])
    rest = f" and {more} more" if more > 0 else ""
    alone = len(unknown) == 1
    subject, verb = ("The key", "means") if alone else ("The keys", "mean")
    clause = "it is" if alone else "they are"
    return (
        f"{subject} {names}{rest} of {file} {verb} nothing known here for this kind of model: "
        f"{clause} left out, and the logits may differ from the model's own.",
    )
