"""How many iterations lie between two mentions of one array: the distance of a dependence.

Only indices that are a sum of the loop's counter (with a constant factor), of names that the loop
does not change, and of constants have one: `a[2 * i + k - 1]`. That is the strong single-index
test of Goff, Kennedy and Tseng, "Practical Dependence Testing" (1991), section 4.2.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText

_TERM = re.compile(r"[+-]?[^+-]+")
_NUMBER = re.compile(r"\d{1,9}[uUlL]*")
_NO_SUM = re.compile(r"[()\[\]?:&|^<>=!~,/%.]|\+\+|--|[*+-][*+-]")
_STEP = re.compile(r"(?:\+\+|--)?\w+(?:\+\+|--)?|\w+[+-]=(?P<size>\d{1,9})")


@dataclass(frozen=True, slots=True)
class _Index:
    """One subscript: factor of the counter, the unchanging names in it, and the constant."""

    factor: int
    names: str
    constant: int


@dataclass(frozen=True, slots=True)
class Element:
    """One mention of an array element. array: what is subscripted, with a field behind it."""

    array: str
    indices: tuple[_Index, ...]
    stored: bool
    shown: str


@dataclass(frozen=True, slots=True)
class Met:
    """An element on a line of those that the iterations meet one after the other. at: by how many
    iterations; order: of the mention in the body."""

    at: int
    order: int
    element: Element


def elements_of(text: LoopText) -> Iterator[Element]:
    """Every mention in the body whose indices are such sums."""
    targets = {(write.target.start_byte, write.target.end_byte) for write in text.assignments()}
    changing = set(text.changed_names())
    for node in text.body_nodes("subscript_expression"):
        if _is_row(node):
            continue
        element = _element(text, node, targets, changing)
        if element is not None:
            yield element


def _is_row(node: Node) -> bool:
    """`a[i]` of `a[i][j]`."""
    parent = node.parent
    if parent is None or parent.type != "subscript_expression":
        return False
    return parent.child_by_field_name("argument") == node


def _element(
    text: LoopText, node: Node, targets: set[tuple[int, int]], changing: set[str]
) -> Element | None:
    base, subscripts = node, []
    while base.type == "subscript_expression":
        subscripts.append(_subscript(base))
        argument = base.child_by_field_name("argument")
        if argument is None:
            return None
        base = argument
    indices = tuple(
        _index(expression, text.variable, changing) for expression in reversed(subscripts)
    )
    known = tuple(index for index in indices if index is not None)
    if len(known) < len(indices) or set(re.findall(r"[A-Za-z_]\w*", text_of(base))) & changing:
        return None
    whole = node
    while whole.parent is not None and whole.parent.type == "field_expression":
        whole = whole.parent
    field = text_of(whole)[len(text_of(node)) :]
    stored = (whole.start_byte, whole.end_byte) in targets
    return Element(f"{text_of(base)}{field}", known, stored, text_of(whole))


def _subscript(node: Node) -> str:
    """The text in the brackets; C++ names it otherwise."""
    index = node.child_by_field_name("index")
    return text_of(index if index is not None else node.child_by_field_name("indices")).strip("[]")


def _index(written: str, counter: str, changing: set[str]) -> _Index | None:
    compact = re.sub(r"\s+", "", written)
    if not compact or _NO_SUM.search(compact):
        return None
    factor, constant, names = 0, 0, []
    for term in _TERM.findall(compact):
        sign = -1 if term[0] == "-" else 1
        plain = term.lstrip("+-")
        if _NUMBER.fullmatch(plain):
            constant += sign * int(plain.rstrip("uUlL"))
            continue
        of_counter = _factor(plain, counter)
        if of_counter:
            factor += sign * of_counter
        elif changing & set(re.findall(r"[A-Za-z_]\w*", plain)):
            return None
        else:
            names.append(f"{'-' if sign < 0 else '+'}{plain}")
    return _Index(factor, "".join(sorted(names)), constant)


def _factor(term: str, counter: str) -> int:
    """`i`, `4*i` or `i*4`; 0 for anything else."""
    if not counter:
        return 0
    parts = term.split("*")
    if parts == [counter]:
        return 1
    numbers = [part for part in parts if _NUMBER.fullmatch(part)]
    if len(parts) == 2 and counter in parts and len(numbers) == 1:
        return int(numbers[0].rstrip("uUlL"))
    return 0


def step_of(text: LoopText) -> int:
    """What the counter changes by in each iteration, without its sign; 0 if that is not plain."""
    update = re.sub(r"\s+", "", text_of(text.loop.child_by_field_name("update")))
    match = _STEP.fullmatch(update)
    if match is None:
        return 0
    return int(match["size"]) if match["size"] else 1


def counts_down(text: LoopText) -> bool:
    update = re.sub(r"\s+", "", text_of(text.loop.child_by_field_name("update")))
    return "--" in update or "-=" in update


def is_read_later(stored: Element, other: Element, text: LoopText) -> bool:
    """Whether the iterations that mention the other come after those that store: `a[i]` from
    `a[i - 2]`, of a counter that goes up."""
    for left, right in zip(stored.indices, other.indices, strict=True):
        if left.factor and left.constant != right.constant:
            ahead = (left.constant > right.constant) == (left.factor > 0)
            return ahead != counts_down(text)
    return True


def lines_of(elements: Iterable[Element], step: int) -> Iterator[tuple[Met, ...]]:
    """Elements whose iterations meet at one place, so many apart as they lie on the line; each
    place once for those stored and once for the others, in the order of the body.

    Elements that do not move at all, which every iteration meets, are a line of themselves alone.
    """
    alike: dict[object, dict[object, _Moving]] = defaultdict(dict)
    for order, element in enumerate(elements if step else ()):
        reaches = [abs(index.factor) * step for index in element.indices]
        pairs = list(zip(element.indices, reaches, strict=True))
        kind = tuple(
            (index.factor, index.names, index.constant % reach if reach else index.constant)
            for index, reach in pairs
        )
        steps = tuple(index.constant // reach for index, reach in pairs if reach)
        alike[element.array, kind].setdefault((steps, element.stored), (steps, order, element))
    for group in alike.values():
        for line in _lines(list(group.values()), 1):
            yield tuple(
                Met(steps[0] if steps else 0, order, element) for steps, order, element in line
            )


_Moving = tuple[tuple[int, ...], int, Element]


def _lines(group: Sequence[_Moving], index: int) -> Iterator[Sequence[_Moving]]:
    """Those that are as far apart in every moving index as in the first, forwards or backwards."""
    if index >= len(group[0][0]):
        yield group
        return
    for way in (1, -1):
        parts: dict[int, list[_Moving]] = defaultdict(list)
        for member in group:
            parts[member[0][index] - way * member[0][0]].append(member)
        for part in parts.values():
            if len({steps[0] for steps, _, _ in part}) > 1:
                yield from _lines(part, index + 1)
