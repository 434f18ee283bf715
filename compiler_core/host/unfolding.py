"""Values that are defined by other values, found without recursion.

A chain of definitions in a function can be thousands of instructions long, longer than Python's
stack is deep. A value that comes back to itself counts as what `open_value` says while it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def unfold(
    start: Key,
    known: dict[Key, Value],
    needs: Callable[[Key], Iterable[Key]],
    find: Callable[[Key], Value],
    open_value: Value,
) -> Value:
    """The value of `start`; fills `known`.

    needs: the keys whose values `find` may look up in `known`; each is found first.
    """
    if start in known:
        return known[start]
    known[start] = open_value
    waiting = [(start, iter(tuple(needs(start))))]
    while waiting:
        key, remaining = waiting[-1]
        following = next((other for other in remaining if other not in known), None)
        if following is None:
            known[key] = find(key)
            waiting.pop()
            continue
        known[following] = open_value
        waiting.append((following, iter(tuple(needs(following)))))
    return known[start]
