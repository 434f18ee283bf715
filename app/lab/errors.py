"""What the lab refuses, with the status of the answer."""

from __future__ import annotations

from compiler_core.errors import InputError, LoweringLabError, UnknownName


class NotHere(UnknownName):
    """No such class, exercise or member, or none that this visitor may know of."""


class NotAllowed(InputError):
    """Known, but not for this role, or not now."""

    status = 403


class Taken(InputError):
    """Somebody else has this name."""

    status = 409


class TooOften(LoweringLabError):
    """More than one member may send in a minute. retry_seconds: after which it is taken again."""

    status = 429

    def __init__(self, message: str, advice: str, retry_seconds: int) -> None:
        super().__init__(message, advice)
        self.retry_seconds = retry_seconds
