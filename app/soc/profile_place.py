"""Where a reader is among the tries of the profiling exercise, by the address.

An address keeps tries as `owner~try,try`: those of another network or loop are left over and do not
count.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.addresses.chips import SocRequest
from compiler_core.errors import InputError

MOST_TRIES = 10
STEPS = 5
# The last of them look at a try.
_FIRST_OF_A_TRY = 4


@dataclass(frozen=True, slots=True)
class TryPlace:
    """current, before: places among what was measured, the program as given first. step: 1 to 5."""

    current: int
    before: int
    step: int


def written_tries(asked: SocRequest, owner: str) -> tuple[str, ...] | None:
    """Tries as the address has them; None where it has none of this owner."""
    kept, _, written = asked.value("tries").partition("~")
    return tuple(one for one in written.split(",") if one) if kept == owner else None


def try_place(asked: SocRequest, written: tuple[str, ...] | None, count: int) -> TryPlace:
    """Among so many programs. Raises InputError for too many, and for places that are none."""
    if count > MOST_TRIES:
        raise InputError(
            f"{count} tries are too many.", f"At most {MOST_TRIES} are kept: begin anew."
        )
    step = asked.whole("step", 1, 1, STEPS)
    if written is None:
        return TryPlace(0, 0, step if step < _FIRST_OF_A_TRY else 1)
    last = count - 1
    current = asked.whole("at", last, 0, last)
    return TryPlace(current, asked.whole("before", max(current - 1, 0), 0, last), step)
