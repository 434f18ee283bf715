"""What is asked about a text that a model has read: plain values, as a job is given them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from compiler_core.errors import InputError
from compiler_core.pipelines.setting_values import (
    LONGEST_VALUE,
    changed_values,
    plain_values,
    with_values,
)

STAGE = "why"
MOST_TOKENS = 250
"""Of a text, with what is written behind it."""
_NUMBER = re.compile(r"-?[0-9]{1,7}")
_LIST = re.compile(r"(?:[0-9]{1,7}(?:,[0-9]{1,7})*)?")
_NUMBERS = ("layer", "head", "position", "token")


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSettings:
    """What is asked about a text that a model has read."""

    text: str = ""
    """What the model has read."""
    written: str = ""
    """Tokens behind it by their numbers, separated by commas, as a program wrote them."""
    layer: str = ""
    """Number of the asked head's layer, as text from 0; empty for a logit."""
    head: str = ""
    """Number of the asked head in its layer, as text from 0; empty for a logit."""
    position: str = ""
    """Place of a token in the text from 0, from the end if negative; empty for the last one."""
    token: str = ""
    """Whose logit, empty for the likeliest."""

    def values(self) -> dict[str, object]:
        """All fields as plain values."""
        return plain_values(self)

    def query(self) -> dict[str, str]:
        """What differs from the default, as text for an address."""
        return changed_values(self)

    @property
    def asks_head(self) -> bool:
        """Whether a head is asked about, not a logit."""
        return bool(self.layer or self.head)

    @property
    def tokens(self) -> tuple[int, ...]:
        """Those that are written behind the text."""
        return tuple(int(number) for number in self.written.split(",") if number)

    def number(self, name: str, otherwise: int) -> int:
        """A field as a number."""
        return int(getattr(self, name) or otherwise)


DEFAULT_SETTINGS = TokenSettings()
FIELDS = tuple(field.name for field in fields(TokenSettings))


def settings_of(values: Mapping[str, object]) -> TokenSettings:
    """Settings from text or plain values; unknown names are left alone. Raises InputError."""
    if len(str(values.get("text", ""))) > LONGEST_VALUE:
        raise InputError(
            f"A text of more than {LONGEST_VALUE:,} characters is not followed.",
            "Give a shorter one.",
        )
    made = with_values(DEFAULT_SETTINGS, values)
    for name in _NUMBERS:
        text = getattr(made, name)
        if text and not _NUMBER.fullmatch(text):
            raise InputError(f"The {name} must be a whole number, not {text[:20]!r}.", "Write 3.")
    if not _LIST.fullmatch(made.written):
        raise InputError("The written tokens are no numbers.", "Separate numbers by commas.")
    return made
