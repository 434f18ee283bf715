"""Requests that come to a server one after the other: what both cache layouts are compared on."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from compiler_core.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One user's request."""

    name: str
    """By which moments and events call it."""
    arrival: int
    """The step it comes at."""
    prompt: int
    """Positions that it brings along."""
    generated: int
    """Positions it makes, one a step, though nobody knows this number before."""
    most: int
    """How many it may make."""
    shares_with: str = ""
    """The request whose first `shared` positions are the same as its own; "" for none."""
    shared: int = 0
    """How many positions it has in common with `shares_with`; 0 for none."""

    def __post_init__(self) -> None:
        if min(self.prompt, self.generated) < 1 or self.generated > self.most:
            raise InputError(
                f"Request {self.name!r} needs a prompt, and between 1 and {self.most} new tokens."
            )
        if not 0 <= self.shared <= self.prompt:
            raise InputError(f"Request {self.name!r} cannot share more than its prompt.")

    @property
    def reserved(self) -> int:
        """Positions that a contiguous cache has to keep ready for it."""
        return self.prompt + self.most


def drawn_requests(seed: int, count: int, most: int = 64) -> tuple[Request, ...]:
    """Requests of mixed lengths; every third begins with the same words as the one before it."""
    random = Random(seed)
    requests: list[Request] = []
    step = 0
    for index in range(count):
        step += random.randint(0, 5)
        prompt, generated = random.randint(6, 40), random.randint(4, most)
        parent = requests[-1] if index % 3 == 2 else None
        shared = parent.prompt if parent else 0
        requests.append(
            Request(
                name=_letters(index),
                arrival=step,
                prompt=shared + prompt // 4 + 1 if parent else prompt,
                generated=generated,
                most=most,
                shares_with=parent.name if parent else "",
                shared=shared,
            )
        )
    return tuple(requests)


def _letters(index: int) -> str:
    """A, B, … Z, AA, AB, …"""
    letters = ""
    index += 1
    while index:
        index, last = divmod(index - 1, 26)
        letters = chr(ord("A") + last) + letters
    return letters
