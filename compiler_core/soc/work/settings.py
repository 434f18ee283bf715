"""What can be chosen about reading a model's work: nothing yet but whose reader it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.pipelines.setting_values import changed_values, plain_values, with_values


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """reader: tells these runs from those that compile the same model."""

    reader: str = "soc"

    def values(self) -> dict[str, object]:
        """All fields as plain values."""
        return plain_values(self)

    def query(self) -> dict[str, str]:
        """What differs from the default, as text for an address."""
        return changed_values(self)


DEFAULT_SETTINGS = WorkSettings()


def settings_of(values: Mapping[str, object]) -> WorkSettings:
    """Settings from text or plain values; unknown names are left alone. Raises InputError."""
    return with_values(DEFAULT_SETTINGS, values)
