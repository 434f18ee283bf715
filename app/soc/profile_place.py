"""Where a reader is among the tries of the profiling exercise, by the address.

An address keeps tries as `owner~try,try`: those of another network or loop are left over and do not
count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from app.addresses.chips import SocRequest
from compiler_core.errors import InputError

MOST_TRIES = 10
STEPS = 5
# The last of them look at a try.
_FIRST_OF_A_TRY = 4
_Name = TypeVar("_Name", bound=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class TriesWalk:
    """Where a reader is. current, before: places among what was measured, the program as given
    first. step: 1 to 5. forgotten: values that belong to one try.
    """

    forgotten: ClassVar[Mapping[str, str]]
    asked: SocRequest
    current: int
    before: int
    step: int

    def at_step(self, step: int) -> str:
        """The same try at another step."""
        return self.asked.with_values(step=str(step)).address()

    def from_try(self, index: int) -> str:
        """Another try of the history, profiled anew."""
        before = str(max(index - 1, 0))
        return self.asked.with_values(
            step="1", at=str(index), before=before, **self.forgotten
        ).address()

    def measuring(self, tries: str, index: int) -> str:
        """The address that measures the program at this place of the tries beside the current."""
        return self.asked.with_values(
            tries=tries,
            at=str(index),
            before=str(self.current),
            step=str(_FIRST_OF_A_TRY),
            **self.forgotten,
        ).address()


@dataclass(frozen=True, slots=True)
class TryPlace:
    """current, before: places among what was measured, the program as given first. step: 1 to 5."""

    current: int
    before: int
    step: int


def written_tries(request: SocRequest, owner: str) -> tuple[str, ...] | None:
    """Tries as the address has them; None where it has none of this owner."""
    key, _, written = request.value("tries").partition("~")
    return tuple(word for word in written.split(",") if word) if key == owner else None


def try_place(request: SocRequest, written: tuple[str, ...] | None, count: int) -> TryPlace:
    """Among so many programs. Raises InputError for too many, and for places that are none."""
    if count > MOST_TRIES:
        raise InputError(
            f"{count} tries are too many.", f"At most {MOST_TRIES} are kept: begin anew."
        )
    step = request.whole("step", 1, 1, STEPS)
    if written is None:
        return TryPlace(0, 0, step if step < _FIRST_OF_A_TRY else 1)
    last = count - 1
    current = request.whole("at", last, 0, last)
    return TryPlace(current, request.whole("before", max(current - 1, 0), 0, last), step)


def chosen_name(
    request: SocRequest, name: str, known: Collection[_Name], left_over: Collection[str]
) -> _Name | None:
    """What was chosen; None for nothing, and for what the address still has of another exercise.
    Raises InputError for nonsense.
    """
    given = request.value(name)
    if not given or (given in left_over and given not in known):
        return None
    choice = next((candidate for candidate in known if candidate == given), None)
    if choice is None:
        raise InputError(f"{name} cannot be {given[:40]!r}.", f"Known: {', '.join(known)}.")
    return choice
