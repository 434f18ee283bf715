"""Which variant a profiling job makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.pipelines.setting_values import changed_values, plain_values, with_values
from compiler_core.soc.profiling.variants import PLAIN, variant_of


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """program: a variant as `variants` writes it. part: of a network that is too large to be
    counted whole, from 1; 0 for the one that multiplies most."""

    program: str = PLAIN.text
    part: int = 0

    def values(self) -> dict[str, object]:
        """All fields as plain values."""
        return plain_values(self)

    def query(self) -> dict[str, str]:
        """What differs from the default, as text for an address."""
        return changed_values(self)


DEFAULT_SETTINGS = ProfileSettings()


def settings_of(values: Mapping[str, object]) -> ProfileSettings:
    """Settings from text or plain values. Raises InputError for what is no variant."""
    settings = with_values(DEFAULT_SETTINGS, values)
    variant_of(settings.program)
    return settings
