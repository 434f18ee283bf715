"""What every kind of exercise has: a judge of one answer, and what it says if it cannot judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from compiler_core.claims.kinds.kind import Found
from compiler_core.errors import LoweringLabError


class OwnFault(LoweringLabError):
    """The exercise's own files do not do what grading needs of them."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why nothing of an answer can be judged, such as that it does not compile."""

    sentence: str


class Judge(Protocol):
    """Judges the expectations of one answer. Every method raises LoweringLabError for a fault of
    ours, InputError where the answer is not what is asked for."""

    def refusal(self) -> Refused | None:
        """Why it is not even looked at, None if it is."""
        ...

    def judge(self, name: str, argument: Any) -> Found:
        """One expectation, its argument as the vocabulary's reader made it."""
        ...
