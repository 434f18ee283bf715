"""What the lab refuses, with the status of the answer."""

from __future__ import annotations

from compiler_core.errors import InputError, UnknownName


class NotHere(UnknownName):
    """No such class, exercise or member, or none that this visitor may know of."""


class NotAllowed(InputError):
    """Known, but not for this role, or not now."""

    status = 403


class Taken(InputError):
    """Somebody else has this name."""

    status = 409
