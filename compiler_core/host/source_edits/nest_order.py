"""Whether two loops of a nest may be swapped: no element may be met in the other order then.

Of two mentions of one array the iterations that meet lie a vector apart, one number for each loop;
swapping the loops turns the order round where one number is positive and the other negative (Allen
and Kennedy, "Optimizing Compilers for Modern Architectures", 5.2). Only indices of one counter and
a constant are read; a counter that no index names may be any number of iterations apart. A variable
that goes from iteration to iteration counts where more than its own next value is made of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import inf

from tree_sitter import Node

from compiler_core.host.source_edits.carried_variables import carried_variables
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.edit_shapes import nest_of
from compiler_core.host.verdicts.loop_text import LoopText

Point = tuple[int, ...]
"""By counter the constant of its index, in the order of the iterations."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """An element of an array. counters: that its indices name, from the outer loop in; shown: as it
    is written."""

    array: str
    counters: tuple[str, ...]
    point: Point
    shown: str
    is_store: bool


def turned_round(text: LoopText) -> str:
    """What two iterations would meet in the other order, in words; empty if nothing shows it."""
    nest = nest_of(text)
    if nest is None:
        return ""
    _, inner = nest
    pair = _first_turned(_mentions(inner, {loop.variable: _direction(loop) for loop in nest}))
    if pair is not None:
        stored, other = pair
        return f"what one iteration stores to {stored.shown} another one finds at {other.shown}"
    used = next(_used(inner), "")
    return f"{used} goes from one iteration to the next, and is used on the way" if used else ""


def _first_turned(mentions: Iterable[_Mention]) -> tuple[_Mention, _Mention] | None:
    """The first store that is met in the other order, and the first mention that meets it so."""
    alike: dict[tuple[str, tuple[str, ...]], list[_Mention]] = defaultdict(list)
    stores: list[_Mention] = []
    for mention in mentions:
        alike[mention.array, mention.counters].append(mention)
        if mention.is_store:
            stores.append(mention)
    turned = {key: _turned({mention.point for mention in group}) for key, group in alike.items()}
    for stored in stores:
        key = stored.array, stored.counters
        if stored.point in turned[key]:
            return stored, next(
                other for other in alike[key] if _turned({stored.point, other.point})
            )
    return None


def _turned(points: set[Point]) -> set[Point]:
    """Those that any of the others lies before in one loop and behind in the other; with one
    counter all of several."""
    if any(len(point) == 1 for point in points):
        return points if len(points) > 1 else set()
    backwards = _overtaken({(-outer, -inner) for outer, inner in points})
    return {*_overtaken(points), *((-outer, -inner) for outer, inner in backwards)}


def _overtaken(points: set[Point]) -> Iterator[Point]:
    """Points of which one with less in the outer loop has more in the inner one."""
    most = -inf
    for _, row in groupby(sorted(points), key=lambda point: point[0]):
        ends = list(row)
        yield from (point for point in ends if point[1] < most)
        most = max(most, ends[-1][1])


def _used(text: LoopText) -> Iterator[str]:
    """Carried variables that say where something is stored or read, or what is stored elsewhere."""
    mentions: dict[str, list[Node]] = defaultdict(list)
    for node in text.body_nodes("identifier"):
        mentions[text_of(node)].append(node)
    return (
        name
        for name in carried_variables(text)
        if any(_is_use(node, name) for node in mentions[name])
    )


def _is_use(mention: Node, name: str) -> bool:
    node, parent = mention, mention.parent
    while parent is not None and not parent.type.endswith("statement"):
        if parent.type in ("subscript_expression", "pointer_expression", "argument_list"):
            return True
        if parent.type == "assignment_expression":
            return text_of(parent.child_by_field_name("left")) != name
        node, parent = parent, parent.parent
    return node.type == "init_declarator"


def _direction(text: LoopText) -> int:
    return -1 if "-" in text_of(text.loop.child_by_field_name("update")) else 1


def _mentions(text: LoopText, directions: Mapping[str, int]) -> Iterator[_Mention]:
    """Elements of which every index is a counter, each once, and a constant. directions: 1 of a
    counter that goes up, -1 of one that goes down."""
    targets = {(write.target.start_byte, write.target.end_byte) for write in text.assignments()}
    for node in text.body_nodes("subscript_expression"):
        base, indices = _parts(node)
        parent = node.parent
        if parent is not None and parent.type == "subscript_expression":
            continue
        known = dict(_constant(index) for index in indices)
        counters = tuple(counter for counter in directions if counter and counter in known)
        if counters and len(counters) == len(indices):
            point = tuple(known[counter] * directions[counter] for counter in counters)
            is_store = (node.start_byte, node.end_byte) in targets
            yield _Mention(base, counters, point, text_of(node), is_store)


def _parts(node: Node) -> tuple[str, list[str]]:
    indices: list[str] = []
    while node.type == "subscript_expression":
        index = node.child_by_field_name("index") or node.child_by_field_name("indices")
        indices.append(text_of(index).strip("[]"))
        argument = node.child_by_field_name("argument")
        if argument is None:
            break
        node = argument
    return text_of(node), indices


def _constant(index: str) -> tuple[str, int]:
    """What an index names, and the constant beside it."""
    match = re.fullmatch(r"(\w+)([+-]\d{1,6})?", re.sub(r"\s+", "", index))
    return (match[1], int(match[2] or 0)) if match is not None else ("", 0)
