"""Wrong formulas put in on purpose, by the place and the name they have there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

# Module or class, the name of what is wrong in it, and the wrong thing.
Mutant = tuple[Any, str, Any]


def always(value: Any) -> Callable[..., Any]:
    """What gives this value, whatever it is asked."""
    return lambda *_arguments: value


def is_noticed(mutant: Mutant, patch: pytest.MonkeyPatch, holds: Callable[[], bool]) -> bool:
    """Whether what holds no longer does with the mutant in place.

    Raises AttributeError for a name that the place does not have.
    """
    patch.setattr(*mutant)
    return not holds()
